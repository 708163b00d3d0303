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
  public func shown(_ progress: Double) -> Double {
    guard progress < 0 || progress > 1 else { return progress }
    let end: Double = progress < 0 ? 0 : 1
    return switch self {
    case .clamp: end
    case .rubberBand(let band): end + band.value(at: progress - end)
    }
  }
}
