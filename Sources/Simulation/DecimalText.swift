/// Numbers as text: the same on every machine, whatever its locale.
public enum DecimalText {
  /// The most significant digits that are printed.
  public static let digits = 9

  /// A number with at most some significant digits, and no more than it needs.
  ///
  /// - Parameters:
  ///   - value: The number; one that is not finite reads `null`.
  ///   - digits: The most significant digits, 1…17.
  /// - Returns: The text, in the form that JSON has for numbers.
  public static func significant(_ value: Double, digits: Int = digits) -> String {
    guard value.isFinite else { return "null" }
    guard value != 0 else { return "0" }
    var (figures, exponent) = parts(of: value.magnitude)
    if figures.count > digits { (figures, exponent) = rounded(figures, exponent, to: digits) }
    while figures.count > 1, figures.last == 0 { figures.removeLast() }
    return (value < 0 ? "-" : "") + text(figures, exponent)
  }

  /// A number with at most some digits behind the point, and no more than it needs.
  ///
  /// - Parameters:
  ///   - value: The number, finite.
  ///   - places: The most digits behind the point.
  ///   - isPadded: Whether there are always that many.
  /// - Returns: The text.
  public static func fixed(_ value: Double, places: Int, isPadded: Bool = false) -> String {
    guard value.isFinite else { return "?" }
    var (figures, exponent) = parts(of: value.magnitude)
    let wanted = exponent + 1 + places
    if wanted < 0 || value == 0 {
      (figures, exponent) = ([0], 0)
    } else if figures.count > wanted {
      (figures, exponent) = rounded(figures, exponent, to: wanted)
    }
    while figures.count > 1, figures.last == 0 { figures.removeLast() }
    let isZero = figures == [0]
    var result = plain(figures, isZero ? 0 : exponent)
    if isPadded, places > 0 {
      let behind = result.firstIndex(of: ".").map { result.distance(from: $0, to: result.endIndex) }
      if behind == nil { result += "." }
      result += String(repeating: "0", count: places + 1 - (behind ?? 1))
    }
    return (value < 0 && !isZero ? "-" : "") + result
  }

  /// The shortest digits that read back as a number, and the power of ten of the first.
  private static func parts(of value: Double) -> (figures: [UInt8], exponent: Int) {
    var figures: [UInt8] = []
    var exponent = 0
    var point: Int?
    var power = 0
    var isPower = false
    var isNegativePower = false
    // `description` is the shortest text that reads back, on every machine the same.
    for byte in value.description.utf8 {
      switch byte {
      case UInt8(ascii: "."): point = figures.count
      case UInt8(ascii: "e"): isPower = true
      case UInt8(ascii: "-"): isNegativePower = true
      case UInt8(ascii: "0")...UInt8(ascii: "9") where isPower:
        power = power * 10 + Int(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "0")...UInt8(ascii: "9"): figures.append(byte - UInt8(ascii: "0"))
      default: break
      }
    }
    exponent = (point ?? figures.count) - 1 + (isNegativePower ? -power : power)
    while figures.count > 1, figures.first == 0 {
      figures.removeFirst()
      exponent -= 1
    }
    return (figures, exponent)
  }

  /// The digits rounded to some number of them, halves up.
  private static func rounded(
    _ figures: [UInt8], _ exponent: Int, to count: Int
  ) -> (figures: [UInt8], exponent: Int) {
    guard count > 0 else {
      return figures[0] >= 5 && count == 0 ? ([1], exponent + 1) : ([0], 0)
    }
    var kept = Array(figures.prefix(count))
    guard figures[count] >= 5 else { return (kept, exponent) }
    var index = count - 1
    while index >= 0 {
      kept[index] += 1
      if kept[index] < 10 { return (kept, exponent) }
      kept[index] = 0
      index -= 1
    }
    return ([1], exponent + 1)
  }

  private static func text(_ figures: [UInt8], _ exponent: Int) -> String {
    guard exponent < -7 || exponent > 15 else { return plain(figures, exponent) }
    let rest = figures.dropFirst().map { "\($0)" }.joined()
    return "\(figures[0])" + (rest.isEmpty ? "" : ".\(rest)") + "e\(exponent)"
  }

  private static func plain(_ figures: [UInt8], _ exponent: Int) -> String {
    var text = ""
    if exponent < 0 {
      text = "0." + String(repeating: "0", count: -exponent - 1)
      figures.forEach { text += "\($0)" }
      return text
    }
    for (index, figure) in figures.enumerated() {
      if index == exponent + 1 { text += "." }
      text += "\(figure)"
    }
    if figures.count <= exponent {
      text += String(repeating: "0", count: exponent + 1 - figures.count)
    }
    return text
  }
}
