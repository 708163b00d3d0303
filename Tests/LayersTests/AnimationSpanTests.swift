import Curves
import Layers
import Quantities
import Testing

@Suite struct AnimationSpanTests {
  private var tree = LayerTree(bounds: Rect(x: 0, y: 0, width: 100, height: 100))

  private mutating func shown(
    _ animation: Animation, _ times: [Double], _ path: PropertyPath = "zPosition"
  ) -> [Double] {
    tree.add(animation, to: tree.root, forKey: "only")
    tree.flush(at: 1)
    return times.map { tree.presentation(at: $0).number(path, of: tree.root) }
  }

  private func way(
    _ span: AnimationSpan?, _ curve: TimingCurve? = nil, duration: Double = 2
  ) -> Animation {
    Animation.basic(
      "zPosition", from: .number(10), to: .number(20), duration: duration, timingFunction: curve
    ).with {
      $0.span = span
      $0.timing.fillMode = .both
      $0.timing.beginTime = 1
      $0.isRemovedOnCompletion = false
    }
  }

  @Test mutating func `an animation goes a part of its way, to the last bit at the ends`() {
    #expect(
      shown(way(AnimationSpan(from: 0.25, to: 0.75)), [0, 1, 2, 3, 9]) == [
        12.5, 12.5, 15, 17.5, 17.5,
      ])
    // Back, and from beyond the end.
    #expect(shown(way(AnimationSpan(from: 1.5, to: 0)), [1, 2, 3]) == [25, 17.5, 10])
    let eased = shown(way(AnimationSpan(from: 0.5, to: 1), .easeIn), [1.5])[0]
    #expect(abs(eased - (15 + 5 * TimingCurve.easeIn.value(at: 0.25))) < 1e-9)
  }

  @Test mutating func `a spring paces a part of the way and is cut off at its end`() {
    let curve = SpringCurve(Spring())
    let span = AnimationSpan(from: 0.5, to: 1, swing: .init(curve, length: 1))
    let values = shown(way(span, duration: 2), [1, 1.8, 2.9, 3, 4])
    #expect(values[0] == 15)
    #expect(abs(values[1] - (15 + 5 * curve.value(atSeconds: 0.4))) < 1e-9)
    #expect(values[1] > 20)
    #expect(values[3...] == [20, 20])
  }

  @Test mutating func `what has no bounds goes on evenly before its start and after its end`() {
    let span = AnimationSpan(from: 0, to: 1, isUnbounded: true)
    #expect(shown(way(span), [0.5, 1, 2, 3, 3.5]) == [7.5, 10, 15, 20, 22.5])
    // One that repeats stands still.
    let repeated = way(span).with { $0.timing.repeatCount = 2 }
    #expect(shown(repeated, [0.5, 5, 6]) == [10, 20, 20])
  }

  @Test mutating func `the part of a group's way bends the time of its children`() {
    let child = Animation.basic(
      "zPosition", from: .number(0), to: .number(10), duration: 1
    ).with { $0.timing.fillMode = .both }
    let group = Animation.group([child], duration: 2).with {
      $0.span = AnimationSpan(from: 0.5, to: 0)
      $0.timing.fillMode = .both
      $0.isRemovedOnCompletion = false
    }
    #expect(shown(group, [1, 2, 3]) == [10, 5, 0])
  }

  @Test mutating func `keyframes and transforms go a part of their way too`() {
    let keyframes = Animation.keyframes(
      "zPosition", Keyframes([.number(0), .number(10), .number(0)]), duration: 1
    ).with {
      $0.span = AnimationSpan(from: 0.25, to: 0.75)
      $0.timing.fillMode = .both
      $0.isRemovedOnCompletion = false
    }
    #expect(shown(keyframes, [1, 1.5, 2]) == [5, 10, 5])
    let turn = Animation.basic(
      "transform", from: .transform(.identity), to: .transform(.rotation(1)), duration: 1
    ).with {
      $0.span = AnimationSpan(from: 0.5, to: 1)
      $0.timing.fillMode = .both
      $0.isRemovedOnCompletion = false
    }
    for (value, expected) in zip(shown(turn, [1, 1.5, 2], "transform.rotation.z"), [0.5, 0.75, 1]) {
      #expect(abs(value - expected) < 1e-12)
    }
  }

  @Test
  mutating func `an animation in the place of another keeps its number, its key and its wait`() {
    tree.begin()
    let token = tree.setCompletion()
    let id = tree.add(way(nil), to: tree.root, forKey: "only")
    tree.commit(at: 1)
    tree.replaceAnimation(id, with: way(AnimationSpan(from: 1, to: 1), duration: 4))
    #expect(tree.presentation(at: 1).number("zPosition", of: tree.root) == 20)
    #expect(tree.animation(forKey: "only", of: tree.root)?.timing.duration == 4)
    tree.advance(to: 4.9)
    #expect(!tree.takeEvents().contains { $0.kind == .completed(token) })
    tree.advance(to: 5)
    #expect(
      tree.takeEvents().map(\.kind) == [.stopped(id, finished: true), .completed(token)])
  }
}
