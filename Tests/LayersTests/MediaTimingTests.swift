import Curves
import Layers
import Testing

@Suite struct MediaTimingTests {
  @Test func `an animation without a length is over at once`() {
    let sample = MediaTiming(beginTime: 10).sample(atParentTime: 10.5)
    #expect(sample.phase == .after)
    #expect(sample.progress == 1)
    #expect(MediaTiming(beginTime: 10).sample(atParentTime: 9).phase == .before)
    #expect(MediaTiming(duration: -1, repeatCount: 3).activeDuration == 0)
  }

  @Test func `a layer's time is neither folded nor clamped`() {
    let timing = MediaTiming(duration: 1, speed: 0.5, timeOffset: 1)
    #expect(timing.localTime(atParentTime: 0.5) == 1.25)
    #expect(timing.localTime(atParentTime: 100) == 51)
    #expect(timing.localTime(atParentTime: -100) == -49)
    #expect(timing.parentTime(atLocalTime: 1.25) == 0.5)
    #expect(MediaTiming(speed: 0).parentTime(atLocalTime: 1) == nil)
  }

  @Test(arguments: [
    (MediaTiming(duration: 2), 2.0), (MediaTiming(duration: 2, autoreverses: true), 4),
    (MediaTiming(duration: 2, repeatCount: 2.5), 5),
    (MediaTiming(duration: 2, repeatCount: 2.5, autoreverses: true), 10),
    (MediaTiming(duration: 2, repeatDuration: 3, autoreverses: true), 3),
    // Both are set: the duration wins.
    (MediaTiming(duration: 2, repeatCount: 9, repeatDuration: 3), 3),
    (MediaTiming(duration: 2, repeatCount: .infinity), .infinity),
    (MediaTiming(duration: 2, repeatCount: -1), 2), (MediaTiming(repeatDuration: 5), 0),
  ])
  func `an active duration is that of all cycles`(timing: MediaTiming, seconds: Double) {
    #expect(timing.activeDuration == seconds)
  }

  @Test(arguments: MediaTiming.FillMode.allCases)
  func `what fills shows before or after, and the ends of the interval are half-open`(
    mode: MediaTiming.FillMode
  ) {
    let timing = MediaTiming(beginTime: 10, duration: 2, fillMode: mode)
    let samples = [9.999, 10, 11, 11.999, 12].map { timing.sample(atParentTime: $0) }
    #expect(samples.map(\.phase) == [.before, .active, .active, .active, .after])
    let (before, after) = (
      mode == .backwards || mode == .both, mode == .forwards || mode == .both
    )
    #expect(samples.map(\.applies) == [before, true, true, true, after])
  }

  @Test func `a boundary is the start of the next cycle, the end of all that of its cycle`() {
    let timing = MediaTiming(duration: 2, repeatCount: 2)
    #expect(timing.sample(atParentTime: 2).basicTime == 0)
    #expect(timing.sample(atParentTime: 2).completedCycles == 1)
    #expect(timing.sample(atParentTime: 4).basicTime == 2)
    let reversed = MediaTiming(duration: 2, repeatCount: 2, autoreverses: true)
    #expect(reversed.sample(atParentTime: 2).basicTime == 2)
    #expect(reversed.sample(atParentTime: 3).basicTime == 1)
    #expect(reversed.sample(atParentTime: 8).basicTime == 0)
    let broken = MediaTiming(duration: 2, repeatCount: 1.25)
    #expect(broken.sample(atParentTime: 9).basicTime == 0.5)
  }

  @Test func `time that stands still stays at its offset, the end of a cycle at its end`() {
    for (offset, basic) in [(0.5, 0.5), (2.0, 2.0), (5, 1), (0, 0)] {
      let timing = MediaTiming(beginTime: 1, duration: 2, speed: 0, timeOffset: offset)
      #expect(timing.sample(atParentTime: 0).phase == .before)
      #expect(timing.sample(atParentTime: 1e6).phase == .active)
      #expect(timing.sample(atParentTime: 1e6).basicTime == basic)
    }
  }

  @Test func `time that runs backwards goes from its offset to 0`() {
    let timing = MediaTiming(beginTime: 1, duration: 2, speed: -1, timeOffset: 2)
    let samples = [0.5, 1, 1.5, 2.999, 3].map { timing.sample(atParentTime: $0) }
    #expect(samples.map(\.phase) == [.before, .active, .active, .active, .after])
    #expect(samples.map(\.basicTime).prefix(3) == [2, 2, 1.5])
    #expect(samples[4].basicTime == 0)
  }

  @Test func `an offset shifts the pictures and wraps`() {
    var tree = LayerTree()
    let pictures = ["A", "B", "C", "D", "E"]
    tree.add(
      .keyframes(
        "contents", Keyframes(pictures.map { .contents(.named($0)) }, mode: .discrete),
        duration: 5
      ).with { $0.timing.timeOffset = 2 }, to: tree.root)
    tree.flush(at: 0)
    let shown = (0..<5).map {
      tree.presentation(at: Double($0) + 0.5).value("contents", of: tree.root)
    }
    #expect(shown == ["C", "D", "E", "A", "B"].map { .contents(.named($0)) })
  }

  // MARK: The order of operations

  @Test func `the way back is the mirror image of the way out`() {
    var tree = LayerTree()
    tree.add(
      .basic(
        "zPosition", from: .number(0), to: .number(1), duration: 1, timingFunction: .easeIn
      ).with { $0.timing.autoreverses = true }, to: tree.root)
    tree.flush(at: 0)
    for step in 1..<10 {
      let time = Double(step) / 10
      let (out, back) = (tree.presentation(at: time), tree.presentation(at: 2 - time))
      let value = out.number("zPosition", of: tree.root)
      #expect(abs(value - TimingCurve.easeIn.value(at: time)) < 1e-9)
      #expect(abs(value - back.number("zPosition", of: tree.root)) < 1e-9)
    }
  }

  @Test func `time, pace, way, keyframe, function, cycles and what lies below come in order`() {
    var tree = LayerTree()
    tree.set("transform", of: tree.root, to: .transform(.translation(x: 100)))
    tree.setTiming(MediaTiming(duration: .infinity, speed: 2), of: tree.root)
    tree.flush(at: 0)
    let keyframes = Keyframes(
      [0, 10, 40].map { .number($0) }, timingFunctions: [.linear, .easeOut])
    let property = PropertyAnimation(
      "transform", isAdditive: true, isCumulative: true, valueFunction: .translateX)
    tree.add(
      Animation(
        .keyframes(property, keyframes), timing: MediaTiming(duration: 1, repeatCount: 3),
        timingFunction: .easeIn), to: tree.root)
    tree.flush(at: 0)
    // At 0.9 s the layer is at 1.8 s, which is 0.8 in the second cycle.
    let paced = TimingCurve.easeIn.value(at: 0.8)
    let way = 10 + 30 * TimingCurve.easeOut.value(at: paced * 2 - 1)
    let shown = tree.presentation(at: 0.9).transform(of: tree.root).row4.x
    #expect(abs(shown - (100 + 40 + way)) < 1e-6)
  }

  @Test func `an animation that is cumulative and does not repeat is as any other`() {
    for isCumulative in [false, true] {
      var tree = LayerTree()
      let property = PropertyAnimation("zPosition", isCumulative: isCumulative)
      tree.add(
        Animation(
          .basic(property, EndPoints(from: .number(4), to: .number(8))),
          timing: MediaTiming(duration: 1)), to: tree.root)
      tree.flush(at: 0)
      #expect(tree.presentation(at: 0.5).number("zPosition", of: tree.root) == 6)
    }
  }
}
