import Quantities
import Testing
import TouchInput

@testable import Recordings

@Suite struct HIDTouchDeviceTests {
  typealias Sample = HIDSample

  private func frames(
    _ descriptor: [UInt8], _ reports: [(Int, [UInt8])], identity: String = "3 1234 5678"
  ) -> [String] {
    let reading = Reading(Sample.recording(descriptor, reports, identity: identity))
    #expect(reading.error == nil)
    #expect(reading.notices == [])
    return reading.frames
  }

  // MARK: Devices

  @Test func `a touchscreen is described`() throws {
    let device = try #require(Reading(Sample.text).devices.first)
    #expect(device.kind == .touchscreen)
    #expect(device.name == "Test")
    #expect(device.identity == .init(bus: 3, vendor: 0x1234, product: 0x5678))
    #expect(device.properties == .direct)
    #expect(device.codes[EventType.key] == [KeyCode.touch])
    #expect(device.codes[EventType.miscellaneous] == [5])
    let x = DeviceDescription.AbsoluteAxis(minimum: 0, maximum: 1000, resolution: 10)
    let y = DeviceDescription.AbsoluteAxis(minimum: 0, maximum: 500, resolution: 10)
    #expect(
      device.axes == [
        0x00: x, 0x01: y, 0x2f: .init(minimum: 0, maximum: 3), 0x35: x, 0x36: y,
        0x37: .init(minimum: 0, maximum: 2), 0x39: .init(minimum: 0, maximum: 65535),
        0x3b: .init(minimum: 0, maximum: 1),
      ])
    let size = device.surface(.contacts)?.millimeters
    #expect(size?.width == 100 && size?.height == 50)
  }

  @Test func `a touchpad is described`() throws {
    let device = try #require(Reading(Sample.head(Sample.pad)).devices.first)
    #expect(device.kind == .touchpad)
    #expect(device.properties == [.pointer, .clickpad])
    #expect(device.largestSlot == 4)
    #expect(
      device.codes[EventType.key] == [0x110, 0x145, 0x148, 0x14a, 0x14d, 0x14e, 0x14f])
    #expect(device.axes[AxisCode.distance] == nil)
  }

  @Test func `a device that says no number of contacts has ten slots`() throws {
    let bytes = Sample.application(4, report: 1, Sample.contact)
    #expect(Reading(Sample.head(bytes)).devices.first?.largestSlot == 9)
    let wrong = Sample.application(4, report: 1, Sample.contact, Sample.mostContacts(0, report: 2))
    #expect(Reading(Sample.head(wrong)).devices.first?.largestSlot == 9)
    let huge = Sample.application(
      4, report: 1, Sample.contact, Sample.mostContacts(30_000, report: 2))
    #expect(Reading(Sample.head(huge)).devices.first?.largestSlot == 9)
  }

  @Test func `devices that are not touched are other`() {
    for descriptor in [Sample.mouse, Sample.items((.usagePage, 1))] {
      let reading = Reading(Sample.recording(descriptor, [(0, [9, 1, 0, 0]), (5, [])]))
      #expect(reading.devices.map(\.kind) == [.other])
      #expect(reading.events == [])
      #expect(reading.error == nil)
    }
  }

  @Test func `touches in a vendor's own form are refused`() {
    let descriptor =
      Sample.items((.usagePage, 0xff00), (.usage, 1), (.collection, 1), (.usagePage, 0x0d))
      + Sample.items((.usage, 0x22), (.collection, 0)) + Sample.position + Sample.item(.end)
      + Sample.item(.end)
    let reading = Reading(
      Sample.recording(descriptor, [(0, [1, 2, 3, 4]), (8, [1, 2, 3, 4])]))
    #expect(reading.problem == "4: the touches of this device are in a form of its vendor's own")
  }

  // MARK: Bamboo

  /// The descriptor of a pad of 120 x 80 mm in 480 x 320 steps, as the tablets have it.
  private static let bamboo: [UInt8] =
    Sample.items((.usagePage, 0xff00), (.usage, 1), (.collection, 1)) + [0x85, 2]
    + Sample.items((.usagePage, 0x0d), (.usage, 0x22), (.collection, 0), (.usagePage, 0xff00))
    + [0x09, 1, 0x15, 0, 0x26, 0xff, 0, 0x75, 8, 0x95, 2, 0x81, 2]
    + [0x05, 1, 0x09, 0x30, 0x35, 0, 0x46, 0xe0, 0x2e, 0x26, 0xe0, 1, 0x75, 16, 0x95, 1, 0x81, 2]
    + [0x09, 0x31, 0x46, 0x40, 0x1f, 0x26, 0x40, 1, 0x81, 2]
    + [0x06, 0, 0xff, 0x09, 1, 0x26, 0xff, 0, 0x75, 8, 0x95, 13, 0x81, 2] + [0xc0, 0xc0]

  /// A report with a contact at each of two places, or none there.
  private static func bamboo(_ places: [(Int, Int)?], distance: Int = 9) -> [UInt8] {
    var report = [UInt8](repeating: 0, count: 20)
    report[0] = 2
    report[1] = distance == 8 ? 0x80 : 0
    for (index, place) in places.enumerated() {
      guard let place else { continue }
      let start = index * distance + 3
      report[start] = UInt8(0x80 | place.0 >> 8)
      report[start + 1] = UInt8(truncatingIfNeeded: place.0)
      report[start + 2] = UInt8(0x80 | place.1 >> 8)
      report[start + 3] = UInt8(truncatingIfNeeded: place.1)
    }
    return report
  }

  @Test(arguments: [8, 9]) func `the pad of a Bamboo tablet is read as its driver does`(
    distance: Int
  ) throws {
    let reports = [
      (0, Self.bamboo([nil, nil], distance: distance)),
      (8, Self.bamboo([(300, 100), nil], distance: distance)),
      (16, Self.bamboo([(310, 100), (20, 30)], distance: distance)),
      (24, Self.bamboo([nil, (20, 30)], distance: distance)), (32, [2, 0]), (40, []),
      (48, [3] + [UInt8](repeating: 0x80, count: 19)),
    ]
    let reading = Reading(Sample.recording(Self.bamboo, reports, identity: "3 056A 00D0"))
    #expect(reading.error == nil && reading.notices == [])
    let device = try #require(reading.devices.first)
    #expect(device.kind == .touchpad && device.largestSlot == 1)
    #expect(device.surface(.contacts)?.millimeters == Size(width: 120, height: 80))
    var decoder = TouchDecoder(device: device)
    var frames: [[Vector<Device>]] = []
    for event in reading.inputs where decoder.handle(event).isFrame {
      frames.append((0..<decoder.frame.count).map { decoder.frame[$0].position })
    }
    #expect(
      frames == [
        [Vector(x: 9600, y: 3200)], [Vector(x: 9920, y: 3200), Vector(x: 640, y: 960)],
        [Vector(x: 640, y: 960)],
      ])
    // Of another vendor nobody knows what the bytes are.
    let other = Reading(Sample.recording(Self.bamboo, reports, identity: "3 056B 00D0"))
    #expect(other.problem?.hasSuffix("in a form of its vendor's own") ?? false)
  }

  // MARK: Parallel reports

  @Test func `contacts in one report are a frame`() {
    #expect(
      frames(
        Sample.oldScreen,
        [
          (0, Sample.old(Sample.contact(7, 10, 20), count: 1)),
          (8, Sample.old(Sample.contact(7, 11, 20), Sample.contact(3, 500, 60), count: 2)),
          (16, Sample.old(Sample.contact(3, 500, 60), Sample.contact(7, 11, 21), count: 2)),
          (
            24,
            Sample.old(
              Sample.contact(7, 11, 21, isDown: false), Sample.contact(3, 500, 60), count: 2)
          ),
          (32, Sample.old(Sample.contact(3, 501, 61), count: 1)),
          (40, Sample.old(Sample.contact(3, 501, 61, isDown: false), count: 1)),
        ]) == [
          "id 0, x 10, y 20, touch 1, X 10, Y 20",
          "x 11, slot 1, id 1, x 500, y 60, X 11",
          "slot 0, y 21, Y 21",
          "id -1, X 500, Y 60",
          "slot 1, x 501, y 61, X 501, Y 61",
          "id -1, touch 0",
        ])
  }

  @Test func `what is behind the number of contacts is none`() {
    #expect(
      frames(
        Sample.oldScreen,
        [(0, Sample.old(Sample.contact(0, 5, 6), Sample.contact(1, 7, 8), count: 1))])
        == ["id 0, x 5, y 6, touch 1, X 5, Y 6"])
  }

  @Test func `a report that changes nothing is no frame`() {
    let report = Sample.old(Sample.contact(0, 5, 6), count: 1)
    #expect(frames(Sample.oldScreen, [(0, report), (8, report), (16, report)]).count == 1)
  }

  @Test func `a short report is 0 in what is missing`() {
    #expect(
      frames(Sample.serialScreen, [(0, [1, 1, 0, 5]), (8, [1]), (16, [])]) == [
        "id 0, x 5, touch 1, X 5", "id -1, touch 0",
      ])
  }

  // MARK: Serial and hybrid reports

  @Test func `one contact in a report without a number is a frame`() {
    #expect(
      frames(
        Sample.serialScreen,
        [
          (0, [1] + Sample.contact(0, 5, 6)), (1, [1] + Sample.contact(1, 50, 60)),
          (8, [1] + Sample.contact(0, 6, 6)), (9, [1] + Sample.contact(1, 50, 61)),
          (16, [1] + Sample.contact(0, 6, 6, isDown: false)),
          (17, [1] + Sample.contact(1, 50, 61, isDown: false)),
        ]) == [
          "id 0, x 5, y 6, touch 1, X 5, Y 6", "slot 1, id 1, x 50, y 60", "slot 0, x 6, X 6",
          "slot 1, y 61", "slot 0, id -1, X 50, Y 61", "slot 1, id -1, touch 0",
        ])
  }

  @Test func `reports with the number 0 go on with a frame`() {
    #expect(
      frames(
        Sample.pad,
        [
          (0, Sample.pad(0, 10, 20, isDown: true, scan: 10, count: 3)),
          (1, Sample.pad(1, 30, 40, isDown: true, scan: 10, count: 0)),
          (2, Sample.pad(2, 50, 60, isDown: true, scan: 10, count: 0)),
          (8, Sample.pad(0, 11, 20, isDown: true, scan: 90, count: 3, isPressed: true)),
          (9, Sample.pad(1, 30, 40, isDown: true, scan: 90, count: 0)),
          (10, Sample.pad(2, 50, 60, isDown: false, scan: 90, count: 0)),
          (16, Sample.pad(0, 11, 20, isDown: false, scan: 170, count: 2)),
          (17, Sample.pad(1, 30, 40, isDown: false, scan: 170, count: 0)),
        ]) == [
          "id 0, x 10, y 20, slot 1, id 1, x 30, y 40, slot 2, id 2, x 50, y 60, touch 1, three 1, "
            + "X 10, Y 20, at 0",
          "slot 0, x 11, slot 2, id -1, left 1, two 1, three 0, X 11, at 8000",
          "slot 0, id -1, slot 1, id -1, left 0, touch 0, two 0, at 16000",
        ])
  }

  @Test func `a pad can report its button alone`() {
    #expect(
      frames(
        Sample.pad,
        [
          (0, Sample.pad(scan: 10, count: 0, isPressed: true)),
          (8, Sample.pad(scan: 90, count: 0)),
        ]) == ["left 1, at 0", "left 0, at 8000"])
  }

  // MARK: Contacts

  @Test func `a slot is used again, with another tracking ID`() {
    #expect(
      frames(
        Sample.oldScreen,
        [
          (0, Sample.old(Sample.contact(4, 5, 6), count: 1)),
          (8, Sample.old(Sample.contact(4, 5, 6, isDown: false), count: 1)),
          (16, Sample.old(Sample.contact(4, 5, 6), count: 1)),
          (24, Sample.old(Sample.contact(9, 7, 6), count: 1)),
        ]) == [
          "id 0, x 5, y 6, touch 1, X 5, Y 6", "id -1, touch 0", "id 1, touch 1",
          "slot 1, id 2, x 7, y 6",
        ])
  }

  @Test func `a contact without a free slot is left out`() {
    let reports = (0..<3).map { index in
      (index, Sample.old(Sample.contact(UInt8(index), 5, 6), count: 1))
    }
    #expect(
      frames(Sample.oldScreen, reports) == [
        "id 0, x 5, y 6, touch 1, X 5, Y 6", "slot 1, id 1, x 5, y 6",
      ])
  }

  @Test func `a contact that is not meant is a palm`() {
    #expect(
      frames(
        Sample.screen,
        [
          (0, Sample.new(Sample.contact(0, 5, 6), scan: 1, count: 1)),
          (8, Sample.new(Sample.contact(0, 5, 6, isMeant: false), scan: 81, count: 1)),
          (
            16,
            Sample.new(Sample.contact(0, 5, 6, isDown: false, isMeant: false), scan: 161, count: 1)
          ),
        ]) == [
          "id 0, x 5, y 6, touch 1, X 5, Y 6, at 0", "tool 2, at 8000",
          "distance 1, at 16000", "id -1, touch 0",
        ])
  }

  @Test func `a contact in range hovers`() {
    #expect(
      frames(
        Sample.screen,
        [
          (0, Sample.new(Sample.contact(0, 5, 6, isDown: false, isInRange: true), count: 1)),
          (8, Sample.new(Sample.contact(0, 5, 6), count: 1)),
          (16, Sample.new(Sample.contact(0, 5, 6, isDown: false), count: 1)),
        ]) == [
          "id 0, x 5, y 6, distance 1, touch 1, X 5, Y 6, at 0", "distance 0, at 0",
          "id -1, touch 0, at 0",
        ])
  }

  @Test func `a contact counts once in a frame`() {
    #expect(
      frames(
        Sample.screen,
        [(0, Sample.new(Sample.contact(0, 5, 6), Sample.contact(0, 50, 60), count: 1))])
        == ["id 0, x 5, y 6, touch 1, X 5, Y 6, at 0"])
  }

  @Test func `contacts that stick are up after 100 ms`() {
    let reading = Reading(
      Sample.recording(
        Sample.screen,
        [
          (0, Sample.new(Sample.contact(0, 5, 6), scan: 1, count: 1)),
          (100, Sample.new(Sample.contact(0, 5, 7), scan: 1001, count: 1)),
          (201, Sample.new(Sample.contact(0, 5, 7), scan: 2011, count: 1)),
        ]))
    #expect(
      reading.frames == [
        "id 0, x 5, y 6, touch 1, X 5, Y 6, at 0", "y 7, Y 7, at 100000", "id -1, touch 0",
        "id 1, touch 1, at 201000",
      ])
    #expect(
      reading.inputs.filter { $0.type == 0 }.map(\.time.nanoseconds)
        == [0, 100_000_000, 200_000_000, 201_000_000])
  }

  @Test func `the second of two positions is not that of the contact`() {
    let two = Sample.items(
      (.usagePage, 1), (.logicalMinimum, 0), (.logicalMaximum, 255), (.size, 8), (.count, 2),
      (.usage, 0x30), (.input, 2), (.usage, 0x31), (.usage, 0x31), (.input, 2))
    let descriptor = Sample.application(
      4, report: 1,
      Sample.items((.usagePage, 0x0d), (.usage, 0x22), (.collection, 2)) + Sample.bits(0x42)
        + Sample.padding(7) + Sample.byte(0x51) + two + Sample.item(.end))
    #expect(
      frames(descriptor, [(0, [1, 1, 0, 10, 11, 20, 21])])
        == ["id 0, x 10, y 20, touch 1, X 10, Y 20"])
  }

  @Test func `a touchscreen without identifiers has one contact`() throws {
    let descriptor = Sample.application(
      4, report: 1, Sample.bits(0x42), Sample.padding(7), Sample.position)
    let reading = Reading(
      Sample.recording(
        descriptor, [(0, [1, 1, 5, 0, 6]), (8, [1, 1, 7, 0, 6]), (16, [1, 0, 7, 0, 6])]))
    #expect(reading.frames == ["touch 1, X 5, Y 6", "X 7", "touch 0"])
    let device = try #require(reading.devices.first)
    #expect(device.kind == .touchscreen)
    #expect(Set(device.axes.keys) == [0, 1])
    // Without a position it is none.
    let lone = Sample.application(4, report: 1, Sample.bits(0x42), Sample.padding(7))
    #expect(Reading(Sample.head(lone)).devices.first?.kind == .other)
  }

  // MARK: Devices with rules of their own

  @Test func `a contact that the vendor does not mark is none on screens of N-trig`() {
    let marks = Sample.items(
      (.usagePage, 0xff00), (.usage, 2), (.logicalMinimum, 0), (.logicalMaximum, 255), (.size, 8),
      (.count, 2), (.input, 2))
    let contact = Sample.contact.dropLast() + marks + Sample.item(.end)
    let descriptor = Sample.application(4, report: 1, contact, contact, Sample.byte(0x54))
    func report(_ first: UInt8, _ second: UInt8, count: UInt8) -> [UInt8] {
      [1] + Sample.contact(0, 5, 6) + [first, 9] + Sample.contact(1, 7, 8) + [second, 9, count]
    }
    let reports = [
      (0, report(0, 0, count: 1)), (8, report(1, 0, count: 1)), (16, report(1, 1, count: 2)),
      (24, report(0, 1, count: 1)), (32, report(0, 0, count: 0)),
    ]
    #expect(
      frames(descriptor, reports, identity: "3 1b96 0001") == [
        "id 0, x 5, y 6, touch 1, X 5, Y 6", "slot 1, id 1, x 7, y 8", "slot 0, id -1, X 7, Y 8",
        "slot 1, id -1, touch 0",
      ])
  }

  @Test func `a contact that is not seen is up, on devices where that is so`() {
    let reports = [
      (0, Sample.old(Sample.contact(3, 5, 6), Sample.contact(1, 7, 8), count: 2)),
      (8, Sample.old(Sample.contact(1, 7, 8), count: 1)), (16, Sample.old(Sample.none, count: 0)),
    ]
    // Unitec, MT_CLS_NSMU in the kernel.
    #expect(
      frames(Sample.oldScreen, reports, identity: "3 227d 0709") == [
        "id 0, x 5, y 6, slot 1, id 1, x 7, y 8, touch 1, X 5, Y 6", "slot 0, id -1, X 7, Y 8",
        "slot 1, id -1, touch 0",
      ])
    #expect(frames(Sample.oldScreen, reports).count == 1)
    // On another bus it is another device.
    #expect(frames(Sample.oldScreen, reports, identity: "18 227d 0709").count == 1)
  }

  @Test func `the identifier or the place can be the slot`() {
    let reports = [
      (0, Sample.old(Sample.contact(1, 5, 6), Sample.contact(9, 7, 8), count: 2)),
      (8, Sample.old(Sample.contact(1, 5, 6, isDown: false, isInRange: true), count: 1)),
    ]
    // eGalax, MT_CLS_EGALAX_SERIAL: there is no slot 9.
    #expect(
      frames(Sample.oldScreen, reports, identity: "3 0eef a001") == [
        "slot 1, id 0, x 5, y 6, touch 1, X 5, Y 6", "id -1, touch 0",
      ])
    // Cando, MT_CLS_DUAL_INRANGE_CONTACTNUMBER.
    #expect(
      frames(Sample.oldScreen, reports, identity: "3 2087 0a01") == [
        "id 0, x 5, y 6, slot 1, id 1, x 7, y 8, touch 1, X 5, Y 6", "slot 0, id -1, X 7, Y 8",
      ])
    // MosArt, MT_CLS_CONFIDENCE_MINUS_ONE.
    #expect(
      frames(Sample.oldScreen, reports, identity: "3 0486 0185") == [
        "id 0, x 5, y 6, touch 1, X 5, Y 6", "id -1, touch 0",
      ])
  }

  @Test func `a contact that is not in range or not meant does not count where that is so`() {
    // Stantum, MT_CLS_CONFIDENCE.
    #expect(
      frames(
        Sample.oldScreen,
        [
          (0, Sample.old(Sample.contact(0, 5, 6), count: 1)),
          (8, Sample.old(Sample.contact(0, 7, 6, isMeant: false), count: 1)),
        ], identity: "3 0483 3261") == ["id 0, x 5, y 6, touch 1, X 5, Y 6"])
  }
}
