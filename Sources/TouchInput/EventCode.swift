/// The kinds of events, as `linux/input-event-codes.h` numbers them.
public enum EventType {
  /// Events that separate others, `EV_SYN` in the kernel.
  @inlinable public static var synchronization: UInt16 { 0x00 }

  /// Keys and buttons, `EV_KEY` in the kernel.
  @inlinable public static var key: UInt16 { 0x01 }

  /// Axes with absolute values, `EV_ABS` in the kernel.
  @inlinable public static var absolute: UInt16 { 0x03 }

  /// Events that fit no other kind, `EV_MSC` in the kernel.
  @inlinable public static var miscellaneous: UInt16 { 0x04 }

  /// The largest number of a kind, `EV_MAX` in the kernel.
  @inlinable public static var maximum: UInt16 { 0x1f }
}

/// The codes of synchronization events.
public enum SynchronizationCode {
  /// The end of a frame, `SYN_REPORT` in the kernel.
  @inlinable public static var report: UInt16 { 0 }

  /// The end of a contact in protocol A, `SYN_MT_REPORT` in the kernel.
  @inlinable public static var contactReport: UInt16 { 2 }

  /// The notice that the kernel threw events away, `SYN_DROPPED` in the kernel.
  @inlinable public static var dropped: UInt16 { 3 }
}

/// The codes of the keys and buttons that a touch device has.
public enum KeyCode {
  /// The main button, `BTN_LEFT` in the kernel.
  @inlinable public static var left: UInt16 { 0x110 }

  /// The third button, `BTN_MIDDLE` in the kernel.
  @inlinable public static var middle: UInt16 { 0x112 }

  /// A pen, `BTN_TOOL_PEN` in the kernel.
  @inlinable public static var pen: UInt16 { 0x140 }

  /// One finger, `BTN_TOOL_FINGER` in the kernel.
  @inlinable public static var finger: UInt16 { 0x145 }

  /// Five fingers, `BTN_TOOL_QUINTTAP` in the kernel.
  @inlinable public static var fiveFingers: UInt16 { 0x148 }

  /// Something touches the surface, `BTN_TOUCH` in the kernel.
  @inlinable public static var touch: UInt16 { 0x14a }

  /// The button of a pen, `BTN_STYLUS` in the kernel.
  @inlinable public static var stylus: UInt16 { 0x14b }

  /// Two fingers, `BTN_TOOL_DOUBLETAP` in the kernel.
  @inlinable public static var twoFingers: UInt16 { 0x14d }

  /// Three fingers, `BTN_TOOL_TRIPLETAP` in the kernel.
  @inlinable public static var threeFingers: UInt16 { 0x14e }

  /// Four fingers, `BTN_TOOL_QUADTAP` in the kernel.
  @inlinable public static var fourFingers: UInt16 { 0x14f }

  /// The number of fingers that a `BTN_TOOL_*` key stands for, or `nil` for another key.
  public static func fingerCount(_ code: UInt16) -> Int? {
    switch code {
    case finger: 1
    case twoFingers: 2
    case threeFingers: 3
    case fourFingers: 4
    case fiveFingers: 5
    default: nil
    }
  }
}

/// The codes of absolute axes.
public enum AxisCode {
  /// The x position of the only contact, `ABS_X` in the kernel.
  @inlinable public static var x: UInt16 { 0x00 }

  /// The y position of the only contact, `ABS_Y` in the kernel.
  @inlinable public static var y: UInt16 { 0x01 }

  /// An axis that few drivers send the x position on, `ABS_Z` in the kernel.
  @inlinable public static var z: UInt16 { 0x02 }

  /// An axis that few drivers send the y position on, `ABS_RX` in the kernel.
  @inlinable public static var rotationX: UInt16 { 0x03 }

  /// The pressure of the only contact, `ABS_PRESSURE` in the kernel.
  @inlinable public static var singlePressure: UInt16 { 0x18 }

  /// The slot that the following values belong to, `ABS_MT_SLOT` in the kernel.
  @inlinable public static var slot: UInt16 { 0x2f }

  /// The longer axis of the touching area, `ABS_MT_TOUCH_MAJOR` in the kernel.
  @inlinable public static var touchMajor: UInt16 { 0x30 }

  /// The shorter axis of the touching area, `ABS_MT_TOUCH_MINOR` in the kernel.
  @inlinable public static var touchMinor: UInt16 { 0x31 }

  /// The x position of a contact, `ABS_MT_POSITION_X` in the kernel.
  @inlinable public static var contactX: UInt16 { 0x35 }

  /// The y position of a contact, `ABS_MT_POSITION_Y` in the kernel.
  @inlinable public static var contactY: UInt16 { 0x36 }

  /// What touches: a finger, a pen, a palm, `ABS_MT_TOOL_TYPE` in the kernel.
  @inlinable public static var toolType: UInt16 { 0x37 }

  /// The number of a group of contacts that are one thing, `ABS_MT_BLOB_ID` in the kernel.
  @inlinable public static var blobID: UInt16 { 0x38 }

  /// The number of a touch, −1 when it ends, `ABS_MT_TRACKING_ID` in the kernel.
  @inlinable public static var trackingID: UInt16 { 0x39 }

  /// The pressure of a contact, `ABS_MT_PRESSURE` in the kernel.
  @inlinable public static var pressure: UInt16 { 0x3a }

  /// How far a contact hovers, `ABS_MT_DISTANCE` in the kernel.
  @inlinable public static var distance: UInt16 { 0x3b }

  /// The largest number of an axis, `ABS_MAX` in the kernel.
  @inlinable public static var maximum: UInt16 { 0x3f }
}

/// The codes of events that fit no other kind.
public enum MiscellaneousCode {
  /// When the device looked, in microseconds on its own clock, `MSC_TIMESTAMP` in the kernel.
  @inlinable public static var timestamp: UInt16 { 0x05 }
}
