import Quantities
import TestSupport
import Testing
import TouchInput

/// Streams that no device sends.
extension TouchDecoderTests {
  /// Events of every kind, most of them such as touch devices send, some with extreme values.
  private static func events(_ seed: UInt64, count: Int) -> [InputEvent] {
    var random = Seeded(seed)
    let isTimeWild = Bool.random(using: &random)
    let axes: [UInt16] = [
      AxisCode.slot, AxisCode.trackingID, AxisCode.contactX, AxisCode.contactY, AxisCode.x,
      AxisCode.y, AxisCode.z, AxisCode.rotationX, AxisCode.toolType, AxisCode.distance,
      AxisCode.pressure, AxisCode.touchMajor,
    ]
    let keys: [UInt16] = [
      KeyCode.touch, KeyCode.left, KeyCode.middle, KeyCode.finger, KeyCode.twoFingers,
      KeyCode.threeFingers,
      KeyCode.fourFingers, KeyCode.fiveFingers, KeyCode.pen,
    ]
    let extremes: [Int32] = [.min, .min + 1, -1, 0, 1, 31, 32, .max - 1, .max]
    var now: Int64 = 0
    return (0..<count).map { _ in
      let step = Int64.random(
        in: isTimeWild ? -200_000_000...200_000_000 : 0...8_000_000, using: &random)
      now =
        Int.random(in: 0..<500, using: &random) == 0 && isTimeWild
        ? Int64.random(in: .min ... .max, using: &random)
        : now.addingReportingOverflow(step).partialValue
      let time = Timestamp(nanoseconds: now)
      let value =
        Int.random(in: 0..<10, using: &random) == 0
        ? extremes.randomElement(using: &random) ?? 0 : Int32.random(in: -1...6, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<10:
        return InputEvent(
          time: time, type: EventType.absolute, code: axes.randomElement(using: &random) ?? 0,
          value: value)
      case 10..<13:
        return InputEvent(
          time: time, type: EventType.key, code: keys.randomElement(using: &random) ?? 0,
          value: Int32.random(in: 0...2, using: &random))
      case 13..<18:
        let codes: [UInt16] = [0, 0, 0, 0, 2, 2, 1, 3]
        return InputEvent(
          time: time, type: EventType.synchronization,
          code: codes.randomElement(using: &random) ?? 0, value: value)
      default:
        return InputEvent(
          time: time, type: .random(in: 0...0x20, using: &random),
          code: .random(in: .min ... .max, using: &random), value: value)
      }
    }
  }

  @Test(arguments: 0..<120 as Range<UInt64>)
  func `any events keep the promises of frames`(seed: UInt64) {
    let devices: [DeviceDescription] = [
      DeviceDescription(), .multitouch(), .multitouch(slots: nil), .multitouch(slots: 2),
      .multitouch(slots: 60), .single(),
      DeviceDescription(axes: [
        AxisCode.slot: .init(minimum: .max, maximum: .max),
        AxisCode.contactX: .init(minimum: .min, maximum: .max),
        AxisCode.contactY: .init(minimum: .max, maximum: .min),
      ]),
    ]
    var decoder = TouchDecoder(device: devices[Int(seed) % devices.count])
    var last = Timestamp(nanoseconds: .min)
    var down: Set<Int> = []
    var largest = 0
    func check(_ frame: ContactFrame) {
      #expect(frame.time >= last)
      last = frame.time
      #expect(frame.count <= ContactFrame.capacity)
      #expect(frame.fingerCount >= frame.count)
      #expect(frame.interruption == nil || frame.count == 0)
      let serials = frame.contacts.map(\.serial)
      #expect(Set(serials).count == serials.count)
      // A serial number that is not among those down is larger than all before.
      for serial in serials.sorted() where !down.contains(serial) {
        #expect(serial == largest + 1)
        largest = serial
      }
      down = Set(serials)
    }
    for event in Self.events(seed, count: 3000) {
      let output = decoder.handle(event)
      #expect(output.isFrame == (event.type == 0 && event.code == 0))
      if output.isFrame { check(decoder.frame) }
    }
    if decoder.finish().isFrame { check(decoder.frame) }
    decoder.interrupt(.endOfRecording)
    check(decoder.frame)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the same events make the same frames`(seed: UInt64) {
    let events = Self.events(seed, count: 500)
    let first = Decoding(events: events, isFinished: true)
    let second = Decoding(events: events, isFinished: true)
    #expect(first.frames == second.frames)
    #expect(first.issues == second.issues)
    #expect(!first.frames.isEmpty)
  }
}
