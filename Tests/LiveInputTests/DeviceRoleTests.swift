import Testing
import TouchInput

@testable import LiveInput

@Suite struct DeviceRoleTests {
  private func device(
    keys: Set<UInt16> = [], relative: Set<UInt16> = [], switches: Set<UInt16> = [],
    axes: [UInt16] = [], properties: DeviceDescription.Properties = []
  ) -> DeviceDescription {
    var device = DeviceDescription(properties: properties)
    for (type, codes) in [1: keys, 2: relative, 5: switches] as [UInt16: Set<UInt16>]
    where !codes.isEmpty {
      device.codes[type] = codes
    }
    for code in axes { device.axes[code] = .init(minimum: 0, maximum: 100) }
    return device
  }

  @Test func `a pad with fingers as tools is a touchpad`() {
    let pad = device(
      keys: [KeyCode.finger, KeyCode.touch], axes: [0, 1, 0x2f, 0x35, 0x36], properties: .pointer)
    #expect(DeviceRole(pad) == .touchpad)
  }

  @Test func `a direct surface is a touchscreen`() {
    let screen = device(keys: [KeyCode.touch], axes: [0, 1, 0x35, 0x36], properties: .direct)
    #expect(DeviceRole(screen) == .touchscreen)
  }

  @Test func `all keys of the first rows make a keyboard, some of them none`() {
    #expect(DeviceRole(device(keys: Set(1...31))) == .keyboard)
    #expect(DeviceRole(device(keys: Set(2...31))) == .keys)
    #expect(DeviceRole(device(keys: [116])) == .keys)
  }

  @Test func `what moves by itself and has a button is a mouse, or a stick if it says so`() {
    let mouse = device(keys: [KeyCode.left], relative: [0, 1])
    #expect(DeviceRole(mouse) == .mouse)
    var stick = mouse
    stick.properties = .init(rawValue: 1 << 5)
    #expect(DeviceRole(stick) == .pointingStick)
  }

  @Test func `other things are named as what they are`() {
    #expect(DeviceRole(device(keys: [0x130], axes: [0, 1])) == .joystick)
    #expect(DeviceRole(device(axes: [0, 1, 2], properties: .accelerometer)) == .accelerometer)
    #expect(DeviceRole(device(switches: [0])) == .lidSwitch)
    #expect(DeviceRole(DeviceDescription()) == .other)
  }
}
