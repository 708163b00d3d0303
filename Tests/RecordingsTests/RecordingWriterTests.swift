import Foundation
import Quantities
import Recordings
import TestSupport
import Testing
import TouchInput

/// What a recording is made of, where it is written again.
struct Written: Equatable {
  var devices: [WrittenDevice]
  var events: [RecordedEvent]

  /// A recording as it was read, with a device for each event.
  init(_ reading: Reading) {
    let count = max(reading.devices.count, (reading.events.map(\.device).max() ?? 0) + 1)
    devices = (0..<count).map { index in
      guard reading.devices.indices.contains(index) else { return WrittenDevice(.init()) }
      return WrittenDevice(reading.devices[index], path: reading.paths[index])
    }
    // The place in the file is no part of it.
    events = reading.events.map { RecordedEvent(event: $0.event, line: 0, device: $0.device) }
  }

  /// The device alone.
  func only(_ index: Int) -> Self {
    var copy = self
    copy.devices = [devices[index]]
    copy.events = events.filter { $0.device == index }.map {
      RecordedEvent(event: $0.event, line: 0)
    }
    return copy
  }

  /// The bytes in a format.
  func bytes(_ format: WritableFormat) -> [UInt8] {
    var writer = format.writer()
    var bytes: [UInt8] = []
    writer.begin(devices, to: &bytes)
    let events = format.capacity.contains(.isByDevice) ? byDevice : events
    for event in events { writer.write(event.event, of: event.device, to: &bytes) }
    writer.finish(to: &bytes)
    return bytes
  }

  /// The events of each device together.
  private var byDevice: [RecordedEvent] {
    devices.indices.flatMap { device in events.filter { $0.device == device } }
  }

  /// What a format with some capacity holds of it.
  func held(by capacity: FormatCapacity) -> Self {
    var copy = self
    for index in devices.indices {
      let given = devices[index].description
      var held = DeviceDescription()
      if capacity.contains(.name) { held.name = given.name == "" ? nil : given.name }
      if capacity.contains(.identity) { held.identity = given.identity }
      if capacity.contains(.properties) { held.properties = given.properties }
      if capacity.contains(.codes) { held.codes = given.codes.filter { !$0.value.isEmpty } }
      if capacity.contains(.axes) { held.axes = given.axes }
      // No control code of uinput sets the codes of other kinds.
      if capacity.contains(.waits) {
        held.codes = held.codes.filter { $0.key < 6 || [0x11, 0x12, 0x14, 0x15].contains($0.key) }
      }
      copy.devices[index] = WrittenDevice(
        held, path: capacity.contains(.devicePaths) ? devices[index].path : nil)
    }
    if !capacity.contains(.synchronizationValues) {
      for index in events.indices where events[index].event.type == 0 {
        copy.events[index].event.value = 0
      }
    }
    if capacity.contains(.isByDevice) { copy.events = copy.byDevice }
    if capacity.contains(.waits) { copy = copy.waited }
    return copy
  }

  /// The recording with its first event where a format with waits begins.
  var begun: Self {
    var copy = self
    let start = events.map(\.event.time).min() ?? .zero
    for index in events.indices {
      copy.events[index].event.time = Timestamp(
        nanoseconds: events[index].event.time.nanoseconds(since: start) + 500_000_000)
    }
    return copy
  }

  /// The recording with the times that waits of milliseconds make of it.
  private var waited: Self {
    var copy = self
    var times = devices.map { _ in Int64(500) }
    for index in events.indices {
      let (device, time) = (events[index].device, events[index].event.time.nanoseconds)
      let milliseconds = (time + 500_000) / 1_000_000
      times[device] = max(times[device], milliseconds)
      copy.events[index].event.time = Timestamp(nanoseconds: times[device] * 1_000_000)
    }
    return copy
  }

  /// The device files that a writer makes up are forgotten, where there was none.
  func withPaths(of other: Self) -> Self {
    var copy = self
    for (index, device) in other.devices.enumerated() where copy.devices.indices.contains(index) {
      if device.path == nil { copy.devices[index].path = nil }
    }
    return copy
  }
}

extension WritableFormat {
  /// The formats that hold all events.
  static var eventFormats: [Self] { allCases.filter { $0.capacity.contains(.events) } }
}

@Suite struct RecordingWriterTests {
  /// Checks that reading what was written gives all that the format can hold.
  static func check(_ reading: Reading, _ format: WritableFormat, _ name: String) {
    let whole = Written(reading)
    let capacity = format.capacity
    let parts =
      capacity.contains(.severalDevices) ? [whole] : whole.devices.indices.map(whole.only)
    for part in parts.map({ capacity.contains(.waits) ? $0.begun : $0 }) {
      let times = part.events.map(\.event.time.nanoseconds)
      let isHeld =
        (capacity.contains(.earlyTimes) || times.allSatisfy { $0 >= 0 })
        && (!capacity.contains(.narrowTimes) || times.allSatisfy { $0 < 1 << 31 * 1_000_000_000 })
      guard isHeld else { continue }
      // Records of nothing but zeros, or none, are like no recording.
      guard capacity.contains(.codes) || part.events.contains(where: { $0.event.value != 0 }) else {
        continue
      }
      let again = Reading(part.bytes(format))
      #expect(again.error == nil, "\(name)")
      #expect(again.notices == [], "\(name)")
      let held = part.held(by: capacity)
      #expect(Written(again).withPaths(of: held) == held, "\(name)")
    }
  }

  static let samples = Sample.all.filter { $0.name != "sample table" }

  @Test(arguments: WritableFormat.eventFormats)
  func `reading what was written gives what the format holds`(format: WritableFormat) throws {
    for sample in Self.samples { Self.check(Reading(sample.bytes), format, sample.name) }
    let folder = Repository.folder.appending(path: "recordings")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let names = files.filter { $0.hasSuffix(".evemu") }
    #expect(names.count == 40)
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      Self.check(Reading(bytes), format, name)
    }
  }

  @Test(.enabled(if: Corpus.path != nil, "PANTOGRAPH_CORPUS names no folder"))
  func `published recordings are the same in every format that holds them`() throws {
    let rows = try Corpus.rows(in: #require(Corpus.path))
    for row in rows where row.format != "hid" {
      let reading = Reading(try row.bytes)
      for format in WritableFormat.eventFormats {
        Self.check(reading, format, "\(row.file) as \(format)")
      }
    }
  }

  @Test(arguments: WritableFormat.eventFormats)
  func `events of any value come back`(format: WritableFormat) {
    var random = Seeded(7)
    let capacity = format.capacity
    let first = capacity.contains(.earlyTimes) ? -1_000_000_000_000 : Int64(0)
    let last =
      capacity.contains(.narrowTimes) ? Int64(2_147_483_647_999_999) : 9_000_000_000_000_000
    let events = (0..<2000).map { _ in
      InputEvent(
        max(
          first,
          Int64.random(in: first...last, using: &random) >> Int64.random(in: 0...50, using: &random)
        ),
        UInt16.random(in: 0...0x1f, using: &random),
        UInt16.random(in: 0...0xffff, using: &random) >> UInt16.random(in: 0...16, using: &random),
        Int32.random(in: .min ... .max, using: &random) >> Int32.random(in: 0...31, using: &random))
    }
    var whole = Written(Reading([]))
    whole.devices = [WrittenDevice(EvemuWriterTests.description)]
    whole.events = events.map { RecordedEvent(event: $0, line: 0) }
    var held = whole.held(by: capacity)
    if format == .evtest {
      // A kind of synchronization without a name is printed with its value.
      for index in held.events.indices
      where whole.events[index].event.type == 0 && whole.events[index].event.code > 3 {
        held.events[index].event.value = whole.events[index].event.value
      }
    }
    let again = Reading(whole.bytes(format))
    #expect(again.error == nil)
    #expect(again.notices == [])
    #expect(Written(again).withPaths(of: held) == held)
  }

  @Test(arguments: WritableFormat.eventFormats)
  func `every code and every key has a name that comes back`(format: WritableFormat) {
    guard format.capacity.contains(.codes) else { return }
    let codes: [UInt16: Set<UInt16>] = [
      1: Set(0...0x2ff), 2: Set(0...15), 3: Set(0...0x3f), 4: Set(0...7), 5: Set(0...16),
      0x11: Set(0...15), 0x12: Set(0...7), 0x14: [0, 1], 0x15: Set(0...0x7f), 0x1f: [9],
    ]
    var whole = Written(Reading([]))
    whole.devices = [
      WrittenDevice(DeviceDescription(name: "x", properties: .init(rawValue: .max), codes: codes))
    ]
    whole.events = [RecordedEvent(event: InputEvent(1, 0, 0, 0), line: 0)]
    let again = Written(Reading(whole.bytes(format)))
    let held = whole.held(by: format.capacity)
    #expect(again.withPaths(of: whole) == held)
    #expect(format == .uinput || held == whole)
  }

  static let names = [
    "a\nE: 0.000001 0003 0039 0003", "\r\u{0}\u{7f}\u{85}\u{1b}[31m", "a\u{2028}b\u{2029}",
    "\"Cool®\" 👋\u{200d}", "it's \\x41 \\", "# no comment", "- node: /dev/input/event9",
    "\u{feff}\u{fffe}\u{202e}x", "", "a: b", "\"", "\\", "\\u0041", "%s",
  ]

  @Test(arguments: WritableFormat.eventFormats, names)
  func `a name is nothing but a name`(format: WritableFormat, name: String) {
    guard format.capacity.contains(.name) else { return }
    var whole = Written(Reading(Sample.evemu))
    whole.devices[0].description.name = name
    let again = Written(Reading(whole.bytes(format)))
    let held = format.capacity.contains(.anyName) ? name : EvemuWriterTests.onOneLine(name)
    #expect(again.devices.map(\.description.name) == [held.isEmpty ? nil : held])
    #expect(again.events == whole.held(by: format.capacity).events)
  }

  @Test(arguments: [
    nil, "/dev/input/event1", "/dev/input/by-id/x y", "event4", "/dev/input/event4:\n", "/dev/é",
  ])
  func `a device file that could be taken for something else is another`(path: String?) {
    var whole = Written(Reading(Sample.getevent))
    whole.devices[0].path = path
    whole.devices[1].path = "/dev/input/event0"
    for format in [WritableFormat.getevent, .libinput] {
      let again = Written(Reading(whole.bytes(format)))
      let isKept = path == "/dev/input/event1"
      #expect(again.devices.map(\.path) == ["/dev/input/event1", "/dev/input/event0"])
      #expect(isKept || again.devices.map(\.description) == whole.devices.map(\.description))
    }
  }

  @Test func `names of files tell formats`() {
    let names: [(String, WritableFormat?)] = [
      ("a.evemu", .evemu), ("a.EV", .evemu), ("/x.y/a.events", .evemu), ("a.yml", .libinput),
      ("a.yaml", .libinput), ("a.getevent", .getevent), ("a.dat", .evtest), ("a.evtest", .evtest),
      ("a.bin", .raw), ("a.raw32", .narrowRaw), ("a.json", .sampleTable),
      ("a.uinput", .uinput), ("a.UInput.json", .uinput), ("uinput.json", .sampleTable),
      ("a.csv", .csv),
      ("a.txt", nil), ("a", nil), ("", nil), (".", nil), ("x.csv/a", nil),
    ]
    for (name, format) in names { #expect(WritableFormat(fileName: name) == format, "\(name)") }
  }
}

/// Where the package is.
enum Repository {
  /// The folder of the package.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}
