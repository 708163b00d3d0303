/// The resistance of a view that is dragged past its edge.
///
/// What is shown follows what is dragged by the coefficient at first, then less and less, and never
/// gets as far as the dimension: (1 − 1/(x·c/d + 1))·d, with x what is dragged, c the coefficient
/// and d the dimension. Towards either side it is the same.
///
/// Apple publishes no formula. This one is what people observe of UIScrollView; FloatingPanel and
/// niri (`src/rubber_band.rs`) use it too.
public struct RubberBand: Hashable, Sendable {
  /// The share of the drag that is shown at the edge, more than 0; UIScrollView's is 0.55.
  public let coefficient: Double

  /// The offset that the shown one stays below, such as the size of the view; any unit of length,
  /// which is then that of all offsets.
  public let dimension: Double

  /// Creates a rubber band.
  ///
  /// - Precondition: The dimension and the coefficient are positive and finite.
  public init(dimension: Double, coefficient: Double = 0.55) {
    precondition(dimension > 0 && dimension.isFinite, "A rubber band needs a positive dimension")
    precondition(
      coefficient > 0 && coefficient.isFinite, "A rubber band needs a positive coefficient")
    self.dimension = dimension
    self.coefficient = coefficient
  }

  /// The offset that is shown for one that is dragged; infinitely far shows the whole dimension.
  public func value(at offset: Double) -> Double {
    // Dividing twice keeps the ends: without a drag, and with one that is infinite.
    let shown = dimension / (1 + 1 / pull(of: offset))
    return offset < 0 ? -shown : shown
  }

  /// The change of the shown offset with the dragged one: the coefficient at the edge, then less.
  ///
  /// It is the derivative c/(1 + x·c/d)². A velocity of the finger times this is the velocity of
  /// what is shown.
  public func slope(at offset: Double) -> Double {
    let stretch = 1 + pull(of: offset)
    return coefficient / stretch / stretch
  }

  /// The offset to drag for one to be shown, or infinity from the dimension on.
  ///
  /// It is s·d/((d − s)·c), with s what is shown: the inverse of ``value(at:)``.
  public func offset(showing value: Double) -> Double {
    let shown = value.magnitude
    guard shown < dimension else {
      return value.isNaN ? .nan : value < 0 ? -.infinity : .infinity
    }
    let dragged = shown / (dimension - shown) * dimension / coefficient
    return value < 0 ? -dragged : dragged
  }

  /// The dragged offset in units of the dimension, as felt through the coefficient; not negative.
  private func pull(of offset: Double) -> Double {
    offset.magnitude / dimension * coefficient
  }
}
