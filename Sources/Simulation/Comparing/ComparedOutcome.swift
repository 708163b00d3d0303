import Transitions

/// What a touch comes to under a policy, for comparing.
public enum ComparedOutcome: String, Hashable, Sendable, CaseIterable {
  /// The gesture finished.
  case finish

  /// The gesture was cancelled.
  case cancel

  /// No gesture began.
  case none
}

extension TouchComparison {
  /// What the touch came to under each policy, in their order; `nil` where a policy cannot be
  /// followed on the device.
  public var outcomes: [ComparedOutcome?] {
    verdicts.indices.map { index in
      if let verdict = verdicts[index] {
        return verdict.decision.outcome == .finish ? .finish : .cancel
      }
      if case .notFollowed = absences[index]?.reason { return nil }
      return ComparedOutcome.none
    }
  }

  /// The outcome that most policies choose, or `nil` where several outcomes have as many or no
  /// policy can be followed.
  public var majority: ComparedOutcome? {
    let leaders = leaders
    return leaders.count == 1 ? leaders[0] : nil
  }

  /// The outcomes that no other has more policies than.
  var leaders: [ComparedOutcome] {
    let outcomes = outcomes
    let counts = ComparedOutcome.allCases.map { outcome in
      (outcome: outcome, count: outcomes.count { $0 == outcome })
    }
    let most = counts.map(\.count).max() ?? 0
    return most == 0 ? [] : counts.filter { $0.count == most }.map(\.outcome)
  }
}
