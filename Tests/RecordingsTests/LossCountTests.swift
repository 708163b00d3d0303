import Quantities
import Recordings
import Testing
import TouchInput

@Suite struct LossCountTests {
  private func losses(
    _ format: WritableFormat, name: String? = "Pad", path: String? = nil,
    _ events: [InputEvent] = []
  ) -> [Loss] {
    var description = EvemuWriterTests.description
    description.name = name
    var count = LossCount(writing: format)
    count.note(WrittenDevice(description, path: path))
    for event in events { count.note(event) }
    return count.losses
  }

  @Test func `a format of descriptions loses none`() {
    for format in [WritableFormat.evemu, .libinput, .evtest, .getevent] {
      #expect(losses(format) == [])
      #expect(losses(format, name: "a\nb") == (format == .libinput ? [] : [.nameCharacters]))
    }
    #expect(losses(.uinput, name: "a\nb") == [])
    #expect(losses(.raw) == [.name, .identity, .properties, .codes, .axes])
    #expect(losses(.raw, name: nil) == [.identity, .properties, .codes, .axes])
    #expect(losses(.csv) == losses(.raw))
    #expect(losses(.sampleTable) == losses(.raw))
  }

  @Test func `device files are lost where none can stand`() {
    #expect(losses(.evemu, path: "/dev/input/event4") == [.devicePath])
    #expect(losses(.getevent, path: "/dev/input/event4") == [])
    #expect(losses(.getevent, path: "/dev/a b") == [.devicePath])
  }

  @Test func `times are lost that do not fit`() {
    let early = InputEvent(-1, 3, 0, 0)
    let late = InputEvent(2_147_483_648_000_000, 3, 0, 0)
    let fine = InputEvent(time: Timestamp(nanoseconds: 1001), type: 3, code: 0, value: 0)
    #expect(losses(.evemu, [early, late]) == [])
    #expect(losses(.evemu, [fine]) == [.nanoseconds])
    #expect(losses(.libinput, [early]) == [.earlyTimes])
    #expect(losses(.narrowRaw, name: nil, [early, late]).last == .lateTimes)
    #expect(!losses(.narrowRaw, [InputEvent(2_147_483_647_999_999, 3, 0, 0)]).contains(.lateTimes))
    #expect(!losses(.sampleTable, [fine]).contains(.nanoseconds))
  }

  @Test func `times are lost where there are waits`() {
    func event(_ microseconds: Int64) -> InputEvent { InputEvent(microseconds, 3, 0, 0) }
    #expect(losses(.uinput, [event(500_000), event(507_000)]) == [])
    #expect(losses(.uinput, [event(1), event(7001)]) == [.origin])
    #expect(losses(.uinput, [event(-1), event(7000)]) == [.origin, .microseconds])
    #expect(losses(.uinput, [event(500_000), event(507_000), event(506_000)]) == [.backwardTimes])
    var count = LossCount(writing: .uinput)
    count.note(event(500_000), of: 1)
    count.note(event(507_000), of: 1)
    count.note(event(500_000), of: 0)
    #expect(count.losses == [])
  }

  @Test func `codes are lost that uinput cannot set`() {
    for (type, isLost) in [(0x14, false), (0x15, false), (0x16, true), (0x1f, true)]
      as [(UInt16, _)]
    {
      var count = LossCount(writing: .uinput)
      count.note(WrittenDevice(DeviceDescription(codes: [1: [330], type: [1]])))
      #expect(count.losses == (isLost ? [.codes] : []))
    }
  }

  @Test func `events are lost where only contacts are held`() {
    let slots = [
      InputEvent(1, 3, 0x39, 1), InputEvent(1, 3, 0x35, 1), InputEvent(1, 3, 0x36, 1),
      InputEvent(1, 1, 0x14a, 1), InputEvent(1, 0, 0, 0),
    ]
    let second = [
      InputEvent(2, 3, 0x2f, 1), InputEvent(2, 3, 0x39, 2), InputEvent(2, 3, 0x35, 1),
      InputEvent(2, 3, 0x36, 1), InputEvent(2, 0, 0, 0),
    ]
    func more(_ format: WritableFormat, _ events: [InputEvent]) -> [Loss] {
      losses(format, events).filter { !losses(format).contains($0) }
    }
    #expect(more(.sampleTable, slots) == [])
    #expect(more(.sampleTable, slots + second) == [.severalContacts])
    #expect(more(.csv, slots + second) == [])
    #expect(more(.csv, [InputEvent(1, 3, 0x3a, 1), InputEvent(1, 1, 0x110, 1)]) == [])
    #expect(
      more(.sampleTable, [InputEvent(1, 3, 0x3a, 1), InputEvent(1, 1, 0x110, 1)])
        == [.contactDetails])
    #expect(more(.csv, [InputEvent(1, 4, 4, 1)]) == [.otherEvents])
    #expect(more(.csv, [InputEvent(1, 1, 30, 1)]) == [.otherEvents])
    #expect(more(.csv, [InputEvent(1, 0, 3, 0)]) == [.dropped])
    #expect(more(.evtest, [InputEvent(1, 0, 0, 1)]) == [.synchronizationValues])
    #expect(more(.evtest, [InputEvent(1, 0, 9, 1)]) == [])
  }
}
