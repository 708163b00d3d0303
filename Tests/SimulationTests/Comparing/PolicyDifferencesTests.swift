import Simulation
import Testing
import Transitions

@Suite struct PolicyDifferencesTests {
  @Test func `pairs are counted where both could be followed`() {
    let short = MadeVerdicts.verdict(MadeVerdicts.half, 0.3)
    let long = MadeVerdicts.verdict(MadeVerdicts.half, 0.6)
    var unfollowed = MadeVerdicts.touch(short, long, nil)
    unfollowed.absences[2] = PolicyAbsence(reason: .notFollowed(ReplayError(.unknownTravel)))
    var differences = PolicyDifferences(policies: 3)
    for touch in [
      MadeVerdicts.touch(short, long, long), MadeVerdicts.touch(short, short, nil), unfollowed,
    ] {
      differences.add(touch, OutcomeSplit(touch))
    }
    #expect(differences.touches == 3)
    #expect(differences.split == 3)
    #expect(
      differences.pairs.map { [$0.first, $0.second, $0.differing, $0.touches] }
        == [[0, 1, 2, 3], [0, 2, 2, 2], [1, 2, 1, 2]])
    #expect(differences.pair(2, 0) == differences.pair(0, 2))
  }

  @Test func `causes are counted a gesture and a policy, whatever their numbers`() {
    let short = MadeVerdicts.verdict(MadeVerdicts.half, 0.3)
    func kept(_ rest: Double) -> PolicyVerdict {
      MadeVerdicts.verdict(MadeVerdicts.fling, 0.3, 2, rest: rest)
    }
    var differences = PolicyDifferences(policies: 5)
    let touches = [
      MadeVerdicts.touch(short, short, short, kept(0.2), kept(0.2)),
      MadeVerdicts.touch(short, short, short, kept(0.3), nil),
      MadeVerdicts.touch(short, short, short, kept(0.3), kept(0.4)),
    ]
    for touch in touches { differences.add(touch, OutcomeSplit(touch)) }
    #expect(differences.causes.map(\.kind) == [.keptVelocity, .lateStart])
    #expect(differences.causes.map(\.touches) == [3, 1])
    #expect(differences.causes[0].policies == [0, 0, 0, 3, 2])
    #expect(differences.causes[1].outcome == .none)
  }

  @Test func `no policy and no touch are no trouble`() {
    #expect(PolicyDifferences(policies: 0).pairs.isEmpty)
    #expect(PolicyDifferences(policies: 1).pairs.isEmpty)
    #expect(PolicyDifferences(policies: 2).pairs.map(\.touches) == [0])
  }
}
