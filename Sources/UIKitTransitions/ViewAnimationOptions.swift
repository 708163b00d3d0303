public import Curves
public import Layers

/// How views are animated, with the bits of `UIView.AnimationOptions`.
public struct ViewAnimationOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Subviews are laid out at commit time.
  public static let layoutSubviews = Self(rawValue: 1 << 0)

  /// Views take touches meanwhile.
  public static let allowUserInteraction = Self(rawValue: 1 << 1)

  /// What is not additive starts at what is shown, and not at the value that was set.
  public static let beginFromCurrentState = Self(rawValue: 1 << 2)

  /// It goes on for ever.
  public static let `repeat` = Self(rawValue: 1 << 3)

  /// It goes back to its start.
  public static let autoreverse = Self(rawValue: 1 << 4)

  /// A block within another has its own duration.
  public static let overrideInheritedDuration = Self(rawValue: 1 << 5)

  /// A block within another has its own curve.
  public static let overrideInheritedCurve = Self(rawValue: 1 << 6)

  /// The changes of a transition are animated, and not only the snapshots.
  public static let allowAnimatedContent = Self(rawValue: 1 << 7)

  /// A transition hides and shows its views, instead of removing and adding them.
  public static let showHideTransitionViews = Self(rawValue: 1 << 8)

  /// A block within another has its own options.
  public static let overrideInheritedOptions = Self(rawValue: 1 << 9)

  /// Keyframes hold until the next, `UIView.KeyframeAnimationOptions`, as the others of its kind.
  public static let calculationModeDiscrete = Self(rawValue: 1 << 10)

  /// Keyframes have times in proportion to their distances.
  public static let calculationModePaced = Self(rawValue: 2 << 10)

  /// Keyframes lie on a smooth curve.
  public static let calculationModeCubic = Self(rawValue: 3 << 10)

  /// Keyframes lie on a smooth curve, with times in proportion to their distances.
  public static let calculationModeCubicPaced = Self(rawValue: 4 << 10)

  /// Keyframes have straight ways between them; it is what holds where no mode is named.
  public static let calculationModeLinear: Self = []

  /// It starts slowly.
  public static let curveEaseIn = Self(rawValue: 1 << 16)

  /// It ends slowly.
  public static let curveEaseOut = Self(rawValue: 2 << 16)

  /// It has an even pace.
  public static let curveLinear = Self(rawValue: 3 << 16)

  /// It starts and ends slowly; it is what holds where no curve is named.
  public static let curveEaseInOut: Self = []

  /// The left side comes to the front.
  public static let transitionFlipFromLeft = Self(rawValue: 1 << 20)

  /// The right side comes to the front.
  public static let transitionFlipFromRight = Self(rawValue: 2 << 20)

  /// The old page is lifted, from the bottom on.
  public static let transitionCurlUp = Self(rawValue: 3 << 20)

  /// The new page is laid down, from the top on.
  public static let transitionCurlDown = Self(rawValue: 4 << 20)

  /// The old dissolves into the new.
  public static let transitionCrossDissolve = Self(rawValue: 5 << 20)

  /// The top comes to the front.
  public static let transitionFlipFromTop = Self(rawValue: 6 << 20)

  /// The bottom comes to the front.
  public static let transitionFlipFromBottom = Self(rawValue: 7 << 20)

  /// It prefers 60 frames per second.
  public static let preferredFramesPerSecond60 = Self(rawValue: 3 << 24)

  /// It prefers 30 frames per second.
  public static let preferredFramesPerSecond30 = Self(rawValue: 7 << 24)

  /// The curve that is named: two bits hold which.
  public var curve: TimingCurve {
    switch rawValue >> 16 & 3 {
    case 1: .easeIn
    case 2: .easeOut
    case 3: .linear
    default: .easeInOut
    }
  }

  /// The calculation mode of keyframes that is named: three bits hold which.
  public var calculationMode: Keyframes.CalculationMode {
    switch rawValue >> 10 & 7 {
    case 1: .discrete
    case 2: .paced
    case 3: .cubic
    case 4: .cubicPaced
    default: .linear
    }
  }

  /// What a block within another takes over from it.
  static let inherited: Self = [
    .layoutSubviews, .allowUserInteraction, .beginFromCurrentState, .repeat, .autoreverse,
    .allowAnimatedContent,
  ]

  /// The bits of the frame rate.
  static let preferredFrameRates = Self(rawValue: 15 << 24)

  /// The effect that is named, or `nil` if none is: three bits hold which.
  public var transition: ViewTransition? {
    ViewTransition.allCases.first { $0.bits == rawValue >> 20 & 7 }
  }

  /// The frames per second that are preferred, or `nil` for whatever the screen has.
  public var preferredFrameRate: Double? {
    switch rawValue >> 24 & 15 {
    case 3: 60
    case 7: 30
    default: nil
    }
  }
}

extension ViewTransition {
  /// The number of the effect in the options.
  fileprivate var bits: UInt {
    switch self {
    case .flipFromLeft: 1
    case .flipFromRight: 2
    case .curlUp: 3
    case .curlDown: 4
    case .crossDissolve: 5
    case .flipFromTop: 6
    case .flipFromBottom: 7
    }
  }
}
