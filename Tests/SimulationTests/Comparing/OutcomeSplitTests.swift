import Gestures
import Quantities
import Simulation
import Testing
import Transitions

@Suite struct OutcomeSplitTests {
  /// What splits a policy, the last, from those before, which agree.
  private func cause(
    _ verdicts: PolicyVerdict?..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> SplitCause {
    var touch = TouchComparison(policies: verdicts.count)
    touch.verdicts = verdicts
    for index in verdicts.indices where verdicts[index] == nil {
      touch.absences[index] = PolicyAbsence(
        reason: .rejected(.withinSlop), start: "16px", startMillimeters: 1.5)
    }
    let split = OutcomeSplit(touch)
    #expect(split.groups.count == 1, sourceLocation: sourceLocation)
    let group = try #require(split.groups.first, sourceLocation: sourceLocation)
    #expect(group.policies == [verdicts.count - 1], sourceLocation: sourceLocation)
    #expect(group.outcome != split.base, sourceLocation: sourceLocation)
    return group.cause
  }

  private let short = MadeVerdicts.verdict(MadeVerdicts.half, 0.3)
  private let long = MadeVerdicts.verdict(MadeVerdicts.half, 0.6)

  @Test func `policies that agree are not split`() {
    #expect(OutcomeSplit(MadeVerdicts.touch(short, short)).base == nil)
    #expect(OutcomeSplit(MadeVerdicts.touch(short, short)).groups.isEmpty)
    #expect(OutcomeSplit(TouchComparison(policies: 3)).groups.isEmpty)
  }

  @Test func `a velocity that is kept after a rest is told with the rest`() throws {
    let kept = MadeVerdicts.verdict(MadeVerdicts.fling, 0.3, 2, rest: 0.18)
    #expect(try cause(short, short, kept) == .keptVelocity(rest: 0.18))
    let carried = MadeVerdicts.verdict(MadeVerdicts.projecting, 0.3, 2, rest: 0.18)
    #expect(try cause(short, short, carried) == .keptVelocity(rest: 0.18))
  }

  @Test func `a velocity that would not matter is not told`() throws {
    let kept = MadeVerdicts.verdict(MadeVerdicts.fling, 0.55, 2, rest: 0.18)
    #expect(try cause(short, short, kept) == .lessWay(20))
  }

  @Test func `a velocity that a rest took away is told where it would have finished`() throws {
    let fast = MadeVerdicts.verdict(MadeVerdicts.fling, 0.3, 2)
    let gone = MadeVerdicts.verdict(MadeVerdicts.fling, 0.3, 0, rest: 0.2, last: 2)
    #expect(try cause(fast, fast, gone) == .forgottenVelocity(rest: 0.2))
    let less = MadeVerdicts.verdict(MadeVerdicts.fling, 0.3, 0.9, rest: 0.05, last: 2)
    #expect(try cause(fast, fast, less) == .wornVelocity(rest: 0.05))
    let slow = MadeVerdicts.verdict(MadeVerdicts.fling, 0.3, 0, rest: 0.2, last: 0.5)
    #expect(try cause(fast, fast, slow) == .tooSlow)
  }

  @Test func `the step that the velocity decides by is told`() throws {
    #expect(try cause(short, short, MadeVerdicts.verdict(MadeVerdicts.fling, 0.3, 2)) == .fast)
    #expect(
      try cause(short, short, MadeVerdicts.verdict(MadeVerdicts.projecting, 0.3, 2)) == .carried)
    let force = Policy(forceSpeed: 1, finishThreshold: 0.5)
    #expect(try cause(short, short, MadeVerdicts.verdict(force, 0.3, -2)) == .force)
    #expect(try cause(long, long, MadeVerdicts.verdict(MadeVerdicts.veto, 0.6, -0.1)) == .veto)
    #expect(
      try cause(long, long, MadeVerdicts.verdict(MadeVerdicts.fling, 0.6, -2)) == .fastBackwards)
    #expect(
      try cause(long, long, MadeVerdicts.verdict(MadeVerdicts.projecting, 0.6, -2)) == .carriedBack)
  }

  @Test func `one that a velocity means nothing to differs from those that it decides`() throws {
    let fast = MadeVerdicts.verdict(MadeVerdicts.fling, 0.3, 2)
    #expect(try cause(fast, fast, short) == .ignoredVelocity)
    let slow = MadeVerdicts.verdict(MadeVerdicts.projecting, 0.3, 0.1)
    #expect(try cause(fast, fast, slow) == .tooSlow)
    var far = MadeVerdicts.fling
    far.flingMinimumProgress = 0.4
    #expect(try cause(fast, fast, MadeVerdicts.verdict(far, 0.3, 2)) == .shortFling)
    let back = MadeVerdicts.verdict(MadeVerdicts.veto, 0.6, -0.1)
    #expect(
      try cause(back, back, MadeVerdicts.verdict(MadeVerdicts.half, 0.6, -0.1)) == .ignoredReversal)
  }

  @Test func `ways are told where they alone decide`() throws {
    let near = MadeVerdicts.verdict(.threshold(0.25), 0.3)
    #expect(try cause(near, near, short) == .moreWay(20))
    #expect(try cause(short, short, near) == .lessWay(10))
  }

  @Test func `another way that is forward is told before all else`() throws {
    let down = MadeVerdicts.verdict(
      MadeVerdicts.half, 0.01, heading: Heading(axis: .y, isPositive: true))
    #expect(try cause(long, long, down) == .otherHeading(Heading(axis: .y, isPositive: true)))
  }

  @Test func `what the system takes away is a lift or is broken off`() throws {
    let broken = MadeVerdicts.verdict(MadeVerdicts.half, 0.6, end: .cancelEvent, isDecided: false)
    let decided = MadeVerdicts.verdict(MadeVerdicts.half, 0.6, end: .cancelEvent)
    #expect(try cause(broken, broken, decided) == .decidedInterruption)
    #expect(try cause(decided, decided, broken) == .interrupted(.cancelEvent))
  }

  @Test func `gestures that did not begin tell what they would need`() throws {
    #expect(try cause(long, long, nil) == .lateStart("16px", millimeters: 1.5))
    #expect(try cause(nil, nil, long) == .earlyStart)
    #expect(try cause(nil, nil, short) == .earlyStart)
    var touch = MadeVerdicts.touch(long, long, long, nil, nil)
    touch.absences[3] = PolicyAbsence(reason: .slanted)
    touch.absences[4] = PolicyAbsence(reason: .rejected(.pinch))
    #expect(OutcomeSplit(touch).groups.map(\.cause) == [.slanted, .rejected(.pinch)])
  }

  @Test func `a policy that cannot be followed takes no part`() {
    var touch = MadeVerdicts.touch(long, nil)
    touch.absences[1] = PolicyAbsence(reason: .notFollowed(ReplayError(.unknownTravel)))
    #expect(touch.outcomes == [.finish, nil])
    #expect(touch.majority == .finish)
    #expect(OutcomeSplit(touch).groups.isEmpty)
  }

  @Test func `of as many on either side the more telling cause is told`() {
    let kept = MadeVerdicts.verdict(MadeVerdicts.fling, 0.3, 2, rest: 0.18)
    for touch in [MadeVerdicts.touch(kept, short), MadeVerdicts.touch(short, kept)] {
      #expect(touch.majority == nil)
      let split = OutcomeSplit(touch)
      #expect(split.base == .cancel)
      #expect(split.groups.map(\.cause) == [.keptVelocity(rest: 0.18)])
    }
    let none = MadeVerdicts.touch(long, nil)
    #expect(OutcomeSplit(none).groups.map(\.cause) == [.earlyStart])
  }

  @Test func `policies with the same cause make a group, each with its own way`() {
    let near = MadeVerdicts.verdict(.threshold(0.25), 0.3)
    let nearer = MadeVerdicts.verdict(.threshold(0.2), 0.3)
    let touch = MadeVerdicts.touch(near, short, short, nearer, short)
    let groups = OutcomeSplit(touch).groups
    #expect(groups.map(\.outcome) == [.finish])
    #expect(groups.map(\.policies) == [[0, 3]])
    #expect(groups.map(\.causes) == [[.lessWay(10), .lessWay(8)]])
  }
}
