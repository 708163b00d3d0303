import Quantities
import Recordings
import Testing
import TouchInput

@Suite struct HIDReaderTests {
  typealias Sample = HIDSample

  static let contact = HIDSample.old(HIDSample.contact(3, 5, 6), count: 1)
  static let frame = "id 0, x 5, y 6, touch 1, X 5, Y 6"

  @Test func `reports become events at their line`() {
    let reading = Reading(Sample.text)
    #expect(reading.format == .hid)
    #expect(reading.error == nil && reading.notices == [])
    #expect(
      reading.frames == [
        "id 0, x 100, y 50, touch 1, X 100, Y 50, at 0",
        "x 120, y 52, slot 1, id 1, x 500, y 50, X 120, Y 52, at 8000",
        "slot 0, x 140, y 54, slot 1, x 520, X 140, Y 54, at 16000",
        "slot 0, id -1, slot 1, x 540, X 540, Y 50, at 24000", "id -1, touch 0, at 32000",
      ])
    #expect(Array(Set(reading.events.map(\.line))).sorted() == [4, 6, 7, 8, 9])
    #expect(reading.reports.map(\.line) == [4, 5, 6, 7, 8, 9])
    #expect(reading.reports.map(\.time.nanoseconds).max() == 32_000_000)
  }

  @Test func `a report of nothing counts`() {
    let reading = Reading(Sample.recording(Sample.screen, [(3, [9, 0, 0, 0]), (7, [77])]))
    #expect(reading.events == [])
    #expect(reading.reports.map(\.line) == [4, 5])
    #expect(reading.reports.map(\.device) == [0, 0])
  }

  @Test func `the layout of hid-tools is read`() {
    let head = Sample.head(
      Sample.oldScreen, name: "ELAN0501:00 04F3:300B", identity: "18 04f3 300b")
    let text = """
      # ELAN0501:00 04F3:300B
      # 0x05, 0x0d,                    // Usage Page (Digitizers)             0
      \(head)P: 
      D: 0
      #  Tip Switch: 1 | In Range: 1
         | Contact Id: 0
      #
      E: 000000.124738 14\(Sample.hexadecimal(Self.contact))

      """
    let reading = Reading(text)
    #expect(reading.error == nil && reading.notices == [])
    #expect(reading.frames == [Self.frame])
    #expect(reading.inputs.first?.time.nanoseconds == 124_738_000)
    #expect(reading.devices.map(\.name) == ["ELAN0501:00 04F3:300B"])
    #expect(reading.devices.map(\.identity.bus) == [0x18])
  }

  @Test func `devices of a combined recording are told apart`() {
    let text =
      "D:0\n" + Sample.head(Sample.mouse, name: "Mouse") + "D:1\n"
      + Sample.head(Sample.oldScreen, name: "Screen") + "D:3\n"
      + Sample.head(Sample.oldScreen, name: "Other") + Sample.line(0, Self.contact) + "D:1\n"
      + Sample.line(8, Self.contact) + "D:0\n" + Sample.line(9, [9, 1, 0, 0])
    let reading = Reading(text)
    #expect(reading.error == nil && reading.notices == [])
    #expect(reading.devices.map(\.name) == ["Mouse", "Screen", "Other"])
    #expect(reading.devices.map(\.kind) == [.other, .touchscreen, .touchscreen])
    #expect(reading.reports.map(\.device) == [2, 1, 0])
    #expect(reading.events.map(\.device) == Array(repeating: 2, count: 7) + [1, 1, 1, 1, 1, 1, 1])
  }

  @Test func `a head that comes again is that of the same device`() {
    let head = Sample.head(Sample.oldScreen)
    let again = Reading(
      head + Sample.line(0, Self.contact) + head + Sample.line(8, Self.contact))
    #expect(again.devices.count == 1)
    #expect(again.frames == [Self.frame])
    let other = Reading(
      head + Sample.line(0, Self.contact) + Sample.head(Sample.serialScreen, name: "Other")
        + Sample.line(8, [1] + Sample.contact(0, 5, 6)))
    #expect(other.devices.map(\.name) == ["Test", "Other"])
    #expect(other.frames == [Self.frame, Self.frame])
  }

  @Test func `the order of the head and the ends of lines do not matter`() {
    let report = Sample.line(0, Self.contact)
    let lines = Sample.head(Sample.oldScreen).split(separator: "\n")
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      let text = order.map { lines[$0] + "\n" }.joined() + report
      #expect(Reading(text).devices == Reading(Sample.head(Sample.oldScreen)).devices)
      let old = Reading(text.replacing("\n", with: "\r\n"))
      #expect(old.frames == [Self.frame])
      #expect(old.notices == [])
    }
    #expect(
      Reading(Sample.text.replacing("E: ", with: " E:")).frames == Reading(Sample.text).frames)
  }

  @Test func `the kernel's own rules need the numbers, which may come late`() {
    // MT_CLS_NSMU: what is not seen is up.
    let text =
      "R: \(Sample.oldScreen.count)\(Sample.hexadecimal(Sample.oldScreen))\nI: 3 227D 0709\n"
      + Sample.line(0, Self.contact) + Sample.line(8, Sample.old(Sample.none, count: 0))
    #expect(Reading(text).frames == [Self.frame, "id -1, touch 0"])
    let late =
      "R: \(Sample.oldScreen.count)\(Sample.hexadecimal(Sample.oldScreen))\n"
      + Sample.line(0, Self.contact) + "I: 3 227d 0709\n"
      + Sample.line(8, Sample.old(Sample.none, count: 0))
    #expect(Reading(late).frames == [Self.frame])
  }

  @Test(
    arguments: [
      ("E: 1 2 00 00", "the time is not a number that fits: '1'"), ("E:", "the time is missing"),
      ("E: 1.0 x 00", "the number of bytes is not a number that fits: 'x'"),
      ("E: 1.0", "the number of bytes is missing"), ("E: 1.0 3 00 00", "a byte is missing"),
      ("E: 1.0 2 00 100", "a byte is not a number that fits: '100'"),
      ("E: 1.0 2 00 zz", "a byte is not a number that fits: 'zz'"),
      ("E: 1.0 99999999999999999999 00", "the number of bytes is not a number that fits"),
      ("E: 99999999999.0 1 00", "the time is not a number that fits"),
      ("D: x", "the number of the device is not a number that fits: 'x'"),
      ("R: 3 05 0d", "a byte is missing"),
      ("R: 2 05 0d c0", nil),
      ("D: 7\nE: 1.0 1 00", "a report without a report descriptor in front of it"),
      ("D: 7\nR: 1 c0", "the report descriptor has a collection without its other end at byte 0"),
    ] as [(String, String?)])
  func `what is wrong is said with its line`(line: String, problem: String?) throws {
    let text = Sample.head(Sample.oldScreen) + line + "\n"
    let number = 3 + line.split(separator: "\n").count
    // At the end of a file it is cut.
    #expect(Reading(text).error == nil)
    #expect(Reading(text).notices == (problem == nil ? [] : [.cut(number)]))
    let whole = Reading(text + Sample.line(5, Self.contact))
    guard let problem else {
      #expect(whole.error == nil)
      return
    }
    #expect(whole.error?.line == number)
    #expect(whole.problem?.hasPrefix("\(number): \(problem)") == true, "\(whole.problem ?? "-")")
  }

  @Test func `lines that nothing is like are noticed`() {
    let text =
      Sample.head(Sample.oldScreen) + "Q: 1\nhello\nI: 3 x\n   - land a finger\n#E: 1.0 1 00\n\n"
      + Sample.line(0, Self.contact)
    let reading = Reading(text)
    #expect(reading.notices == [.unknown(4), .unknown(5), .unknown(6)])
    #expect(reading.frames == [Self.frame])
  }

  @Test func `a device is one device, whatever comes later`() {
    let text =
      Sample.head(Sample.oldScreen) + "I: 3 1234 5678\nI: 3 1 2\nI: 4 1234 5678\n"
      + Sample.line(0, Self.contact)
    let reading = Reading(text)
    #expect(reading.devices.map(\.identity.vendor) == [0x1234])
    #expect(reading.notices == [.unknown(5), .unknown(6)])
    #expect(reading.frames == [Self.frame])
  }

  @Test func `more bytes than are announced are left out`() {
    let text = Sample.head(Sample.serialScreen) + "E: 0.5 4 01 01 00 05 06 07\n"
    #expect(Reading(text).frames == ["id 0, x 5, touch 1, X 5"])
  }

  @Test func `no recording has more than 64 devices`() {
    let text = (0..<65).map { "D: \($0)\nN: x\n" }.joined() + "# end\nD: 0\n"
    #expect(Reading("R: 1 05\n" + text).error != nil)
    let many = (0..<65).map { "D: \($0)\n" + Sample.head(Sample.serialScreen) }.joined() + "D: 0\n"
    #expect(Reading(many).problem == "258: there are more than 64 devices")
    // Choosing a device does not make one.
    let chosen = Sample.head(Sample.mouse) + (0..<200).map { "D: \($0)\n" }.joined()
    #expect(Reading(chosen).devices.count == 1)
  }
}
