public import Curves
import Quantities

/// An animation of a layer.
///
/// The corresponding Core Animation class is `CAAnimation`. It is a value: what is added to a layer
/// is a copy.
public struct Animation: Hashable, Sendable {
  /// What an animation does.
  public indirect enum Kind: Hashable, Sendable {
    /// Changes what is shown of a property, from one value to another, `CABasicAnimation`.
    case basic(PropertyAnimation, EndPoints)

    /// The same along a spring, `CASpringAnimation`.
    case spring(PropertyAnimation, EndPoints, SpringCurve)

    /// Changes what is shown of a property, along several values, `CAKeyframeAnimation`.
    case keyframes(PropertyAnimation, Keyframes)

    /// Runs several within its own time, `CAAnimationGroup`.
    case group([Animation])

    /// Changes the old contents of the layer into the new, `CATransition`.
    case transition(LayerTransition)
  }

  /// When it runs.
  ///
  /// A duration of 0 is that of the transaction in which it is added; within a group, that of the
  /// group (`rule`).
  public var timing: MediaTiming

  /// The pace of a cycle; without one, it is even.
  ///
  /// It bends the time that the children of a group see, and that of a spring (`rule`).
  public var timingFunction: TimingCurve?

  /// The part of its way that it goes; without one, all of it.
  ///
  /// That of a group bends the time of its children. It means nothing for a transition.
  public var span: AnimationSpan?

  /// Whether it is removed from its layer at the end of its active interval.
  ///
  /// If so, fill mode forwards shows nothing. It means nothing within a group.
  public var isRemovedOnCompletion: Bool

  /// Whether its start and stop are told, as to a delegate.
  ///
  /// It means nothing within a group.
  public var reportsEvents: Bool

  /// What it does.
  public var kind: Kind

  /// Creates an animation.
  public init(
    _ kind: Kind, timing: MediaTiming = MediaTiming(), timingFunction: TimingCurve? = nil,
    isRemovedOnCompletion: Bool = true, reportsEvents: Bool = true
  ) {
    self.kind = kind
    self.timing = timing
    self.timingFunction = timingFunction
    self.isRemovedOnCompletion = isRemovedOnCompletion
    self.reportsEvents = reportsEvents
  }

  /// An animation from one value to another; see ``EndPoints`` for values that are left out.
  public static func basic(
    _ path: PropertyPath, from: PropertyValue? = nil, to: PropertyValue? = nil,
    by: PropertyValue? = nil, duration: MediaTime = 0, timingFunction: TimingCurve? = nil
  ) -> Self {
    Self(
      .basic(PropertyAnimation(path), EndPoints(from: from, to: to, by: by)),
      timing: MediaTiming(duration: duration), timingFunction: timingFunction)
  }

  /// An animation along a spring.
  ///
  /// It runs in absolute time: the duration only cuts it off. Without one, it is the settling
  /// duration of the spring, or that of the transaction if the spring never settles (`rule`; Core
  /// Animation leaves it to the caller).
  public static func spring(
    _ path: PropertyPath, from: PropertyValue? = nil, to: PropertyValue? = nil,
    by: PropertyValue? = nil, _ curve: SpringCurve = SpringCurve(Spring()),
    duration: MediaTime? = nil
  ) -> Self {
    Self(
      .spring(PropertyAnimation(path), EndPoints(from: from, to: to, by: by), curve),
      timing: MediaTiming(duration: duration ?? curve.settlingDuration?.seconds ?? 0))
  }

  /// An animation along a spring, by how long it seems to take and how much it bounces.
  ///
  /// Overdamping is allowed, and the duration is the settling duration. The corresponding Core
  /// Animation initializer is `CASpringAnimation(perceptualDuration:bounce:)`.
  ///
  /// - Precondition: The duration is positive, the bounce is −1…1.
  public static func spring(
    _ path: PropertyPath, from: PropertyValue? = nil, to: PropertyValue? = nil,
    by: PropertyValue? = nil, perceptualDuration: Duration, bounce: Double
  ) -> Self {
    spring(
      path, from: from, to: to, by: by,
      SpringCurve(
        Spring(perceptualDuration: perceptualDuration, bounce: bounce), allowsOverdamping: true))
  }

  /// An animation along several values.
  public static func keyframes(
    _ path: PropertyPath, _ keyframes: Keyframes, duration: MediaTime = 0,
    timingFunction: TimingCurve? = nil
  ) -> Self {
    Self(
      .keyframes(PropertyAnimation(path), keyframes), timing: MediaTiming(duration: duration),
      timingFunction: timingFunction)
  }

  /// Several animations that run within the time of a group.
  ///
  /// The basic time of the group is the parent time of its children. They are clipped at its
  /// duration, never scaled.
  public static func group(
    _ animations: [Animation], duration: MediaTime = 0, timingFunction: TimingCurve? = nil
  ) -> Self {
    Self(
      .group(animations), timing: MediaTiming(duration: duration), timingFunction: timingFunction)
  }

  /// A change of the old contents of a layer into the new.
  public static func transition(
    _ transition: LayerTransition = LayerTransition(), duration: MediaTime = 0,
    timingFunction: TimingCurve? = nil
  ) -> Self {
    Self(
      .transition(transition), timing: MediaTiming(duration: duration),
      timingFunction: timingFunction)
  }

  /// Itself with another timing, for a chain of calls.
  public func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

/// What an animation changes, and how its values meet what lies below.
///
/// The corresponding Core Animation class is `CAPropertyAnimation`.
public struct PropertyAnimation: Hashable, Sendable {
  /// What it changes.
  public var path: PropertyPath

  /// Whether its value is added to what lies below, rather than put in its place.
  ///
  /// Numbers add part by part, those of colors too; the values of an additive color are differences
  /// and pass into each other part by part, without the alpha (`rule`). A transform moves points
  /// first, then what lies below it does (`rule`). What cannot be added replaces.
  public var isAdditive: Bool

  /// Whether each cycle starts where the one before ended.
  ///
  /// The value at the end of a cycle is added once for each complete cycle.
  public var isCumulative: Bool

  /// What makes a transform of the animation's numbers.
  public var valueFunction: ValueFunction?

  /// Creates a description of what is changed.
  public init(
    _ path: PropertyPath, isAdditive: Bool = false, isCumulative: Bool = false,
    valueFunction: ValueFunction? = nil
  ) {
    self.path = path
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    self.valueFunction = valueFunction
  }
}

/// What makes a transform of numbers, for an animation of a whole transform.
///
/// The corresponding Core Animation class is `CAValueFunction`.
public enum ValueFunction: String, CaseIterable, Hashable, Sendable {
  /// A rotation about an axis, of a number in radians.
  case rotateX, rotateY, rotateZ

  /// A scale along all axes, of three numbers.
  case scale

  /// A scale along an axis, of a number.
  case scaleX, scaleY, scaleZ

  /// A translation along all axes, of three numbers.
  case translate

  /// A translation along an axis, of a number.
  case translateX, translateY, translateZ

  /// How many numbers it takes.
  var count: Int { self == .scale || self == .translate ? 3 : 1 }

  /// The transform of some numbers; of fewer, the rest count as the first.
  func transform(_ x: Double, _ y: Double, _ z: Double) -> Transform3D {
    switch self {
    case .rotateX: .rotation(x, x: 1, y: 0, z: 0)
    case .rotateY: .rotation(x, x: 0, y: 1, z: 0)
    case .rotateZ: .rotation(x, x: 0, y: 0, z: 1)
    case .scale: .scale(x: x, y: y, z: z)
    case .scaleX: .scale(x: x)
    case .scaleY: .scale(y: x)
    case .scaleZ: .scale(z: x)
    case .translate: .translation(x: x, y: y, z: z)
    case .translateX: .translation(x: x)
    case .translateY: .translation(y: x)
    case .translateZ: .translation(z: x)
    }
  }
}
