import Curves
import Gestures
import Quantities
import TestSupport
import Testing
import TouchInput
import Transitions

@Suite struct PanDriverTests {
  /// A recognizer without slop, and the driver of a transition: 1000 units across and 500 up.
  struct Machine {
    var recognizer: PanRecognizer
    var driver: PanDriver
    var verdicts: [PanDriver.Verdict] = []
    var begins = 0

    /// Whether the transition begins when the finger comes down, not when it moves.
    var beginsAtTouch = false

    init(
      _ policy: Policy = .threshold(), direction: PanDirection = .right,
      style: SettleStyle = .timed(.milliseconds(400), .linear), overscroll: Overscroll = .clamp
    ) throws {
      let x = try #require(Surface.Extent(minimum: 0, maximum: 1000))
      let y = try #require(Surface.Extent(minimum: 0, maximum: 500))
      recognizer = PanRecognizer(
        PanSettings(
          direction: direction, surface: Surface(x: x, y: y),
          unitsPerMillimeter: PerAxis(both: 10)))
      driver = PanDriver(
        scales: PerAxis(
          x: ProgressScale(travel: Ratio(1000)), y: ProgressScale(travel: Ratio(500))),
        policy: policy,
        transition: InteractiveTransition(style: style, overscroll: overscroll))
    }

    mutating func play(_ frames: [ContactFrame]) {
      for frame in frames {
        let mightBegin = recognizer.mayBegin
        let action = recognizer.handle(frame).action
        if beginsAtTouch, !mightBegin, recognizer.mayBegin { driver.begin(at: frame.time) }
        switch action {
        case nil: break
        case .begin(let pan):
          begins += 1
          if !beginsAtTouch { driver.begin(at: pan.time) }
          driver.follow(pan)
        case .change(let pan): driver.follow(pan)
        case .end(let pan, let end):
          let speed = recognizer.velocity(by: driver.policy.estimator, of: pan)
          verdicts.append(driver.finish(pan, by: end, speed: speed))
        case .reject(let touch):
          if beginsAtTouch { verdicts.append(driver.release(at: touch.end, by: .lift)) }
        }
      }
    }
  }

  @Test func `a drag to the bar finishes, one unit less cancels`() throws {
    for (last, outcome) in [(1300, Outcome.finish), (1299, .cancel)] {
      var machine = try Machine()
      machine.play(.drag([1000, 1100, last]))
      let verdict = try #require(machine.verdicts.first)
      #expect(verdict.progress == Double(last - 1000) / 1000)
      #expect(verdict.decision == Decision(outcome, by: .threshold, margin: verdict.progress - 0.3))
      #expect(verdict.end == .lift)
      #expect(machine.driver.transition.settle == verdict.settle)
      #expect(verdict.settle.outcome == outcome)
      #expect(verdict.settle.start == .milliseconds(30))
    }
  }

  @Test(arguments: [
    (PanDirection.right, [500, 700], 0.2), (.left, [500, 300], 0.2), (.right, [500, 300], -0.2),
    (.left, [500, 700], -0.2), (.horizontal, [500, 300], 0.2), (.any, [500, 700], 0.2),
  ])
  func `forward is positive`(direction: PanDirection, places: [Int], progress: Double) throws {
    var machine = try Machine(direction: direction)
    machine.play(.drag(places))
    let verdict = try #require(machine.verdicts.first)
    #expect(verdict.progress == progress)
    // 200 units in the 10 ms since landing: 20 ways a second.
    #expect(abs(verdict.velocity - progress * 100) < 1e-9)
  }

  @Test func `each axis has its own travel`() throws {
    var machine = try Machine(direction: .down)
    machine.play([
      .finger(Vector(x: 0, y: 100), at: .zero),
      .finger(Vector(x: 40, y: 250), at: .milliseconds(10)),
      .finger(nil, at: .milliseconds(20)),
    ])
    let verdict = try #require(machine.verdicts.first)
    #expect(verdict.progress == 0.3)
    #expect(verdict.decision.outcome == .finish)
  }

  @Test func `the peak is where it turned`() throws {
    var machine = try Machine()
    machine.play(.drag([0, 200, 650, 400, 120]))
    let verdict = try #require(machine.verdicts.first)
    #expect(verdict.peak == 0.65)
    #expect(verdict.progress == 0.12)
    #expect(verdict.decision.outcome == .cancel)
  }

  @Test func `the peak of a motion backward is not more than it was`() throws {
    var machine = try Machine()
    machine.play(.drag([500, 450, 300, 350]))
    let verdict = try #require(machine.verdicts.first)
    #expect(verdict.peak == -0.05)
    #expect(verdict.progress == -0.15)
    #expect(verdict.shown == 0)
    #expect(verdict.completion?.outcome == .cancel)
  }

  @Test func `progress counts beyond the ends, in both kinds of overscroll`() throws {
    for overscroll in [Overscroll.clamp, .rubber] {
      var machine = try Machine(overscroll: overscroll)
      machine.play(.drag([0, 800, 1400]))
      let verdict = try #require(machine.verdicts.first)
      #expect(verdict.progress == 1.4)
      #expect(verdict.shown == overscroll.shown(1.4))
      #expect(verdict.settle.initial == verdict.shown)
    }
  }

  @Test func `a flick is taken at the lift, and old after a rest`() throws {
    for (rest, outcome) in [(100, Outcome.finish), (101, .cancel)] {
      var machine = try Machine(.flick())
      machine.play([
        .finger(.zero, at: .zero), .finger(Vector(x: 60, y: 0), at: .milliseconds(30)),
        .finger(Vector(x: 120, y: 0), at: .milliseconds(60)),
        .finger(nil, at: .milliseconds(60 + Double(rest))),
      ])
      let verdict = try #require(machine.verdicts.first)
      #expect(verdict.decision.outcome == outcome)
      #expect(verdict.decision.rule == (outcome == .finish ? .velocity : .threshold))
      #expect(abs(verdict.velocity - (outcome == .finish ? 2 : 0)) < 1e-9)
    }
  }

  @Test func `a finger that turns back cancels by its sign`() throws {
    var machine = try Machine(.flick())
    machine.play(.drag([0, 300, 600] + (1...11).map { 600 - 20 * $0 }))
    let verdict = try #require(machine.verdicts.first)
    #expect(verdict.progress == 0.38)
    #expect(abs(verdict.velocity + 2) < 1e-9)
    #expect(verdict.decision.outcome == .cancel)
    #expect(verdict.decision.rule == .velocity)
  }

  @Test(arguments: PanEnd.allCases)
  func `only the person's own end is decided`(end: PanEnd) throws {
    var machine = try Machine(.flick())
    let frames = [ContactFrame].drag([0, 400, 800])
    machine.play(Array(frames.dropLast()))
    let pan = try #require(machine.recognizer.handle(frames[3]).action).pan
    let verdict = machine.driver.finish(pan, by: end, speed: 5000)
    #expect(verdict.end == end)
    #expect(verdict.progress == 0.8)
    #expect(verdict.decision.outcome == (end.isDecided ? .finish : .cancel))
    #expect((verdict.decision == .interrupted) == !end.isDecided)
    #expect(machine.driver.transition.settle?.outcome == verdict.decision.outcome)
  }

  // MARK: Taking over

  @Test func `a new pan goes on from what is shown`() throws {
    var machine = try Machine()
    machine.play(.drag([0, 250, 500], every: .milliseconds(100)))
    // Let go at 300 ms, half of 400 ms for half the way: at 400 ms it shows 0.75.
    machine.play(.drag([900, 900, 700, 600], from: .milliseconds(380), serial: 2))
    // It was recognized at 400 ms, by a motion of −200 that counts.
    #expect(machine.begins == 2)
    let verdict = try #require(machine.verdicts.last)
    #expect(abs(verdict.progress - (0.75 - 0.3)) < 1e-12)
    #expect(abs(verdict.peak - 0.55) < 1e-12)
    #expect(machine.driver.transition.transitions == 1)
  }

  @Test func `a finger that comes down stops what settles`() throws {
    var machine = try Machine()
    machine.beginsAtTouch = true
    machine.play(.drag([0, 250, 500], every: .milliseconds(100)))
    machine.play([.finger(Vector(x: 900, y: 0), at: .milliseconds(340), serial: 2)])
    for milliseconds in [340.0, 500, 900] {
      let shown = machine.driver.transition.shownProgress(at: .milliseconds(milliseconds))
      #expect(abs(shown - 0.6) < 1e-12)
    }
    machine.play([.finger(Vector(x: 890, y: 0), at: .milliseconds(900), serial: 2)])
    #expect(abs(machine.driver.progress - 0.59) < 1e-12)
    #expect(machine.driver.transition.transitions == 1)
  }

  @Test func `a touch without a motion lets go by the progress there is`() throws {
    for (lift, outcome) in [(320.0, Outcome.finish), (20.0, .cancel)] {
      var machine = try Machine(.flick())
      machine.beginsAtTouch = true
      if lift > 300 { machine.play(.drag([0, 250, 500], every: .milliseconds(100))) }
      machine.play([
        .finger(Vector(x: 900, y: 0), at: .milliseconds(lift), serial: 2),
        .finger(nil, at: .milliseconds(lift + 400)),
      ])
      let verdict = try #require(machine.verdicts.last)
      #expect(verdict.velocity == 0)
      #expect(verdict.decision.outcome == outcome)
      #expect(verdict.decision.rule == .threshold)
      #expect(verdict.peak == verdict.progress)
      #expect(verdict.settle.start == .milliseconds(lift + 400))
      #expect((verdict.completion == nil) == (lift > 300))
    }
  }

  @Test func `a touch that is taken away lets go by cancelling`() throws {
    var machine = try Machine()
    machine.driver.begin(at: .zero)
    machine.driver.transition.update(0.9, at: .zero)
    let verdict = machine.driver.release(at: .milliseconds(10), by: .cancelEvent)
    #expect(verdict.progress == 0.9)
    #expect(verdict.decision == .interrupted)
    #expect(machine.driver.transition.settle?.outcome == .cancel)
  }

  @Test func `a pan before the transition is ready is applied once it is`() throws {
    var machine = try Machine()
    let frames = [ContactFrame].drag([0, 250, 500])
    var pan: Pan?
    for frame in frames {
      switch machine.recognizer.handle(frame).action {
      case .begin(let begun):
        machine.driver.begin(at: frame.time, isReady: false)
        machine.driver.follow(begun)
      case .change(let changed): machine.driver.follow(changed)
      case .end(let ended, _): pan = ended
      case .reject, nil: break
      }
    }
    let verdict = machine.driver.finish(try #require(pan), by: .lift, speed: 0)
    #expect(verdict.progress == 0.5)
    #expect(verdict.decision.outcome == .finish)
    #expect(machine.driver.transition.settle == nil)
    machine.driver.transition.becomeReady(at: .milliseconds(100))
    #expect(machine.driver.transition.settle?.initial == 0.5)
    #expect(machine.driver.transition.settle?.outcome == .finish)
  }

  @Test func `a transition that was ended otherwise ignores the pan`() throws {
    var machine = try Machine()
    let frames = [ContactFrame].drag([0, 400, 800, 900])
    machine.play(Array(frames.prefix(2)))
    machine.driver.transition.cancel(at: .milliseconds(12))
    machine.play(Array(frames.dropFirst(2)))
    // Two motions and the lift.
    #expect(machine.driver.transition.ignoredCalls == 3)
    #expect(machine.driver.transition.settle?.outcome == .cancel)
    #expect(machine.driver.transition.transitions == 1)
  }

  @Test func `a second begin while the finger drives closes the first and starts at 0`() throws {
    var machine = try Machine()
    machine.play(Array([ContactFrame].drag([0, 400, 800]).dropLast()))
    let completion = machine.driver.begin(at: .milliseconds(30))
    #expect(completion?.outcome == .cancel)
    #expect(machine.driver.progress == 0)
    #expect(machine.driver.transition.shownProgress(at: .milliseconds(30)) == 0)
  }
}

extension PanRecognizer.Action {
  /// The pan that it is about.
  fileprivate var pan: Pan {
    get throws {
      switch self {
      case .begin(let pan), .change(let pan), .end(let pan, _): return pan
      case .reject: return try #require(nil)
      }
    }
  }
}
