/// A field of a HID report: elements of one size, one behind the other.
///
/// However many elements a device announces, a field is a handful of numbers.
///
/// The corresponding C type is `struct hid_field`.
struct HIDField: Hashable, Sendable {
  /// Usages that follow one another.
  struct UsageRange: Hashable, Sendable {
    /// The first usage.
    var first: UInt32

    /// How many there are, at least 1.
    var count: Int

    /// Whether the page was given with the usage.
    var isExtended: Bool

    /// Whether a usage is one of them.
    func contains(_ usage: UInt32) -> Bool {
      usage >= first && Int(usage - first) < count
    }
  }

  /// What kind of values a main item declares.
  struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    /// The bits mean nothing.
    static let constant = Self(rawValue: 1 << 0)

    /// Each element has a usage of its own, rather than naming one.
    static let variable = Self(rawValue: 1 << 1)
  }

  /// What the elements mean, in their order; if they are fewer, the last one is that of the rest.
  var usages: [UsageRange]

  /// The kind of values.
  var flags: Flags

  /// The usage of the application that the field belongs to, or 0.
  var application: UInt32

  /// The usage of the innermost logical collection around the field, or 0.
  var logical: UInt32

  /// Whether a collection around the field is a finger.
  var isOfFinger: Bool

  /// Where the first element begins, in bits behind the report's number.
  var offset: Int

  /// The bits of an element, 0…256.
  var size: Int

  /// The number of elements.
  var count: Int

  /// The smallest value; if it is negative, values are signed.
  var logicalMinimum: Int32

  /// The largest value, or its bits if it is too large for a sign.
  var logicalMaximum: Int32

  /// What the smallest value stands for.
  var physicalMinimum: Int32

  /// What the largest value stands for.
  var physicalMaximum: Int32

  /// The system and the quantity that the physical range is in.
  var unit: UInt32

  /// The power of ten that the physical range is in.
  var unitExponent: Int32

  /// Whether an element of the field can have a usage.
  func has(_ usage: UInt32) -> Bool {
    usages.contains { $0.contains(usage) }
  }

  /// The usage of an element.
  ///
  /// - Complexity: O(index).
  func usage(at index: Int) -> UInt32 {
    var index = index
    for range in usages {
      if index < range.count { return range.first &+ UInt32(truncatingIfNeeded: index) }
      index -= range.count
    }
    return usages.last.map { $0.first &+ UInt32(truncatingIfNeeded: $0.count - 1) } ?? 0
  }

  /// The place of an element's value.
  func element(_ index: Int) -> HIDElement {
    HIDElement(
      offset: offset + index * size, size: min(size, 32), isSigned: logicalMinimum < 0)
  }

  /// The device units in a millimeter, or 0 if the field is no length.
  ///
  /// The formula is that of the kernel's `hidinput_calc_abs_res`: the logical range by the physical
  /// one times 10 to the exponent, for centimeters (unit 0x11) and inches (unit 0x13) alone.
  var resolution: Int32 {
    var logical = Int64(logicalMaximum &- logicalMinimum)
    var physical = Int64(physicalMaximum &- physicalMinimum)
    guard logical > 0, physical > 0 else { return 0 }
    var exponent = Int64(unitExponent)
    switch unit {
    case 0x11: exponent += 1
    case 0x13:
      physical *= 254
      exponent -= 1
    default: return 0
    }
    // Beyond 32 bits the kernel gives up, so that neither loop is long.
    while exponent < 0, logical <= Int64(Int32.max) {
      logical *= 10
      exponent += 1
    }
    while exponent > 0, physical <= Int64(Int32.max) {
      physical *= 10
      exponent -= 1
    }
    guard logical <= Int64(Int32.max), physical <= Int64(Int32.max) else { return 0 }
    return Int32((logical + physical / 2) / physical)
  }
}

/// Where a value stands in a report.
struct HIDElement: Hashable, Sendable {
  /// The first bit, counted behind the report's number.
  var offset: Int

  /// How many bits there are, at most 32.
  var size: Int

  /// Whether the uppermost bit is a sign.
  var isSigned: Bool

  /// The value in a report; bits beyond its end are 0.
  ///
  /// The corresponding C functions are `hid_field_extract` and `snto32`.
  ///
  /// - Parameters:
  ///   - report: The bytes of the report.
  ///   - start: The first byte behind the report's number.
  /// - Returns: The value.
  func value(in report: [UInt8], from start: Int) -> Int32 {
    guard size > 0 else { return 0 }
    var bits: UInt64 = 0
    for index in 0..<5 {
      let place = start + offset / 8 + index
      guard place < report.count else { break }
      bits |= UInt64(report[place]) << UInt64(8 * index)
    }
    bits >>= UInt64(offset % 8)
    let unused = UInt32(32 - size)
    let value = UInt32(truncatingIfNeeded: bits) << unused
    return isSigned
      ? Int32(bitPattern: value) >> Int32(unused) : Int32(bitPattern: value >> unused)
  }
}
