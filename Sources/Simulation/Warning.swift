public import TouchInput

/// Something about a recording that a person should know, and that does not end the replay.
public struct Warning: Hashable, Sendable {
  /// What it is about: each case means what its ``message`` says, and its raw value stands for it in
  /// reports.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case noEvents = "no-events"
    case timeBackwards = "time-backwards"
    case frameNotClosed = "frame-not-closed"
    case fileCut = "file-cut"
    case dropped
    case touchJump = "touch-jump"
    case slotOutOfRange = "slot-out-of-range"
    case trackingIDReplaced = "tracking-id-replaced"
    case toolCountMismatch = "tool-count-mismatch"
    case valueOutOfRange = "value-out-of-range"
    case unknownSize = "unknown-size"
    case joinedLate = "joined-late"
    case unknownLine = "unknown-line"
    case contactLeftDown = "contact-left-down"
    case thresholdOutOfReach = "threshold-out-of-reach"
    case tooManyContacts = "too-many-contacts"
    case noTimestamps = "no-timestamps"
    case oneContactOnly = "one-contact-only"
    case touchNotFollowed = "touch-not-followed"
    case acceleratedDeltas = "accelerated-deltas"

    /// What it means on a kind of device, for a person.
    public func message(on kind: DeviceDescription.Kind?) -> String {
      switch self {
      case .noEvents: "the recording has no events"
      case .timeBackwards: "time runs backwards; it counts as standing still"
      case .frameNotClosed: "the last frame has no SYN_REPORT behind it; it was closed"
      case .fileCut: "the last line stops in the middle; it was left out"
      case .dropped:
        "the kernel dropped events (SYN_DROPPED); what was down before counts as interrupted"
      case .touchJump: "a contact jumped further than a finger can move; the step was left out"
      case .slotOutOfRange: "a slot is beyond those that the device declares; it was left out"
      case .trackingIDReplaced: "a tracking ID took the place of another that had not ended"
      case .toolCountMismatch:
        "BTN_TOOL_* and the slots disagree on the number of fingers; the slots count"
      case .valueOutOfRange: "a position is outside the range of its axis"
      case .unknownSize:
        "the device does not say how large it is (--size WxHmm does); "
          + (kind == .touchpad ? "it counts as 69 x 50 mm" : "nothing is known in mm")
      case .joinedLate: "a contact moves whose touch was never reported; it was left out"
      case .unknownLine: "the line is none that this format has; it was left out"
      case .contactLeftDown: "the recording ends with a contact down"
      case .thresholdOutOfReach: "the surface ends before the threshold is reached"
      case .tooManyContacts: "a frame has more than 32 contacts; the rest was left out"
      case .noTimestamps: "the events have no times; velocities are 0"
      case .acceleratedDeltas:
        "the deltas are accelerated: the same way makes more progress the faster the fingers are"
      case .touchNotFollowed:
        "libinput makes no gestures of a touchscreen, so this touch cannot be followed: record it "
          + "with libinput record"
      case .oneContactOnly: "the device reports one contact, and the gesture needs more fingers"
      }
    }
  }

  /// What it is about.
  public var code: Code

  /// How often it came.
  public var count: Int

  /// The first lines it came on, at most 10; none where no line is to blame.
  public var lines: [Int]

  /// Creates a warning.
  public init(code: Code, count: Int, lines: [Int]) {
    self.code = code
    self.count = count
    self.lines = lines
  }
}
