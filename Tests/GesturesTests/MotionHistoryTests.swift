import Gestures
import Quantities
import Testing

@Suite struct MotionHistoryTests {
  private func motion(_ milliseconds: Int64, _ x: Int, _ y: Int = 0) -> MotionHistory.Motion {
    MotionHistory.Motion(
      time: Timestamp(nanoseconds: milliseconds * 1_000_000), displacement: Vector(x: x, y: y))
  }

  @Test func `a new history is empty`() {
    let history = MotionHistory()
    #expect(history.count == 0)
    #expect(history.latest == nil)
    #expect(history.lastMotionTime == nil)
  }

  @Test func `a landing is a motion of length 0 that does not count`() {
    var history = MotionHistory()
    history.restart(at: Timestamp(nanoseconds: 5_000_000))
    #expect(history.count == 1)
    #expect(history.total == 0)
    #expect(history.latest == motion(5, 0))
    #expect(history.lastMotionTime == nil)
  }

  @Test func `motions are remembered from the latest backwards`() {
    var history = MotionHistory()
    history.restart(at: .zero)
    history.append(motion(8, 3, -1))
    history.append(motion(16, 3, -1))
    history.append(motion(24, 1, 5))
    #expect(
      (0..<4).map { history[back: $0] } == [
        motion(24, 1, 5), motion(16, 3, -1), motion(8, 3, -1), motion(0, 0),
      ])
    #expect(history.total == 3)
    #expect(history.path == Vector(x: 5, y: 7))
    #expect(history.displacement(before: 0) == Vector(x: 3, y: -1))
    #expect(history.displacement(before: 3) == .zero)
  }

  @Test func `a report without a motion is no change`() {
    var history = MotionHistory()
    history.restart(at: .zero)
    history.append(motion(8, 3))
    history.append(motion(16, 3))
    #expect(history.lastMotionTime == motion(8, 0).time)
    #expect(history.latest?.time == motion(16, 0).time)
  }

  @Test func `the latest 256 motions stay, and what came before them is known`() {
    var history = MotionHistory()
    history.restart(at: .zero)
    for step in 1...1000 { history.append(motion(Int64(step), 2 * step)) }
    #expect(history.count == MotionHistory.capacity)
    #expect(history.total == 1000)
    #expect(history.path == Vector(x: 2000, y: 0))
    #expect(history[back: 0] == motion(1000, 2000))
    #expect(history[back: 255] == motion(745, 1490))
    #expect(history.displacement(before: 255) == Vector(x: 1488, y: 0))
  }

  @Test func `a restart forgets all`() {
    var history = MotionHistory()
    history.restart(at: .zero)
    for step in 1...300 { history.append(motion(Int64(step), step)) }
    history.restart(at: Timestamp(nanoseconds: 7))
    #expect(history.count == 1)
    #expect(history.total == 0)
    #expect(history.path == .zero)
    #expect(history.lastMotionTime == nil)
    #expect(history.displacement(before: 0) == .zero)
  }

  @Test func `the longest ways do not trap`() {
    var history = MotionHistory()
    history.restart(at: .zero)
    for step in 0..<600 {
      let far = step.isMultiple(of: 2) ? Int.max / 4 : -Int.max / 4
      history.append(motion(Int64(step), far, -far))
    }
    #expect(history.path.x > 0)
    #expect(history.path.y > 0)
  }
}
