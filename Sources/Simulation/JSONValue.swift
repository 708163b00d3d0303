public import Recordings

/// A value of JSON, printed as the program's contract has it.
///
/// Keys are sorted, numbers have at most 9 significant digits, and no control character is printed
/// as it is: names of devices are text that nobody has checked.
public indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// JSON that is text already.
  case text(String)

  /// A number, or null without one.
  public static func optional(_ value: Double?) -> Self { value.map(Self.number) ?? .null }

  /// A text, or null without one.
  public static func optional(_ value: String?) -> Self { value.map(Self.string) ?? .null }

  /// Reads the value that a text is.
  ///
  /// Of members with the same key the last one counts.
  ///
  /// - Throws: What is wrong, and on which line.
  public init(reading bytes: [UInt8]) throws(RecordingError) {
    var cursor = JSONCursor(bytes)
    self = try Self.value(&cursor, depth: 0)
    guard cursor.peek() == nil else { throw cursor.error("something follows the value") }
  }

  private static func value(_ cursor: inout JSONCursor, depth: Int) throws(RecordingError) -> Self {
    guard depth < JSONCursor.deepest else {
      throw cursor.error("the values are nested too deeply")
    }
    switch cursor.peek() {
    case UInt8(ascii: "{"):
      var members: [String: Self] = [:]
      var isFirst = true
      try cursor.openObject()
      while let key = try cursor.key(isFirst: isFirst) {
        members[key] = try value(&cursor, depth: depth + 1)
        isFirst = false
      }
      return .object(members)
    case UInt8(ascii: "["):
      var values: [Self] = []
      try cursor.openArray()
      while try cursor.element(isFirst: values.isEmpty) {
        values.append(try value(&cursor, depth: depth + 1))
      }
      return .array(values)
    case UInt8(ascii: "\""): return .string(try cursor.string())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try cursor.boolean())
    case UInt8(ascii: "n"):
      guard cursor.null() else { throw cursor.error("a value is missing") }
      return .null
    default:
      let number = try cursor.number()
      if number.fractionDigits == 0, let whole = number.scaled(by: 0) {
        return .integer(Int(whole))
      }
      return .number(number.value)
    }
  }

  /// Appends the value to a text.
  public func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += DecimalText.significant(value)
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, key) in members.keys.sorted().enumerated() {
        if index > 0 { text += "," }
        Self.write(key, to: &text)
        text += ":"
        members[key]?.write(to: &text)
      }
      text += "}"
    case .text(let value): text += value
    }
  }

  /// The value as text, on one line.
  public var line: String {
    var text = ""
    write(to: &text)
    return text
  }

  private static func write(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      default:
        if PlainText.isControl(scalar) {
          text += escaped(scalar)
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    text += "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}

/// Text from outside, made fit for a terminal.
public enum PlainText {
  /// A text in which every control character is shown as `\xNN` or `\u{NNNN}`.
  public static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if !isControl(scalar) {
        result.unicodeScalars.append(scalar)
      } else if scalar.value < 0x100 {
        let digits = String(scalar.value, radix: 16)
        result += "\\x" + (digits.count < 2 ? "0" : "") + digits
      } else {
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }
    return result
  }

  /// Whether a character steers a terminal, or reorders the text around it, rather than being read.
  public static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0, 0x2028...0x202e, 0x2066...0x2069, 0x200e, 0x200f, 0x061c: true
    default: false
    }
  }
}
