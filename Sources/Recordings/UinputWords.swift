/// The numbers and names that Android's `uinput` has for what a device can do.
enum UinputWords {
  /// The control codes that set what a device can send, by name.
  private static let controls: [(name: StaticString, number: Int64, type: UInt16?)] = [
    ("UI_SET_EVBIT", 100, nil), ("UI_SET_KEYBIT", 101, 0x01), ("UI_SET_RELBIT", 102, 0x02),
    ("UI_SET_ABSBIT", 103, 0x03), ("UI_SET_MSCBIT", 104, 0x04), ("UI_SET_LEDBIT", 105, 0x11),
    ("UI_SET_SNDBIT", 106, 0x12), ("UI_SET_FFBIT", 107, 0x15), ("UI_SET_SWBIT", 109, 0x05),
    ("UI_SET_PROPBIT", 110, nil),
  ]

  /// The control code that sets the kinds of events.
  static let kindControl: Int64 = 100

  /// The control code that sets the properties.
  static let propertyControl: Int64 = 110

  /// The kind of force feedback, which needs to say how many effects there are.
  static let forceFeedback: UInt16 = 0x15

  /// The kind of repeated keys, whose two codes come with it.
  static let repetition: UInt16 = 0x14

  /// The control code with a name.
  static func control(named name: UnsafeBufferPointer<UInt8>) -> Int64? {
    controls.first { $0.name ~= name }?.number
  }

  /// The kind of events whose codes a control code sets.
  static func type(ofControl number: Int64) -> UInt16? {
    controls.first { $0.number == number }?.type
  }

  /// The control code that sets the codes of a kind of events, or `nil` if there is none.
  static func control(forType type: UInt16) -> Int64? {
    controls.first { $0.type == type }?.number
  }

  /// Whether the codes of a kind of events can be told.
  static func holdsCodes(ofType type: UInt16) -> Bool {
    control(forType: type) != nil || type == repetition
  }

  /// The buses by name, as the kernel numbers them.
  private static let buses: [(name: StaticString, number: UInt16)] = [
    ("pci", 0x01), ("isapnp", 0x02), ("usb", 0x03), ("hil", 0x04), ("bluetooth", 0x05),
    ("virtual", 0x06), ("isa", 0x10), ("i8042", 0x11), ("xtkbd", 0x12), ("rs232", 0x13),
    ("gameport", 0x14), ("parport", 0x15), ("amiga", 0x16), ("adb", 0x17), ("i2c", 0x18),
    ("host", 0x19), ("gsc", 0x1a), ("atari", 0x1b), ("spi", 0x1c), ("rmi", 0x1d), ("cec", 0x1e),
    ("intel_ishtp", 0x1f), ("amd_sfh", 0x20),
  ]

  /// The bus with a name, in letters of either case.
  static func bus(named name: UnsafeBufferPointer<UInt8>) -> UInt16? {
    let small = name.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
    return small.withUnsafeBufferPointer { small in buses.first { $0.name ~= small }?.number }
  }

  /// The name of a bus.
  static func name(ofBus number: UInt16) -> String? {
    buses.first { $0.number == number }.map { "\($0.name)" }
  }
}
