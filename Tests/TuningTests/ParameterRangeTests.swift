import Testing
import Tuning

@Suite struct ParameterRangeTests {
  @Test func `values are the decimal numbers that they are written as`() throws {
    let variation = try #require(ParameterRange("finish_threshold=0.1..0.6:0.01"))
    #expect(variation.parameter == "finish_threshold")
    #expect(variation.values.count == 51)
    #expect(variation.values.map(\.number).contains(0.3))
    #expect(variation.values.last?.number == 0.6)
    #expect(variation.step == 0.01)
  }

  @Test(arguments: ["a=1px/ms..2px/ms:0.5px/ms", "a=1..2:0.5px/ms", "a=1..2px/ms:0.5"])
  func `the unit may stand at each number or at one`(text: String) {
    #expect(
      ParameterRange(text)?.values == [1, 1.5, 2].map { ParameterValue($0, unit: "px/ms") })
  }

  @Test func `values may be listed, and are sorted`() {
    #expect(ParameterRange("a=3,1,1,2")?.values == [1, 2, 3].map { ParameterValue($0) })
    #expect(ParameterRange("a=0.5mm")?.values == [ParameterValue(0.5, unit: "mm")])
    #expect(ParameterRange("a=-1..1:1")?.values.map(\.number) == [-1, 0, 1])
  }

  @Test(arguments: [
    "", "a", "a=", "=1", "a=1..2", "a=2..1:0.1", "a=1..2:0", "a=1..2:-1", "a=x", "a=1mm,2px",
    "a=1mm..2px:1", "a=0..9:0.0001", "a=1..2:0.1:3", "a=1,,2", "a=1e3", "a=1 mm",
  ])
  func `other texts are none`(text: String) {
    #expect(ParameterRange(text) == nil)
  }
}
