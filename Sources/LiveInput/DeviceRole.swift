public import TouchInput

/// What an input device is to a person.
public enum DeviceRole: String, Hashable, Sendable {
  /// A surface that moves a pointer.
  case touchpad

  /// A surface that shows what is touched.
  case touchscreen

  /// A surface for a pen.
  case pen

  /// A keyboard, whose events are what somebody types.
  case keyboard

  /// Some keys, such as the power button.
  case keys

  /// A mouse or another pointer.
  case mouse

  /// A stick between the keys that moves the pointer.
  case pointingStick = "pointing-stick"

  /// A joystick or a gamepad.
  case joystick

  /// A sensor of motion.
  case accelerometer

  /// A switch, such as that of the lid.
  case lidSwitch = "switch"

  /// Something else, or nothing is known of it.
  case other

  /// Whether fingers make contacts on it.
  public var isTouched: Bool { self == .touchpad || self == .touchscreen }

  /// The role of a device, as udev judges it (`udev-builtin-input_id.c`).
  public init(_ device: DeviceDescription) {
    switch device.kind {
    case .touchpad: self = .touchpad
    case .touchscreen: self = .touchscreen
    case .pen: self = .pen
    case .other, nil: self = Self.untouched(device)
    }
  }

  /// The keys that udev takes for the sign of a keyboard: from `KEY_ESC` to `KEY_S`.
  private static let keyboardKeys: ClosedRange<UInt16> = 1...31
  /// `BTN_MISC`: what is below are keys of keyboards.
  private static let firstButton: UInt16 = 0x100
  /// From `BTN_JOYSTICK` on, up to the digital buttons.
  private static let joystickButtons: Range<UInt16> = 0x120..<0x140
  /// `EV_REL` and `EV_SW`.
  private static let (relative, switches): (UInt16, UInt16) = (0x02, 0x05)
  /// `INPUT_PROP_POINTING_STICK`.
  private static let stick = DeviceDescription.Properties(rawValue: 1 << 5)

  private static func untouched(_ device: DeviceDescription) -> Self {
    if device.properties.contains(.accelerometer) { return .accelerometer }
    if device.properties.contains(stick) { return .pointingStick }
    let keys = device.codes[EventType.key] ?? []
    if keyboardKeys.allSatisfy(keys.contains) { return .keyboard }
    if let axes = device.codes[relative], axes.isSuperset(of: [0, 1]), keys.contains(KeyCode.left) {
      return .mouse
    }
    if !keys.isDisjoint(with: joystickButtons) { return .joystick }
    if keys.contains(where: { $0 < firstButton }) { return .keys }
    return device.codes[switches] == nil ? .other : .lidSwitch
  }
}
