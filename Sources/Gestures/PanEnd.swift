/// What ends a pan.
public enum PanEnd: String, Hashable, Sendable, CaseIterable {
  /// All fingers left in one frame.
  case lift

  /// A finger left, others stay.
  case fingersChanged = "fingers-changed"

  /// A button was pressed.
  case button

  /// A finger turned out to be a palm.
  case palm

  /// Nothing was reported for too long.
  case gap

  /// The system took the touch away.
  case cancelEvent = "cancel-event"

  /// The kernel threw events away.
  case dropped

  /// The device is gone.
  case deviceRemoved = "device-removed"

  /// The recording ends.
  case endOfRecording = "end-of-recording"

  /// Whether the events ended, and not the touch.
  public var isOfRecording: Bool {
    switch self {
    case .dropped, .deviceRemoved, .endOfRecording: true
    case .lift, .fingersChanged, .button, .palm, .gap, .cancelEvent: false
    }
  }

  /// Whether the person ended the pan, so that a decision is to be made; the others cancel it.
  public var isDecided: Bool {
    switch self {
    case .lift, .fingersChanged: true
    case .button, .palm, .gap, .cancelEvent, .dropped, .deviceRemoved, .endOfRecording: false
    }
  }
}
