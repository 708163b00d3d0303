public import Curves

/// What is shown of a progress beyond the ends.
public enum Overscroll: Hashable, Sendable {
  /// The picture stops at the end.
  case clamp

  /// The picture gives way, less and less; the dimension of the band is 1, the whole way.
  case rubberBand(RubberBand)

  /// UIScrollView's rubber band over the whole way.
  public static var rubber: Self { .rubberBand(RubberBand(dimension: 1)) }

  /// The progress shown for a raw progress.
  ///
  /// - Parameters:
  ///   - progress: The raw progress.
  ///   - reach: The ends: 0 and 1, or further out where the picture was caught beyond them.
  /// - Returns: The progress shown; within the reach, the raw one.
  public func shown(
    _ progress: Double, within reach: ClosedRange<Double> = 0...1
  ) -> Double {
    guard let end = end(beyond: progress, reach) else { return progress }
    return switch self {
    case .clamp: end
    case .rubberBand(let band): end + band.value(at: progress - end)
    }
  }

  /// The velocity of what is shown, while the raw progress has some velocity.
  ///
  /// At an end it is that of a picture that goes on in the same direction: a clamped one stands.
  ///
  /// - Parameters:
  ///   - velocity: The change of the raw progress per second.
  ///   - progress: The raw progress.
  ///   - reach: The ends.
  /// - Returns: The change of the shown progress per second.
  public func shown(
    velocity: Double, at progress: Double, within reach: ClosedRange<Double> = 0...1
  ) -> Double {
    let isLeaving =
      (progress == reach.upperBound && velocity > 0)
      || (progress == reach.lowerBound && velocity < 0)
    guard let end = isLeaving ? progress : end(beyond: progress, reach) else { return velocity }
    return switch self {
    case .clamp: 0
    case .rubberBand(let band): velocity * band.slope(at: progress - end)
    }
  }

  /// The end that a progress is beyond, or `nil` within the reach.
  private func end(beyond progress: Double, _ reach: ClosedRange<Double>) -> Double? {
    if progress < reach.lowerBound { return reach.lowerBound }
    return progress > reach.upperBound ? reach.upperBound : nil
  }
}
