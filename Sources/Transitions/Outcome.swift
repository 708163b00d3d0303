/// The end that a transition settles at.
public enum Outcome: String, Hashable, Sendable, CaseIterable {
  /// The new screen: progress 1.
  case finish

  /// The old screen: progress 0.
  case cancel

  /// The progress at this end.
  public var progress: Double { self == .finish ? 1 : 0 }
}
