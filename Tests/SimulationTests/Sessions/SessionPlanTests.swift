import Quantities
import Simulation
import Testing

@Suite struct SessionPlanTests {
  private func plan(_ members: String) throws -> SessionPlan {
    try SessionPlan(
      json: JSONValue(reading: Array(#"{"schema":"pantograph.session/1",\#(members)}"#.utf8)))
  }

  private static let swipes =
    #""swipes":[{"intent":"finish","direction":"right","count":20,"note":"a"},"#
    + #"{"intent":"cancel","direction":"left","fingers":3,"speed":"fast","prompt":"back","count":20}]"#

  @Test func `the order is the seed's, and each swipe is in it as often as the plan says`() throws {
    let first = try plan(Self.swipes + #","seed":7"#)
    #expect(first.order.count == 40)
    #expect(first.order.count { $0.intent == .finish } == 20)
    #expect(try plan(Self.swipes + #","seed":7"#).order == first.order)
    #expect(try plan(Self.swipes + #","seed":8"#).order != first.order)
    #expect(try plan(Self.swipes).order == plan(Self.swipes + #","seed":1"#).order)
    let back = first.order.first { $0.intent == .cancel }
    #expect(back?.direction == .left && back?.fingers == 3 && back?.speed == .fast)
    #expect(back?.prompt == "back")
  }

  @Test func `what is stored is what the plan says, and its own keys`() throws {
    let plan = try plan(
      Self.swipes + #","participant":"p1","session":2,"hand":"left","age":30,"patience":0.5"#)
    #expect(
      plan.facts == [
        "participant": .string("p1"), "session": .integer(2), "hand": .string("left"),
        "age": .integer(30), "feedback": .string("none"),
      ])
    #expect(plan.patience == .milliseconds(500))
    #expect(plan.order.first { $0.intent == .finish }?.facts == ["note": .string("a")])
  }

  static let broken = [
    #""swipes":[]"#, #""seed":1"#, #""swipes":[{"intent":"finish"}]"#,
    #""swipes":[{"direction":"up"}]"#, #""swipes":[{"intent":"maybe","direction":"up"}]"#,
    #""swipes":[{"intent":"finish","direction":"in"}]"#,
    #""swipes":[{"intent":"finish","direction":"up","count":0}]"#,
    #""swipes":[{"intent":"finish","direction":"up","count":10001}]"#,
    #""swipes":[{"intent":"finish","direction":"up","count":6000},"#
      + #"{"intent":"cancel","direction":"up","count":6000}]"#,
    #""swipes":[{"intent":"finish","direction":"up","fingers":0}]"#,
    #""swipes":[{"intent":"finish","direction":"up","speed":"quick"}]"#,
    #""swipes":[{"intent":"finish","direction":"up","cuont":2}]"#,
    #""swipes":[{"intent":"finish","direction":"up","asked":2}]"#,
    #""participant":[1],\#(swipes)"#, #""gestures":[],\#(swipes)"#, #""patience":-1,\#(swipes)"#,
    #""seed":"x",\#(swipes)"#,
  ]

  @Test(arguments: broken)
  func `a plan with something wrong in it is refused`(members: String) {
    #expect(throws: ExpectationError.self) { try plan(members) }
  }

  @Test func `something else is no plan`() throws {
    let other = try JSONValue(reading: Array(#"{"schema":"pantograph.policy/1"}"#.utf8))
    #expect(throws: ExpectationError.self) { try SessionPlan(json: other) }
  }
}
