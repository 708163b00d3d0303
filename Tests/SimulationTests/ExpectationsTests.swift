import Gestures
import Quantities
import Simulation
import Testing
import Transitions

@Suite struct ExpectationsTests {
  private let schema = JSONValue.string(Expectations.schema)

  private func file(_ recording: [String: JSONValue]) -> JSONValue {
    .object(["schema": schema, "recordings": .object(["a.evemu": .object(recording)])])
  }

  private func error(_ json: JSONValue) -> ExpectationError? {
    do throws(ExpectationError) {
      _ = try Expectations(json: json)
      return nil
    } catch {
      return error
    }
  }

  @Test func `what is read is what is written`() throws {
    let recording: [String: JSONValue] = [
      "gestures": .array([
        .object([
          "axis": .string("x"), "direction": .string("left"), "end_reason": .string("lift"),
          "fingers": .integer(3), "min_margin": .number(0.1), "outcome": .string("finish"),
          "progress": .number(0.5), "rule": .string("threshold"), "tolerance": .number(0.01),
        ]),
        .object([:]),
      ]),
      "intent": .string("cancel"), "options": .array([.string("--invert")]),
      "participant": .string("p1"), "weather": .object(["wind": .null]),
    ]
    let expectations = try Expectations(json: file(recording))
    #expect(
      expectations.text
        == "{\"recordings\":{\n\"a.evemu\":\(JSONValue.object(recording).line)\n},"
        + "\"schema\":\(schema.line)}\n")
    let read = try #require(expectations.recordings["a.evemu"])
    #expect(read.intent == .cancel)
    #expect(read.options == ["--invert"])
    #expect(read.facts.keys.sorted() == ["participant", "weather"])
    let gesture = try #require(read.gestures?.first)
    #expect(gesture.endReason == .lift)
    #expect(gesture.direction == .left)
    #expect(gesture.rule == .threshold)
    #expect(gesture.minimumMargin == 0.1)
    #expect(read.gestures?.last == GestureExpectation())
  }

  @Test func `facts about the person are texts or whole numbers`() throws {
    let read = try Expectations(
      json: file([
        "participant": .integer(7), "session": .string("s1"), "hand": .null,
        "feedback": .array([.bool(true)]), "policy_in_force": .string("niri"),
      ])
    ).recordings["a.evemu"]
    #expect(read?.text(of: .participant) == "7")
    #expect(read?.text(of: .session) == "s1")
    #expect(read?.text(of: .hand) == nil)
    #expect(read?.text(of: .device) == nil)
    #expect(read?.feedback == .array([.bool(true)]))
    #expect(read?.policyInForce == .string("niri"))
    for fact in RecordingExpectation.Fact.allCases {
      for value in [JSONValue.bool(true), .number(0.5), .array([]), .object([:])] {
        let found = error(file([fact.rawValue: value]))
        #expect(found?.key == "recordings.a.evemu.\(fact.rawValue)")
        #expect(found?.reason == .expected("a text or a whole number"))
      }
    }
  }

  @Test func `a policy may stand beside the options, as a policy file has it`() throws {
    let policy: [String: JSONValue] = ["base": .string("flick"), "fling_forward": .number(0.75)]
    let json = file(["policy": .object(policy)])
    let read = try #require(try Expectations(json: json).recordings["a.evemu"])
    #expect(read.policy == policy && read.facts.isEmpty)
    #expect(read.json == .object(["policy": .object(policy)]))
    for value in [JSONValue.string("flick"), .array([]), .null] {
      let found = error(file(["policy": value]))
      #expect(found?.key == "recordings.a.evemu.policy")
      #expect(found?.reason == .expected("an object with parameters of a policy"))
    }
  }

  @Test func `nothing need be known of a recording`() throws {
    let read = try Expectations(json: file([:])).recordings["a.evemu"]
    #expect(read == RecordingExpectation())
    #expect(read?.gestures == nil)
  }

  @Test(arguments: [
    ("gesture", "gestures"), ("Gestures", "gestures"), ("gestrues", "gestures"),
    ("option", "options"), ("intents", "intent"), ("optoins", "options"), ("intend", "intent"),
  ])
  func `a slip of a key is no fact that expects nothing`(key: String, meant: String) {
    let found = error(file([key: .array([])]))
    #expect(found?.reason == .slip(meant: meant))
    #expect(
      found?.description == "'recordings.a.evemu.\(key)' is not known, did you mean '\(meant)'?")
  }

  @Test func `what is wrong is told with its key`() {
    #expect(error(.null)?.key == "the whole file")
    #expect(error(.object([:]))?.reason == .missing)
    #expect(error(.object(["schema": schema]))?.key == "recordings")
    let gesture = { (key: String, value: JSONValue) in
      self.error(self.file(["gestures": .array([.object([:]), .object([key: value])])]))
    }
    for (key, value) in [
      ("axis", JSONValue.string("z")), ("direction", .string("any")), ("end_reason", .null),
      ("fingers", .number(1.5)), ("min_margin", .number(-1)), ("outcome", .bool(true)),
      ("progress", .string("0.5")), ("rule", .integer(1)), ("tolerance", .number(.nan)),
      ("velocity", .integer(1)),
    ] {
      let found = gesture(key, value)
      #expect(found?.key == "recordings.a.evemu.gestures[1].\(key)")
      #expect(found?.description.hasPrefix("'recordings.a.evemu.gestures[1].\(key)' ") == true)
    }
    #expect(error(file(["gestures": .object([:])]))?.key == "recordings.a.evemu.gestures")
    #expect(error(file(["options": .array([.integer(1)])]))?.reason == .expected("a list of texts"))
    #expect(error(file(["intent": .string("")]))?.key == "recordings.a.evemu.intent")
  }
}
