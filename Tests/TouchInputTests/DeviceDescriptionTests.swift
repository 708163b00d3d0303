import Quantities
import TestSupport
import Testing
import TouchInput

@Suite struct DeviceDescriptionTests {
  typealias Properties = DeviceDescription.Properties

  /// A device with some axes that have a range, and some keys.
  private func device(
    _ axes: [UInt16], keys: Set<UInt16> = [], properties: Properties = []
  ) -> DeviceDescription {
    DeviceDescription(
      properties: properties,
      axes: Dictionary(uniqueKeysWithValues: axes.map { ($0, .init(minimum: 0, maximum: 99)) }),
      codes: [EventType.absolute: Set(axes), EventType.key: keys])
  }

  static let single = [AxisCode.x, AxisCode.y]
  static let contacts = [AxisCode.contactX, AxisCode.contactY]
  static let button = KeyCode.left
  static let stylus = KeyCode.stylus

  @Test(
    arguments: [
      // A touchpad, a clickpad, one on its kernel's first day, one of a game controller.
      (single + contacts, [button, KeyCode.finger, KeyCode.touch], [.pointer], .touchpad),
      (
        single + contacts, [button, KeyCode.finger, KeyCode.touch], [.pointer, .clickpad], .touchpad
      ),
      (single, [button, KeyCode.finger, KeyCode.touch], [], .touchpad),
      (contacts, [button, KeyCode.finger], [.pointer], .touchpad),
      // A touchscreen with contacts, without, without BTN_TOUCH, without a property.
      (single + contacts, [KeyCode.touch], [.direct], .touchscreen),
      (single, [KeyCode.touch], [.direct], .touchscreen),
      (contacts, [], [.direct], .touchscreen),
      (single, [KeyCode.touch], [], .touchscreen),
      (contacts, [], [], .touchscreen),
      // One that sends BTN_TOOL_FINGER, one that emulates a mouse beside.
      (single + contacts, [KeyCode.finger, KeyCode.touch], [.direct], .touchscreen),
      (single, [button, KeyCode.touch], [], .touchscreen),
      // A surface that needs a pointer on the screen.
      (single, [KeyCode.touch], [.pointer], .touchpad),
      // A pen tablet, a pen display, the fingers of one, a screen for pen and fingers.
      (single, [KeyCode.pen, stylus, KeyCode.touch], [.pointer], .pen),
      (single, [KeyCode.pen, KeyCode.finger, stylus, KeyCode.touch], [], .pen),
      (single, [KeyCode.pen, KeyCode.touch], [.direct], .pen),
      (single, [stylus, KeyCode.touch], [], .pen),
      (single + contacts, [KeyCode.finger, KeyCode.touch, button], [], .touchpad),
      (single + contacts, [KeyCode.pen, KeyCode.touch], [.direct], .touchscreen),
      // The buttons beside a tablet, a mouse, a mouse of a virtual machine, a keyboard, a joystick.
      (single, [stylus, 0x100, 0x101], [], .other),
      ([], [button], [], .other),
      (single, [button, button + 1, KeyCode.middle], [], .other),
      (single, [button, button + 1, KeyCode.middle], [.direct], .other),
      ([], [30, 31, 32], [], .other),
      ([0x20], [30, 31, 32], [], .other),
      (single + [AxisCode.z, AxisCode.rotationX], [0x120, 0x121], [], .other),
      (Array(0...0x3f), [0x130, 0x131], [], .other),
      (Array(0...0x3f), [0x130, 0x131, button], [], .other),
      // A mouse with a surface, an accelerometer, a device with half a position.
      (contacts, [button, button + 1], [], .other),
      (single + [AxisCode.z], [KeyCode.touch], [.accelerometer], .other),
      ([AxisCode.x], [KeyCode.touch], [], .other),
      ([AxisCode.contactX], [KeyCode.touch], [.direct], .other),
    ] as [([UInt16], Set<UInt16>, Properties, DeviceDescription.Kind)])
  func `the kind follows from axes, keys and properties`(
    axes: [UInt16], keys: Set<UInt16>, properties: Properties, kind: DeviceDescription.Kind
  ) {
    #expect(device(axes, keys: keys, properties: properties).kind == kind)
  }

  @Test func `a device that says nothing is of no known kind`() {
    #expect(DeviceDescription().kind == nil)
    #expect(DeviceDescription(name: "pad").kind == nil)
    // Ranges alone do not tell a pad from a screen.
    let ranges = DeviceDescription(axes: device(Self.single + Self.contacts).axes)
    #expect(ranges.kind == nil)
    #expect(ranges.isMultitouch)
    // Neither do the same axes as codes, as readers note them.
    let codes = DeviceDescription(
      axes: ranges.axes, codes: [EventType.absolute: Set(ranges.axes.keys)])
    #expect(codes.kind == nil)
    #expect(device(Self.contacts, keys: []).kind == .touchscreen)
    #expect(DeviceDescription(properties: .direct).kind == .other)
  }

  @Test func `an empty description knows nothing but the identity`() {
    #expect(DeviceDescription().isEmpty)
    #expect(DeviceDescription(identity: .init(bus: 3)).isEmpty)
    #expect(!DeviceDescription(name: "").isEmpty)
    #expect(!DeviceDescription(properties: .direct).isEmpty)
    #expect(!device([AxisCode.x]).isEmpty)
    #expect(!DeviceDescription(codes: [EventType.key: []]).isEmpty)
  }

  @Test func `an axis is there with a range or without`() {
    let device = DeviceDescription(
      axes: [AxisCode.x: .init(minimum: 0, maximum: 9)], codes: [EventType.absolute: [AxisCode.y]])
    #expect(device.hasAxis(AxisCode.x))
    #expect(device.hasAxis(AxisCode.y))
    #expect(!device.hasAxis(AxisCode.z))
    #expect(!device.hasKey(KeyCode.touch))
    #expect(device.surface(.single) == nil)
  }

  @Test func `the surface has the declared ranges and resolutions`() {
    let surface = DeviceDescription.multitouch(x: 1472...5472, y: -10...690).surface(.contacts)
    #expect(surface?.x == .init(minimum: 1472, maximum: 5472, unitsPerMillimeter: Ratio(10)))
    #expect(surface?.y == .init(minimum: -10, maximum: 690, unitsPerMillimeter: Ratio(10)))
    #expect(DeviceDescription.multitouch().surface(.single) == nil)
    #expect(DeviceDescription.single().surface(.contacts) == nil)
  }

  @Test(arguments: [(0, 100, 12, 12), (1, 100, 12, nil), (0, 99, 12, nil), (0, 100, 0, nil)])
  func `a resolution of the single position stands in if the range is the same`(
    minimum: Int32, maximum: Int32, resolution: Int32, expected: Int?
  ) {
    var device = DeviceDescription()
    for code in [AxisCode.contactX, AxisCode.contactY] {
      device.axes[code] = .init(minimum: 0, maximum: 100, resolution: 0)
    }
    for code in [AxisCode.x, AxisCode.y] {
      device.axes[code] = .init(minimum: minimum, maximum: maximum, resolution: resolution)
    }
    let units = device.surface(.contacts)?.x.unitsPerMillimeter
    #expect(units == expected.map { Ratio(Int128($0)) })
  }

  @Test(arguments: [0, -1, .min] as [Int32])
  func `a resolution that is not positive is unknown`(resolution: Int32) {
    var device = DeviceDescription.multitouch()
    device.axes[AxisCode.contactX]?.resolution = resolution
    #expect(device.surface(.contacts)?.x.unitsPerMillimeter == nil)
    #expect(device.surface(.contacts)?.y.unitsPerMillimeter == Ratio(10))
  }

  @Test func `a range that is empty makes no surface`() {
    #expect(DeviceDescription.multitouch(x: 7...7).surface(.contacts) == nil)
  }

  @Test func `the largest slot is that of the axis`() {
    #expect(DeviceDescription.multitouch(slots: 5).largestSlot == 4)
    #expect(DeviceDescription.multitouch(slots: nil).largestSlot == nil)
  }
}
