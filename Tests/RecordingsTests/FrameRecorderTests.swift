import Quantities
import Recordings
import TestSupport
import Testing
import TouchInput

@Suite struct FrameRecorderTests {
  static let formats = [WritableFormat.evemu, .libinput]

  /// What is read of a text again.
  private func reading(_ bytes: [UInt8]) -> Reading {
    Reading(String(decoding: bytes, as: UTF8.self))
  }

  /// A touch late on the clock, with a key that is typed in between.
  private let events = [InputEvent].stream(
    [
      .id(7), .x(100), .y(200), .touch(true), .report,
      .event(type: 4, code: 4, value: 0x7001e), .key(30, 1), .report,
      .x(110), .event(type: 4, code: 4, value: 0x90001), .key(KeyCode.left, 1), .report,
      .id(-1), .touch(false), .report,
    ], from: .milliseconds(5_000_000))

  @Test(arguments: formats)
  func `times count from the first event, and what is typed is left out`(format: WritableFormat) {
    var recorder = FrameRecorder(format)
    var bytes: [UInt8] = []
    let pad = DeviceDescription.multitouch(keys: [30, KeyCode.touch, KeyCode.left])
    recorder.begin(WrittenDevice(pad), to: &bytes)
    for event in events { _ = recorder.take(event, to: &bytes) }
    recorder.finish(to: &bytes)
    let reading = reading(bytes)
    let start = Timestamp.milliseconds(format == .evemu ? 0.001 : 0)
    let expected = [InputEvent].stream(
      [
        .id(7), .x(100), .y(200), .touch(true), .report, .wait(.milliseconds(8)),
        .x(110), .key(KeyCode.left, 1), .report, .id(-1), .touch(false), .report,
      ], from: start)
    #expect(reading.events.map(\.event) == expected)
    #expect(reading.devices.first?.codes[EventType.key] == [KeyCode.touch, KeyCode.left])
    #expect(recorder.progress.events == expected.count)
    #expect(recorder.progress.frames == 3)
    #expect(recorder.progress.leftOut == 3)
    #expect(recorder.progress.duration == .milliseconds(24))
  }

  @Test(arguments: formats)
  func `a recording that ends behind any frame can be read`(format: WritableFormat) {
    var recorder = FrameRecorder(format)
    var bytes: [UInt8] = []
    recorder.begin(WrittenDevice(.multitouch()), to: &bytes)
    #expect(reading(bytes).events.isEmpty)
    #expect(reading(bytes).devices.map(\.axes) == [DeviceDescription.multitouch().axes])
    let stream = [InputEvent].stream(
      [.id(1), .x(1), .y(1), .report] + (2..<40).flatMap { [.x($0), .report] })
    var whole = 0
    for (index, event) in stream.enumerated() {
      let size = bytes.count
      let isWritten = recorder.take(event, to: &bytes)
      #expect(isWritten == (bytes.count > size))
      if isWritten { whole = index + 1 }
      let reading = reading(bytes)
      #expect(reading.events.count == whole)
      #expect(reading.notices.isEmpty)
    }
  }

  @Test func `a clock that is set back does not go below what libinput's YAML can hold`() {
    var recorder = FrameRecorder(.libinput)
    var bytes: [UInt8] = []
    recorder.begin(WrittenDevice(.multitouch()), to: &bytes)
    let stream = [InputEvent].stream(
      [.x(1), .report, .wait(.seconds(-9)), .x(2), .report], from: .milliseconds(10_000))
    for event in stream { _ = recorder.take(event, to: &bytes) }
    #expect(reading(bytes).events.map(\.event.time) == Array(repeating: .zero, count: 4))
  }

  @Test func `the machine is told of as evemu-record and libinput record do`() {
    let machine = RecordingMachine(
      system: "debian:12", kernel: "6.1.0\n# x", model: "dmi:bvn\"X\":")
    for (format, lines) in [
      (WritableFormat.evemu, ["# Kernel: 6.1.0?# x", "# DMI: dmi:bvn\"X\":"]),
      (
        .libinput,
        [
          "  os: \"debian:12\"", "  kernel: \"6.1.0\\u000a# x\"", "  dmi: \"dmi:bvn\\\"X\\\":\"",
        ]
      ),
    ] {
      var recorder = FrameRecorder(format, on: machine)
      var bytes: [UInt8] = []
      recorder.begin(
        WrittenDevice(.multitouch(), axisValues: [AxisCode.contactX: 77]), to: &bytes)
      let text = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      for line in lines { #expect(text.contains(line)) }
      #expect(text.contains { $0.hasSuffix("Value       77") || $0.hasSuffix("Value          77") })
      #expect(reading(bytes).notices.isEmpty)
    }
  }

  @Test func `the distribution is told if its file tells it whole`() {
    #expect(
      RecordingMachine.system(inRelease: "NAME=\"Debian\"\nVERSION_ID=\"12\"\nID=debian\n")
        == "debian:12")
    #expect(RecordingMachine.system(inRelease: "ID=arch\n") == nil)
  }
}
