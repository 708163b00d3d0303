import LiveInput
import Quantities
import Testing

@Suite struct PlaybackPaceTests {
  private func times(_ milliseconds: [Int64]) -> [Timestamp] {
    milliseconds.map { Timestamp(nanoseconds: 5_000_000_000 + $0 * 1_000_000) }
  }

  private func due(_ milliseconds: [Int64], by pace: inout PlaybackPace) -> [Duration] {
    times(milliseconds).map { pace.due($0) }
  }

  @Test func `the first frame is due at once, the others when they came`() {
    var pace = PlaybackPace()
    #expect(
      due([0, 8, 16, 1000], by: &pace)
        == [.zero, .milliseconds(8), .milliseconds(16), .seconds(1)])
  }

  @Test(arguments: [0.25, 1, 2, 10])
  func `speed divides the times since the first frame`(speed: Double) {
    var pace = PlaybackPace(speed: speed)
    #expect(
      due([0, 8, 40], by: &pace) == [.zero, .milliseconds(8) / speed, .milliseconds(40) / speed])
  }

  @Test func `a time that goes back comes together with the frame before`() {
    var pace = PlaybackPace()
    #expect(
      due([0, 20, 10, -500, 30], by: &pace)
        == [.zero, .milliseconds(20), .milliseconds(20), .milliseconds(20), .milliseconds(30)])
  }

  @Test func `each round begins a pause after the last frame`() {
    var pace = PlaybackPace(speed: 2, pause: .milliseconds(100))
    #expect(pace.beginRound() == .zero)
    #expect(due([0, 40], by: &pace) == [.zero, .milliseconds(20)])
    #expect(pace.beginRound() == .milliseconds(120))
    #expect(due([0, 40], by: &pace) == [.milliseconds(120), .milliseconds(140)])
    #expect(pace.beginRound() == .milliseconds(240))
  }

  @Test func `a thousand rounds add no error`() {
    var pace = PlaybackPace(speed: 3, pause: .milliseconds(7))
    var last = Duration.zero
    for _ in 0..<1000 {
      pace.beginRound()
      last = due([0, 3], by: &pace)[1]
    }
    #expect(last == .milliseconds(1000 * 1 + 999 * 7))
  }

  @Test func `a round without a frame takes no time`() {
    var pace = PlaybackPace(pause: .seconds(1))
    #expect(pace.beginRound() == .zero)
    #expect(pace.beginRound() == .zero)
  }

  @Test func `times at the ends of the clock do not trap`() {
    var pace = PlaybackPace(speed: 1e-6, pause: .seconds(1))
    #expect(pace.due(Timestamp(nanoseconds: .min)) == .zero)
    let last = pace.due(Timestamp(nanoseconds: .max))
    #expect(last > .seconds(1_000_000_000))
    pace.beginRound()
    #expect(pace.due(.zero) == last + .seconds(1))
  }
}
