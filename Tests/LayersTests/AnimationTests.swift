import Curves
import Layers
import Quantities
import Testing

@Suite struct AnimationTests {
  var tree = LayerTree()
  let layer: LayerID

  init() {
    layer = tree.makeLayer()
    tree.addSublayer(layer, to: tree.root)
    tree.flush(at: 0)
  }

  private func z(at time: MediaTime) -> Double {
    tree.presentation(at: time).number("zPosition", of: layer)
  }

  private static func rise(_ duration: MediaTime = 1) -> Animation {
    .basic("zPosition", from: .number(0), to: .number(10), duration: duration)
  }

  // MARK: What is told

  @Test mutating func `an animation is told of when its active interval begins and ends`() {
    let id = tree.add(Self.rise(2).with { $0.timing.beginTime = 5 }, to: layer, forKey: "a")
    tree.flush(at: 1)
    tree.advance(to: 4)
    #expect(tree.takeEvents() == [])
    tree.advance(to: 6)
    #expect(tree.takeEvents() == [LayerEvent(time: 5, kind: .started(id))])
    tree.advance(to: 7)
    #expect(tree.takeEvents() == [LayerEvent(time: 7, kind: .stopped(id, finished: true))])
    #expect(tree.animation(forKey: "a", of: layer) == nil)
    tree.advance(to: 100)
    #expect(tree.takeEvents() == [])
  }

  @Test mutating func `a late frame is told of both, to the moment`() {
    let id = tree.add(Self.rise(2).with { $0.timing.beginTime = 5 }, to: layer)
    tree.flush(at: 1)
    tree.advance(to: 50)
    #expect(
      tree.takeEvents() == [
        LayerEvent(time: 5, kind: .started(id)),
        LayerEvent(time: 7, kind: .stopped(id, finished: true)),
      ])
  }

  @Test mutating func `a time that was reached is not left`() {
    tree.add(Self.rise(), to: layer)
    tree.flush(at: 1)
    _ = tree.takeEvents()
    tree.advance(to: 3)
    #expect(tree.takeEvents().count == 1)
    tree.advance(to: 1.5)
    #expect(tree.takeEvents() == [])
  }

  @Test mutating func `an animation under the same key replaces`() {
    let first = tree.add(Self.rise(), to: layer, forKey: "a")
    tree.flush(at: 1)
    let second = tree.add(Self.rise(), to: layer, forKey: "a")
    #expect(tree.animationKeys(of: layer) == ["a"])
    tree.flush(at: 1.5)
    #expect(
      tree.takeEvents().map(\.kind)
        == [.started(first), .stopped(first, finished: false), .started(second)])
  }

  @Test mutating func `animations without a key do not replace each other`() {
    tree.add(Self.rise(), to: layer)
    tree.add(Self.rise(), to: layer)
    #expect(tree.animationKeys(of: layer) == [])
    #expect(tree.animations(of: layer).count == 2)
  }

  @Test mutating func `an animation that is removed stops unfinished, also before it started`() {
    let early = tree.add(Self.rise().with { $0.timing.beginTime = 9 }, to: layer, forKey: "a")
    let late = tree.add(Self.rise(), to: layer, forKey: "b")
    tree.flush(at: 1)
    tree.removeAllAnimations(from: layer)
    #expect(z(at: 1.5) == 5)
    tree.flush(at: 1.5)
    #expect(z(at: 1.5) == 0)
    #expect(
      tree.takeEvents().map(\.kind)
        == [
          .started(late), .stopped(early, finished: false), .stopped(late, finished: false),
        ])
  }

  @Test mutating func `an animation stops unfinished when its layer leaves the tree`() {
    let inner = tree.makeLayer()
    tree.addSublayer(inner, to: layer)
    tree.flush(at: 0)
    let id = tree.add(Self.rise(), to: inner)
    tree.flush(at: 1)
    tree.removeFromSuperlayer(layer)
    tree.flush(at: 1.5)
    #expect(tree.takeEvents().map(\.kind) == [.started(id), .stopped(id, finished: false)])
    let lost = tree.add(Self.rise(), to: inner)
    tree.flush(at: 2)
    #expect(tree.takeEvents().map(\.kind) == [.stopped(lost, finished: false)])
    #expect(!tree.presentation(at: 2).isPresent(inner))
  }

  @Test mutating func `an animation that is kept is told of once, and fills until removed`() {
    let id = tree.add(
      Self.rise().with { $0.timing.fillMode = .forwards }
        .with { $0.isRemovedOnCompletion = false }, to: layer, forKey: "a")
    tree.flush(at: 1)
    tree.advance(to: 10)
    #expect(z(at: 10) == 10)
    tree.removeAnimation(id)
    tree.flush(at: 11)
    #expect(z(at: 11) == 0)
    tree.advance(to: 20)
    #expect(tree.takeEvents().map(\.kind) == [.started(id), .stopped(id, finished: true)])
  }

  @Test mutating func `filling forwards shows nothing of an animation that is removed`() {
    tree.add(Self.rise().with { $0.timing.fillMode = .both }, to: layer)
    tree.flush(at: 1)
    #expect(z(at: 1.75) == 7.5)
    #expect(z(at: 2) == 0)
  }

  @Test mutating func `only the group is told of`() {
    let id = tree.add(.group([Self.rise(1), Self.rise(2)], duration: 3), to: layer)
    tree.flush(at: 0)
    tree.advance(to: 9)
    #expect(tree.takeEvents().map(\.kind) == [.started(id), .stopped(id, finished: true)])
  }

  @Test mutating func `a transition is under its own key, whatever it is added under`() {
    let id = tree.add(
      .transition(LayerTransition(.push, .fromRight), duration: 1), to: layer, forKey: "mine")
    tree.set("opacity", of: layer, to: .number(0.5))
    tree.flush(at: 1)
    #expect(tree.animationKeys(of: layer) == ["transition", "opacity"])
    #expect(tree.contentsBefore(id)?.opacity(of: layer) == 1)
    let state = tree.presentation(at: 1.25).transition(of: layer)
    #expect(state?.progress == 0.25 && state?.id == id)
    #expect(state?.transition.effect == .push)
    #expect(tree.presentation(at: 2).transition(of: layer) == nil)
    tree.advance(to: 2)
    #expect(tree.contentsBefore(id) == nil)
  }

  // MARK: Time

  @Test mutating func `a layer's time runs at its own speed, and down the tree`() {
    tree.setTiming(MediaTiming(duration: .infinity, speed: 2), of: tree.root)
    tree.setTiming(
      MediaTiming(beginTime: 1, duration: .infinity, speed: 0.25, timeOffset: 3), of: layer)
    let id = tree.add(Self.rise(), to: layer)
    tree.flush(at: 10)
    #expect(tree.animation(id)?.timing.beginTime == (20 - 1) * 0.25 + 3)
    #expect(z(at: 11) == 5)
    tree.advance(to: 100)
    #expect(tree.takeEvents().map(\.time) == [10, 12])
    #expect(tree.absoluteTime(of: layer, at: 7.75) == 10)
  }

  @Test mutating func `a paused layer stands still, and goes on from there`() {
    let id = tree.add(Self.rise(), to: layer)
    tree.flush(at: 1)
    tree.pause(layer, at: 1.25)
    tree.flush(at: 1.25)
    #expect(z(at: 1.25) == 2.5)
    tree.advance(to: 60)
    #expect(z(at: 60) == 2.5)
    #expect(tree.takeEvents().map(\.kind) == [.started(id)])
    tree.resume(layer, at: 61)
    tree.flush(at: 61)
    #expect(abs(z(at: 61) - 2.5) < 1e-12)
    #expect(abs(z(at: 61.25) - 5) < 1e-9)
    tree.advance(to: 62)
    let events = tree.takeEvents()
    #expect(events.map(\.kind) == [.stopped(id, finished: true)])
    #expect(abs((events.first?.time ?? .nan) - 61.75) < 1e-9)
  }

  @Test mutating func `a layer that stands still is scrubbed by its time offset`() {
    tree.setTiming(MediaTiming(duration: .infinity, speed: 0), of: layer)
    tree.add(Self.rise(2), to: layer)
    tree.flush(at: 5)
    var presentation = tree.presentation(at: 5)
    for offset in [0.5, 1.5, 1, 0, 1.9] {
      tree.set("timeOffset", of: layer, to: .number(offset))
      tree.flush(at: 6)
      tree.sample(at: 6, into: &presentation)
      #expect(abs(presentation.number("zPosition", of: layer) - 5 * offset) < 1e-12)
    }
    tree.advance(to: 100)
    #expect(tree.animations(of: layer).count == 1)
    tree.set("timeOffset", of: layer, to: .number(2))
    tree.flush(at: 101)
    #expect(tree.animations(of: layer).count == 0)
  }

  @Test mutating func `an animation that stands still goes on for ever`() {
    tree.add(
      Self.rise().with { $0.timing.speed = 0 }.with { $0.timing.timeOffset = 0.25 }, to: layer)
    tree.flush(at: 1)
    tree.advance(to: 1e9)
    #expect(z(at: 1e9) == 2.5)
    #expect(tree.animations(of: layer).count == 1)
  }

  @Test mutating func `time that runs backwards goes back to the start, and ends nothing`() {
    tree.add(Self.rise(), to: layer)
    tree.flush(at: 1)
    tree.advance(to: 1.75)
    tree.setTiming(
      MediaTiming(beginTime: 1.75, duration: .infinity, speed: -1, timeOffset: 1.75), of: layer)
    tree.flush(at: 1.75)
    #expect(abs(z(at: 2.25) - 2.5) < 1e-12)
    tree.advance(to: 10)
    #expect(z(at: 10) == 0)
    #expect(tree.animations(of: layer).count == 1)
    #expect(tree.takeEvents().count == 1)
  }

  // MARK: Order

  @Test mutating func `later animations replace what is below, additive ones add to it`() {
    tree.set("zPosition", of: layer, to: .number(100))
    tree.flush(at: 0)
    tree.removeAllAnimations(from: layer)
    func additive(_ from: Double, _ to: Double) -> Animation {
      Animation(
        .basic(
          PropertyAnimation("zPosition", isAdditive: true),
          EndPoints(from: .number(from), to: .number(to))),
        timing: MediaTiming(duration: 1))
    }
    tree.add(additive(-100, 0), to: layer)
    tree.flush(at: 1)
    #expect(z(at: 1) == 0 && z(at: 1.5) == 50)
    tree.add(additive(10, 10), to: layer)
    tree.flush(at: 1)
    #expect(z(at: 1.5) == 60)
    tree.add(Self.rise(), to: layer)
    tree.flush(at: 1)
    #expect(z(at: 1.5) == 5)
    tree.add(additive(0, 2), to: layer)
    tree.flush(at: 1)
    #expect(z(at: 1.5) == 6)
  }

  @Test mutating func `the last value is what lies below, where only the first is set`() {
    tree.add(Self.rise(2), to: layer)
    tree.add(.basic("zPosition", from: .number(100), duration: 2), to: layer)
    tree.flush(at: 0)
    // Halfway from 100 to 5, which is what the first shows.
    #expect(z(at: 1) == 52.5)
    tree.set("zPosition", of: layer, to: .number(-20))
    tree.flush(at: 1)
    tree.removeAllAnimations(from: layer)
    tree.add(.basic("zPosition", from: .number(100), duration: 2), to: layer)
    tree.flush(at: 1)
    #expect(z(at: 2) == 40)
    tree.begin { $0.disablesActions = true }
    tree.set("zPosition", of: layer, to: .number(0))
    tree.commit(at: 2)
    #expect(z(at: 2) == 50)
  }
}
