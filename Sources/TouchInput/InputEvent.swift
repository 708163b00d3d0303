public import Quantities

/// An event as the kernel's evdev interface reports it.
///
/// The corresponding C type is `struct input_event`.
public struct InputEvent: Hashable, Sendable {
  /// When the event happened, on the device's clock.
  public var time: Timestamp

  /// The kind of event, such as ``EventType/absolute``.
  public var type: UInt16

  /// What the event is about: an axis, a key, a kind of synchronization.
  public var code: UInt16

  /// The new value of the axis or key.
  public var value: Int32

  /// Creates an event.
  @inlinable
  public init(time: Timestamp, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }

  /// Whether touches send such an event: one of a contact, with or without slots.
  package var isTouch: Bool {
    switch type {
    case EventType.absolute: code >= AxisCode.slot
    case EventType.key: code == KeyCode.touch
    case EventType.synchronization: code == SynchronizationCode.contactReport
    default: false
    }
  }
}
