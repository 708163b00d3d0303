@testable import Gestures
import Quantities
import Testing
import TouchInput

@testable import Simulation

@Suite struct MotionRecorderTests {
  private func plan() throws -> ReplayPlan {
    var settings = ReplaySettings()
    settings.policy = .asking("decide", id: "exec:decide")
    let extent = try #require(
      Surface.Extent(minimum: 100, maximum: 1100, unitsPerMillimeter: Ratio(10)))
    return try ReplayPlan(
      settings,
      for: ReplayPlan.Source(kind: .touchscreen, surface: Surface(x: extent, y: extent)))
  }

  private func frame(_ index: Int, _ positions: Int...) -> ContactFrame {
    var frame = ContactFrame(time: Timestamp(nanoseconds: Int64(index) * 1_000_000))
    for (serial, position) in positions.enumerated() {
      frame.append(Contact(serial: serial, position: Vector(x: position, y: 100)))
    }
    return frame
  }

  private func pan(_ index: Int, down: Int = 0, frames: Int) -> Pan {
    Pan(
      down: frame(down).time, begin: frame(down).time, time: frame(index).time, fingers: 1,
      forward: Heading(axis: .x, isPositive: true), frames: frames, displacement: .zero,
      slop: .zero)
  }

  @Test func `a question has the mean of the contacts, and what the pan came to`() throws {
    var recorder = MotionRecorder(origin: .zero)
    recorder.follow(frame(0, 200))
    recorder.follow(frame(1, 300, 500))
    recorder.follow(frame(2, 400, 500), pan(2, frames: 1), progress: 0.5, velocity: 2)
    recorder.follow(frame(3, 300, 500), pan(3, frames: 2), progress: 0.25, velocity: -1)
    let question = try #require(
      recorder.question(
        about: pan(4, frames: 3), .lift, under: try plan(), progress: 0.25, velocity: -1, rest: 0))
    #expect(question.command == "decide")
    #expect(question.peak == 0.5)
    #expect(question.samples.map(\.position.x) == [200, 400, 450, 400])
    #expect(question.samples.map(\.contacts) == [1, 2, 2, 2])
    #expect(question.samples.map(\.progress) == [nil, nil, 0.5, 0.25])
    #expect(question.samples.map(\.velocity) == [nil, nil, 2, -1])
    #expect(question.omittedSamples == 0)
  }

  @Test(arguments: [
    (MotionRecorder.most, 0), (MotionRecorder.most + 1, 1), (5 * MotionRecorder.most + 7, nil),
  ])
  func `of a long touch the latest frames stay`(count: Int, omitted: Int?) throws {
    var recorder = MotionRecorder(origin: .zero)
    for index in 0..<count { recorder.follow(frame(index, 100 + index % 1000)) }
    let question = try #require(
      recorder.question(
        about: pan(count, frames: 1), .lift, under: try plan(), progress: 0, velocity: 0, rest: 0))
    #expect(question.samples.count == MotionRecorder.most)
    #expect(question.omittedSamples == omitted ?? count - MotionRecorder.most)
    #expect(question.samples.last?.time == frame(count - 1).time.since(.zero).seconds)
  }

  @Test func `another touch begins anew, even where no finger left between`() throws {
    var recorder = MotionRecorder(origin: .zero)
    recorder.follow(frame(0, 200), pan(0, frames: 1), progress: 0.9, velocity: 0)
    recorder.follow(frame(1))
    recorder.follow(frame(2, 300), pan(2, down: 2, frames: 1), progress: 0.1, velocity: 0)
    var question = recorder.question(
      about: pan(3, down: 2, frames: 2), .lift, under: try plan(), progress: 0.1, velocity: 0,
      rest: 0)
    #expect(question?.samples.map(\.position.x) == [300])
    #expect(question?.peak == 0.1)
    recorder.follow(frame(3, 400), pan(3, down: 3, frames: 1), progress: 0.05, velocity: 0)
    question = recorder.question(
      about: pan(4, down: 3, frames: 2), .lift, under: try plan(), progress: 0.05, velocity: 0,
      rest: 0)
    #expect(question?.samples.map(\.position.x) == [400])
    #expect(question?.peak == 0.05)
  }
}
