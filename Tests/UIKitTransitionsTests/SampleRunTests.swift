import Curves
import Layers
import Quantities
import Testing
import TestSupport
import Transitions
import UIKitTransitions

@Suite struct SampleRunTests {
  private func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) ?? .zero }

  /// A run of a sample that was started at 0 s and has come to a time.
  private func run(_ sample: SampleScene, to seconds: Double) -> SampleRun {
    var run = SampleRun(sample)
    run.begin(at: .zero)
    run.advance(to: at(seconds), isSampled: false)
    return run
  }

  private func shown(
    _ path: PropertyPath, of name: String, _ sample: SampleScene, _ seconds: Double
  ) throws -> PropertyValue? {
    let run = run(sample, to: seconds)
    let layer = try #require(run.scene.layer(named: name))
    return run.scene.tree.presentation(at: seconds).value(path, of: layer)
  }

  @Test func `an image dissolves in 0.4 s, and is told once`() throws {
    let half = run(.imageDissolve, to: 0.1)
    let image = try #require(half.scene.layer(named: "image"))
    let state = try #require(
      half.scene.transition(of: image, in: half.scene.tree.presentation(at: 0.1)))
    #expect(state.effect == .crossDissolve)
    #expect(abs(state.progress - TimingCurve.easeInOut.value(at: 0.25)) < 1e-9)
    let done = run(.imageDissolve, to: 1)
    #expect(done.scene.trace.lines == ["0.400000 call transition completion finished=true"])
    #expect(done.scene.tree.value("contents", of: image) == .contents(.named("new_image")))
  }

  @Test func `a view flips to another in 0.5 s, and is hidden`() throws {
    let early = run(.viewFlip, to: 0.2)
    let card = try #require(early.scene.layer(named: "card"))
    let state = try #require(
      early.scene.transition(of: card, in: early.scene.tree.presentation(at: 0.2)))
    #expect(state.effect == .flipFromRight)
    #expect(state.arrangement.isOldOnTop)
    let done = run(.viewFlip, to: 1)
    #expect(done.shown == ["container", "card", "secondView"])
    #expect(done.scene.trace.lines == ["0.500000 call transition completion finished=true"])
    // Both stay where they are.
    #expect(done.scene.tree.sublayers(of: card).count == 2)
  }

  @Test func `contents are pushed out from the right in 0.35 s`() throws {
    let run = run(.layerPush, to: 0.175)
    let view = try #require(run.scene.layer(named: "view"))
    let state = try #require(run.scene.tree.presentation(at: 0.175).transition(of: view))
    #expect(state.transition.effect == .push)
    #expect(abs(state.arrangement.new.offset.x - 50) < 1e-9)
    #expect(abs(state.arrangement.old.offset.x + 50) < 1e-9)
    #expect(run.scene.tree.animationKeys(of: view) == ["transition"])
    #expect(
      self.run(.layerPush, to: 1).scene.trace.lines == [
        "0.000000 call push animationDidStart",
        "0.350000 call push animationDidStop finished=true",
      ])
  }

  @Test func `a fade and a corner go back and forth for ever`() throws {
    for cycle in [0.0, 4, 400] {
      for (time, opacity, radius) in [
        (0.5, 0.8, 12.5), (1, 0.6, 25), (3, 0.6, 25), (3.5, 0.8, 12.5),
      ] {
        let value = try shown("opacity", of: "layer", .fadeAndCorner, cycle + time)?.number
        #expect(abs((value ?? .nan) - opacity) < 1e-9)
        let corner = try shown("cornerRadius", of: "layer", .fadeAndCorner, cycle + time)?.number
        #expect(abs((corner ?? .nan) - radius) < 1e-9)
      }
    }
    #expect(
      run(.fadeAndCorner, to: 1000).scene.trace.calls == [
        "fade.animationDidStart", "corner.animationDidStart",
      ])
  }

  @Test func `a view moves eased in and out, and stays`() throws {
    let curve = TimingCurve.easeInOut.value(at: 0.25)
    let quarter = try shown("position", of: "box", .moveForwards, 0.15)?.point
    #expect(abs((quarter?.x ?? .nan) - (100 + 120 * curve)) < 1e-9)
    #expect(abs((quarter?.y ?? .nan) - (100 + 220 * curve)) < 1e-9)
    let done = run(.moveForwards, to: 9)
    let box = try #require(done.scene.layer(named: "box"))
    #expect(done.scene.tree.presentation(at: 9).position(of: box) == Point(x: 220, y: 320))
    #expect(done.scene.tree.position(of: box) == Point(x: 220, y: 320))
    #expect(done.scene.tree.animationKeys(of: box) == ["move"])
  }

  @Test func `three layers change in one transaction, which completes once`() throws {
    let eased = TimingCurve.easeOut.value(at: 0.5)
    #expect(
      abs(
        (try shown("opacity", of: "layer1", .groupedTransaction, 0.75)?.number ?? .nan)
          - (1 - 0.7 * eased)) < 1e-9)
    let position = try shown("position", of: "layer2", .groupedTransaction, 0.75)?.point
    #expect(abs((position?.y ?? .nan) - (100 + 200 * eased)) < 1e-9)
    let color = try shown("backgroundColor", of: "layer3", .groupedTransaction, 0.75)?.color
    #expect(abs((color?.green ?? .nan) - (1 - 0.77 * eased)) < 1e-9)
    #expect(
      run(.groupedTransaction, to: 9).scene.trace.lines == [
        "1.500000 call transaction completion"
      ])
  }

  @Test func `a change without an animation is there at once`() throws {
    let frame = try shown("frame", of: "layer", .unanimated, 0)?.rect
    #expect(frame == Rect(x: 0, y: 0, width: 200, height: 300))
    #expect(!run(.unanimated, to: 0).isRunning)
  }

  @Test func `a ring fills, eased out, in 0.6 s`() throws {
    let value = try shown("strokeEnd", of: "progressLayer", .circularProgress, 0.3)?.number
    #expect(abs((value ?? .nan) - 0.75 * TimingCurve.easeOut.value(at: 0.5)) < 1e-9)
    #expect(try shown("strokeEnd", of: "progressLayer", .circularProgress, 0.6)?.number == 0.75)
    #expect(
      run(.circularProgress, to: 1).scene.trace.lines == ["0.600000 call transaction completion"])
  }

  @Test(arguments: [SampleScene.scalePush, .scalePop])
  func `a screen grows and shrinks along a spring of 0.4 s`(sample: SampleScene) throws {
    let spring = SpringCurve(
      Spring(settlingDuration: .milliseconds(400), dampingRatio: 0.7, initialVelocity: 0.3),
      initialVelocity: 0.3)
    let gone = spring.value(at: .milliseconds(100))
    let isPush = sample == .scalePush
    let scale = try shown("transform.scale.x", of: "detail", sample, 0.1)?.number ?? .nan
    #expect(abs(scale - (isPush ? 0.8 + 0.2 * gone : 1 - 0.2 * gone)) < 1e-9)
    let opacity = try shown("opacity", of: "detail", sample, 0.1)?.number ?? .nan
    #expect(abs(opacity - (isPush ? gone : 1 - gone)) < 1e-9)
    let below = try shown("transform.scale.x", of: "list", sample, 0.1)?.number ?? .nan
    #expect(abs(below - (isPush ? 1 - 0.1 * gone : 1)) < 1e-9)
    #expect(run(sample, to: 1).shown == ["container", isPush ? "detail" : "list"])
  }

  @Test func `a sheet goes down, and the screen below never knew`() {
    let run = run(.modalSheet, to: 1)
    #expect(run.shown == ["container", "list"])
    #expect(!run.scene.trace.calls.contains { $0.hasPrefix("list.view") })
    #expect(run.scene.trace.calls.last == "list.dismissCompletion")
  }

  // MARK: Driven by a percentage

  @Test(arguments: SampleScene.allCases)
  func `a sample that is scrubbed shows what it shows at that share of its time`(
    sample: SampleScene
  ) {
    guard sample.duration > .zero else { return }
    func values(_ run: SampleRun) -> [String] {
      run.scene.trace.entries.filter { $0.kind == .value }.map {
        "\(TraceEntry(time: .zero, kind: .value, subject: $0.subject, fields: $0.fields))"
      }
    }
    for percent in [0.25, 0.75, 0.5] {
      var scrubbed = SampleRun(sample)
      scrubbed.begin(at: .zero, interactively: PercentDrivenInteraction())
      scrubbed.handle(.update(1), at: at(0.1))
      scrubbed.handle(.update(percent), at: at(0.2))
      scrubbed.advance(to: at(0.2))
      var free = SampleRun(sample)
      free.begin(at: .zero)
      free.advance(to: at(sample.duration.seconds * percent))
      #expect(values(scrubbed) == values(free), "\(percent)")
    }
  }

  @Test(arguments: SampleScene.allCases, [true, false])
  func `after a cancel all is as before, after a finish as without a finger`(
    sample: SampleScene, isCancelled: Bool
  ) {
    let before = SampleRun(sample).shown
    var run = SampleRun(sample)
    run.begin(at: .zero, interactively: PercentDrivenInteraction())
    run.handle(.update(0.5), at: at(0.1))
    run.handle(isCancelled ? .cancel : .finish, at: at(0.2))
    run.advance(to: at(20))
    #expect(!run.isRunning)
    #expect(run.shown == (isCancelled ? before : self.run(sample, to: 20).shown))
    let completions = run.scene.trace.entries.filter { $0.name == "completion" }
    let flags = completions.filter { $0.subject == "transition" || $0.subject == "animator" }
    #expect(flags.allSatisfy { $0.fields.first?.value == .flag(!isCancelled) })
    #expect(flags.count <= 1)
  }

  @Test(arguments: SampleScene.allCases)
  func `callbacks are the same at any rate, and values where a frame falls on the same moment`(
    sample: SampleScene
  ) {
    func trace(_ times: [Double], _ shared: Set<Double>) -> [String] {
      var run = SampleRun(sample)
      run.begin(at: .zero, interactively: PercentDrivenInteraction())
      for time in times {
        if time == 0.2 { run.handle(.update(0.4), at: at(time)) }
        if time == 0.4 { run.handle(.finish, at: at(time)) }
        run.advance(to: at(time), isSampled: shared.contains(time))
      }
      return run.scene.trace.lines
    }
    let shared = (0...20).map { Double($0) / 10 }
    let once = trace(shared, Set(shared))
    for rate in [30, 60, 120] {
      let times = Set((0...rate * 2).map { Double($0) / Double(rate) }).union(shared)
      #expect(trace(times.sorted(), Set(shared)) == once, "\(rate)")
    }
    var random = Seeded(3)
    let uneven = Set((0..<80).map { _ in Double.random(in: 0...2, using: &random) })
    #expect(trace(uneven.union(shared).sorted(), Set(shared)) == once)
  }
}
