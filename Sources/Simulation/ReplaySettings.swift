import Curves
public import Gestures
public import Quantities
public import Transitions

/// What a person asks of a replay, before the device is known.
public struct ReplaySettings: Hashable, Sendable {
  /// The way that makes progress 1.
  public enum Travel: Hashable, Sendable {
    /// The whole axis of a touchscreen; 38 mm across and 28.5 mm up a touchpad, at most the pad.
    case auto

    /// A length; a share is one of the axis.
    case length(Length)
  }

  /// The rule that decides.
  public enum PolicyName: String, Hashable, Sendable, CaseIterable {
    /// Progress alone.
    case threshold

    /// The velocity, else progress.
    case flick
  }

  /// Something that may be on, off, or as the device suggests.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    case auto, on, off
  }

  /// What a click during the gesture does.
  public enum Button: String, Hashable, Sendable, CaseIterable {
    /// Cancels on a clickpad, else nothing.
    case auto

    /// Ends the gesture, which is cancelled.
    case cancel

    /// Nothing.
    case ignore
  }

  /// How many fingers the gesture needs; `nil`: two or more on a touchpad, else any number.
  public var fingers: FingerRequirement?

  /// Which way is forward.
  public var direction = PanDirection.any

  /// The way that makes progress 1; `nil`: as a table says, else auto.
  public var travel: Travel?

  /// The bar that progress is compared with; `nil`: as a table says, else 0.3.
  public var threshold: Threshold?

  /// The rule that decides.
  public var policy = PolicyName.threshold

  /// How near to the edge the gesture must start; `nil`: anywhere.
  public var edge: Length?

  /// The motion before the gesture is recognized; `nil`: 1.5 mm, or 1 % of an unknown size.
  public var slop: Length?

  /// Whether the motion's sign is turned round; `nil`: as a table says, else not.
  public var isInverted: Bool?

  /// The age from which a velocity counts as 0.
  public var maximumVelocityAge = Duration.milliseconds(100)

  /// Whether steps that no finger can make are left out.
  public var jumpFilter = Choice.auto

  /// What a click during the gesture does.
  public var button = Button.auto

  /// The longest pause between two frames of a gesture.
  public var maximumGap = Duration.seconds(10)

  /// How the transition goes to its end.
  public var settle = SettleStyle.standard

  /// Frames per second of settling and trace.
  public var frameRate = 60.0

  /// The ranges of the axes, in place of those that the recording has.
  public var axisRanges: PerAxis<ClosedRange<Int>>?

  /// The size of the surface in millimeters, in place of the declared one.
  public var size: PerAxis<DecimalNumber>?

  /// A matrix that positions are mapped by.
  public var calibration: Calibration?

  /// Whether reports hold a row for each frame.
  public var isTraced = false

  /// The most frames of a gesture that its trace has rows for, 2 or more: beyond it every other row
  /// is left out, again and again; `nil`: all.
  public var mostTraceRows: Int?

  /// Creates settings with the defaults of the command line.
  public init() {}

  /// The settings as text, those that depend on the device as they were given.
  public var texts: [String: String] {
    var texts = [
      "button": button.rawValue,
      "direction": direction.rawValue,
      "edge": edge?.description ?? "anywhere",
      "fingers": fingers?.description ?? "auto",
      "invert": isInverted ?? false ? "on" : "off",
      "jump_filter": jumpFilter.rawValue,
      "max_gap": DecimalText.significant(maximumGap.seconds) + "s",
      "max_velocity_age": DecimalText.significant(maximumVelocityAge.seconds) + "s",
      "policy": policy.rawValue,
      "recognizer": "direct",
      "settle": settle.description,
      "slop": slop?.description ?? "auto",
      "threshold": threshold?.description ?? "0.3",
      "travel": "auto",
    ]
    if case .length(let length) = travel { texts["travel"] = length.description }
    if let calibration {
      texts["matrix"] = calibration.elements.map(\.description).joined(separator: " ")
    }
    return texts
  }
}

extension SettleStyle: CustomStringConvertible {
  /// Reads `0.35s ease-in-out`, `spring response=0.4s damping=1` or `none`.
  public init?(_ text: some StringProtocol) {
    if text == "none" {
      self = .none
      return
    }
    let parts = text.split(separator: " ")
    if parts.first == "spring" {
      var response = Duration.milliseconds(400)
      var damping = 1.0
      for part in parts.dropFirst() {
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2 else { return nil }
        switch pair[0] {
        case "response":
          guard let value = Self.duration(pair[1]), value >= .milliseconds(1) else { return nil }
          response = value
        case "damping":
          guard let number = DecimalNumber(pair[1]), number.digits > 0, number.value <= 100 else {
            return nil
          }
          damping = number.value
        default: return nil
        }
      }
      self = .spring(Spring(response: response, dampingRatio: damping))
      return
    }
    // A curve may have blanks in it: cubic-bezier(0.4, 0, 0.2, 1).
    guard let first = parts.first, let duration = Self.duration(first),
      let curve = TimingCurve(
        parts.count > 1 ? parts.dropFirst().joined(separator: " ") : "ease-in-out")
    else { return nil }
    self = .timed(duration, curve)
  }

  /// A duration such as `0.35s` or `350ms`, at most an hour.
  private static func duration(_ text: some StringProtocol) -> Duration? {
    let isMilliseconds = text.hasSuffix("ms")
    guard isMilliseconds || text.hasSuffix("s") else { return nil }
    guard let number = DecimalNumber(text.dropLast(isMilliseconds ? 2 : 1)), number.digits >= 0
    else { return nil }
    let seconds = number.value * (isMilliseconds ? 0.001 : 1)
    return seconds <= 3600 ? Duration(finiteSeconds: seconds) : nil
  }

  public var description: String {
    switch self {
    case .timed(let duration, let curve, _):
      "\(DecimalText.significant(duration.seconds))s \(curve)"
    case .spring(let spring):
      "spring response=\(DecimalText.significant(2 * .pi / spring.naturalFrequency))s "
        + "damping=\(DecimalText.significant(spring.dampingRatio))"
    case .none: "none"
    }
  }

  /// The curve alone, as text.
  public var curveText: String {
    switch self {
    case .timed(_, let curve, _): curve.description
    case .spring, .none: description
    }
  }
}
