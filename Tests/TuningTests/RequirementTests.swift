import Testing

@testable import Tuning

@Suite struct RequirementTests {
  static func mistakes(_ mistakes: Int, of count: Int, drawn: Double? = nil) -> Mistakes {
    let rate = MistakeRate(mistakes, of: count, drawn: drawn, confidence: 0.95)
    let none = MistakeRate(0, of: 0, confidence: 0.95)
    return Mistakes(
      falseFinish: none, falseCancel: rate, falseStart: none, finishedStart: none, cost: 0)
  }

  static func finding(_ mistakes: Mistakes) -> Requirement.Finding {
    Requirement(.falseCancel, atMost: 0.02).finding(mistakes, units: 10, confidence: 0.95)
  }

  @Test func `it is the bound that is tested`() {
    #expect(Self.finding(Self.mistakes(0, of: 149)) == .met)
    #expect(Self.finding(Self.mistakes(0, of: 148)) == .needsGestures(1))
    #expect(Self.finding(Self.mistakes(0, of: 0)) == .needsGestures(149))
    // 3 mistakes need 386 gestures in the tables of sample sizes.
    #expect(Self.finding(Self.mistakes(3, of: 200)) == .needsGestures(186))
    #expect(Self.finding(Self.mistakes(4, of: 200)) == .exceeded)
  }

  @Test func `where persons differ too much it is persons that are needed`() {
    // The bound is three times as far from the share as the limit is: nine times the persons.
    #expect(Self.finding(Self.mistakes(10, of: 1000, drawn: 0.04)) == .needsPersons(90))
  }

  @Test(arguments: [
    ("false-cancel<=0.02", Requirement(.falseCancel, atMost: 0.02)),
    ("false-finish<=0.5", Requirement(.falseFinish, atMost: 0.5)),
    ("false-start<=.1", Requirement(.falseStart, atMost: 0.1)),
  ])
  func `texts are read`(text: String, requirement: Requirement) {
    #expect(Requirement(text) == requirement)
  }

  @Test(arguments: [
    "", "false-cancel", "false-cancel<0.1", "cost<=1", "false-cancel<=0", "false-cancel<=1",
    "false-cancel<=x",
  ])
  func `other texts are none`(text: String) {
    #expect(Requirement(text) == nil)
  }
}
