import Quantities

/// A way from 0 to 1 as a person writes it: a timing curve, an interpolator or a spring.
///
/// ```
/// SPEC          [DURATION] WAY
/// DURATION      0.35s, 350ms
/// WAY           the text of a timing curve: ease-in-out, cubic-bezier(0.4, 0, 0.2, 1), a path
///               the text of an interpolator: overshoot, decelerate(1.5), cycle(2)
///               spring                                mass 1, stiffness 100, damping 10
///               spring(M, K, C[, V])                  mass, stiffness, damping, velocity
///               spring KEY=NUMBER …                   response damping | duration bounce | mass
///                                                     stiffness damping; velocity, overdamping
///               smooth, snappy, bouncy                springs of half a second
///               uiview-spring DURATION RATIO [V]      UIView's spring of a duration
/// ```
public struct CurveSpecification: Hashable, Sendable {
  /// What a way is made of.
  public enum Shape: Hashable, Sendable {
    /// A timing curve.
    case timing(TimingCurve)

    /// An interpolator of Android that is no timing curve.
    case interpolator(Interpolator)

    /// A spring, which runs in absolute time.
    case spring(SpringCurve)
  }

  /// The way.
  public let shape: Shape

  /// The duration that was written, if one was; more than 0.
  public let statedDuration: Duration?

  /// Creates a specification.
  public init(_ shape: Shape, statedDuration: Duration? = nil) {
    self.shape = shape
    self.statedDuration = statedDuration
  }

  /// The longest duration, a day.
  public static let longest = Duration.seconds(86_400)

  /// The duration of a spring that never settles, in place of its settling time.
  public static let endlessDuration = Duration.seconds(10)

  /// How long the way takes: as written, or else 1 s, or until the spring settles.
  public var duration: Duration {
    if let statedDuration { return statedDuration }
    guard case .spring(let curve) = shape else { return .seconds(1) }
    guard let settling = curve.settlingDuration, settling > .zero else {
      return Self.endlessDuration
    }
    return min(settling, Self.longest)
  }

  /// The value some time after the start of a way that takes a duration.
  ///
  /// A spring runs in absolute time, and the duration only cuts it off: until then it need not have
  /// come to 1.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the start.
  ///   - duration: The duration, more than 0.
  /// - Returns: The value, 0 at the start.
  public func value(at elapsed: Duration, of duration: Duration) -> Double {
    switch shape {
    case .timing(let curve): curve.value(at: elapsed.seconds / duration.seconds)
    case .interpolator(let curve): curve.value(at: elapsed.seconds / duration.seconds)
    case .spring(let curve): curve.value(at: elapsed)
    }
  }

  /// The change of the value per second; infinite where the tangent is vertical.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the start.
  ///   - duration: The duration, more than 0.
  /// - Returns: The velocity.
  public func velocity(at elapsed: Duration, of duration: Duration) -> Double {
    let whole = duration.seconds
    return switch shape {
    case .timing(let curve): curve.slope(at: elapsed.seconds / whole) / whole
    case .interpolator(let curve): curve.slope(at: elapsed.seconds / whole) / whole
    case .spring(let curve): curve.velocity(at: elapsed)
    }
  }
}

extension CurveSpecification: CustomStringConvertible {
  /// Reads a specification in the grammar above; blanks around numbers do not count.
  ///
  /// Fails if the text is none, or if one of its numbers is outside its range: durations of 0.1 ms
  /// to a day, masses, stiffnesses and responses more than 0, dampings 0 or more, a bounce of −1…1,
  /// all of them at most 10⁹; the damping of one that may creep may be `inf`, too: a bounce of −1.
  public init?(_ text: some StringProtocol) {
    let words = String(text).split(separator: " ")
    if let first = words.first, words.count > 1, first != "M",
      let duration = Self.duration(first),
      let rest = Self(words.dropFirst().joined(separator: " ")), rest.statedDuration == nil
    {
      self.init(rest.shape, statedDuration: duration)
      return
    }
    let plain = words.joined(separator: " ")
    if let curve = TimingCurve(plain) {
      self.init(.timing(curve))
    } else if let interpolator = Interpolator(
      plain.replacing(", ", with: ",").replacing(",", with: "*"))
    {
      self.init(.interpolator(interpolator))
    } else if let curve = Self.presets.first(where: { $0.key == plain })?.value {
      self.init(.spring(SpringCurve(curve, allowsOverdamping: true)))
    } else if plain.hasPrefix("uiview-spring ") {
      self.init(uiView: words.dropFirst())
    } else if plain.hasPrefix("spring("), plain.hasSuffix(")") {
      self.init(constants: plain.dropFirst("spring(".count).dropLast())
    } else if words.first == "spring" {
      self.init(members: words.dropFirst())
    } else {
      return nil
    }
  }

  /// The springs that have a name, with it.
  public static var presets: KeyValuePairs<String, Spring> {
    ["smooth": .smooth, "snappy": .snappy, "bouncy": .bouncy]
  }

  public var description: String {
    let way =
      switch shape {
      case .timing(let curve): curve.description
      case .interpolator(let curve): curve.description
      case .spring(let curve): Self.text(of: curve)
      }
    return statedDuration.map { "\($0.seconds.plainText)s \(way)" } ?? way
  }

  private static func text(of curve: SpringCurve) -> String {
    let spring = curve.spring
    let numbers = [spring.mass, spring.stiffness, spring.damping, curve.initialVelocity]
    // The brackets have no place for what is not the rule.
    guard curve.allowsOverdamping, spring.dampingRatio > 1 else {
      return "spring(\(numbers.map(\.plainText).joined(separator: ", ")))"
    }
    let names = ["mass", "stiffness", "damping", "velocity"]
    return "spring "
      + zip(names, numbers).map { "\($0)=\($1.plainText) " }.joined() + "overdamping=1"
  }

  private static func duration(_ text: some StringProtocol) -> Duration? {
    guard text.hasSuffix("s"), let duration = Duration(text) else { return nil }
    return (.microseconds(100)...longest).contains(duration) ? duration : nil
  }

  private static func number(
    _ text: some StringProtocol, in range: ClosedRange<Double>
  ) -> Double? {
    Double(plain: text).flatMap { range.contains($0) ? $0 : nil }
  }

  private static let positive = 1e-9...1e9
  private static let notNegative = 0...1e9
  private static let any = -1e9...1e9

  /// Reads `0.4s 0.7 0.3`.
  private init?(uiView words: ArraySlice<Substring>) {
    let words = Array(words)
    guard (2...3).contains(words.count), let duration = Self.duration(words[0]),
      let ratio = Self.number(words[1], in: 0...1),
      let velocity = words.count == 3 ? Self.number(words[2], in: Self.any) : 0
    else { return nil }
    let spring = Spring(
      settlingDuration: duration, dampingRatio: ratio, initialVelocity: velocity)
    self.init(
      .spring(SpringCurve(spring, initialVelocity: velocity)), statedDuration: duration)
  }

  /// Reads `1, 100, 10` with a velocity or without.
  private init?(constants: some StringProtocol) {
    let parts = constants.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ").joined(separator: " ") }
    guard (3...4).contains(parts.count), let mass = Self.number(parts[0], in: Self.positive),
      let stiffness = Self.number(parts[1], in: Self.positive),
      let damping = Self.number(parts[2], in: Self.notNegative),
      let velocity = parts.count == 4 ? Self.number(parts[3], in: Self.any) : 0
    else { return nil }
    let spring = Spring(mass: mass, stiffness: stiffness, damping: damping)
    self.init(.spring(SpringCurve(spring, initialVelocity: velocity)))
  }

  /// Reads `response=0.4s damping=1` and the other ways to name a spring's numbers.
  private init?(members words: ArraySlice<Substring>) {
    var members: [Substring: Substring] = [:]
    for word in words {
      let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, members.updateValue(pair[1], forKey: pair[0]) == nil else {
        return nil
      }
    }
    guard let velocity = Self.number(members["velocity"] ?? "0", in: Self.any),
      let overdamping = Self.number(members["overdamping"] ?? "0", in: 0...1),
      overdamping == 0 || overdamping == 1
    else { return nil }
    // Only Core Animation's own three numbers do not creep, unless they are allowed to.
    var allows = true
    members["velocity"] = nil
    members["overdamping"] = nil
    let spring: Spring
    switch Set(members.keys) {
    case ["response"], ["damping"], ["response", "damping"]:
      guard let response = Self.duration(members["response"] ?? "0.4s"),
        let ratio = Self.number(members["damping"] ?? "1", in: Self.notNegative)
      else { return nil }
      spring = Spring(response: response, dampingRatio: ratio)
    case ["duration"], ["bounce"], ["duration", "bounce"]:
      guard let duration = Self.duration(members["duration"] ?? "0.5s"),
        let bounce = Self.number(members["bounce"] ?? "0", in: -1...1)
      else { return nil }
      spring = Spring(perceptualDuration: duration, bounce: bounce)
    case let names where names.isSubset(of: ["mass", "stiffness", "damping"]):
      guard let mass = Self.number(members["mass"] ?? "1", in: Self.positive),
        let stiffness = Self.number(members["stiffness"] ?? "100", in: Self.positive),
        let damping = members["damping"] == "inf" && overdamping == 1
          ? .infinity : Self.number(members["damping"] ?? "10", in: Self.notNegative)
      else { return nil }
      spring = Spring(mass: mass, stiffness: stiffness, damping: damping)
      allows = overdamping == 1
    default: return nil
    }
    self.init(
      .spring(SpringCurve(spring, initialVelocity: velocity, allowsOverdamping: allows)))
  }
}
