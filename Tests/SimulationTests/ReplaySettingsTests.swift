import Curves
import Quantities
import Simulation
import Testing
import Transitions

@Suite struct SettleStyleTextTests {
  static let spring = Spring(response: .milliseconds(250), dampingRatio: 0.75)
  static let texts: [(text: String, style: SettleStyle)] = [
    ("none", .immediate), ("0.35s ease-in-out", .standard), ("0.35s", .standard),
    ("350ms ease-in-out", .standard), ("0s linear", .timed(.zero, .linear)),
    ("0.35", .standard), ("0.35 ease-in-out", .standard),
    ("spring response=0.25 damping=0.75", .spring(spring)),
    ("1.5s  ease-out", .timed(.milliseconds(1500), .easeOut)),
    ("0.3s fast-out-extra-slow-in", .timed(.milliseconds(300), .fastOutExtraSlowIn)),
    ("0.3s cubic-bezier(0.42, 0, 0.58, 1)", .timed(.milliseconds(300), .easeInOut)),
    ("spring", .spring(Spring(response: .milliseconds(400), dampingRatio: 1))),
    ("spring response=0.25s damping=0.75", .spring(spring)),
    ("spring damping=0.75 response=250ms", .spring(spring)),
  ]

  @Test(arguments: texts)
  func `a way to settle is read`(text: String, style: SettleStyle) {
    #expect(SettleStyle(text) == style)
  }

  @Test(arguments: texts)
  func `what is printed is read again`(text: String, style: SettleStyle) {
    #expect(SettleStyle(style.description)?.description == style.description)
  }

  @Test func `a curve of one's own is printed and read again`() throws {
    let curve = try #require(TimingCurve(x1: 0.1, y1: 0.7, x2: 0.9, y2: 1.25))
    let style = SettleStyle.timed(.milliseconds(250), curve)
    #expect(style.description == "0.25s cubic-bezier(0.1, 0.7, 0.9, 1.25)")
    #expect(SettleStyle(style.description) == style)
    #expect(style.curveText == "cubic-bezier(0.1, 0.7, 0.9, 1.25)")
  }

  @Test(arguments: [
    "", "fast", "-1s", "0.35s wobbly", "s", "ms", "3601s", "0.3s linear linear",
    "spring response", "spring response=0s", "spring damping=0", "spring damping=101",
    "spring mass=1", "spring response=0,4", "none please", "1e3s", "nans", "0x1s",
  ])
  func `anything else is not`(text: String) {
    #expect(SettleStyle(text) == nil)
  }

  @Test func `the curve alone is what a report has`() {
    #expect(SettleStyle.standard.curveText == "ease-in-out")
    #expect(SettleStyle.immediate.curveText == "none")
    #expect(SettleStyle.spring(Self.spring).curveText == "spring response=0.25s damping=0.75")
  }
}

@Suite struct ThresholdTests {
  @Test(arguments: [
    ("0.3", "0.3"), ("25mm", "25mm"), ("120px", "120px"), ("min(0.3,60mm)", "min(0.3,60mm)"),
    ("min(0.3, 60mm, 100px)", "min(0.3,60mm,100px)"), ("min(0.3)", "0.3"), ("0.30", "0.3"),
    ("1.0", "1"), ("-0.1", "-0.1"),
  ])
  func `a threshold is read and printed`(text: String, printed: String) {
    #expect(Threshold(text)?.description == printed)
    #expect(Threshold(printed) == Threshold(text))
  }

  @Test(arguments: [
    "", "mm", "0.3,60mm", "min()", "min(0.3,)", "min(0.3", "max(0.3,1)", "30%", "0.3 mm", "1e-1",
    "0.1234567891", "min(min(0.3,1),2)",
  ])
  func `anything else is no threshold`(text: String) {
    #expect(Threshold(text) == nil)
  }
}
