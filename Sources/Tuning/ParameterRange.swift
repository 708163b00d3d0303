public import Quantities

/// A parameter and the values that are tried of it.
public struct ParameterRange: Hashable, Sendable {
  /// The most values of one parameter.
  public static let mostValues = 20_000

  /// The name of the parameter.
  public let parameter: String

  /// The values, in rising order, each once.
  public let values: [ParameterValue]

  /// The step between neighbors, or `nil` where it is not the same everywhere.
  public let step: Double?

  /// Creates a variation of some values.
  ///
  /// Fails without values, and with more than ``mostValues``.
  public init?(_ parameter: String, _ values: [ParameterValue]) {
    let sorted = Set(values).sorted { $0.number < $1.number }
    guard !sorted.isEmpty, sorted.count <= Self.mostValues, Set(sorted.map(\.unit)).count == 1
    else { return nil }
    self.parameter = parameter
    self.values = sorted
    step = nil
  }

  /// Creates a variation from one value to another.
  ///
  /// Each value is exactly the decimal number that it is written as. Fails for a step that is not
  /// positive, for more than ``mostValues`` values, and where the end is below the start.
  public init?(
    _ parameter: String, from start: DecimalNumber, to end: DecimalNumber, step: DecimalNumber,
    unit: String = ""
  ) {
    let places = max(start.fractionDigits, end.fractionDigits, step.fractionDigits)
    func units(_ number: DecimalNumber) -> Int {
      // 9 digits and at most 9 more fit 64 bits.
      number.digits * DecimalNumber.power(places - number.fractionDigits)
    }
    let (first, last, width) = (units(start), units(end), units(step))
    guard width > 0, last >= first, (last - first) / width < Self.mostValues else { return nil }
    let scale = Int128(DecimalNumber.power(places))
    self.parameter = parameter
    values = stride(from: first, through: last, by: width).map {
      ParameterValue(Ratio(Int128($0), over: scale).value, unit: unit)
    }
    self.step = step.value
  }

  /// Reads a variation such as `finish_threshold=0.1..0.6:0.01`, `fling_forward=0.2..1.2:0.1px/ms`
  /// or `finish_threshold=0.3,0.5`.
  public init?(_ text: String) {
    let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard pair.count == 2, !pair[0].isEmpty else { return nil }
    let name = String(pair[0])
    guard let dots = pair[1].firstRange(of: "..") else {
      var values: [ParameterValue] = []
      for part in pair[1].split(separator: ",", omittingEmptySubsequences: false) {
        guard let (number, unit) = Self.quantity(part) else { return nil }
        values.append(ParameterValue(number.value, unit: unit))
      }
      self.init(name, values)
      return
    }
    let rest = pair[1][dots.upperBound...].split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard rest.count == 2, let start = Self.quantity(pair[1][..<dots.lowerBound]),
      let end = Self.quantity(rest[0]), let step = Self.quantity(rest[1])
    else { return nil }
    // The unit may stand at each number, or at one of them for all.
    let units = Set([start.unit, end.unit, step.unit].filter { !$0.isEmpty })
    guard units.count <= 1 else { return nil }
    self.init(
      name, from: start.number, to: end.number, step: step.number, unit: units.first ?? "")
  }

  /// Reads a number with a unit, such as `0.6px/ms`.
  static func quantity(_ text: Substring) -> (number: DecimalNumber, unit: String)? {
    let digits = text.prefix { "0123456789.+-".contains($0) }
    guard let number = DecimalNumber(digits) else { return nil }
    let unit = String(text.dropFirst(digits.count))
    guard unit.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "/") }) else { return nil }
    return (number, unit)
  }
}
