import Gestures
import Testing

@Suite struct PanEndTests {
  @Test func `a lift and a change of fingers are decided, all other ends cancel`() {
    #expect(PanEnd.allCases.filter(\.isDecided) == [.lift, .fingersChanged])
  }
}
