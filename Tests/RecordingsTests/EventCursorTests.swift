import Quantities
import Recordings
import TestSupport
import Testing
import TouchInput

/// Events in their usual form are read another way than all others: both have to agree.
@Suite struct EventCursorTests {
  /// Numbers that are written in a field.
  static let numbers = [
    "0", "1", "7", "10", "99", "100", "0100", "1234", "12345", "0000001", "99999999", "100000000",
    "2147483647", "2147483648", "000000000000001", "9999999999999999", "-1", "-001", "-2147483648",
    "-2147483649", "-", "", "1-", "+5", "x", "1x", "1 2", ",", "00 1", "\u{0}", "1\t",
  ]

  /// Reads lines at once and byte by byte, with room behind them.
  static func check(_ lines: [String], head: String) {
    let room = "# " + String(repeating: "-", count: 120)
    for line in lines {
      let text = "\(head)\n\(line)\n\(room)\n"
      let reading = Reading(text)
      #expect(reading == Reading(text, chunkSize: 1), "\(line)")
    }
  }

  @Test func `events of evemu`() {
    var lines: [String] = []
    for number in Self.numbers {
      lines.append("E: \(number).000001 0003 0035 0100\t# x")
      lines.append("E: 0.\(number) 0003 0035 0100\t# x")
      lines.append("E: 1.000001 0003 0035 \(number)")
      lines.append("E: 1.000001 0003 0035 \(number)\t# x")
      lines.append("E: 1.000001 \(number) 0035 1")
      lines.append("E: 1.000001 0003 \(number) 1")
    }
    Self.check(lines, head: "# EVEMU 1.3")
  }

  @Test func `hexadecimal digits of evemu`() {
    for byte in UInt8.min...UInt8.max where byte != 0x0a {
      for place in 0..<9 {
        var bytes = Array("# EVEMU 1.3\nE: 1.000001 001f a9cF 1\t# ".utf8)
        bytes[12 + 12 + place] = byte
        bytes += Array(repeating: 0x2d, count: 100) + [0x0a]
        let reading = Reading(bytes)
        #expect(reading == Reading(bytes, chunkSize: 1), "\(byte) at \(place)")
      }
    }
  }

  @Test func `every digit at every place`() {
    var random = Seeded(4)
    for _ in 0..<2000 {
      let event = InputEvent(
        Int64.random(in: 0...9_000_000_000_000_000, using: &random)
          >> Int64.random(in: 0...50, using: &random),
        UInt16.random(in: 0...0x1f, using: &random), UInt16.random(in: 0...999, using: &random),
        Int32.random(in: Int32.min...Int32.max, using: &random)
          >> Int32.random(in: 0...31, using: &random))
      let (seconds, rest) = (event.time.nanoseconds / 1000).quotientAndRemainder(
        dividingBy: 1_000_000)
      let room = String(repeating: "#\n", count: 60)
      let type = Self.pad(String(event.type, radix: 16), to: 4, "0")
      let code = Self.pad(String(event.code, radix: 16), to: 4, "0")
      let evemu =
        "E: \(seconds).\(Self.pad(rest, to: 6, "0")) \(type) \(code) \(event.value)\n"
      #expect(Reading("# EVEMU 1.3\n" + evemu + room).inputs == [event])
      let libinput =
        "    - [\(Self.pad(seconds, to: 3)), \(Self.pad(rest, to: 6)), "
        + "\(Self.pad(event.type, to: 3)), \(Self.pad(event.code, to: 3)), "
        + "\(Self.pad(event.value, to: 7))]\n"
      #expect(Reading("# libinput record\n" + libinput + room).inputs == [event])
    }
  }

  static func pad(_ text: some CustomStringConvertible, to width: Int, _ filler: String = " ")
    -> String
  {
    let text = text.description
    return String(repeating: filler, count: max(0, width - text.count)) + text
  }

  @Test func `events of libinput record`() {
    var lines: [String] = []
    for number in Self.numbers {
      for padded in [number, Self.pad(number, to: 3), Self.pad(number, to: 7)] {
        lines.append("    - [\(padded), 442602,   3,  53,     100] # x")
        lines.append("    - [  1, \(padded),   3,  53,     100] # x")
        lines.append("    - [  1, 442602, \(padded),  53,     100] # x")
        lines.append("    - [  1, 442602,   3, \(padded),     100] # x")
        lines.append("    - [  1, 442602,   3,  53, \(padded)] # x")
        lines.append("    - [  1, 442602,   3,  53, \(padded)")
      }
    }
    Self.check(lines, head: "# libinput record")
  }
}
