import Testing
import TouchInput

@testable import Recordings

@Suite struct EventNamesTests {
  @Test(
    arguments: [
      (0, 0, "EV_SYN", "SYN_REPORT"), (1, 0x14a, "EV_KEY", "BTN_TOUCH"),
      (1, 0x110, "EV_KEY", "BTN_LEFT"),
      (1, 0x14f, "EV_KEY", "BTN_TOOL_QUADTAP"), (1, 116, "EV_KEY", "KEY_POWER"),
      (1, 0x2e7, "EV_KEY", "BTN_TRIGGER_HAPPY40"), (2, 8, "EV_REL", "REL_WHEEL"),
      (3, 0x2f, "EV_ABS", "ABS_MT_SLOT"), (3, 0x3d, "EV_ABS", "ABS_MT_TOOL_Y"),
      (4, 5, "EV_MSC", "MSC_TIMESTAMP"), (5, 16, "EV_SW", "SW_MACHINE_COVER"),
      (0x11, 0, "EV_LED", "LED_NUML"),
      (0x12, 2, "EV_SND", "SND_TONE"), (0x14, 1, "EV_REP", "REP_PERIOD"),
      (0x15, 0x50, "EV_FF", "FF_RUMBLE"),
    ] as [(UInt16, UInt16, String, String)])
  func `names and numbers belong together`(
    type: UInt16, code: UInt16, typeName: String, name: String
  ) {
    #expect(EventNames.name(ofType: type) == typeName)
    #expect(EventNames.name(ofCode: code, type: type) == name)
    #expect(Self.bytes(typeName) { EventNames.type(of: $0) } == type)
    #expect(Self.bytes(name) { EventNames.code(of: $0, type: type) } == code)
  }

  @Test(
    arguments: [
      ("BTN_MOUSE", 0x110), ("BTN_MISC", 0x100), ("BTN_DIGI", 0x140), ("BTN_GAMEPAD", 0x130),
      ("KEY_MIN_INTERESTING", 113), ("BTN_TRIGGER_HAPPY", 0x2c0), ("KEY_SELECTIVE_SCREEN", 0x27a),
    ] as [(String, UInt16)])
  func `other names and cut ones are understood`(name: String, code: UInt16) {
    #expect(Self.bytes(name) { EventNames.code(of: $0, type: 1) } == code)
    #expect(EventNames.name(ofCode: code, type: 1) != name)
  }

  @Test func `every name leads back to its number`() {
    var count = 0
    for type in UInt16(0)...0x1f {
      for code in UInt16(0)...0x2ff {
        guard let name = EventNames.name(ofCode: code, type: type) else { continue }
        let found = Self.bytes(name) { EventNames.code(of: $0, type: type) }
        let sameStart = found.flatMap { EventNames.name(ofCode: $0, type: type) }
        #expect(found == code || sameStart?.prefix(20) == name.prefix(20))
        count += 1
      }
    }
    #expect(count == 728)
  }

  @Test func `what there is not has no name`() {
    #expect(EventNames.name(ofType: 0x1e) == nil)
    #expect(EventNames.name(ofCode: 0x2ff, type: 1) == nil)
    #expect(EventNames.name(ofProperty: 1) == "INPUT_PROP_DIRECT")
    #expect(EventNames.name(ofProperty: 63) == nil)
    #expect(Self.bytes("ABS_MT_SLO") { EventNames.code(of: $0, type: 3) } == nil)
    #expect(Self.bytes("BTN_TOUCH") { EventNames.code(of: $0, type: 3) } == nil)
    #expect(Self.bytes("INPUT_PROP_BUTTONPAD") { EventNames.property(of: $0) } == 2)
  }

  static func bytes<Result>(
    _ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    Array(text.utf8).withUnsafeBufferPointer(body)
  }
}
