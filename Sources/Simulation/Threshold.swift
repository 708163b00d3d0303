public import Quantities

/// The bar that progress is compared with: the smallest of some lengths.
public struct Threshold: Hashable, Sendable {
  /// The lengths; a share is one of the travel.
  public let lengths: [Length]

  /// Creates a threshold of one length.
  public init(_ length: Length) {
    lengths = [length]
  }

  /// Creates a threshold of several lengths; fails without one.
  public init?(smallestOf lengths: [Length]) {
    guard !lengths.isEmpty else { return nil }
    self.lengths = lengths
  }

  /// Reads `0.3`, `25mm`, `120px` or `min(0.3,60mm)`.
  public init?(_ text: some StringProtocol) {
    var list = text[...]
    if text.hasPrefix("min("), text.hasSuffix(")") {
      list = text.dropFirst(4).dropLast()
    } else if text.contains(",") {
      return nil
    }
    var lengths: [Length] = []
    for part in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let length = Length(part.drop(while: { $0 == " " })) else { return nil }
      lengths.append(length)
    }
    self.init(smallestOf: lengths)
  }
}

extension Threshold: CustomStringConvertible {
  public var description: String {
    let list = lengths.map(\.description).joined(separator: ",")
    return lengths.count == 1 ? list : "min(\(list))"
  }
}
