/// Numbers as text: the same on every machine, whatever its locale.
package enum DecimalText {
  /// The most significant digits that are printed.
  package static let digits = 9

  /// A number with at most some significant digits, and no more than it needs.
  ///
  /// - Parameters:
  ///   - value: The number; one that is not finite reads `null`.
  ///   - digits: The most significant digits, 1…17.
  /// - Returns: The text, in the form that JSON has for numbers.
  package static func significant(_ value: Double, digits: Int = digits) -> String {
    var bytes: [UInt8] = []
    append(value, digits: digits, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a number to the bytes of a text, as ``significant(_:digits:)`` has it.
  static func append(_ value: Double, digits: Int = digits, to bytes: inout [UInt8]) {
    guard value.isFinite else {
      bytes.append(contentsOf: "null".utf8)
      return
    }
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    if let figures = Figures(of: value.magnitude, rounded: digits) {
      figures.append(to: &bytes)
      return
    }
    var figures = Figures(of: value.magnitude)
    figures.round(to: digits)
    figures.append(to: &bytes)
  }

  /// Appends a whole number to the bytes of a text.
  static func append(whole value: Int, to bytes: inout [UInt8]) {
    let magnitude = UInt64(value.magnitude)
    let count = Figures.length(magnitude)
    bytes.append(addingCapacity: count + 1) { text in
      if value < 0 { text.append(UInt8(ascii: "-")) }
      append(magnitude, of: count, point: count, to: &text)
    }
  }

  /// Appends the last digits of a number, the first of them first, and a point between them.
  @inline(__always)
  private static func append(
    _ value: UInt64, of count: Int, point: Int, to text: inout OutputSpan<UInt8>
  ) {
    var power = Figures.power(count - 1)
    var rest = value
    for index in 0..<count {
      if index == point { text.append(UInt8(ascii: ".")) }
      let digit = rest / power
      text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
      rest -= digit * power
      power /= 10
    }
  }

  /// A number with at most some digits behind the point, and no more than it needs.
  ///
  /// - Parameters:
  ///   - value: The number; one that is not finite reads `?`.
  ///   - places: The most digits behind the point.
  ///   - isPadded: Whether there are always that many.
  /// - Returns: The text, never with a power of ten.
  package static func fixed(_ value: Double, places: Int, isPadded: Bool = false) -> String {
    guard value.isFinite else { return "?" }
    var figures = Figures(of: value.magnitude)
    figures.round(to: figures.exponent + 1 + places)
    var bytes: [UInt8] = []
    if value < 0, figures.significand != 0 { bytes.append(UInt8(ascii: "-")) }
    figures.appendPlain(to: &bytes)
    if isPadded, places > 0 {
      let behind = max(0, figures.count - 1 - figures.exponent)
      if behind == 0 { bytes.append(UInt8(ascii: ".")) }
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, places - behind)))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The decimal digits of a number that is not negative.
  private struct Figures {
    /// The digits as a whole number, without zeros at its end; 0 for 0.
    private(set) var significand: UInt64 = 0

    /// How many digits there are.
    private(set) var count = 1

    /// The power of ten of the first digit.
    private(set) var exponent = 0

    /// The shortest digits that read back as the number.
    init(of value: Double) {
      guard value != 0 else { return }
      var digits = 0
      var point: Int?
      var power = 0
      var isPower = false
      var isNegativePower = false
      // `description` is the shortest text that reads back, on every machine the same.
      for byte in value.description.utf8 {
        let digit = Int(byte &- UInt8(ascii: "0"))
        switch byte {
        case UInt8(ascii: "."): point = digits
        case UInt8(ascii: "e"): isPower = true
        case UInt8(ascii: "-"): isNegativePower = true
        case UInt8(ascii: "0")...UInt8(ascii: "9") where isPower: power = power * 10 + digit
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          digits += 1
          // A whole number may end in zeros beyond its 17 digits.
          if digits <= 18 { significand = significand * 10 + UInt64(digit) }
        default: break
        }
      }
      let leading = digits - Self.length(significand) - max(0, digits - 18)
      exponent = (point ?? digits) - 1 - leading + (isNegativePower ? -power : power)
      trim()
    }

    /// The first 9 digits of a number, by arithmetic instead of text.
    ///
    /// Scaling a number so that it has 9 digits before the point rounds it by less than 10⁻⁶.
    /// Where it is not nearer than that to a half, its digits are those of the exact number.
    ///
    /// Fails for other counts of digits, for numbers outside 10⁻⁵…10⁹, and next to a half.
    @inline(__always)
    init?(of value: Double, rounded digits: Int) {
      guard digits == 9, value >= 1e-5, value < 1e9 else { return nil }
      var limit = 1.0
      var power = 0
      while value < limit {
        limit /= 10
        power -= 1
      }
      while value >= limit * 10 {
        limit *= 10
        power += 1
      }
      let scaled = value * Self.exactPower(8 - power)
      let whole = UInt64(scaled)
      let rest = scaled - Double(whole)
      guard (rest - 0.5).magnitude > 1e-5, whole >= 100_000_000, whole < 999_999_999 else {
        return nil
      }
      significand = whole + (rest > 0.5 ? 1 : 0)
      exponent = power
      count = 9
      while significand % 10 == 0 {
        significand /= 10
        count -= 1
      }
    }

    /// A power of ten up to 10²², where they are exact.
    private static func exactPower(_ exponent: Int) -> Double {
      var power = 1.0
      for _ in 0..<exponent { power *= 10 }
      return power
    }

    /// Keeps some of the first digits, halves up; with none or fewer, 0 or the digit above.
    mutating func round(to wanted: Int) {
      guard wanted < count else { return }
      guard wanted >= 0 else {
        (significand, count, exponent) = (0, 1, 0)
        return
      }
      let power = Self.power(count - wanted)
      let (kept, rest) = significand.quotientAndRemainder(dividingBy: power)
      significand = rest >= power / 2 ? kept + 1 : kept
      exponent += Self.length(significand) - wanted
      trim()
    }

    /// Appends the digits: plain, or with a power of ten where that is much shorter.
    @inline(__always)
    func append(to bytes: inout [UInt8]) {
      guard exponent < -7 || exponent > 15 else {
        appendPlain(to: &bytes)
        return
      }
      bytes.append(addingCapacity: count + 1) { appendDigits(to: &$0, point: 1) }
      bytes.append(UInt8(ascii: "e"))
      bytes.append(contentsOf: String(exponent).utf8)
    }

    /// Appends the digits without a power of ten.
    @inline(__always)
    func appendPlain(to bytes: inout [UInt8]) {
      let zero = UInt8(ascii: "0")
      bytes.append(addingCapacity: count + Int(exponent.magnitude) + 2) { text in
        if exponent < 0 {
          text.append(zero)
          text.append(UInt8(ascii: "."))
          text.append(repeating: zero, count: -exponent - 1)
          appendDigits(to: &text, point: count)
        } else {
          appendDigits(to: &text, point: exponent + 1)
          text.append(repeating: zero, count: max(0, exponent + 1 - count))
        }
      }
    }

    @inline(__always)
    private func appendDigits(to text: inout OutputSpan<UInt8>, point: Int) {
      DecimalText.append(significand, of: count, point: point, to: &text)
    }

    private mutating func trim() {
      guard significand != 0 else {
        (count, exponent) = (1, 0)
        return
      }
      while significand % 10 == 0 { significand /= 10 }
      count = Self.length(significand)
    }

    static func length(_ value: UInt64) -> Int {
      var length = 1
      var rest = value / 10
      while rest > 0 {
        length += 1
        rest /= 10
      }
      return length
    }

    /// A power of ten, up to 10¹⁹.
    @inline(__always)
    static func power(_ exponent: Int) -> UInt64 {
      var power: UInt64 = 1
      for _ in 0..<exponent { power *= 10 }
      return power
    }
  }
}
