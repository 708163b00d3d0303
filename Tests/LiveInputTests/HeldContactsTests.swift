import LiveInput
import Quantities
import Testing
import TouchInput

@Suite struct HeldContactsTests {
  static let pad = DeviceDescription(
    axes: [AxisCode.slot: .init(minimum: 0, maximum: 4)], codes: [:])

  private func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(time: .zero, type: type, code: code, value: value)
  }

  private func slot(_ number: Int32, _ tracking: Int32) -> [InputEvent] {
    [
      event(EventType.absolute, AxisCode.slot, number),
      event(EventType.absolute, AxisCode.trackingID, tracking),
    ]
  }

  private func key(_ code: UInt16, _ value: Int32) -> InputEvent {
    event(EventType.key, code, value)
  }

  private var report: InputEvent {
    event(EventType.synchronization, SynchronizationCode.report, 0)
  }

  private func held(
    _ events: [InputEvent], on device: DeviceDescription = pad
  ) -> HeldContacts {
    var held = HeldContacts(device)
    events.forEach { held.handle($0) }
    return held
  }

  @Test func `nothing is lifted of a device that nobody touched`() {
    #expect(held([]).isEmpty)
    #expect(held([]).lift == [])
    let touched = slot(0, 7) + [key(KeyCode.touch, 1), report]
    let lifted = slot(0, -1) + [key(KeyCode.touch, 0), report]
    #expect(held(touched + lifted).isEmpty)
    #expect(held(touched + lifted).lift == [])
  }

  @Test func `slots and keys are lifted in their order, and the first slot is chosen`() {
    let held = held(
      slot(2, 9) + slot(0, 8) + [key(KeyCode.twoFingers, 1), key(KeyCode.touch, 1), report])
    #expect(!held.isEmpty)
    #expect(
      held.lift == slot(0, -1) + slot(2, -1) + [event(EventType.absolute, AxisCode.slot, 0)]
        + [key(KeyCode.touch, 0), key(KeyCode.twoFingers, 0), report])
  }

  @Test func `what lifts leaves nothing to lift`() {
    var held = held(slot(3, 9) + slot(1, 8) + [key(KeyCode.left, 1)])
    for event in held.lift { held.handle(event) }
    #expect(held.isEmpty && held.lift == [])
  }

  @Test func `the slot alone is taken back`() {
    let held = held(slot(3, 9) + [report] + slot(3, -1) + [report])
    #expect(held.isEmpty)
    #expect(held.lift == [event(EventType.absolute, AxisCode.slot, 0), report])
  }

  @Test func `slots that the device has not are passed over, as the kernel does`() {
    #expect(held(slot(99, 9)).lift == slot(0, -1) + [report])
    #expect(held(slot(-5, 9)).lift == slot(0, -1) + [report])
    let hostile = DeviceDescription(axes: [AxisCode.slot: .init(minimum: 0, maximum: .max)])
    #expect(held(slot(.max, 9), on: hostile).lift.first?.value == .max)
    let none = DeviceDescription(axes: [AxisCode.slot: .init(minimum: .min, maximum: .min)])
    #expect(held(slot(0, 9), on: none).lift == slot(0, -1) + [report])
  }

  @Test func `contacts without slots leave by a frame without one`() {
    let group = event(EventType.synchronization, SynchronizationCode.contactReport, 0)
    #expect(held([group, report]).lift == [group, report])
    #expect(held([group, report, report]).lift == [])
  }
}
