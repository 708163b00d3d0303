import Recordings
import Simulation
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

  @Test func `the last of two members counts`() throws {
    #expect(try read(#"{"a":1,"a":2}"#) == .object(["a": .integer(2)]))
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
}
