/// An object of JSON that is written member by member, in the order of the keys.
///
/// Long recordings have thousands of gestures; this makes no dictionary of what is told of each.
package struct JSONObjectWriter {
  /// What stands in front of the next member.
  private var separator = UInt8(ascii: "{")

  /// Creates a writer of an object without a member.
  package init() {}

  /// Appends a member.
  ///
  /// - Parameters:
  ///   - key: Its key, of plain letters.
  ///   - value: A string; `nil` reads `null`.
  ///   - bytes: Where it goes.
  package mutating func add(_ key: StaticString, _ value: String?, to bytes: inout [UInt8]) {
    add(key, to: &bytes)
    guard let value else {
      bytes.append(contentsOf: "null".utf8)
      return
    }
    JSONValue.write(value, to: &bytes)
  }

  /// Appends a member that is a word of plain letters.
  mutating func add(_ key: StaticString, word: StaticString, to bytes: inout [UInt8]) {
    add(key, to: &bytes)
    bytes.append(addingCapacity: word.utf8CodeUnitCount + 2) { text in
      text.append(UInt8(ascii: "\""))
      for index in 0..<word.utf8CodeUnitCount { text.append(word.utf8Start[index]) }
      text.append(UInt8(ascii: "\""))
    }
  }

  /// Appends a member that is a number; `nil` reads `null`.
  package mutating func add(_ key: StaticString, _ value: Double?, to bytes: inout [UInt8]) {
    add(key, to: &bytes)
    DecimalText.append(value ?? .nan, to: &bytes)
  }

  /// Appends a member that is a number with as many digits as tell it from all others; `nil` reads
  /// `null`.
  mutating func add(exact value: Double?, as key: StaticString, to bytes: inout [UInt8]) {
    add(key, to: &bytes)
    Self.append(exact: value, to: &bytes)
  }

  /// Appends a number with as many digits as tell it from all others; 0 has no sign.
  static func append(exact value: Double?, to bytes: inout [UInt8]) {
    guard let value, value.isFinite else {
      bytes.append(contentsOf: "null".utf8)
      return
    }
    bytes.append(contentsOf: (value + 0).description.utf8)
  }

  /// Appends a member that is true or false.
  package mutating func add(_ key: StaticString, _ value: Bool, to bytes: inout [UInt8]) {
    add(key, to: &bytes)
    Self.append(value ? "true" : "false", to: &bytes)
  }

  /// Appends a member that is a whole number.
  package mutating func add(_ key: StaticString, _ value: Int, to bytes: inout [UInt8]) {
    add(key, to: &bytes)
    DecimalText.append(whole: value, to: &bytes)
  }

  /// Appends a member that is a whole number; `nil` reads `null`.
  mutating func add(whole value: Int?, as key: StaticString, to bytes: inout [UInt8]) {
    add(key, to: &bytes)
    bytes.append(contentsOf: (value.map(String.init) ?? "null").utf8)
  }

  /// Appends a member that is JSON already.
  mutating func add(text value: [UInt8], as key: StaticString, to bytes: inout [UInt8]) {
    add(key, to: &bytes)
    bytes.append(contentsOf: value)
  }

  /// Appends a text as it is.
  static func append(_ text: StaticString, to bytes: inout [UInt8]) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends the key of a member, behind which its value is to be written.
  mutating func add(_ key: StaticString, to bytes: inout [UInt8]) {
    // At once, since what a frame costs is mostly calls.
    let count = key.utf8CodeUnitCount
    bytes.append(addingCapacity: count + 4) { text in
      text.append(separator)
      text.append(UInt8(ascii: "\""))
      for index in 0..<count { text.append(key.utf8Start[index]) }
      text.append(UInt8(ascii: "\""))
      text.append(UInt8(ascii: ":"))
    }
    separator = UInt8(ascii: ",")
  }

  /// Ends the object, which has a member at least.
  package func end(_ bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "}"))
  }
}
