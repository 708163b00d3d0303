import Curves
import Layers
import Quantities
import TestSupport
import Testing
import Transitions
import UIKitTransitions

/// Laws that hold for animators in any order of calls, and for generated keyframes.
extension ViewAnimatorTests {
  /// A call with a time before it.
  private static func calls(_ seed: UInt64) -> [(wait: Double, command: Command?, adds: Bool)] {
    var random = Seeded(seed)
    return (0..<40).map { _ in
      let fraction = Double.random(in: 0...1, using: &random)
      let pace: TimingParameters? =
        [nil, .curve(.easeOut), .damped(ratio: 0.4)].randomElement(using: &random) ?? nil
      let commands: [Command?] = [
        .start, .start, .pause, .scrub(fraction),
        .proceed(with: pace, durationFactor: Bool.random(using: &random) ? 0 : fraction),
        .setReversed(Bool.random(using: &random)),
        .stop(withoutFinishing: Bool.random(using: &random)),
        .finish(at: PropertyAnimator.Position.allCases.randomElement(using: &random) ?? .end), nil,
      ]
      let command = commands.randomElement(using: &random) ?? nil
      return (Double.random(in: 0...0.3, using: &random), command, command == nil)
    }
  }

  private static func timing(_ seed: UInt64) -> TimingParameters {
    [.curve(.easeInOut), .damped(ratio: 0.5), .curve(.linear)][Int(seed % 3)]
  }

  @Test(arguments: 0..<150 as Range<UInt64>)
  mutating func
    `in any order of calls the layer shows where the animator is, and each run ends once`(
      seed: UInt64
    ) throws
  {
    let id = try make(Self.timing(seed), duration: 0.5)
    var (starts, ends) = (0, 0)
    var time = 0.0
    for (wait, command, adds) in Self.calls(seed) {
      time += wait
      let completions = scene.advance(to: at(time)).filter { Self.isCompletion($0) }.count
      ends += completions
      let before = scene.animator(id)
      let shownBefore = shown("position.x")
      do throws(PropertyAnimatorError) {
        if let command {
          try scene.perform(command, on: id)
        } else if adds {
          let radius = 10 * time
          try scene.addAnimations(to: id, delayFactor: 0.5) { [box] block in
            block.tree.set("cornerRadius", of: box, to: .number(radius))
          }
        }
      } catch {
        #expect(error.state == before.state)
        #expect(shown("position.x") == shownBefore)
      }
      let after = scene.animator(id)
      if before.state == .inactive, after.state == .active { starts += 1 }
      if before.state == .active, after.state == .inactive { ends += 1 }
      ends += scene.flush().filter { Self.isCompletion($0) }.count
      if after.state == .active, before.state == .active, starts == 1 {
        let position = after.position(at: scene.time)
        #expect(
          abs(shown("position.x") - (50 + 100 * position)) < 1e-6, "\(String(describing: command))")
      }
      if before.state == .active, after.state != .inactive, Self.isSteady(command) {
        #expect(abs(shown("position.x") - shownBefore) < 1e-6, "\(String(describing: command))")
      }
      if after.state != .active { #expect(scene.tree.animations(of: box) == []) }
      #expect(ends <= starts && starts <= ends + 1)
    }
  }

  private static func isCompletion(_ occurrence: ViewScene.Occurrence) -> Bool {
    if case .animatorCompleted = occurrence.kind { true } else { false }
  }

  /// Whether a call leaves what is shown as it is.
  private static func isSteady(_ command: Command?) -> Bool {
    switch command {
    case .scrub, .finish: false
    case .start, .pause, .proceed, .setReversed, .stop, nil: true
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `frames at any rate have the same trace and the same values`(seed: UInt64) throws {
    func run(_ rate: Double?) throws -> ([String], [Double]) {
      var test = Self()
      let id = try test.make(Self.timing(seed), duration: 0.5)
      var random = Seeded(seed &+ UInt64(rate ?? 0))
      var time = 0.0
      var values: [Double] = []
      for (wait, command, _) in Self.calls(seed) {
        let next = time + wait
        if let rate {
          while time < next {
            _ = test.scene.advance(to: Self.at(time))
            time += rate > 0 ? 1 / rate : Double.random(in: 0.001...0.05, using: &random)
          }
        }
        time = next
        _ = test.scene.advance(to: Self.at(time))
        if let command { try? test.scene.perform(command, on: id) }
        _ = test.scene.flush()
        values.append(test.shown("position.x"))
      }
      return (test.scene.trace.lines, values)
    }
    let once = try run(nil)
    for rate in [30.0, 60, 120, 0] {
      let other = try run(rate)
      #expect(other.0 == once.0)
      #expect(other.1 == once.1)
    }
  }

  /// Adds generated keyframes of several properties in two groups.
  private mutating func addKeyframes(
    to id: ViewAnimatorID, _ random: inout Seeded
  ) throws {
    let modes: [ViewAnimationOptions] = [
      [], .calculationModePaced, .calculationModeCubic, .calculationModeCubicPaced,
    ]
    for delay in [0, 0.4] {
      let options = modes.randomElement(using: &random) ?? []
      let frames = (0..<3).map { _ in
        (
          start: Double.random(in: 0...0.8, using: &random),
          length: Double.random(in: 0.05...0.5, using: &random),
          value: Double.random(in: 1...10, using: &random)
        )
      }
      let paths: [PropertyPath] =
        delay > 0 ? ["bounds.size.width"] : ["zPosition", "transform.rotation.z"]
      try addAnimations(options, frames, paths, to: id, delayFactor: delay)
    }
  }

  private mutating func addAnimations(
    _ options: ViewAnimationOptions, _ frames: [(start: Double, length: Double, value: Double)],
    _ paths: [PropertyPath], to id: ViewAnimatorID, delayFactor: Double
  ) throws {
    try scene.addAnimations(to: id, delayFactor: delayFactor) { [box] block in
      block.animateKeyframes(ViewAnimation(duration: .seconds(1), options: options)) { block in
        for frame in frames {
          block.addKeyframe(relativeStart: frame.start, relativeDuration: frame.length) { tree in
            for path in paths {
              let scale = path.property == .transform ? 0.1 : 1
              tree.set(path, of: box, to: .number(frame.value * scale))
            }
          }
        }
      }
    }
  }

  /// What is shown of all that is animated.
  private func everything(_ seconds: Double) -> [Double] {
    ["zPosition", "transform.rotation.z", "bounds.size.width", "position.x"].map {
      shown($0, seconds)
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  mutating func `turned round, generated keyframes go back as they came, to exact ends`(
    seed: UInt64
  ) throws {
    var random = Seeded(seed)
    let id = try make(Self.timing(seed))
    try addKeyframes(to: id, &random)
    let before = everything(0)
    try scene.perform(.start, on: id)
    // What is added to the value that is set rounds at the start, and never at the end.
    #expect(zip(everything(0), before).allSatisfy { abs($0 - $1) < 1e-12 })
    let set = ["zPosition", "transform.rotation.z", "bounds.size.width", "position.x"].map {
      scene.tree.number($0, of: box)
    }
    #expect(everything(1) == set)
    let turn = Double.random(in: 0.2...0.9, using: &random)
    let there = (0...20).map { everything(turn * Double($0) / 20) }
    _ = scene.advance(to: at(turn))
    try scene.perform(.setReversed(true), on: id)
    let moment = scene.mediaTime
    for step in 0...20 {
      let back = everything(moment + turn * Double(20 - step) / 20)
      for (value, expected) in zip(back, there[step]) {
        // A moment counts nanoseconds, and a jump would be larger.
        #expect(abs(value - expected) < 1e-5, "\(step)")
      }
    }
    _ = scene.advance(to: at(9))
    #expect(everything(9) == before)
    #expect(scene.tree.animations(of: box) == [])
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  mutating func `scrubbed to a share of the time, keyframes show what they do at that time`(
    seed: UInt64
  ) throws {
    var random = Seeded(seed)
    let id = try make(Self.timing(seed))
    try addKeyframes(to: id, &random)
    scene.setAnimator(id, scrubsLinearly: false, pausesOnCompletion: false)
    var running = self
    try running.scene.perform(.start, on: id)
    for _ in 0..<10 {
      let share = Double.random(in: 0...1, using: &random)
      try scene.perform(.scrub(share), on: id)
      for (expected, value) in zip(running.everything(share), everything(0)) {
        #expect(abs(value - expected) < 1e-9)
      }
    }
  }
}
