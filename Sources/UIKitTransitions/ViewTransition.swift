public import Layers
public import Quantities

/// An effect between what a view showed and what it shows now.
///
/// The corresponding UIKit options are those of `UIView.transition`. Apple publishes no geometry;
/// what is here are rules of this project.
public enum ViewTransition: String, Hashable, Sendable, CaseIterable {
  case flipFromLeft, flipFromRight, flipFromTop, flipFromBottom, curlUp, curlDown, crossDissolve

  /// How one of the two contents is shown.
  public struct Side: Hashable, Sendable {
    /// How opaque it is, 0…1; 0 where its back is turned.
    public var alpha: Double

    /// The transform about its middle, with perspective.
    public var transform: Transform3D

    /// The part of the height that is seen, from the top, 0…1.
    public var visibleHeight: Double

    /// Creates how contents are shown.
    public init(
      alpha: Double = 1, transform: Transform3D = .identity, visibleHeight: Double = 1
    ) {
      self.alpha = alpha
      self.transform = transform
      self.visibleHeight = visibleHeight
    }
  }

  /// How both contents are shown.
  public struct Arrangement: Hashable, Sendable {
    /// The old contents.
    public var old: Side

    /// The new contents.
    public var new: Side

    /// Whether the old contents lie above the new.
    public var isOldOnTop: Bool
  }

  /// How both contents are shown at a progress.
  ///
  /// - Parameters:
  ///   - progress: The progress after the curve, 0…1.
  ///   - size: The size of the view, in points.
  /// - Returns: The arrangement: a flip turns from 0 to ±π, the first half of the way with the old
  ///   side, then with the new one turned back; a curl is a straight fold.
  public func arrangement(at progress: Double, size: Size) -> Arrangement {
    let p = min(max(progress, 0), 1)
    switch self {
    case .crossDissolve:
      return Arrangement(old: Side(alpha: 1 - p), new: Side(alpha: p), isOldOnTop: false)
    case .curlUp:
      return Arrangement(old: Side(visibleHeight: 1 - p), new: Side(), isOldOnTop: true)
    case .curlDown:
      return Arrangement(old: Side(), new: Side(visibleHeight: p), isOldOnTop: false)
    case .flipFromLeft, .flipFromRight, .flipFromTop, .flipFromBottom:
      // y grows downwards: the top comes to the front by a negative angle about x.
      let isAboutY = self == .flipFromLeft || self == .flipFromRight
      let sign = self == .flipFromLeft || self == .flipFromBottom ? 1.0 : -1
      let angle = sign * .pi * p
      let isNewShown = p >= 0.5
      func turned(by angle: Double) -> Transform3D {
        Self.turn(by: angle, x: isAboutY ? 0 : 1, y: isAboutY ? 1 : 0, size)
      }
      return Arrangement(
        old: Side(alpha: isNewShown ? 0 : 1, transform: turned(by: angle)),
        new: Side(
          alpha: isNewShown ? 1 : 0, transform: p == 1 ? .identity : turned(by: angle - sign * .pi)),
        isOldOnTop: !isNewShown)
    }
  }

  private static func turn(by angle: Double, x: Double, y: Double, _ size: Size) -> Transform3D {
    var perspective = Transform3D.identity
    let longer = max(size.width, size.height)
    if longer > 0 { perspective.row3.w = -1 / (2 * longer) }
    return Transform3D.rotation(angle, x: x, y: y, z: 0).concatenating(perspective)
  }
}
