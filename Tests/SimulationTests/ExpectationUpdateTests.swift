import Simulation
import Testing

@Suite struct ExpectationUpdateTests {
  private func text(
    _ recordings: [String: [String: JSONValue]], updating file: String? = nil
  ) throws -> String {
    let json = try file.map { try JSONValue(reading: Array($0.utf8)) }
    return String(
      decoding: try ExpectationUpdate(recordings).text(updating: json), as: UTF8.self)
  }

  @Test func `expectations begin with the first recording`() throws {
    #expect(
      try text(["b.evemu": ["intent": .string("cancel")], "a\n": ["hand": .string("left")]]) == """
        {"recordings":{
        "a\\n":{"hand":"left"},
        "b.evemu":{"intent":"cancel"}
        },"schema":"pantograph.expectations/1"}

        """)
  }

  @Test func `what they say stays, whether it is known or not`() throws {
    let before = """
      {"mine":[1,{"x":null}],"recordings":{"a":{"gestures":[{"outcome":"finish"}],"intent":"none",
       "note":"slow","retaken":true},"b":{"intent":"finish"}},"schema":"pantograph.expectations/1"}
      """
    let after = try text(
      ["a": ["intent": .string("cancel"), "participant": .integer(7), "retaken": .null]],
      updating: before)
    #expect(
      after == """
        {"mine":[1,{"x":null}],"recordings":{
        "a":{"gestures":[{"outcome":"finish"}],"intent":"cancel","note":"slow","participant":7},
        "b":{"intent":"finish"}
        },"schema":"pantograph.expectations/1"}

        """)
    #expect(try text([:], updating: after) == after)
  }

  @Test(arguments: [
    "[]", #"{"recordings":{}}"#,
    #"{"recordings":[],"schema":"#
      + #""pantograph.expectations/1"}"#,
  ])
  func `something else is not written over`(file: String) {
    #expect(throws: ExpectationError.self) { try text(["a": [:]], updating: file) }
  }

  @Test func `what would make no expectations is refused`() {
    #expect(throws: ExpectationError.self) { try text(["a": ["intent": .string("maybe")]]) }
  }
}
