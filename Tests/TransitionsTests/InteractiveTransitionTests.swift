import Curves
import Quantities
import TestSupport
import Testing
import Transitions

@Suite struct InteractiveTransitionTests {
  /// What can be asked of a transition.
  enum Call: CaseIterable, Hashable {
    case begin, beginUnready, becomeReady, update, updateWithoutNumber, finish, cancel, pause
    case advance, interrupt
  }

  /// What a transition may be waiting for.
  enum Situation: CaseIterable, Hashable {
    /// For the first begin.
    case new

    /// For a begin, after it finished.
    case finished

    /// For the system, with nothing but progress to keep.
    case preparing

    /// For the system, with an end to keep.
    case preparingToFinish

    /// For progress or an end.
    case interactive

    /// For its end.
    case settling
  }

  static let start = Timestamp.milliseconds(1000)

  /// A transition in a situation, 0.35 s long; it settles from 0.4 since the start.
  static func transition(
    _ situation: Situation, style: SettleStyle = .timed(.milliseconds(350), .linear)
  ) -> InteractiveTransition {
    var transition = InteractiveTransition(style: style)
    guard situation != .new else { return transition }
    let isUnready = [.preparing, .preparingToFinish].contains(situation)
    transition.begin(at: start, isReady: !isUnready)
    transition.update(0.4, at: start)
    if [.preparing, .interactive].contains(situation) { return transition }
    transition.finish(at: start)
    if situation == .finished { _ = transition.advance(to: .milliseconds(5000)) }
    return transition
  }

  /// Makes a call.
  static func make(
    _ call: Call, on transition: inout InteractiveTransition, at time: Timestamp,
    progress: Double = 0.6
  ) -> InteractiveTransition.Completion? {
    switch call {
    case .begin: return transition.begin(at: time)
    case .beginUnready: return transition.begin(at: time, isReady: false)
    case .becomeReady: return transition.becomeReady(at: time)
    case .update: transition.update(progress, at: time)
    case .updateWithoutNumber: transition.update(.nan, at: time)
    case .finish: return transition.finish(at: time)
    case .cancel: return transition.cancel(at: time)
    case .pause: return transition.pause(at: time)
    case .advance: return transition.advance(to: time)
    case .interrupt: return transition.interrupt(at: time)
    }
    return nil
  }

  /// What a transition waits for, found out by what it ignores.
  static func situation(of transition: InteractiveTransition) -> Situation {
    guard transition.isRunning else { return transition.transitions == 0 ? .new : .finished }
    guard transition.settle == nil else { return .settling }
    func ignores(_ call: Call) -> Bool {
      var copy = transition
      _ = make(call, on: &copy, at: start)
      return copy.ignoredCalls > transition.ignoredCalls
    }
    if ignores(.becomeReady) { return .interactive }
    return ignores(.update) ? .preparingToFinish : .preparing
  }

  /// Whether a call has no effect in a situation; `begin`, `advance` and `interrupt` are no such
  /// calls: they always are in place.
  static func isIgnored(_ call: Call, in situation: Situation) -> Bool {
    switch call {
    case .begin, .beginUnready, .advance, .interrupt: false
    case .becomeReady: ![.preparing, .preparingToFinish].contains(situation)
    case .update, .finish, .cancel: ![.preparing, .interactive].contains(situation)
    case .updateWithoutNumber: true
    case .pause: ![.preparingToFinish, .settling].contains(situation)
    }
  }

  /// What a transition waits for after a call, 10 ms after its start.
  static func situation(after call: Call, in situation: Situation) -> Situation {
    switch (call, situation) {
    case (.begin, _): .interactive
    case (.beginUnready, .settling): .interactive
    case (.beginUnready, _): .preparing
    case (.becomeReady, .preparing): .interactive
    case (.becomeReady, .preparingToFinish): .settling
    case (.finish, .preparing), (.cancel, .preparing): .preparingToFinish
    case (.finish, .interactive), (.cancel, .interactive): .settling
    case (.pause, .preparingToFinish): .preparing
    case (.pause, .settling): .interactive
    case (.interrupt, .new): .new
    case (.interrupt, _): .finished
    default: situation
    }
  }

  /// The outcome that a call completes at once, if it does.
  static func completion(of call: Call, in situation: Situation) -> Outcome? {
    switch (call, situation) {
    case (.begin, .preparing), (.begin, .interactive): .cancel
    case (.beginUnready, .preparing), (.beginUnready, .interactive): .cancel
    case (.interrupt, .preparing), (.interrupt, .preparingToFinish), (.interrupt, .interactive):
      .cancel
    case (.interrupt, .settling): .finish
    default: nil
    }
  }

  @Test(arguments: Situation.allCases, Call.allCases)
  func `every call in every situation`(situation: Situation, call: Call) {
    var transition = Self.transition(situation)
    let before = transition
    let completion = Self.make(call, on: &transition, at: .milliseconds(1010))
    #expect(Self.situation(of: before) == situation)
    #expect(Self.situation(of: transition) == Self.situation(after: call, in: situation))
    #expect(completion?.outcome == Self.completion(of: call, in: situation))
    if completion != nil {
      #expect(completion?.time == .milliseconds(1010))
      #expect(completion?.transition == before.transitions)
    }
    let ignored = transition.ignoredCalls - before.ignoredCalls
    #expect(ignored == (Self.isIgnored(call, in: situation) ? 1 : 0))
    if ignored > 0 {
      #expect(
        transition.shownProgress(at: .milliseconds(1010))
          == before.shownProgress(
            at: .milliseconds(1010)))
      #expect(transition.progress == before.progress)
      #expect(transition.settle == before.settle)
    }
  }

  @Test(arguments: 0..<300)
  func `any calls in any order keep the promises`(seed: Int) throws {
    var random = Seeded(UInt64(seed))
    let styles: [SettleStyle] = [
      .timed(.milliseconds(350), .easeInOut), .timed(.zero, .linear), .immediate,
    ]
    let style = try #require(styles.randomElement(using: &random))
    var transition = InteractiveTransition(style: style)
    var completions: [InteractiveTransition.Completion] = []
    var now = Timestamp.zero
    for _ in 0..<200 {
      let call = try #require(Call.allCases.randomElement(using: &random))
      // Time may stand still.
      now = now.advanced(by: .milliseconds(Int.random(in: -60...60, using: &random).clamped))
      let progress = Double.random(in: -1...2, using: &random)
      // What has reached its end by now completes by whatever is called; that comes first.
      let elapsed = transition.advance(to: now)
      if let elapsed { completions.append(elapsed) }
      let before = transition
      let situation = Self.situation(of: before)
      let completion = Self.make(call, on: &transition, at: now, progress: progress)
      if let completion { completions.append(completion) }

      let isIgnored = Self.isIgnored(call, in: situation)
      #expect(transition.ignoredCalls - before.ignoredCalls == (isIgnored ? 1 : 0))
      let shown = transition.shownProgress(at: now)
      #expect(shown >= 0 && shown <= 1)
      if transition.isInteractive, before.settle != nil {
        #expect(shown == before.shownProgress(at: now), "a finger took over with a jump")
        #expect(transition.transitions == before.transitions)
      }
      #expect(transition.transitions - completions.count == (transition.isRunning ? 1 : 0))
    }
    if transition.isRunning, let last = transition.interrupt(at: now) { completions.append(last) }
    #expect(completions.map(\.transition) == Array(1..<transition.transitions + 1))
    #expect(zip(completions, completions.dropFirst()).allSatisfy { $0.time <= $1.time })
  }

  // MARK: Before it is ready

  @Test func `progress before it is ready is kept and not shown`() {
    var transition = Self.transition(.preparing)
    transition.update(0.7, at: Self.start)
    #expect(transition.shownProgress(at: Self.start) == 0)
    #expect(transition.progress == 0.7)
    #expect(transition.becomeReady(at: .milliseconds(1100)) == nil)
    #expect(transition.shownProgress(at: .milliseconds(1100)) == 0.7)
    #expect(transition.ignoredCalls == 0)
  }

  @Test func `a finish before it is ready is applied once it is`() {
    var transition = Self.transition(.preparingToFinish)
    #expect(transition.advance(to: .milliseconds(9000)) == nil)
    #expect(transition.becomeReady(at: .milliseconds(9000)) == nil)
    // 60 % of 350 ms from then on.
    #expect(transition.settle?.start == .milliseconds(9000))
    #expect(transition.settle?.end == .milliseconds(9210))
    #expect(transition.advance(to: .milliseconds(9209.999)) == nil)
    #expect(
      transition.advance(to: .milliseconds(9300))
        == InteractiveTransition.Completion(
          transition: 1, outcome: .finish, time: .milliseconds(9210)))
  }

  @Test func `the first end before it is ready is the one that holds`() {
    var transition = Self.transition(.preparing)
    #expect(transition.cancel(at: Self.start) == nil)
    #expect(transition.finish(at: Self.start) == nil)
    transition.update(0.9, at: Self.start)
    #expect(transition.ignoredCalls == 2)
    #expect(transition.becomeReady(at: Self.start) == nil)
    #expect(transition.settle?.outcome == .cancel)
    #expect(transition.settle?.initial == 0.4)
  }

  @Test func `a cancel at progress 0 before it is ready completes when it is`() {
    var transition = InteractiveTransition()
    transition.begin(at: .zero, isReady: false)
    #expect(transition.cancel(at: .zero) == nil)
    #expect(transition.becomeReady(at: .milliseconds(5))?.outcome == .cancel)
    #expect(!transition.isRunning)
  }

  @Test func `a finger that is back before it is ready takes over from 0`() {
    var transition = Self.transition(.preparingToFinish)
    #expect(transition.begin(at: .milliseconds(1010), isReady: false) == nil)
    #expect(transition.progress == 0)
    #expect(transition.transitions == 1)
    transition.update(0.2, at: .milliseconds(1020))
    transition.becomeReady(at: .milliseconds(1030))
    #expect(transition.shownProgress(at: .milliseconds(1030)) == 0.2)
  }

  @Test func `an end before any begin is ignored`() {
    var transition = InteractiveTransition()
    #expect(transition.finish(at: .zero) == nil)
    #expect(transition.cancel(at: .zero) == nil)
    #expect(transition.ignoredCalls == 2)
    transition.begin(at: .milliseconds(1))
    #expect(transition.isInteractive)
    #expect(transition.shownProgress(at: .milliseconds(1)) == 0)
  }

  // MARK: While it runs

  @Test func `progress goes up and down and does not end it`() {
    var transition = Self.transition(.interactive)
    for progress in [1, 0.2, 0, 1] {
      transition.update(progress, at: Self.start)
      #expect(transition.shownProgress(at: Self.start) == progress)
      #expect(transition.isInteractive)
    }
    #expect(transition.advance(to: .milliseconds(99_000)) == nil)
  }

  @Test func `progress is clamped where it is shown, not where it counts`() {
    var transition = Self.transition(.interactive)
    transition.update(-0.3, at: Self.start)
    #expect(transition.shownProgress(at: Self.start) == 0)
    #expect(transition.progress == -0.3)
    transition.update(1.3, at: Self.start)
    #expect(transition.shownProgress(at: Self.start) == 1)
    #expect(transition.progress == 1.3)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `progress that is no number is ignored`(progress: Double) {
    var transition = Self.transition(.interactive)
    transition.update(progress, at: Self.start)
    #expect(transition.progress == 0.4)
    #expect(transition.ignoredCalls == 1)
  }

  @Test func `a finish at progress 0 plays the whole way`() {
    var transition = InteractiveTransition()
    transition.begin(at: .zero)
    #expect(transition.finish(at: .zero) == nil)
    #expect(transition.settle?.duration == .milliseconds(350))
    #expect(transition.advance(to: .milliseconds(350))?.outcome == .finish)
  }

  @Test func `an end without a way left completes in the same call`() {
    for (progress, outcome) in [(1.0, Outcome.finish), (0, .cancel), (2, .finish), (-1, .cancel)] {
      var transition = InteractiveTransition()
      transition.begin(at: .zero)
      transition.update(progress, at: .zero)
      let completion =
        outcome == .finish ? transition.finish(at: .zero) : transition.cancel(at: .zero)
      #expect(completion?.outcome == outcome)
      #expect(transition.shownProgress(at: .zero) == outcome.progress)
    }
  }

  @Test func `a second begin while a finger drives closes the first`() {
    var transition = Self.transition(.interactive)
    let completion = transition.begin(at: .milliseconds(1100))
    #expect(
      completion
        == InteractiveTransition.Completion(
          transition: 1, outcome: .cancel, time: .milliseconds(1100)))
    #expect(transition.transitions == 2)
    #expect(transition.shownProgress(at: .milliseconds(1100)) == 0)
  }

  // MARK: While it settles

  @Test func `the completion comes once, at the end, whenever one looks`() {
    var transition = Self.transition(.settling)
    #expect(transition.advance(to: .milliseconds(1209.999_999)) == nil)
    #expect(
      transition.advance(to: .milliseconds(2000))
        == InteractiveTransition.Completion(
          transition: 1, outcome: .finish, time: .milliseconds(1210)))
    #expect(transition.advance(to: .milliseconds(2000)) == nil)
    #expect(transition.shownProgress(at: .milliseconds(2000)) == 1)
  }

  @Test func `a call after the end brings the completion that nobody fetched`() {
    for call in [Call.begin, .finish, .cancel, .pause, .interrupt] {
      var transition = Self.transition(.settling)
      let completion = Self.make(call, on: &transition, at: .milliseconds(3000))
      #expect(completion?.outcome == .finish)
      #expect(completion?.time == .milliseconds(1210))
      #expect(transition.transitions == (call == .begin ? 2 : 1))
      #expect(transition.isRunning == (call == .begin))
    }
  }

  @Test func `progress after the end does not come back`() {
    var transition = Self.transition(.finished)
    transition.update(0.2, at: .milliseconds(5001))
    #expect(transition.shownProgress(at: .milliseconds(5001)) == 1)
    #expect(transition.progress == nil)
    #expect(transition.ignoredCalls == 1)
  }

  @Test func `a finger takes over where the picture is, and may turn round`() {
    var transition = Self.transition(.settling)
    // A third of the rest: 0.4 + 0.2.
    #expect(transition.begin(at: .milliseconds(1070)) == nil)
    #expect(abs((transition.progress ?? 0) - 0.6) < 1e-12)
    #expect(transition.transitions == 1)
    #expect(transition.cancel(at: .milliseconds(1080)) == nil)
    #expect(transition.advance(to: .milliseconds(2000))?.outcome == .cancel)
    #expect(transition.shownProgress(at: .milliseconds(2000)) == 0)
  }

  @Test func `an interruption takes what settles to its end`() {
    var transition = Self.transition(.settling)
    let completion = transition.interrupt(at: .milliseconds(1100))
    #expect(completion?.outcome == .finish)
    #expect(transition.shownProgress(at: .milliseconds(1100)) == 1)
  }

  @Test(arguments: [Overscroll.clamp, .rubber])
  func `a spring is caught beyond its end without a jump`(overscroll: Overscroll) {
    let spring = Spring(response: .milliseconds(400), dampingRatio: 0.3)
    var transition = InteractiveTransition(style: .spring(spring), overscroll: overscroll)
    transition.begin(at: .zero)
    transition.update(0.5, at: .zero)
    transition.finish(velocity: 8, at: .zero)
    var caught = 0
    for milliseconds in stride(from: 1.0, to: 1200, by: 7) {
      let time = Timestamp.milliseconds(milliseconds)
      var held = transition
      let shown = held.shownProgress(at: time)
      held.begin(at: time)
      #expect(held.shownProgress(at: time) == shown)
      guard shown > 1.01 else { continue }
      caught += 1
      // It follows inwards at once, and no further out than the overscroll allows.
      held.update(shown - 0.005, at: time)
      #expect(held.shownProgress(at: time) == shown - 0.005)
      held.update(shown + 0.1, at: time)
      let further = held.shownProgress(at: time) - shown
      #expect(overscroll == .clamp ? further == 0 : further > 0 && further < 0.1)
    }
    #expect(caught > 10)
  }

  @Test func `a new transition forgets where the one before was caught`() {
    let spring = Spring(response: .milliseconds(400), dampingRatio: 0.1)
    var transition = InteractiveTransition(style: .spring(spring))
    transition.begin(at: .zero)
    transition.finish(at: .zero)
    transition.begin(at: .milliseconds(200))
    #expect(transition.shownProgress(at: .milliseconds(200)) > 1.5)
    transition.begin(at: .milliseconds(201))
    transition.update(2, at: .milliseconds(202))
    #expect(transition.shownProgress(at: .milliseconds(202)) == 1)
  }

  // MARK: The velocity that is handed on

  static let spring = SettleStyle.spring(Spring(response: .milliseconds(400), dampingRatio: 1))

  @Test(arguments: [
    (0.5, 2.0, 2.0), (0.5, -2, -2), (1.2, 3, 0), (-0.2, -3, 0), (1, 3, 0), (1, -3, -3), (0, -3, 0),
    (0, 3, 3),
  ])
  func `a clamped picture stands still`(progress: Double, velocity: Double, shown: Double) {
    var transition = InteractiveTransition(style: Self.spring)
    transition.begin(at: .zero)
    transition.update(progress, at: .zero)
    #expect(transition.way(to: .finish, velocity: velocity, at: .zero).velocity == shown)
    transition.finish(velocity: velocity, at: .zero)
    #expect(transition.settle.map { $0.velocity == shown } ?? (shown == 0))
  }

  @Test func `a rubber band hands on the velocity of the picture`() throws {
    var transition = InteractiveTransition(style: Self.spring, overscroll: .rubber)
    transition.begin(at: .zero)
    let (before, after) = (1.2 - 1e-6, 1.2 + 1e-6)
    transition.update(before, at: .zero)
    let low = transition.shownProgress(at: .zero)
    transition.update(after, at: .zero)
    let high = transition.shownProgress(at: .zero)
    transition.update(1.2, at: .zero)
    transition.cancel(velocity: 5, at: .zero)
    let velocity = try #require(transition.settle).velocity
    // The difference quotient is right to its second order, 10⁻¹².
    #expect(abs(velocity - 5 * (high - low) / (after - before)) < 1e-6)
  }
}

extension Int {
  /// The number, or 0 for a negative one.
  fileprivate var clamped: Int { Swift.max(self, 0) }
}
