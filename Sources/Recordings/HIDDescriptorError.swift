/// A report descriptor that the kernel would refuse.
struct HIDDescriptorError: Error, Hashable, Sendable {
  /// What is wrong with the descriptor.
  enum Reason: Hashable, Sendable {
    /// The descriptor is longer than any may be.
    case tooLong

    /// The last item has no end, or there is none.
    case truncated

    /// The item is of the long kind, which nobody has defined.
    case longItem

    /// The item changes what the kernel does not know.
    case unknownItem

    /// The state is saved more often than it may be.
    case tooManyPushes

    /// No state was saved that could come back.
    case unmatchedPop

    /// An element has more bits than it may have.
    case elementTooWide

    /// A field has more elements than it may have.
    case tooManyElements

    /// The number of a report is 0, or more than a byte.
    case invalidReportNumber

    /// A field has more usages than it may have.
    case tooManyUsages

    /// Sets of usages are within each other, or end without a beginning.
    case unmatchedDelimiter

    /// The largest value of a field is below its smallest.
    case invalidRange

    /// A report has more bits than it may have.
    case reportTooLong

    /// A collection ends that has not begun, or does not end.
    case unmatchedCollection
  }

  /// What is wrong with the descriptor.
  var reason: Reason

  /// The byte that the wrong item begins at, counted from 0.
  var offset: Int
}

extension HIDDescriptorError: CustomStringConvertible {
  var description: String {
    let what =
      switch reason {
      case .tooLong: "more than \(HIDDescriptor.mostBytes) bytes"
      case .truncated: "an item without its end"
      case .longItem: "an item of the long kind"
      case .unknownItem: "an unknown global item"
      case .tooManyPushes: "a push too many"
      case .unmatchedPop: "a pop without a push"
      case .elementTooWide: "an element of more than 256 bits"
      case .tooManyElements: "more than \(HIDDescriptor.mostUsages) elements"
      case .invalidReportNumber: "a report number that is not 1 to 255"
      case .tooManyUsages: "more than \(HIDDescriptor.mostUsages) usages"
      case .unmatchedDelimiter: "a delimiter without its other end"
      case .invalidRange: "a maximum below the minimum"
      case .reportTooLong: "a report of more than 16384 bytes"
      case .unmatchedCollection: "a collection without its other end"
      }
    return "the report descriptor has \(what) at byte \(offset)"
  }
}
