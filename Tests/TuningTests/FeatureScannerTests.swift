import TestSupport
import Testing

@testable import Tuning

@Suite struct FeatureScannerTests {
  static func number(_ text: String) -> Double? {
    Array((text + "\n").utf8).withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return nil }
      var scanner = FeatureScanner(start)
      return try? scanner.number()
    }
  }

  @Test(arguments: [
    "0", "-0", "1", "-17", "0.1", "0.3", "1e0", "1E+2", "1e-2", "12.5e3", "0.000001",
    "123456789012345678901234567890", "0.1000000000000000055511151231257827", "9007199254740993",
    "1e22", "1e23", "9007199254740992e22", "1e100", "5e-324", "2.5e-324",
    "1e-400", "0e999999999999", "18446744073709551615", "9999999999999999999e-27",
    "0.500000000000000166533453693773481063544750213623046875",
    "0.9999999999999999444888487687421760603063507",
  ])
  func `numbers are the nearest ones`(text: String) throws {
    let expected = try #require(Double(text))
    let number = try #require(Self.number(text))
    #expect(number == expected && number.sign == expected.sign)
  }

  @Test func `random numbers are read back`() {
    var random = Seeded(3)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      #expect(Self.number("\(value)") == (value.magnitude <= 1e100 ? value : nil))
      let usual = Double.random(in: -2...2, using: &random)
      #expect(Self.number("\(usual)") == usual)
      // Halfway cases between neighbors are rounded to even digits.
      let digits = random.next() >> UInt64.random(in: 0..<60, using: &random)
      let text = "\(digits)e-\(Int.random(in: 0...30, using: &random))"
      #expect(Self.number(text) == Double(text))
    }
  }

  @Test(arguments: [
    "", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "0x10", "nan", "inf", "1e999",
    "1.0000000000000002e100", "-1e101", "1.7976931348623157e308",
  ])
  func `other texts are none`(text: String) {
    // What begins as a number is read as far as it is one.
    #expect(Self.number(text) == (text == "0x10" ? 0 : nil))
  }
}
