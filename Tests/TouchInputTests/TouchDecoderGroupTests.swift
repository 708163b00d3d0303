import Quantities
import TestSupport
import Testing
import TouchInput

/// Protocol A.
extension TouchDecoderTests {
  /// A contact of protocol A.
  private static func group(_ x: Int32, _ y: Int32, id: Int32? = nil) -> [DeviceAction] {
    (id.map { [.id($0)] } ?? []) + [.x(x), .y(y), .contactReport]
  }

  private func group(_ x: Int32, _ y: Int32, id: Int32? = nil) -> [DeviceAction] {
    Self.group(x, y, id: id)
  }

  @Test func `anonymous contacts are followed by their places, in any order`() {
    let decoding = Decoding(
      group(100, 100) + group(100, 300) + [.report]
        + group(160, 300) + group(160, 100) + [.report]
        + group(220, 100) + group(220, 300) + [.report, .report])
    #expect(decoding.decoder.contactProtocol == .groups)
    #expect(decoding.serials == [[1, 2], [2, 1], [1, 2], []])
    #expect(decoding.frames.map(\.fingerCount) == [2, 2, 2, 0])
    #expect(decoding.issues.isEmpty)
  }

  @Test(
    arguments: [
      (150, 0), (-250, 0), (40, 170), (1000, -1000), (100, 100),
    ] as [(Int32, Int32)])
  func `fingers that move together are never confused`(x: Int32, y: Int32) {
    // Further than from one finger to the next, so that the nearest place is another's.
    let places = [(0, 0), (100, 30), (210, 0), (300, 60), (90, 200)] as [(Int32, Int32)]
    for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]] {
      let decoding = Decoding(
        places.flatMap { group($0.0, $0.1) } + [.report]
          + order.flatMap { group(places[$0].0 + x, places[$0].1 + y) } + [.report])
      #expect(decoding.serials == [[1, 2, 3, 4, 5], order.map { $0 + 1 }])
    }
  }

  @Test func `the finger that left is the one whose place is empty`() {
    let decoding = Decoding(
      group(100, 100) + group(300, 100) + group(500, 100) + [.report]
        + group(320, 100) + group(520, 100) + [.report]
        + group(540, 100) + group(100, 100) + group(340, 100) + [.report])
    #expect(decoding.serials == [[1, 2, 3], [2, 3], [3, 4, 2]])
  }

  @Test func `contacts with tracking IDs are followed by them`() {
    let decoding = Decoding(
      group(100, 100, id: 5) + group(300, 100, id: 6) + [.report]
        + group(310, 100, id: 5) + group(110, 100, id: 6) + [.report]
        + group(110, 100, id: 6) + [.report]
        + group(110, 100, id: 6) + group(110, 100, id: 5) + [.report])
    #expect(decoding.serials == [[1, 2], [1, 2], [2], [2, 3]])
    #expect(decoding.issues.isEmpty)
  }

  @Test func `a tracking ID twice in a frame is another touch`() {
    let decoding = Decoding(
      group(100, 100, id: 5) + [.report] + group(100, 100, id: 5) + group(300, 100, id: 5)
        + [.report])
    #expect(decoding.serials == [[1], [1, 2]])
  }

  @Test func `a contact with a tracking ID is none of the anonymous ones`() {
    let decoding = Decoding(
      group(100, 100) + [.report] + group(100, 100, id: 3) + [.report] + group(100, 100)
        + [.report])
    #expect(decoding.serials == [[1], [2], [3]])
  }

  @Test(arguments: [
    [.report], [.contactReport, .report], [.touch(false), .report],
    group(100, 100) + [.touch(false), .report],
    [.absolute(AxisCode.pressure, 0)] + group(100, 100) + [.report],
    [.absolute(AxisCode.touchMajor, 0)] + group(100, 100) + [.report],
    [.absolute(AxisCode.touchMajor, 0), .absolute(AxisCode.pressure, 9)] + group(100, 100)
      + [.report],
    [.absolute(AxisCode.pressure, 0), .absolute(AxisCode.touchMajor, 9)] + group(100, 100)
      + [.report],
    [.absolute(AxisCode.distance, 2)] + group(100, 100) + [.report],
  ])
  func `every way to say that no finger is down ends the touch`(end: [DeviceAction]) {
    let decoding = Decoding(
      group(100, 100) + [.touch(true), .report] + end + group(100, 100) + [.touch(true), .report])
    #expect(decoding.serials == [[1], [], [2]])
    #expect(decoding.issues.isEmpty)
  }

  @Test func `BTN_TOUCH up and down in a frame with contacts is no end`() {
    let decoding = Decoding(
      group(100, 100) + [.report, .touch(false), .touch(true)] + group(110, 100) + [.report])
    #expect(decoding.serials == [[1], [1]])
  }

  @Test func `a frame of the kernel's own, for a key that repeats, is no release`() {
    let decoding = Decoding(
      group(100, 100) + [.touch(true), .report, .key(KeyCode.touch, 2), .report(1)]
        + group(120, 100)
        + [.report])
    #expect(decoding.serials == [[1], [1], [1]])
    #expect(decoding.frames.map { $0[0].isPositionReported } == [true, false, true])
  }

  @Test func `a contact without a position counts`() {
    let decoding = Decoding([
      .id(1), .contactReport, .report, .id(1), .x(10), .contactReport, .report,
      .id(1), .y(20), .contactReport, .report,
    ])
    #expect(decoding.serials == [[1], [1], [1]])
    #expect(decoding.frames.map { $0[0].isXKnown } == [false, true, true])
    #expect(decoding.frames.map { $0[0].isYKnown } == [false, false, true])
    #expect(decoding.positions.last == [Vector(x: 10, y: 20)])
  }

  @Test func `palms are told apart`() {
    let decoding = Decoding(
      [.absolute(AxisCode.toolType, 2)] + group(100, 100) + group(300, 100) + [.report])
    #expect(decoding.frames.first?.contacts.map(\.tool) == [.palm, .finger])
  }

  @Test func `contacts beyond those a frame holds are left out`() {
    let decoding = Decoding((0..<40).flatMap { group($0 * 10, 0) } + [.report])
    #expect(decoding.frames.first?.count == 32)
    #expect(decoding.issues == Array(repeating: .tooManyContacts, count: 8))
  }

  @Test func `after dropped events no contact counts until all are up`() {
    let decoding = Decoding(
      group(100, 100) + [.report, .dropped] + group(200, 100) + [.report]
        + group(300, 100) + [.report] + group(400, 100) + [.report, .report] + group(50, 50)
        + [.report])
    #expect(decoding.serials == [[1], [], [], [], [], [2]])
    #expect(decoding.frames.map(\.interruption) == [nil, .dropped, nil, nil, nil, nil])
    #expect(decoding.issues == [.dropped, .joinedLate])
  }

  @Test func `after dropped events a contact counts when BTN_TOUCH comes down`() {
    let decoding = Decoding(
      [.dropped, .report] + group(100, 100) + [.report, .touch(true)] + group(200, 100)
        + [.report])
    #expect(decoding.serials == [[], [], [1]])
  }

  @Test func `a cancelled contact does not begin again by itself`() {
    var decoder = Decoding(group(100, 100) + [.report]).decoder
    var serials: [[Int]] = []
    decoder.interrupt(.cancelled)
    let events = [InputEvent].stream(
      group(110, 100) + [.report, .report] + group(120, 100) + [.report])
    for event in events where decoder.handle(event).isFrame {
      serials.append(decoder.frame.contacts.map(\.serial))
    }
    #expect(serials == [[], [], [2]])
    // One that comes after the cancellation is another.
    decoder.interrupt(.cancelled)
    #expect(decoder.handle(InputEvent(time: .zero, type: 0, code: 0, value: 0)).isFrame)
    decoder.interrupt(.cancelled)
    for event in [InputEvent].stream(group(120, 100) + [.report]) { _ = decoder.handle(event) }
    #expect(decoder.frame.contacts.map(\.serial) == [3])
  }

  @Test func `a slot makes it protocol B`() {
    let decoding = Decoding(
      group(100, 100) + [.report, .slot(0), .id(1), .x(5), .y(6), .report, .x(7), .report])
    #expect(decoding.decoder.contactProtocol == .slots)
    #expect(decoding.serials == [[1], [2], [2]])
  }
}
