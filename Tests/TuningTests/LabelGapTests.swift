import Testing
import Tuning

@Suite struct LabelGapTests {
  @Test func `labels that do not overlap are parted by the gap between them`() throws {
    let gap = try #require(LabelGap(finish: [0.5, 0.75, 1], cancel: [0.1, 0.25]))
    #expect(gap.lower == 0.25 && gap.upper == 0.5)
    #expect(gap.width == 0.25)
    #expect(gap.mistakes == 0 && gap.count == 5)
  }

  @Test func `where they overlap the fewest mistakes count, then the width`() throws {
    let gap = try #require(LabelGap(finish: [0.2, 0.6, 0.7], cancel: [0.1, 0.3, 0.65]))
    // Between 0.3 and 0.6 one of each kind is wrong; between 0.1 and 0.2 two cancels are.
    #expect(gap.lower == 0.3 && gap.upper == 0.6)
    #expect(gap.mistakes == 2 && gap.count == 6)
    let equal = try #require(LabelGap(finish: [0.2, 0.5], cancel: [0.1, 0.4]))
    // One is wrong on either side; both are 0.1 wide, within rounding.
    #expect(equal.mistakes == 1)
    let whole = try #require(LabelGap(finish: [2, 5], cancel: [1, 4]))
    #expect(whole.lower == 1 && whole.upper == 2)
  }

  @Test func `a threshold at a value finishes it`() throws {
    let gap = try #require(LabelGap(finish: [0.3], cancel: [0.3]))
    #expect(gap.mistakes == 1)
    #expect(gap.lower == nil && gap.upper == 0.3)
    #expect(gap.width == nil)
  }

  @Test func `what is the wrong way round has one end alone`() throws {
    let gap = try #require(LabelGap(finish: [0.1, 0.2, 0.3], cancel: [0.9]))
    #expect(gap.mistakes == 1)
    #expect(gap.lower == nil && gap.upper == 0.1)
    let other = try #require(LabelGap(finish: [0.1], cancel: [0.7, 0.8, 0.9]))
    #expect(other.lower == 0.9 && other.upper == nil)
    #expect(LabelGap(finish: [], cancel: [1]) == nil)
    #expect(LabelGap(finish: [1], cancel: []) == nil)
  }

  @Test func `no threshold is better`() throws {
    var state: UInt64 = 3
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 59) / 32
    }
    for count in 1...12 {
      let (finish, cancel) = ((0..<count).map { _ in next() }, (0..<5).map { _ in next() })
      let gap = try #require(LabelGap(finish: finish, cancel: cancel))
      func mistakes(_ threshold: Double) -> Int {
        cancel.count { $0 >= threshold } + finish.count { $0 < threshold }
      }
      let all = (-1...34).map { mistakes(Double($0) / 32) }
      #expect(gap.mistakes == all.min())
      if let upper = gap.upper { #expect(mistakes(upper) == gap.mistakes) }
      if let lower = gap.lower { #expect(mistakes(lower.nextUp) == gap.mistakes) }
    }
  }
}
