import Curves
import Layers
import Quantities
import TestSupport
import Testing
import Transitions
import UIKitTransitions

/// Blocks of keyframes.
@Suite struct KeyframeBlockTests {
  private var scene = ViewScene(size: Size(width: 320, height: 568))
  private let box: LayerID
  private let other: LayerID

  init() {
    let frame = Rect(x: 0, y: 0, width: 100, height: 100)
    box = scene.makeView("box", frame: frame, in: scene.tree.root)
    other = scene.makeView("other", frame: frame, in: scene.tree.root)
    _ = scene.flush()
  }

  private func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) ?? .zero }

  private func shown(_ path: PropertyPath, _ seconds: Double, of layer: LayerID? = nil) -> Double {
    scene.tree.presentation(at: seconds).number(path, of: layer ?? box)
  }

  /// Animates z along keyframes of a second each, from 0.
  private mutating func animate(
    _ options: ViewAnimationOptions, duration: Double = 1,
    _ frames: [(start: Double, length: Double, value: Double)]
  ) {
    scene.animateKeyframes(
      ViewAnimation(duration: .seconds(duration), options: options), named: "keyframes"
    ) { [box] block in
      for frame in frames {
        block.addKeyframe(relativeStart: frame.start, relativeDuration: frame.length) {
          $0.set("zPosition", of: box, to: .number(frame.value))
        }
      }
    }
  }

  private func expect(
    _ samples: [(time: Double, value: Double)], _ path: PropertyPath = "zPosition"
  ) {
    for (time, value) in samples {
      #expect(abs(shown(path, time) - value) < 1e-9, "\(path) at \(time)")
    }
  }

  @Test mutating func `linear keyframes hold before, between and behind`() {
    animate([], [(0.2, 0.2, 10), (0.6, 0.2, 4)])
    expect([
      (0, 0), (0.1, 0), (0.2, 0), (0.3, 5), (0.4, 10), (0.5, 10), (0.6, 10), (0.7, 7), (0.8, 4),
      (0.9, 4), (1, 4),
    ])
    #expect(scene.tree.number("zPosition", of: box) == 4)
  }

  @Test mutating func `discrete keyframes jump at their key times, the ends of their parts`() {
    animate(.calculationModeDiscrete, [(0, 0.25, 10), (0.25, 0.5, 4)])
    expect([(0, 0), (0.249, 0), (0.25, 10), (0.749, 10), (0.75, 4), (1, 4)])
  }

  @Test mutating func `paced keyframes have an even speed between the first and the last`() {
    // 10 and 30 points in 0.8 s: 50 a second, whatever the times between.
    animate(.calculationModePaced, [(0.1, 0.6, 10), (0.7, 0.2, 40)])
    expect([(0, 0), (0.1, 0), (0.3, 10), (0.5, 20), (0.9, 40), (1, 40)])
  }

  @Test(arguments: [ViewAnimationOptions.calculationModeCubic, .calculationModeCubicPaced])
  mutating func `smooth keyframes are those of the layer, and hold outside`(
    options: ViewAnimationOptions
  ) {
    let frames = [(start: 0.0, length: 0.5, value: 10.0), (0.5, 0.5, 2)]
    animate(options, frames)
    var tree = LayerTree()
    let keyframes = Keyframes(
      [0, 10, 2].map { .number($0) }, mode: options.calculationMode)
    tree.add(
      .keyframes("zPosition", keyframes, duration: 1).with { $0.timing.fillMode = .both },
      to: tree.root)
    tree.flush(at: 0)
    for step in 0..<20 {
      let time = Double(step) / 20
      let expected = tree.presentation(at: time).number("zPosition", of: tree.root)
      #expect(abs(shown("zPosition", time) - expected) < 1e-9, "\(time)")
    }
  }

  @Test(arguments: [ViewAnimationOptions.calculationModeCubic, .calculationModeCubicPaced])
  mutating func `a smooth curve comes to rest where a property holds`(
    options: ViewAnimationOptions
  ) {
    animate(options, [(0.25, 0.25, 10), (0.5, 0.25, 30)])
    expect([(0, 0), (0.2, 0), (0.25, 0), (0.75, 30), (0.8, 30), (1, 30)])
    let middle = shown("zPosition", 0.5)
    #expect(options == .calculationModeCubic ? middle == 10 : middle > 10 && middle < 20)
  }

  @Test mutating func `a keyframe that begins within another takes over from what shows`() {
    animate([], [(0, 0.5, 10), (0.25, 0.5, 25)])
    // Halfway up at 0.25, from there to 25 in half a second.
    expect([(0.25, 5), (0.5, 15), (0.75, 25), (1, 25)])
    #expect(scene.tree.number("zPosition", of: box) == 25)
  }

  @Test mutating func `the last keyframe in time has the last word, in whatever order`() {
    animate([], [(0.5, 0.5, 10), (0, 0.5, 4)])
    expect([(0.25, 2), (0.5, 4), (0.75, 7), (1, 10)])
    #expect(scene.tree.number("zPosition", of: box) == 10)
  }

  @Test mutating func `several properties of several layers have keyframes of their own`() {
    scene.animateKeyframes(ViewAnimation(duration: .seconds(1)), named: "both") {
      [box, other] block in
      block.addKeyframe(relativeStart: 0, relativeDuration: 0.5) {
        $0.set("position.x", of: box, to: .number(150))
        $0.set("opacity", of: other, to: .number(0))
        $0.set("bounds", of: box, to: .rect(Rect(x: 10, y: 0, width: 200, height: 100)))
      }
      block.addKeyframe(relativeStart: 0.25, relativeDuration: 0.75) {
        $0.set("opacity", of: other, to: .number(1))
        $0.set("backgroundColor", of: box, to: .color(.black))
        $0.set("transform", of: other, to: .transform(.rotation(1)))
      }
      // Outside of a keyframe it takes all the time.
      block.tree.set("cornerRadius", of: box, to: .number(8))
    }
    expect([(0.25, 100), (0.5, 150), (1, 150)], "position.x")
    expect([(0.25, 5), (0.5, 10)], "bounds.origin.x")
    expect([(0.25, 150), (0.5, 200)], "bounds.size.width")
    expect([(0.25, 2), (0.5, 4), (1, 8)], "cornerRadius")
    for (time, opacity) in [(0.125, 0.75), (0.25, 0.5), (0.625, 0.75), (1, 1)] {
      #expect(abs(shown("opacity", time, of: other) - opacity) < 1e-9, "\(time)")
    }
    #expect(abs(shown("transform.rotation.z", 0.625, of: other) - 0.5) < 1e-9)
    let color = scene.tree.presentation(at: 0.625).value("backgroundColor", of: box)?.color
    #expect(color.map { abs($0.alpha - 0.5) < 1e-9 } == true)
    _ = scene.advance(to: at(2))
    #expect(scene.trace.lines == ["1.000000 call both completion finished=true"])
  }

  @Test(arguments: [ViewAnimationOptions.calculationModeLinear, .calculationModePaced])
  mutating func `keyframes repeat and reverse as a whole`(mode: ViewAnimationOptions) {
    animate([mode, .repeat, .autoreverse], [(0.25, 0.5, 10)])
    for cycle in [0.0, 2, 200] {
      expect([
        (cycle + 0.1, 0), (cycle + 0.5, 5), (cycle + 1, 10), (cycle + 1.5, 5), (cycle + 1.9, 0),
      ])
    }
    _ = scene.advance(to: at(1000))
    #expect(scene.trace.lines == [])
  }

  @Test mutating func `keyframes that reverse once are complete after both ways`() {
    animate(.autoreverse, [(0, 1, 10)])
    expect([(0.5, 5), (1.5, 5)])
    _ = scene.advance(to: at(3))
    #expect(scene.trace.lines == ["2.000000 call keyframes completion finished=true"])
  }

  @Test mutating func `within a block of views keyframes take its time and its curve`() {
    scene.animate(ViewAnimation(duration: .seconds(2), options: .curveEaseIn), named: "outer") {
      [box, other] block in
      block.tree.set("opacity", of: other, to: .number(0))
      block.animateKeyframes(ViewAnimation(duration: .seconds(9))) { block in
        block.addKeyframe(relativeStart: 0.5, relativeDuration: 0.5) {
          $0.set("zPosition", of: box, to: .number(10))
        }
      }
      block.animateKeyframes(
        ViewAnimation(
          duration: .seconds(1), options: [.overrideInheritedDuration, .overrideInheritedCurve])
      ) { block in
        block.addKeyframe(relativeStart: 0, relativeDuration: 1) {
          $0.set("cornerRadius", of: box, to: .number(10))
        }
      }
    }
    let share = TimingCurve.easeIn.value(at: 0.75)
    expect([(1, 0), (1.5, 10 * max(0, share * 2 - 1)), (2, 10)])
    expect([(0.5, 5), (1, 10)], "cornerRadius")
    _ = scene.advance(to: at(3))
    #expect(scene.trace.lines == ["2.000000 call outer completion finished=true"])
  }

  @Test mutating func `a named curve or a spring paces the whole`() {
    scene.animateKeyframes(
      ViewAnimation(duration: .seconds(1), options: .curveEaseOut), named: "eased"
    ) { [box] block in
      block.addKeyframe(relativeStart: 0, relativeDuration: 0.5) {
        $0.set("zPosition", of: box, to: .number(10))
      }
    }
    expect([(0.2, 20 * TimingCurve.easeOut.value(at: 0.2))])
    scene.animateKeyframes(
      ViewAnimation(duration: .seconds(1), timing: .damped(ratio: 0.5)), named: "sprung"
    ) { [box] block in
      block.addKeyframe(relativeStart: 0, relativeDuration: 0.5) {
        $0.set("cornerRadius", of: box, to: .number(10))
      }
    }
    let spring = TimingParameters.damped(ratio: 0.5).pace(over: .seconds(1))
    expect([(0.05, 20 * spring.value(atShare: 0.05)), (0.9, 10)], "cornerRadius")
  }

  @Test mutating func `keyframes that are interrupted complete unfinished`() {
    animate([], [(0, 1, 10)])
    _ = scene.advance(to: at(0.5))
    scene.tree.removeAllAnimations(from: box)
    _ = scene.flush()
    #expect(scene.trace.lines == ["0.500000 call keyframes completion finished=false"])
    #expect(shown("zPosition", 0.5) == 10)
  }

  @Test mutating func `parts outside of the time count as its nearest end`() {
    animate([], [(-1, 0.25, 10), (0.5, 9, 20), (.nan, .nan, 10), (2, 1, 30)])
    expect([(0, 10), (0.5, 10), (0.75, 15), (1, 30)])
  }

  @Test mutating func `keyframes without a duration hold at once`() {
    animate([], duration: 0, [(0, 0.5, 10), (0.5, 0.5, 20)])
    #expect(shown("zPosition", 0) == 20)
    _ = scene.advance(to: at(0))
    #expect(scene.trace.lines == ["0.000000 call keyframes completion finished=true"])
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  mutating func `over generated keyframes the ends are exact and nothing jumps`(seed: UInt64) {
    var random = Seeded(seed)
    let modes: [ViewAnimationOptions] = [
      [], .calculationModePaced, .calculationModeCubic, .calculationModeCubicPaced,
    ]
    let mode = modes[Int(seed % 4)]
    let frames = (0..<4).map { _ in
      (
        start: Double.random(in: 0...0.8, using: &random),
        length: Double.random(in: 0.1...0.5, using: &random),
        value: Double.random(in: -10...10, using: &random)
      )
    }
    animate(mode, frames)
    #expect(shown("zPosition", 0) == 0)
    let first = frames.map(\.start).min() ?? 0
    #expect(abs(shown("zPosition", first * 0.99)) < 1e-12)
    let set = scene.tree.number("zPosition", of: box)
    let ends = frames.map { min($0.start + $0.length, 1) }
    if seed % 4 == 0 {
      let last = frames.enumerated().max { $0.element.start < $1.element.start }
      #expect(set == last?.element.value)
      // Nothing changes faster than the shortest, steepest keyframe could.
      for step in 0..<1000 {
        let time = Double(step) / 1000
        #expect(abs(shown("zPosition", time + 0.001) - shown("zPosition", time)) < 0.001 * 200 * 2)
      }
    }
    if mode != [] { #expect(abs(shown("zPosition", (ends.max() ?? 1)) - set) < 1e-9) }
    #expect(shown("zPosition", 1) == set)
    // Back and forth in time, the same.
    let there = (0...20).map { shown("zPosition", Double($0) / 20) }
    var presentation = scene.tree.presentation(at: 1)
    for step in (0...20).reversed() {
      presentation.move(to: Double(step) / 20)
      #expect(presentation.number("zPosition", of: box) == there[step])
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `keyframes have the same trace at 30, 60 and 120 Hz and at uneven frames`(seed: UInt64) {
    func run(_ rate: Double?) -> [String] {
      var random = Seeded(seed)
      var frames = Seeded(seed &+ 1)
      var test = Self()
      let modes: [ViewAnimationOptions] = [
        [], .calculationModeDiscrete, .calculationModePaced, .calculationModeCubic,
        .calculationModeCubicPaced,
      ]
      test.scene.watch(test.box, ["zPosition", "cornerRadius"])
      var time = 0.0
      for block in 0..<6 {
        test.animate(
          [modes[(block + Int(seed)) % 5], block % 2 == 0 ? .autoreverse : []],
          duration: Double.random(in: 0.1...1, using: &random),
          (0..<3).map { _ in
            (
              Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random),
              Double.random(in: -9...9, using: &random)
            )
          })
        let next = time + Double.random(in: 0...0.4, using: &random)
        while let rate, time < next {
          time += rate > 0 ? 1 / rate : Double.random(in: 0.001...0.05, using: &frames)
          if time < next { _ = test.scene.advance(to: test.at(time)) }
        }
        time = next
        _ = test.scene.advance(to: test.at(time))
        if block == 3 { test.scene.tree.removeAllAnimations(from: test.box) }
        _ = test.scene.flush()
        test.scene.sampleFrame()
      }
      _ = test.scene.advance(to: test.at(9))
      return test.scene.trace.lines
    }
    let once = run(nil)
    #expect(once.count { $0.contains("completion") } == 6)
    #expect(once.contains { $0.hasSuffix("finished=false") })
    for rate in [30.0, 60, 120, 0] { #expect(run(rate) == once) }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  mutating func `a block that reverses comes back along the keyframes it went`(seed: UInt64) {
    var random = Seeded(seed)
    let modes: [ViewAnimationOptions] = [
      [], .calculationModePaced, .calculationModeCubic, .calculationModeCubicPaced,
    ]
    animate(
      [modes[Int(seed % 4)], .autoreverse, .repeat],
      (0..<4).map { _ in
        (
          Double.random(in: 0...0.9, using: &random), Double.random(in: 0.05...1, using: &random),
          Double.random(in: -9...9, using: &random)
        )
      })
    for step in 0...40 {
      let time = Double(step) / 40
      #expect(abs(shown("zPosition", time) - shown("zPosition", 2 - time)) < 1e-9, "\(time)")
      // Clipped at its cycle, each is as the first.
      #expect(abs(shown("zPosition", time) - shown("zPosition", 6 + time)) < 1e-9, "\(time)")
    }
  }
}
