import Glibc

/// The pace of an Android animation.
///
/// The formulas are those of the classes of `android.view.animation`, in double precision;
/// Android's 32-bit arithmetic differs by less than 3·10⁻⁶.
public enum Interpolator: Hashable, Sendable {
  /// The constant pace.
  case linear

  /// The pace that starts and ends slowly, that of an animator by default.
  case accelerateDecelerate

  /// The pace that starts slowly, the more so the larger its factor.
  case accelerate(factor: Double = 1)

  /// The pace that ends slowly, the more so the larger its factor.
  case decelerate(factor: Double = 1)

  /// The pace that goes back before it starts, the farther the larger its tension.
  case anticipate(tension: Double = 2)

  /// The pace that goes too far and comes back, the farther the larger its tension.
  case overshoot(tension: Double = 2)

  /// The pace that does both; its tension is the product of the two numbers.
  case anticipateOvershoot(tension: Double = 2, extra: Double = 1.5)

  /// The pace that bounces at the end.
  ///
  /// It ends at 1.00005, as Android's does.
  case bounce

  /// The pace that swings around the start, some times; it ends where it started.
  case cycle(count: Double)

  /// The pace of a timing curve, such as `TimingCurve.fastOutSlowIn`.
  ///
  /// The androidx classes read a table of 201 values, which differs from the curve by less than
  /// 10⁻⁴.
  case curve(TimingCurve)

  /// The value at a fraction of the time; a fraction outside 0…1 counts as the nearest end.
  ///
  /// Not a number for what is not a number.
  ///
  /// - Complexity: O(1), but for a curve that is a path of many pieces.
  public func value(at fraction: Double) -> Double {
    guard !fraction.isNaN else { return .nan }
    let t = min(max(fraction, 0), 1)
    switch self {
    case .linear: return t
    case .accelerateDecelerate: return cos((t + 1) * .pi) / 2 + 0.5
    case .accelerate(let factor): return pow(t, 2 * factor)
    case .decelerate(let factor): return 1 - pow(1 - t, 2 * factor)
    case .anticipate(let tension): return Self.anticipation(at: t, tension: tension)
    case .overshoot(let tension): return Self.excess(at: t - 1, tension: tension) + 1
    case .anticipateOvershoot(let tension, let extra):
      return t < 0.5
        ? Self.anticipation(at: 2 * t, tension: tension * extra) / 2
        : (Self.excess(at: 2 * t - 2, tension: tension * extra) + 2) / 2
    case .bounce: return Self.bounce(at: 1.1226 * t)
    case .cycle(let count): return sin(2 * .pi * count * t)
    case .curve(let curve): return curve.value(at: t)
    }
  }

  /// The slope at a fraction of the time: how much faster than a constant pace it is.
  ///
  /// Outside 0…1, where the value stays, it is 0; where a piece of ``bounce`` ends, that of the
  /// next. Infinite where the tangent is vertical.
  public func slope(at fraction: Double) -> Double {
    guard !fraction.isNaN else { return .nan }
    guard (0...1).contains(fraction) else { return 0 }
    let t = fraction
    switch self {
    case .linear: return 1
    case .accelerateDecelerate: return -sin((t + 1) * .pi) * .pi / 2
    case .accelerate(let factor): return 2 * factor * pow(t, 2 * factor - 1)
    case .decelerate(let factor): return 2 * factor * pow(1 - t, 2 * factor - 1)
    case .anticipate(let tension): return Self.anticipationSlope(at: t, tension: tension)
    case .overshoot(let tension): return Self.excessSlope(at: t - 1, tension: tension)
    case .anticipateOvershoot(let tension, let extra):
      return t < 0.5
        ? Self.anticipationSlope(at: 2 * t, tension: tension * extra)
        : Self.excessSlope(at: 2 * t - 2, tension: tension * extra)
    case .bounce: return 1.1226 * 16 * (1.1226 * t - Self.arc(at: 1.1226 * t).offset)
    case .cycle(let count): return 2 * .pi * count * cos(2 * .pi * count * t)
    case .curve(let curve): return curve.slope(at: t)
    }
  }

  private static func anticipation(at t: Double, tension: Double) -> Double {
    t * t * ((tension + 1) * t - tension)
  }

  private static func excess(at t: Double, tension: Double) -> Double {
    t * t * ((tension + 1) * t + tension)
  }

  private static func anticipationSlope(at t: Double, tension: Double) -> Double {
    t * (3 * (tension + 1) * t - 2 * tension)
  }

  private static func excessSlope(at t: Double, tension: Double) -> Double {
    t * (3 * (tension + 1) * t + 2 * tension)
  }

  private static func bounce(at t: Double) -> Double {
    let (offset, height) = arc(at: t)
    return 8 * (t - offset) * (t - offset) + height
  }

  /// The arc of the bounce that a moment lies in: where it is lowest, and how high it is there.
  private static func arc(at t: Double) -> (offset: Double, height: Double) {
    switch t {
    case ..<0.3535: (0, 0)
    case ..<0.7408: (0.54719, 0.7)
    case ..<0.9644: (0.8526, 0.9)
    default: (1.0435, 0.95)
    }
  }
}

extension Interpolator: CustomStringConvertible {
  /// Reads a name such as `bounce`, or that of a timing curve.
  ///
  /// Numbers follow in brackets, as in `overshoot(2)` and `anticipate-overshoot(2*1.5)`; those left
  /// out have their default.
  ///
  /// Fails if the text is no such name, or if a number is missing or not finite.
  public init?(_ text: some StringProtocol) {
    if let curve = TimingCurve(text) {
      self = curve == .linear ? .linear : .curve(curve)
      return
    }
    let parts = text.split(
      separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first else { return nil }
    var numbers: [Double] = []
    if parts.count > 1 {
      guard parts[1].hasSuffix(")") else { return nil }
      for part in parts[1].dropLast().split(separator: "*", omittingEmptySubsequences: false) {
        guard let number = Double(plain: part) else { return nil }
        numbers.append(number)
      }
    }
    switch (name, numbers.count) {
    case ("accelerate-decelerate", 0): self = .accelerateDecelerate
    case ("accelerate", 0): self = .accelerate()
    case ("accelerate", 1): self = .accelerate(factor: numbers[0])
    case ("decelerate", 0): self = .decelerate()
    case ("decelerate", 1): self = .decelerate(factor: numbers[0])
    case ("anticipate", 0): self = .anticipate()
    case ("anticipate", 1): self = .anticipate(tension: numbers[0])
    case ("overshoot", 0): self = .overshoot()
    case ("overshoot", 1): self = .overshoot(tension: numbers[0])
    case ("anticipate-overshoot", 0): self = .anticipateOvershoot()
    case ("anticipate-overshoot", 1): self = .anticipateOvershoot(tension: numbers[0])
    case ("anticipate-overshoot", 2):
      self = .anticipateOvershoot(tension: numbers[0], extra: numbers[1])
    case ("bounce", 0): self = .bounce
    case ("cycle", 1): self = .cycle(count: numbers[0])
    default: return nil
    }
  }

  public var description: String {
    switch self {
    case .linear: "linear"
    case .accelerateDecelerate: "accelerate-decelerate"
    case .accelerate(let factor): "accelerate(\(factor.plainText))"
    case .decelerate(let factor): "decelerate(\(factor.plainText))"
    case .anticipate(let tension): "anticipate(\(tension.plainText))"
    case .overshoot(let tension): "overshoot(\(tension.plainText))"
    case .anticipateOvershoot(let tension, let extra):
      "anticipate-overshoot(\(tension.plainText)*\(extra.plainText))"
    case .bounce: "bounce"
    case .cycle(let count): "cycle(\(count.plainText))"
    case .curve(let curve): curve.description
    }
  }
}
