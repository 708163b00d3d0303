package import Simulation

/// What a gesture should have come to, as the person says.
package enum LiveLabel: String, Hashable, Sendable {
  /// It should have finished.
  case finish

  /// It should have been cancelled.
  case cancel

  /// Whether an outcome is what the person meant.
  ///
  /// A touch that is no gesture leaves the screen as it was, as one that is cancelled does.
  package func agrees(with outcome: ComparedOutcome) -> Bool {
    (self == .finish) == (outcome == .finish)
  }
}
