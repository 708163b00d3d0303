import Curves
import Quantities
import Testing
import TestSupport
import UIKitTransitions

@Suite struct PercentDrivenInteractionTests {
  private typealias Interaction = PercentDrivenInteraction
  private typealias State = PercentDrivenInteraction.State

  private static func at(_ seconds: Double) -> Timestamp {
    Timestamp(seconds: seconds) ?? .zero
  }

  private func at(_ seconds: Double) -> Timestamp { Self.at(seconds) }

  /// A transition of 0.4 s in a state, at 0 s.
  private static func interaction(
    in state: State, isInterruptible: Bool = false
  ) -> Interaction {
    var interaction =
      isInterruptible
      ? Interaction(animator: PropertyAnimator(duration: .milliseconds(400))) : Interaction()
    interaction.wantsInteractiveStart = state != .running
    if state != .idle { _ = interaction.handle(.start(duration: .milliseconds(400)), at: at(0)) }
    switch state {
    case .idle, .running: break
    case .scrubbing: _ = interaction.handle(.update(0.5), at: at(0))
    case .finishing:
      _ = interaction.handle(.update(0.5), at: at(0))
      _ = interaction.handle(.finish, at: at(0))
    case .cancelling:
      _ = interaction.handle(.update(0.5), at: at(0))
      _ = interaction.handle(.cancel, at: at(0))
    case .done: _ = interaction.handle(.cancel, at: at(0))
    }
    return interaction
  }

  private static let events: [Interaction.Event] = [
    .start(duration: .seconds(1)), .update(0.25), .pause, .finish, .cancel, .refresh,
  ]

  /// What the table of the machine says.
  private static func expected(
    _ state: State, _ event: Interaction.Event, _ isInterruptible: Bool
  ) -> (State, [Interaction.Effect]) {
    switch (state, event) {
    case (.idle, .start): (.scrubbing, [.begin(isInteractive: true)])
    case (.scrubbing, .update): (.scrubbing, [.updateInteractiveTransition(0.25)])
    case (.running, .pause): (.scrubbing, [.pauseInteractiveTransition])
    case (.finishing, .pause), (.cancelling, .pause):
      isInterruptible ? (.scrubbing, [.pauseInteractiveTransition]) : (state, [])
    case (.running, .finish), (.scrubbing, .finish):
      (.finishing, [.finishInteractiveTransition])
    case (.scrubbing, .cancel): (.cancelling, [.cancelInteractiveTransition])
    // Nothing has been gone yet.
    case (.running, .cancel): (.done, [.cancelInteractiveTransition, .complete(false)])
    default: (state, [])
    }
  }

  @Test(arguments: PercentDrivenInteraction.State.allCases, [false, true])
  func `each event in each state does what the table says`(
    state: PercentDrivenInteraction.State, isInterruptible: Bool
  ) {
    for event in Self.events {
      var interaction = Self.interaction(in: state, isInterruptible: isInterruptible)
      #expect(interaction.state == state)
      let (next, effects) = Self.expected(state, event, isInterruptible)
      #expect(interaction.handle(event, at: at(0)) == effects, "\(event)")
      #expect(interaction.state == next, "\(event)")
    }
  }

  @Test func `an update moves the time evenly, up and down, and does not leave 0 to 1`() {
    var interaction = Self.interaction(in: .scrubbing)
    for (percent, shown) in [(0.3, 0.3), (0.9, 0.9), (0.1, 0.1), (-2, 0), (7, 1), (.infinity, 1)] {
      #expect(
        interaction.handle(.update(percent), at: at(1)) == [.updateInteractiveTransition(shown)])
      #expect(interaction.percentComplete == shown)
      #expect(interaction.fraction(at: at(1)) == shown)
      #expect(interaction.timeOffset(at: at(1)) == shown * 0.4)
    }
    #expect(interaction.handle(.update(.nan), at: at(1)) == [])
    #expect(interaction.percentComplete == 1)
    // The whole way does not complete by itself.
    #expect(interaction.handle(.refresh, at: at(9)) == [])
    #expect(interaction.state == .scrubbing)
  }

  @Test(arguments: [false, true])
  func `finishing at the end and cancelling at the start is over at once`(isInterruptible: Bool) {
    var there = Self.interaction(in: .scrubbing, isInterruptible: isInterruptible)
    _ = there.handle(.update(1), at: at(1))
    #expect(
      there.handle(.finish, at: at(1)) == [.finishInteractiveTransition, .complete(true)])
    var back = Self.interaction(in: .scrubbing, isInterruptible: isInterruptible)
    _ = back.handle(.update(0), at: at(1))
    #expect(
      back.handle(.cancel, at: at(1)) == [.cancelInteractiveTransition, .complete(false)])
  }

  @Test(arguments: [false, true])
  func `a finish at the start plays all of it`(isInterruptible: Bool) {
    var interaction = Self.interaction(in: .scrubbing, isInterruptible: isInterruptible)
    _ = interaction.handle(.update(0), at: at(0))
    _ = interaction.handle(.finish, at: at(0))
    #expect(interaction.end == at(0.4))
    #expect(interaction.handle(.refresh, at: at(0.39)) == [])
    #expect(interaction.handle(.refresh, at: at(0.4)) == [.complete(true)])
    #expect(interaction.fraction(at: at(0.4)) == 1)
  }

  @Test(arguments: [(PercentDrivenInteraction.Event.finish, true), (.cancel, false)])
  func `what ended before the start is applied right after it`(
    event: PercentDrivenInteraction.Event, flag: Bool
  ) {
    var interaction = Interaction()
    #expect(interaction.handle(event, at: at(0)) == [])
    // The first of them counts.
    #expect(interaction.handle(event == .finish ? .cancel : .finish, at: at(0)) == [])
    let effects = interaction.handle(.start(duration: .milliseconds(400)), at: at(1))
    if flag {
      #expect(effects == [.begin(isInteractive: true), .finishInteractiveTransition])
      #expect(interaction.handle(.refresh, at: at(1.4)) == [.complete(true)])
    } else {
      #expect(
        effects == [
          .begin(isInteractive: true), .cancelInteractiveTransition, .complete(false),
        ])
    }
  }

  @Test(arguments: [false, true])
  func `one that starts running can be caught and goes on from there`(isInterruptible: Bool) {
    var interaction = Self.interaction(in: .running, isInterruptible: isInterruptible)
    #expect(interaction.fraction(at: at(0.2)) == 0.5)
    let caught = interaction.fraction(at: at(0.1))
    #expect(interaction.handle(.pause, at: at(0.1)) == [.pauseInteractiveTransition])
    #expect(abs(interaction.fraction(at: at(5)) - caught) < 1e-12)
    #expect(abs(interaction.percentComplete - caught) < 1e-12)
    #expect(interaction.handle(.cancel, at: at(5)) == [.cancelInteractiveTransition])
    #expect(abs(interaction.fraction(at: at(5)) - caught) < 1e-12)
    #expect(interaction.handle(.refresh, at: at(6)) == [.complete(false)])
  }

  @Test func `one that starts running and is left alone completes`() {
    var interaction = Self.interaction(in: .running)
    #expect(interaction.handle(.refresh, at: at(0.4)) == [.complete(true)])
    #expect(interaction.handle(.cancel, at: at(0.4)) == [])
  }

  @Test func `an interruptible animator may go back and forth, and the last decision counts`() {
    var interaction = Self.interaction(in: .scrubbing, isInterruptible: true)
    interaction.timingCurve = .damped(ratio: 0.8)
    interaction.completionSpeed = 2
    _ = interaction.handle(.cancel, at: at(1))
    #expect(interaction.isCancelled)
    #expect(interaction.end == at(1.1))
    let shown = interaction.fraction(at: at(1.02))
    #expect(shown < 0.5)
    #expect(interaction.handle(.pause, at: at(1.02)) == [.pauseInteractiveTransition])
    #expect(abs(interaction.fraction(at: at(1.02)) - shown) < 1e-9)
    #expect(!interaction.isCancelled)
    _ = interaction.handle(.update(0.75), at: at(2))
    #expect(interaction.handle(.finish, at: at(2)) == [.finishInteractiveTransition])
    #expect(interaction.end == at(2.05))
    #expect(interaction.handle(.refresh, at: at(3)) == [.complete(true)])
  }

  @Test func `a speed that is none counts as 1`() {
    for speed in [0, -1, .nan, .infinity] {
      var interaction = Self.interaction(in: .scrubbing)
      interaction.completionSpeed = speed
      _ = interaction.handle(.finish, at: at(0))
      #expect(interaction.end == at(0.2))
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `in any order of events each start completes exactly once, with the right flag`(
    seed: UInt64
  ) {
    var random = Seeded(seed)
    var interaction =
      seed.isMultiple(of: 3)
      ? Interaction(animator: PropertyAnimator(duration: .milliseconds(400))) : Interaction()
    interaction.wantsInteractiveStart = seed % 5 != 0
    var time = 0.0
    var effects: [Interaction.Effect] = []
    var percent = 0.0
    for _ in 0..<40 {
      // Often several events come at once.
      if Bool.random(using: &random) { time += Double.random(in: 0...0.15, using: &random) }
      let before = interaction.fraction(at: at(time))
      let state = interaction.state
      percent = Double.random(in: -0.2...1.2, using: &random)
      let events: [Interaction.Event] = [
        .start(duration: .milliseconds(400)), .update(percent), .update(percent), .pause, .finish,
        .cancel, .refresh,
      ]
      let event = events.randomElement(using: &random) ?? .refresh
      effects += interaction.handle(event, at: at(time))
      let after = interaction.fraction(at: at(time))
      if case .update = event {
        #expect(state == .scrubbing ? after == min(max(percent, 0), 1) : after == before)
      } else {
        #expect(abs(after - before) < 1e-9, "\(event) in \(state)")
      }
      #expect((0...1).contains(after))
    }
    // Whatever is under way comes to its end.
    if interaction.state == .idle {
      effects += interaction.handle(.start(duration: .milliseconds(400)), at: at(time))
    }
    effects += interaction.handle(.finish, at: at(time))
    effects += interaction.handle(.refresh, at: at(time + 10))
    #expect(interaction.state == .done)
    let flags = effects.compactMap { effect in
      if case .complete(let flag) = effect { flag } else { nil }
    }
    #expect(flags == [!interaction.isCancelled])
    #expect(interaction.fraction(at: at(time + 10)) == (interaction.isCancelled ? 0 : 1))
    // The last decision told is the one that the flag has.
    let told = effects.last {
      $0 == .finishInteractiveTransition || $0 == .cancelInteractiveTransition
    }
    if told == .cancelInteractiveTransition { #expect(flags == [false]) }
    if told == .finishInteractiveTransition { #expect(flags == [true]) }
  }
}
