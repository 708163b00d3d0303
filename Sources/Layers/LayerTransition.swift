public import Quantities

/// The way a layer's old contents change into the new.
///
/// The corresponding Core Animation class is `CATransition`.
public struct LayerTransition: Hashable, Sendable {
  /// What the two contents do.
  public enum Effect: String, CaseIterable, Hashable, Sendable {
    /// The old fades out while the new fades in.
    case fade

    /// The new slides in over the old.
    case moveIn

    /// The new slides in and pushes the old out.
    case push

    /// The old slides out and shows the new below.
    case reveal

    /// The effect of a name; a private one, such as `cube`, is a fade (`rule`).
    public init(named name: String) {
      self = Self(rawValue: name) ?? .fade
    }
  }

  /// The side that the motion comes from.
  public enum Direction: String, CaseIterable, Hashable, Sendable {
    /// From the right.
    case fromRight

    /// From the left.
    case fromLeft

    /// From the top.
    case fromTop

    /// From the bottom.
    case fromBottom
  }

  /// What the two contents do.
  public var effect: Effect

  /// The side that the motion comes from; without one, the left.
  public var direction: Direction?

  /// The share of the transition to start at, 0…1.
  public var startProgress: Double

  /// The share of the transition to end at, 0…1, not less than the start.
  public var endProgress: Double

  /// The name of a filter that takes the place of the effect.
  public var filter: String?

  /// Creates a transition.
  public init(
    _ effect: Effect = .fade, _ direction: Direction? = nil, startProgress: Double = 0,
    endProgress: Double = 1, filter: String? = nil
  ) {
    self.effect = effect
    self.direction = direction
    self.startProgress = startProgress
    self.endProgress = endProgress
    self.filter = filter
  }

  /// The share of the transition that is shown at a progress after the timing function.
  public func effectiveProgress(at progress: Double) -> Double {
    progress == 1 ? endProgress : startProgress + (endProgress - startProgress) * progress
  }

  /// Where one of the two contents is.
  public struct Side: Hashable, Sendable {
    /// How far it is from its place, in points; y grows downwards.
    public var offset: Point

    /// How opaque it is, 0…1.
    public var alpha: Double

    /// Creates the place of contents.
    public init(offset: Point = .zero, alpha: Double = 1) {
      self.offset = offset
      self.alpha = alpha
    }
  }

  /// Where the two contents are.
  public struct Arrangement: Hashable, Sendable {
    /// Where the old contents are.
    public var old: Side

    /// Where the new contents are.
    public var new: Side

    /// Whether the old contents lie above the new.
    public var isOldOnTop: Bool
  }

  /// Where the contents of a layer are at an effective progress.
  ///
  /// - Parameters:
  ///   - progress: The effective progress, 0…1.
  ///   - size: The size of the layer, in points.
  /// - Returns: The places of both contents.
  public func arrangement(at progress: Double, size: Size) -> Arrangement {
    let entry: Point =
      switch direction ?? .fromLeft {
      case .fromRight: Point(x: size.width, y: 0)
      case .fromLeft: Point(x: -size.width, y: 0)
      case .fromTop: Point(x: 0, y: -size.height)
      case .fromBottom: Point(x: 0, y: size.height)
      }
    let entering = Side(offset: Point(x: entry.x * (1 - progress), y: entry.y * (1 - progress)))
    let leaving = Side(offset: Point(x: -entry.x * progress, y: -entry.y * progress))
    return switch effect {
    case .fade:
      Arrangement(
        old: Side(alpha: 1 - progress), new: Side(alpha: progress), isOldOnTop: false)
    case .moveIn: Arrangement(old: Side(), new: entering, isOldOnTop: false)
    case .push: Arrangement(old: leaving, new: entering, isOldOnTop: false)
    case .reveal: Arrangement(old: leaving, new: Side(), isOldOnTop: true)
    }
  }
}
