public import Quantities
public import TouchInput
import Transitions

/// A policy as data: how a platform, or a person's own file, turns the fingers' motion into
/// progress, and progress and velocity into finish or cancel.
///
/// All platforms share one parametrised rule (``Policy``, ``ProgressRule``, ``VelocityEstimator``);
/// a definition says which values the parameters have, in the units that the platform states them
/// in, and what it had to leave out.
public struct PolicyDefinition: Hashable, Sendable {
  /// Where the values of a preset come from.
  public struct Source: Hashable, Sendable {
    /// The repository, or the documentation.
    public var repository: String

    /// The files.
    public var files: [String]

    /// The commit that was read.
    public var commit: String?
  }

  /// What chooses among values of a parameter.
  public enum Scope: String, Hashable, Sendable, CaseIterable {
    /// The device is a touchscreen.
    case touchscreen

    /// The gesture goes up or down.
    case vertical
  }

  /// The name that the command line has for it.
  public var id: String

  /// What it is, in a line.
  public var title: String

  /// Where its values come from, if it is a platform's.
  public var source: Source?

  /// What is assumed where the platform's answer depends on more than the recording tells.
  public var assumptions: [String] = []

  /// What of the platform it leaves out.
  public var omissions: [String] = []

  /// The command line of a program that is asked in place of a decision, if there is one.
  ///
  /// The values say what makes progress; what a gesture comes to is open until it is decided (see
  /// ``GestureReport/decide(_:)``).
  public var command: String?

  /// The values.
  package var values: [PolicyKey: PolicyValue] = [:]

  /// The values that hold instead of these within a scope.
  package var scoped: [Scope: [PolicyKey: PolicyValue]] = [:]

  /// The value of a parameter.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - kind: The device; everything but a touchscreen counts as a touchpad.
  ///   - axis: The axis of the gesture.
  /// - Returns: The value of the narrowest scope, that of ``threshold`` if the policy has none.
  public func value(
    _ parameter: PolicyKey, on kind: DeviceDescription.Kind, along axis: Axis
  ) -> PolicyValue {
    if axis == .y, let value = scoped[.vertical]?[parameter],
      kind != .touchscreen || scoped[.touchscreen]?[parameter] == nil
    {
      return value
    }
    if kind == .touchscreen, let value = scoped[.touchscreen]?[parameter] { return value }
    return values[parameter] ?? Self.defaults[parameter] ?? .none
  }

  /// Sets a parameter, whatever the scope.
  public mutating func set(_ parameter: PolicyKey, to value: PolicyValue) {
    values[parameter] = value
    for scope in Scope.allCases { scoped[scope]?[parameter] = nil }
  }

  /// The policy `threshold`: progress alone decides.
  public static let threshold = Self(
    id: "threshold", title: "progress alone, at or above the threshold")

  /// The policy `flick`: 0.5 per second either way decides, else the threshold.
  public static let flick: Self = {
    var flick = threshold
    flick.id = "flick"
    flick.title = "a velocity of 0.5 /s either way, else the threshold"
    let bar = PolicyValue.velocity(PolicyVelocity(DecimalNumber(5, fractionDigits: 1), .progress))
    flick.values[.flingForward] = bar
    flick.values[.flingBackward] = bar
    return flick
  }()

  /// The policy of somebody's own program: gestures are those of ``threshold``, and it decides.
  ///
  /// - Parameters:
  ///   - command: The command line for `sh`.
  ///   - id: The name that reports have for it.
  /// - Returns: The policy.
  public static func asking(_ command: String, id: String) -> Self {
    var policy = threshold
    policy.id = id
    policy.title = "a program that is asked about each gesture"
    policy.command = command
    return policy
  }

  /// Whether gestures are made as the program's own two policies make them, whatever the values.
  package var isOwn: Bool {
    id == Self.threshold.id || id == Self.flick.id || command != nil
  }

  /// The value of a parameter where the policy states it itself.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - kind: The device.
  ///   - axis: The axis of the gesture.
  /// - Returns: The value, or `nil` where that of ``threshold`` holds.
  func stated(
    _ parameter: PolicyKey, on kind: DeviceDescription.Kind, along axis: Axis
  ) -> PolicyValue? {
    let isStated =
      values[parameter] != nil || Scope.allCases.contains { scoped[$0]?[parameter] != nil }
    return isStated ? value(parameter, on: kind, along: axis) : nil
  }

  /// The values of the policy `threshold`, which every policy has that does not state its own.
  ///
  /// Its travel and its slop depend on the device, and are not among them.
  static let defaults: [PolicyKey: PolicyValue] = [
    .recognizer: .word("direct"), .recognition: .word("pan"),
    .pixelsPerInch: .number(DecimalNumber(96)),
    .progressIncludesStart: .flag(false), .startMeasure: .word("straight"),
    .startCounts: .word("beyond"), .startAtDistance: .flag(true), .axisLockRatio: .none,
    .axisLockAtRatio: .flag(false), .axisLockEachEvent: .flag(false), .axisLockDistance: .none,
    .maxDeltaPerEvent: .none, .slowsDown: .flag(false), .clamp: .word("none"),
    .sideLockDistance: .none, .cancelIsEnd: .flag(false),
    .velocityEstimator: .word("window_slope"), .velocityWindow: .duration(.milliseconds(100)),
    .velocityDropsFirst: .flag(true), .velocityMinInterval: .duration(.zero),
    .velocityStopGap: .duration(.milliseconds(40)),
    .velocityMinSamples: .number(DecimalNumber(3)), .velocityEvents: .number(DecimalNumber(2)),
    .stalePolicy: .word("zero_after"), .maxVelocityAge: .duration(.milliseconds(100)),
    .velocityMemory: .word("landing"), .velocityStopsAtEnds: .flag(false), .minProgress: .none,
    .forceSpeed: .none, .vetoVelocity: .none, .hysteresisAt: .none, .flingForward: .none,
    .flingBackward: .none,
    .flingMinDistance: .length(PolicyLength(DecimalNumber(0), .pixels)),
    .flingAtBar: .flag(true), .projection: .word("none"),
    .projectionHorizon: .number(DecimalNumber(0)),
    .decelerationRate: .number(DecimalNumber(998, fractionDigits: 3)),
    .projectionKnee: .velocity(PolicyVelocity(DecimalNumber(2), .pixelsPerMillisecond)),
    .projectionMultiplier: .number(DecimalNumber(35, fractionDigits: 2)),
    .projectionMinVelocity: .velocity(PolicyVelocity(DecimalNumber(0), .progress)),
    .clampProjection: .flag(false),
    .finishThreshold: .threshold(Threshold(.share(DecimalNumber(3, fractionDigits: 1)))),
    .tie: .word("finish"), .settle: .settle(.standard),
  ]
}

extension PolicyDefinition {
  /// The value of a parameter as the command line has it, or those along both axes.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - kind: The device.
  ///   - axis: The axis of the gesture, if it is known.
  /// - Returns: The text, or `nil` if the policy does not state it.
  func text(
    of parameter: PolicyKey, on kind: DeviceDescription.Kind, along axis: Axis?
  ) -> String? {
    let texts = PerAxis(
      x: stated(parameter, on: kind, along: .x)?.text,
      y: stated(parameter, on: kind, along: .y)?.text)
    if let axis { return texts[axis] }
    guard let x = texts.x, let y = texts.y else { return nil }
    return x == y ? x : "\(x) across, \(y) up"
  }

  /// The age from which a velocity is 0, as text.
  func age(on kind: DeviceDescription.Kind) -> String {
    guard value(.stalePolicy, on: kind, along: .x) == .word("zero_after") else { return "none" }
    return value(.maxVelocityAge, on: kind, along: .x).text
  }
}
