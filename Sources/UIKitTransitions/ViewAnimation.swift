import Curves
import Quantities

/// How the changes of a block are animated.
///
/// The corresponding UIKit methods are those of `UIView.animate`.
public struct ViewAnimation: Hashable, Sendable {
  /// How long it takes; without a length, nothing is animated.
  public var duration: Duration

  /// How long it waits.
  public var delay: Duration

  /// The options; their curve holds where there is no ``timing``.
  public var options: ViewAnimationOptions

  /// The pace, if it is none of the options' curves.
  public var timing: TimingParameters?

  /// The length that the old methods without blocks have, `UIView.setAnimationDuration`.
  public static let standardDuration = Duration.milliseconds(200)

  /// Creates an animation along a curve of the options.
  public init(
    duration: Duration, delay: Duration = .zero, options: ViewAnimationOptions = [],
    timing: TimingParameters? = nil
  ) {
    self.duration = duration
    self.delay = delay
    self.options = options
    self.timing = timing
  }

  /// An animation along a spring that settles within its duration.
  ///
  /// The corresponding UIKit method is
  /// `UIView.animate(withDuration:delay:usingSpringWithDamping:initialSpringVelocity:)`.
  ///
  /// - Parameters:
  ///   - duration: How long it takes.
  ///   - damping: The damping ratio, 0…1.
  ///   - velocity: The velocity at the start, of the whole way per second.
  ///   - delay: How long it waits.
  ///   - options: The options; their curve does not count.
  /// - Returns: The animation.
  public static func spring(
    duration: Duration, damping: Double, velocity: Double = 0, delay: Duration = .zero,
    options: ViewAnimationOptions = []
  ) -> Self {
    Self(
      duration: duration, delay: delay, options: options,
      timing: .damped(ratio: damping, velocity: velocity))
  }

  /// The pace.
  var pace: Pace { (timing ?? .curve(options.curve)).pace(over: duration) }

  /// How it is animated along keyframes: at an even pace, unless another is named.
  ///
  /// That of the options which has no bits is none that is named.
  var ofKeyframes: Self {
    var copy = self
    if timing == nil, options.curve == .easeInOut { copy.timing = .curve(.linear) }
    return copy
  }

  /// The same for a block within another that has nothing to say.
  var overridingInherited: Self {
    var copy = self
    copy.options.formUnion([
      .overrideInheritedDuration, .overrideInheritedCurve, .overrideInheritedOptions,
    ])
    return copy
  }

  /// How a block within this one is animated: by this duration and curve, and with these options
  /// beside its own, unless it overrides them.
  ///
  /// What stands for the inner block alone stays its own: its effect, its calculation mode, and what
  /// it overrides (rule).
  func inherited(by inner: Self) -> Self {
    var inner = inner
    if !inner.options.contains(.overrideInheritedDuration) { inner.duration = duration }
    if !inner.options.contains(.overrideInheritedCurve) {
      inner.timing = timing ?? .curve(options.curve)
    }
    if !inner.options.contains(.overrideInheritedOptions) {
      inner.options.formUnion(options.intersection(.inherited))
      if inner.options.preferredFrameRate == nil {
        inner.options.formUnion(options.intersection(.preferredFrameRates))
      }
    }
    return inner
  }
}
