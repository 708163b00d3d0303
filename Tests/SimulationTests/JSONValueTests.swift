import Foundation
import Recordings
import Simulation
import TestSupport
import Testing

@Suite struct JSONValueTests {
  private func read(_ text: String) throws(RecordingError) -> JSONValue {
    try JSONValue(reading: Array(text.utf8))
  }

  @Test func `what is written is what is read`() throws {
    let value = JSONValue.object([
      "a": .array([.null, .bool(true), .bool(false), .integer(-12), .number(0.25), .array([])]),
      "b": .string("quotes \" and \\, tabs\t, an escape \u{1b}, \u{202e}"), "": .object([:]),
    ])
    #expect(try read(value.line) == value)
    #expect(try read(" \(value.line)\n") == value)
  }

  @Test(arguments: [
    ("1", JSONValue.integer(1)), ("1.0", .integer(1)), ("1e2", .integer(100)),
    ("-0.5", .number(-0.5)), ("1e-3", .number(0.001)), ("1e400", .number(.infinity)),
    ("123456789012345678901", .number(1.2345678901234568e20)), ("\"\\u00e9\"", .string("é")),
  ])
  func `numbers are whole where they can be`(text: String, value: JSONValue) throws {
    #expect(try read(text) == value)
  }

  @Test func `a key stands once in an object, so that no member is lost`() throws {
    let error = try #require(throws: RecordingError.self) {
      try read("{\"a\":{\"b\":1},\n\"b\":2,\n\"a\":3}")
    }
    #expect(error.description.contains("the key 'a' is there twice"))
    #expect(error.line == 3)
  }

  @Test(arguments: [
    ("", 1), ("\n\n{", 3), ("[1,]", 1), ("{\"a\":1,}", 1), ("[1 2]", 1), ("nul", 1), ("01", 1),
    ("\"a\nb\"", 1), ("[\n1,\n}", 3), ("{}\n{}", 2),
  ])
  func `what is wrong is told with its line`(text: String, line: Int) {
    do throws(RecordingError) {
      _ = try read(text)
      Issue.record("it should be refused")
    } catch {
      #expect(error.line == line)
    }
  }

  @Test func `values may not be nested for ever`() {
    #expect(throws: RecordingError.self) { try read(String(repeating: "[", count: 100_000)) }
  }

  // MARK: Writing

  static func decode(_ value: JSONValue) throws -> VectorValue {
    try JSONDecoder().decode(VectorValue.self, from: Data(value.line.utf8))
  }

  static let lines: [(JSONValue, String)] = [
    (.null, "null"), (.bool(true), "true"), (.bool(false), "false"),
    (.integer(-12), "-12"), (.integer(.max), "9223372036854775807"), (.number(0.1), "0.1"),
    (.number(.nan), "null"), (.string("a"), #""a""#), (.array([]), "[]"), (.object([:]), "{}"),
    (.array([.null, .integer(1), .array([.string("")])]), #"[null,1,[""]]"#),
    (.text(Array("[[1,2]]".utf8)), "[[1,2]]"), (.optional(nil as Double?), "null"),
    (.optional(2.5), "2.5"), (.optional(nil as String?), "null"), (.optional("x"), #""x""#),
  ]

  @Test(arguments: lines)
  func `a value on one line`(value: JSONValue, line: String) {
    #expect(value.line == line)
  }

  @Test func `keys are sorted, at every depth`() {
    let value = JSONValue.object([
      "b": .integer(1), "a": .object(["z": .null, "y": .bool(true), "aa": .integer(2)]),
      "B": .integer(3), "": .integer(4), "a_b": .integer(5), "a1": .integer(6),
    ])
    #expect(
      value.line == #"{"":4,"B":3,"a":{"aa":2,"y":true,"z":null},"a1":6,"a_b":5,"b":1}"#)
  }

  @Test func `values are appended to what is there`() {
    var bytes = Array("x".utf8)
    JSONValue.integer(1).write(to: &bytes)
    JSONValue.bool(false).write(to: &bytes)
    #expect(bytes == Array("x1false".utf8))
  }

  /// Each character up to U+FFFF that can stand alone, and some beyond.
  static let scalars =
    (0...0xffff).compactMap { Unicode.Scalar(UInt32($0)) }
    + [0x1f600, 0xe0001, 0x10ffff].compactMap { Unicode.Scalar(UInt32($0)) }

  @Test func `any text reads back, and no control character is printed`() throws {
    // In chunks, so that the decoder runs a few hundred times.
    for start in stride(from: 0, to: Self.scalars.count, by: 200) {
      var text = ""
      text.unicodeScalars.append(contentsOf: Self.scalars[start...].prefix(200))
      let line = JSONValue.object([text: .string(text)]).line
      #expect(!line.unicodeScalars.contains(where: PlainText.isControl))
      guard case .object(let members) = try Self.decode(.object(["k": .string(text)])) else {
        Issue.record("no object")
        continue
      }
      #expect(members["k"] == .text(text))
    }
  }

  @Test func `a text is escaped as JSON wants it`() {
    let texts = [
      ("\"", #"\""#), ("\\", #"\\"#), ("\n", #"\n"#), ("\t", #"\t"#), ("\r", #"\u000d"#),
      ("\u{0}", #"\u0000"#), ("\u{1b}[31m", #"\u001b[31m"#), ("\u{7f}", #"\u007f"#),
      ("\u{9b}", #"\u009b"#), ("\u{2028}", #"\u2028"#), ("\u{202e}", #"\u202e"#), ("/", "/"),
      ("é𝄞", "é𝄞"),
    ]
    for (text, escaped) in texts {
      #expect(JSONValue.string(text).line == "\"\(escaped)\"")
      #expect(JSONValue.object([text: .null]).line == "{\"\(escaped)\":null}")
    }
  }
}
