import Simulation

/// What the page's script looks up, as JSON inside the page.
enum PageData {
  /// JSON in which no byte means anything to HTML or to a script.
  ///
  /// Of JSON's own characters only texts hold `<`, `>` and `&`, where an escape means the same; line
  /// separators (U+2028, U+2029) are escaped by `JSONValue`.
  static func embedded(_ value: JSONValue) -> String {
    var bytes: [UInt8] = []
    value.write(to: &bytes)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "<"): text.append(contentsOf: "\\u003c".utf8)
      case UInt8(ascii: ">"): text.append(contentsOf: "\\u003e".utf8)
      case UInt8(ascii: "&"): text.append(contentsOf: "\\u0026".utf8)
      default: text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A number with all its digits: the script must compare the same number as the engine.
  ///
  /// - Parameter value: The number; one that is not finite is null.
  /// - Returns: The shortest digits that read back as the number.
  static func exact(_ value: Double) -> JSONValue {
    value.isFinite ? .text(Array(value.description.utf8)) : .null
  }

  /// The same of a number that may be missing.
  static func exact(_ value: Double?) -> JSONValue { value.map(exact) ?? .null }
}
