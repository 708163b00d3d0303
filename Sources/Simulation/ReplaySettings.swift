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

  /// One of the program's own two rules.
  public enum PolicyName: String, Hashable, Sendable, CaseIterable {
    /// Progress alone.
    case threshold

    /// The velocity, else progress.
    case flick
  }

  /// Something that may be on, off, or as the device suggests.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    /// As the device suggests.
    case auto

    /// On.
    case on

    /// Off.
    case off
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

  /// What recognizes gestures in contacts.
  public enum Recognizer: String, Hashable, Sendable, CaseIterable {
    /// The contacts themselves are followed.
    case direct

    /// libinput's rules: what it would have delivered to a compositor drives the transition.
    case libinput
  }

  /// The deltas of libinput's gestures that make progress.
  public enum Deltas: String, Hashable, Sendable, CaseIterable {
    /// Those before pointer acceleration: 10.52 pixels to a millimeter of finger travel.
    case unaccelerated

    /// Those after it, which depend on how fast the fingers are.
    case accelerated
  }

  /// What is made of a recording before it is replayed; `nil`: nothing.
  public var variation: Variation?

  /// How many fingers the gesture needs; `nil`: two or more on a touchpad, else any number.
  public var fingers: FingerRequirement?

  /// Which way is forward.
  public var direction = PanDirection.any

  /// Policies that every touch is compared under, besides.
  public var comparedPolicies: [PolicyDefinition] = []

  /// The way that makes progress 1; `nil`: as the policy or a table says, else auto.
  public var travel: Travel?

  /// The bar that progress is compared with; `nil`: as the policy or a table says, else 0.3.
  public var threshold: Threshold?

  /// The policy: what makes progress, and what decides.
  public var policy = PolicyDefinition.threshold

  /// What recognizes gestures in contacts; `nil`: as the policy says on touchpads, else directly.
  ///
  /// Gestures that a recording has of libinput stay what they are.
  public var recognizer: Recognizer?

  /// How near to the edge the gesture must start; `nil`: anywhere.
  public var edge: Length?

  /// The motion before the gesture is recognized; `nil`: as the policy says, else 1.5 mm, or 1 % of
  /// an unknown size.
  public var slop: Length?

  /// Whether the motion's sign is turned round; `nil`: as a table says, else not.
  public var isInverted: Bool?

  /// Which deltas make progress, where libinput's gestures do.
  public var deltas = Deltas.unaccelerated

  /// The age from which a velocity counts as 0; `nil`: as the policy says.
  public var maximumVelocityAge: Duration?

  /// Whether steps that no finger can make are left out.
  public var jumpFilter = Choice.auto

  /// What a click during the gesture does.
  public var button = Button.auto

  /// The longest pause between two frames of a gesture.
  public var maximumGap = Duration.seconds(10)

  /// How the transition goes to its end; `nil`: as the policy says.
  public var settle: SettleStyle?

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

  /// Whether the moments of a gesture are told while it goes on.
  public var tellsMoments = false

  /// Whether the frames of contacts are told while they come.
  public var tellsContacts = false

  /// The most frames of a gesture that its trace has rows for, 2 or more: beyond it every other row
  /// is left out, again and again; `nil`: all.
  public var mostTraceRows: Int?

  /// The most points of the tracks that a report has of its contacts: beyond it every other one is
  /// left out, again and again; `nil`: reports have no tracks.
  public var mostContactPoints: Int?

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
      "max_velocity_age": maximumVelocityAge.map { DecimalText.significant($0.seconds) + "s" }
        ?? "auto",
      "policy": policy.id,
      "recognizer": (recognizer ?? .direct).rawValue,
      "settle": settle?.description ?? "auto",
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
