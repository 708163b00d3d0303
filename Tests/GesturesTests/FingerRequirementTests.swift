import Gestures
import Testing

@Suite struct FingerRequirementTests {
  @Test(arguments: [
    ("3", [3]), ("3,4", [3, 4]), ("1,32", [1, 32]), ("4,3,4", [3, 4]), ("03", [3]),
    ("3+", Array(3...63)), ("32+", Array(32...63)), ("any", Array(1...63)), ("1+", Array(1...63)),
  ])
  func `a number of fingers will do or not`(text: String, accepted: [Int]) throws {
    let requirement = try #require(FingerRequirement(text))
    #expect((-3...70).filter(requirement.accepts) == accepted)
    #expect(requirement.least == accepted.first)
    #expect(
      (-3...70).filter(requirement.isExceeded)
        == (accepted.last == 63 ? Array(64...70) : Array((accepted.last ?? 0) + 1...70)))
  }

  @Test(arguments: [
    "", "0", "33", "+", "3,", ",3", "3,+", "3,4+", "3++", "-3", "3 ", "x", "Any", "auto", "3.0",
    "99999999999999999999", "0+", "33+", "١",
  ])
  func `what is no number of fingers is refused`(text: String) {
    #expect(FingerRequirement(text) == nil)
  }

  @Test(arguments: ["any", "3", "3,4", "2+", "1,2,3,5,32"])
  func `printing and reading are inverse`(text: String) {
    #expect(FingerRequirement(text)?.description == text)
  }

  @Test func `one or more is any`() {
    #expect(FingerRequirement.atLeast(1) == .any)
    #expect(FingerRequirement("1+")?.description == "any")
    #expect(FingerRequirement.oneOf([2, 2]) == .oneOf([2]))
  }
}
