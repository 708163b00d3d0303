import Recordings
import Testing
import TouchInput

@Suite struct CSVWriterTests {
  private func rows(_ events: [InputEvent], of device: DeviceDescription = .init()) -> [String] {
    var whole = Written(Reading([]))
    whole.devices = [WrittenDevice(device)]
    whole.events = events.map { RecordedEvent(event: $0, line: 0) }
    let text = String(decoding: whole.bytes(.csv), as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      lines[0] == "t,frame,slot,tracking_id,x,y,touch_major,touch_minor,width_major,width_minor,"
        + "orientation,tool,pressure,distance,button")
    return Array(lines.dropFirst())
  }

  @Test func `slots keep their values, and a touch has a row where it ends`() {
    #expect(
      rows([
        InputEvent(-1_500_000, 3, 0x39, 7), InputEvent(-1_500_000, 3, 0x35, -91),
        InputEvent(-1_500_000, 3, 0x36, 12), InputEvent(-1_500_000, 3, 0x3a, 40),
        InputEvent(-1_500_000, 0, 0, 0),
        InputEvent(1_000_001, 3, 0x2f, 3), InputEvent(1_000_001, 3, 0x39, 8),
        InputEvent(1_000_001, 1, 0x110, 1), InputEvent(1_000_001, 0, 0, 0),
        InputEvent(1_000_002, 3, 0x2f, 0), InputEvent(1_000_002, 3, 0x39, -1),
        InputEvent(1_000_002, 1, 0x110, 0), InputEvent(1_000_002, 0, 0, 0),
        InputEvent(1_000_003, 0, 3, 0), InputEvent(1_000_003, 3, 0x35, 9),
        InputEvent(1_000_003, 0, 0, 0), InputEvent(1_000_004, 0, 0, 0),
      ]) == [
        "-1.500000,1,0,7,-91,12,,,,,,,40,,0",
        "1.000001,2,0,7,-91,12,,,,,,,40,,1",
        "1.000001,2,3,8,,,,,,,,,,,1",
        "1.000002,3,0,-1,-91,12,,,,,,,40,,0",
        "1.000002,3,3,8,,,,,,,,,,,0",
      ])
  }

  @Test func `contacts of protocol A are counted in their frame`() {
    #expect(
      rows([
        InputEvent(0, 3, 0x35, 1), InputEvent(0, 3, 0x36, 2), InputEvent(0, 0, 2, 0),
        InputEvent(0, 3, 0x35, 3), InputEvent(0, 3, 0x36, 4), InputEvent(0, 3, 0x39, 5),
        InputEvent(0, 0, 2, 0), InputEvent(0, 0, 0, 0),
        InputEvent(1, 0, 2, 0), InputEvent(1, 0, 0, 0),
      ]) == ["0.000000,1,0,,1,2,,,,,,,,,0", "0.000000,1,1,5,3,4,,,,,,,,,0"])
  }

  @Test func `the only contact of a device is in slot 0`() {
    #expect(
      rows([
        InputEvent(0, 3, 0, 1), InputEvent(0, 3, 1, 2), InputEvent(0, 0, 0, 0),
        InputEvent(1, 1, 0x14a, 1), InputEvent(1, 0, 0, 0), InputEvent(2, 3, 0, 9),
        InputEvent(2, 0, 0, 0), InputEvent(3, 1, 0x14a, 0), InputEvent(3, 0, 0, 0),
      ]) == ["0.000001,2,0,,1,2,,,,,,,,,0", "0.000002,3,0,,9,2,,,,,,,,,0"])
  }

  @Test func `a frame that nothing closes counts`() {
    #expect(
      rows([
        InputEvent(0, 3, 0x39, 1), InputEvent(0, 0, 0, 0), InputEvent(5, 3, 0x35, 7),
      ]) == ["0.000000,1,0,1,,,,,,,,,,,0", "0.000005,2,0,1,7,,,,,,,,,,0"])
  }

  @Test(arguments: [Int32.min, -1, 64, .max])
  func `slots that no driver has are left out`(slot: Int32) {
    #expect(
      rows([
        InputEvent(0, 3, 0x2f, slot), InputEvent(0, 3, 0x39, 1), InputEvent(0, 3, 0x35, 1),
        InputEvent(0, 0, 0, 0),
      ]) == [])
  }
}
