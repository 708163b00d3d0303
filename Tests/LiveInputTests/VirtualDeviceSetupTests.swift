import LiveInput
import Quantities
import Testing
import TouchInput

@Suite struct VirtualDeviceSetupTests {
  static let axis = DeviceDescription.AbsoluteAxis(minimum: 0, maximum: 3000, resolution: 30)

  /// A clickpad with three slots.
  static let pad = DeviceDescription(
    name: "Some Pad", identity: .init(bus: 3, vendor: 4, product: 5, version: 6),
    properties: [.pointer, .clickpad],
    axes: [
      AxisCode.x: axis, AxisCode.y: axis, AxisCode.contactX: axis, AxisCode.contactY: axis,
      AxisCode.slot: .init(minimum: 0, maximum: 2),
      AxisCode.trackingID: .init(minimum: 0, maximum: 65535),
    ],
    codes: [
      EventType.key: [KeyCode.left, KeyCode.touch, KeyCode.finger],
      EventType.absolute: [
        AxisCode.x, AxisCode.y, AxisCode.contactX, AxisCode.contactY, AxisCode.slot,
        AxisCode.trackingID,
      ],
      EventType.miscellaneous: [MiscellaneousCode.timestamp],
    ])

  private func setup(
    _ change: (inout DeviceDescription) -> Void
  ) throws(VirtualDeviceSetup.Refusal) -> VirtualDeviceSetup {
    var device = Self.pad
    change(&device)
    return try VirtualDeviceSetup(device)
  }

  @Test func `a touch device is made as it is`() throws {
    let setup = try setup { _ in }
    #expect(setup.description == Self.pad)
    #expect(setup.leftOut == 0)
    #expect(try VirtualDeviceSetup(Self.pad, name: "Other").description.name == "Other")
  }

  @Test func `a device that can type is refused`() {
    for letter: UInt16 in [16, 30, 44, 50] {
      #expect(throws: VirtualDeviceSetup.Refusal.keyboard) {
        try setup { $0.codes[EventType.key]?.insert(letter) }
      }
    }
  }

  @Test func `single keys and other kinds of events are left out`() throws {
    let (power, home): (UInt16, UInt16) = (116, 172)
    let relative: UInt16 = 2
    let setup = try setup {
      $0.codes[EventType.key]?.formUnion([power, home, 0x160, 0x2ff])
      $0.codes[relative] = [0, 1]
    }
    #expect(setup.description == Self.pad)
    #expect(setup.leftOut == 6)
    for (type, code) in [(EventType.key, power), (relative, 0)] {
      #expect(!setup.holds(InputEvent(time: .zero, type: type, code: code, value: 1)))
    }
  }

  @Test func `what the device has is held, and what ends frames`() throws {
    let setup = try setup { _ in }
    func holds(_ type: UInt16, _ code: UInt16) -> Bool {
      setup.holds(InputEvent(time: .zero, type: type, code: code, value: 1))
    }
    #expect(holds(EventType.absolute, AxisCode.contactX) && holds(EventType.key, KeyCode.touch))
    #expect(!holds(EventType.absolute, AxisCode.pressure) && !holds(EventType.key, KeyCode.pen))
    #expect(holds(EventType.synchronization, SynchronizationCode.report))
    #expect(holds(EventType.synchronization, SynchronizationCode.contactReport))
    // The kernel says by itself that it dropped events.
    #expect(!holds(EventType.synchronization, SynchronizationCode.dropped))
    #expect(!holds(.max, .max))
  }

  @Test func `what is no touch device is refused`() {
    #expect(throws: VirtualDeviceSetup.Refusal.notDescribed) {
      try VirtualDeviceSetup(DeviceDescription())
    }
    #expect(throws: VirtualDeviceSetup.Refusal.notDescribed) { try setup { $0.codes = [:] } }
    #expect(throws: VirtualDeviceSetup.Refusal.noTouchDevice) {
      try setup { $0.properties.insert(.accelerometer) }
    }
    #expect(throws: VirtualDeviceSetup.Refusal.noTouchDevice) {
      try setup { device in
        device.axes = [AxisCode.x: Self.axis, AxisCode.y: Self.axis]
        device.codes[EventType.absolute] = [AxisCode.x, AxisCode.y]
        device.codes[EventType.key]?.insert(KeyCode.pen)
      }
    }
  }

  @Test func `an axis that the kernel would refuse is clamped or left out`() throws {
    let wrong = DeviceDescription.AbsoluteAxis(
      minimum: .min, maximum: .max, fuzz: .min, flat: .max, resolution: -5)
    let setup = try setup {
      $0.axes[AxisCode.pressure] = .init(minimum: 5, maximum: 4)
      $0.axes[AxisCode.distance] = wrong
      $0.axes[AxisCode.slot] = .init(minimum: -9, maximum: .max)
      $0.axes[.max] = Self.axis
    }
    let axes = setup.description.axes
    #expect(axes[AxisCode.pressure] == nil && axes[.max] == nil)
    #expect(axes[AxisCode.slot] == .init(minimum: 0, maximum: 255))
    #expect(
      axes[AxisCode.distance] == .init(minimum: .min, maximum: .max, fuzz: 0, flat: .max))
    #expect(setup.leftOut == 2)
    #expect(try self.setup { $0.axes[AxisCode.slot]?.maximum = -1 }.description.largestSlot == 0)
  }

  @Test func `positions that are left out leave no touch device`() {
    #expect(throws: VirtualDeviceSetup.Refusal.noTouchDevice) {
      try setup { device in
        for code in device.axes.keys { device.axes[code]?.maximum = .min }
      }
    }
  }

  static let names: [(String, String)] = [
    ("", "Pantograph Touch Device"), ("a\n\u{1b}[2J\u{9b}b", "a??[2J?b"),
    (String(repeating: "é", count: 60), String(repeating: "é", count: 39)),
    (String(repeating: "x", count: 500), String(repeating: "x", count: 79)),
  ]

  @Test(arguments: names)
  func `a name fits, and has no control characters`(name: String, made: String) throws {
    #expect(try setup { $0.name = name }.description.name == made)
  }
}
