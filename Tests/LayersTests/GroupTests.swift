import Curves
import Layers
import Quantities
import Testing

@Suite struct GroupTests {
  private static func shown(_ group: Animation, at time: MediaTime) -> (z: Double, opacity: Double)
  {
    var tree = LayerTree()
    tree.add(group, to: tree.root)
    tree.flush(at: 0)
    let shown = tree.presentation(at: time)
    return (shown.number("zPosition", of: tree.root), shown.opacity(of: tree.root))
  }

  private static func rise(_ duration: MediaTime = 0) -> Animation {
    .basic("zPosition", from: .number(0), to: .number(10), duration: duration)
  }

  @Test func `children are clipped at the end of the group, not scaled`() {
    let group = Animation.group([Self.rise(4)], duration: 1)
    #expect(Self.shown(group, at: 0.5).z == 1.25)
    #expect(Self.shown(group, at: 0.999).z < 2.5)
    #expect(Self.shown(group, at: 1).z == 0)
  }

  @Test func `a child without a length has that of the group, a group that of the transaction`() {
    let group = Animation.group([Self.rise(), Self.rise(0.125)])
    #expect(Self.shown(group, at: 0.2).z == 8)
    #expect(Self.shown(group, at: 0.0625).z == 5)
  }

  @Test func `a child starts relative to the group`() {
    let group = Animation.group(
      [Self.rise(1).with { $0.timing.beginTime = 0.5 }], duration: 2)
    #expect(Self.shown(group, at: 0.25).z == 0)
    #expect(Self.shown(group, at: 1).z == 5)
    #expect(Self.shown(group, at: 1.75).z == 0)
  }

  @Test func `a group that fills shows the last of its children`() {
    let group = Animation.group([Self.rise(), Self.rise(4)], duration: 2)
      .with { $0.timing.fillMode = .forwards }.with { $0.isRemovedOnCompletion = false }
    #expect(Self.shown(group, at: 2).z == 5)
    #expect(Self.shown(group, at: 50).z == 5)
    let single = Animation.group([Self.rise()], duration: 2)
      .with { $0.timing.fillMode = .forwards }.with { $0.isRemovedOnCompletion = false }
    #expect(Self.shown(single, at: 2).z == 10)
    #expect(Self.shown(single, at: 50).z == 10)
  }

  @Test func `a group that reverses turns at the last of its children`() {
    let group = Animation.group([Self.rise()], duration: 2)
      .with { $0.timing.autoreverses = true }.with { $0.timing.repeatCount = 2 }
    #expect(Self.shown(group, at: 2).z == 10)
    #expect(Self.shown(group, at: 3).z == 5)
    #expect(Self.shown(group, at: 4).z == 0)
    #expect(Self.shown(group, at: 5.5).z == 7.5)
  }

  @Test func `the pace of a group bends the time of its children`() {
    let group = Animation.group([Self.rise()], duration: 2, timingFunction: .easeIn)
    #expect(abs(Self.shown(group, at: 1).z - 10 * TimingCurve.easeIn.value(at: 0.5)) < 1e-9)
  }

  @Test func `groups nest, and speed multiplies`() {
    let inner = Animation.group([Self.rise(1)], duration: 1).with { $0.timing.speed = 2 }
    let outer = Animation.group(
      [inner, .basic("opacity", from: .number(0), to: .number(1), duration: 4)], duration: 4
    ).with { $0.timing.speed = 0.5 }
    let shown = Self.shown(outer, at: 0.5)
    #expect(shown.z == 5)
    #expect(shown.opacity == 0.0625)
    #expect(Self.shown(outer, at: 1).z == 0)
  }

  @Test func `what is said of removal and events within a group means nothing`() {
    let child = Self.rise(1).with { $0.isRemovedOnCompletion = true }
      .with { $0.timing.fillMode = .forwards }
    #expect(Self.shown(.group([child], duration: 5), at: 3).z == 10)
  }

  @Test(arguments: UInt64(0)..<30)
  func `a child in a group of its own length is as without the group`(seed: UInt64) {
    var random = RandomNumbers(seed: seed, for: 1)
    let scene = AnimationLawTests.Scene(seed: 0)
    let animation = scene.animation(&random, .removed, depth: 1)
      .with { $0.timing.beginTime = 0 }
    let length = animation.timing.activeDuration
    let group = Animation.group([animation], duration: length)
    var (alone, grouped) = (LayerTree(), LayerTree())
    alone.add(animation, to: alone.root)
    grouped.add(group, to: grouped.root)
    alone.flush(at: 0)
    grouped.flush(at: 0)
    for step in 0..<40 {
      let time = length * (Double(step) + 0.31) / 40
      #expect(
        AnimationLawTests.shown(alone.presentation(at: time), [alone.root])
          == AnimationLawTests.shown(grouped.presentation(at: time), [grouped.root]))
    }
  }
}
