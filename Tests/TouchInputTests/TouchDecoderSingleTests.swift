import Quantities
import TestSupport
import Testing
import TouchInput

/// Devices with one contact.
extension TouchDecoderTests {
  @Test func `the only contact is down while BTN_TOUCH is`() {
    let decoding = Decoding(
      [
        .touch(true), .singleX(100), .singleY(200), .report, .singleX(110), .report,
        .singleX(0), .singleY(0), .touch(false), .report,
        .singleX(800), .singleY(50), .report, .touch(true), .report,
      ], device: .single())
    #expect(decoding.decoder.contactProtocol == .single)
    #expect(decoding.decoder.positionAxes == .single)
    #expect(decoding.serials == [[1], [1], [], [], [2]])
    #expect(
      decoding.positions == [
        [Vector(x: 100, y: 200)], [Vector(x: 110, y: 200)], [], [], [Vector(x: 800, y: 50)],
      ])
    #expect(decoding.frames.map(\.reportedCount) == [1, 1, 0, 0, 1])
    #expect(decoding.issues.isEmpty)
  }

  @Test func `a release and a touch in one frame are two touches`() {
    let decoding = Decoding(
      [
        .touch(true), .singleX(100), .singleY(200), .report,
        .touch(false), .touch(true), .singleX(900), .report,
      ], device: .single())
    #expect(decoding.serials == [[1], [2]])
  }

  @Test func `a touch of unknown beginning is none, and said once`() {
    let decoding = Decoding(
      [
        .singleX(100), .report, .singleX(110), .report, .touch(false), .report, .singleX(120),
        .report, .touch(true), .report,
      ], device: .single())
    #expect(decoding.serials == [[], [], [], [], [1]])
    #expect(decoding.issues == [.joinedLate])
  }

  @Test func `after dropped events the contact counts when it comes down`() {
    let decoding = Decoding(
      [
        .touch(true), .singleX(100), .singleY(200), .report, .dropped, .report,
        .singleX(120), .report, .singleX(130), .report, .touch(false), .report,
        .touch(true), .singleX(140), .report,
      ], device: .single())
    #expect(decoding.serials == [[1], [], [], [], [], [2]])
    #expect(decoding.issues == [.dropped, .joinedLate])
    #expect(decoding.frames.last?[0].isYKnown == false)
  }

  @Test func `a second drop is followed by a second late contact`() {
    let decoding = Decoding(
      [.dropped, .report, .singleX(1), .report, .dropped, .report, .singleX(2), .report],
      device: .single())
    #expect(decoding.issues == [.dropped, .joinedLate, .dropped, .joinedLate])
  }

  @Test func `a cancelled touch does not begin again by itself`() {
    var decoder = Decoding(
      [.touch(true), .singleX(100), .singleY(200), .report], device: .single()
    ).decoder
    decoder.interrupt(.cancelled)
    var serials: [[Int]] = []
    for event in [InputEvent].stream(
      [.singleX(110), .report, .touch(false), .report, .touch(true), .report])
    where decoder.handle(event).isFrame {
      serials.append(decoder.frame.contacts.map(\.serial))
    }
    #expect(serials == [[], [], [2]])
  }

  @Test func `positions may come on odd axes`() {
    let device = DeviceDescription(
      axes: [
        AxisCode.z: .init(minimum: 30, maximum: 4040),
        AxisCode.rotationX: .init(minimum: 60, maximum: 4035),
      ], codes: [EventType.key: [KeyCode.touch]])
    let decoding = Decoding(
      [
        .touch(true), .absolute(AxisCode.z, 100), .absolute(AxisCode.rotationX, 200), .report,
        .absolute(AxisCode.z, 4041), .report, .touch(false), .report,
      ], device: device)
    #expect(decoding.decoder.positionAxes == .odd)
    #expect(decoding.positions == [[Vector(x: 100, y: 200)], [Vector(x: 4041, y: 200)], []])
    #expect(decoding.issues == [.valueOutOfRange])
    #expect(device.surface(.odd)?.x.range == 4010)
  }

  @Test func `odd axes beside the usual ones are none`() {
    let decoding = Decoding([
      .touch(true), .singleX(5), .singleY(6), .absolute(AxisCode.z, 100), .report,
      .absolute(AxisCode.z, 101), .absolute(AxisCode.rotationX, 7), .report,
    ])
    #expect(decoding.decoder.positionAxes == .single)
    #expect(decoding.positions == [[Vector(x: 5, y: 6)], [Vector(x: 5, y: 6)]])
  }

  @Test func `the axes of the pointer beside contacts are left out`() {
    let decoding = Decoding(
      [
        .id(1), .x(100), .y(200), .singleX(999), .singleY(-5), .touch(true), .report,
        .singleX(888), .report,
      ], device: .multitouch())
    #expect(decoding.positions == [[Vector(x: 100, y: 200)], [Vector(x: 100, y: 200)]])
    #expect(decoding.frames.map { $0[0].isPositionReported } == [true, false])
    #expect(decoding.issues.isEmpty)
  }
}
