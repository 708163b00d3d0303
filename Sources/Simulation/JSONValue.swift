package import Recordings

/// A value of JSON, printed as the program's contract has it.
///
/// Keys are sorted, numbers have at most 9 significant digits, and no control character is printed
/// as it is: names of devices are text that nobody has checked.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// JSON that is text already.
  case text([UInt8])

  /// A number, or null without one.
  package static func optional(_ value: Double?) -> Self { value.map(Self.number) ?? .null }

  /// A text, or null without one.
  package static func optional(_ value: String?) -> Self { value.map(Self.string) ?? .null }

  /// Reads the value that a text is.
  ///
  /// An object has a key once: of two members of the same key one would be lost unnoticed.
  ///
  /// - Throws: What is wrong, and on which line.
  package init(reading bytes: [UInt8]) throws(RecordingError) {
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
        guard members[key] == nil else {
          throw cursor.error("the key '\(PlainText.escaped(key))' is there twice")
        }
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

  /// Appends the value to the bytes of a text.
  package func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    case .number(let value): DecimalText.append(value, to: &bytes)
    case .string(let value): Self.write(value, to: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .text(let value): bytes.append(contentsOf: value)
    }
  }

  /// The value as text, on one line.
  package var line: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a string to the bytes of a text.
  static func write(_ value: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if isPlain(value.utf8.span) {
      bytes.append(contentsOf: value.utf8)
    } else {
      for scalar in value.unicodeScalars { write(scalar, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a text is printable ASCII that needs no escape.
  private static func isPlain(_ text: Span<UInt8>) -> Bool {
    for index in text.indices {
      let byte = text[index]
      guard byte >= 0x20, byte < 0x7f, byte != 0x22, byte != 0x5c else { return false }
    }
    return true
  }

  private static func write(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    let text: String =
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\t": "\\t"
      default: PlainText.isControl(scalar) ? escaped(scalar) : String(scalar)
      }
    bytes.append(contentsOf: text.utf8)
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
