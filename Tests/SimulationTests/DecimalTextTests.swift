import Foundation
import Simulation
import TestSupport
import Testing

@Suite struct DecimalTextTests {
  /// Numbers of every size, some of them with few digits.
  static let numbers: [Double] = {
    var random = Seeded(9)
    var numbers: [Double] = [
      0.3, 1 / 3.0, 2 / 3.0, 1e-7, 1e-8, 123_456_789, 1_234_567_890, 999_999_999.5, 0.999_999_999_5,
      9.999_999_995, 1e15, 1e16, 123_456_789_012_345_680, .pi, .leastNonzeroMagnitude,
      .leastNormalMagnitude, .greatestFiniteMagnitude, .ulpOfOne,
    ]
    for _ in 0..<3000 {
      numbers.append(Double(bitPattern: random.next()))
      numbers.append(.random(in: -2...2, using: &random))
      numbers.append(Double(Int.random(in: -99_999...99_999, using: &random)) / 1000)
    }
    return numbers.filter(\.isFinite) + numbers.filter(\.isFinite).map { -$0 }
  }()

  /// The digits in a text from the first to the last that is not 0.
  static func digits(of text: String) -> Int {
    let plain = text.prefix { $0 != "e" }.filter(\.isNumber)
    return plain.drop { $0 == "0" }.reversed().drop { $0 == "0" }.count
  }

  @Test func `a number has at most 9 digits, in the form of JSON`() throws {
    let form = /-?(0|[1-9]\d*)(\.\d+)?(e-?[1-9]\d*)?/
    for number in Self.numbers {
      let text = DecimalText.significant(number)
      #expect(text.wholeMatch(of: form) != nil, "\(text)")
      #expect(Self.digits(of: text) <= 9, "\(text)")
      #expect(!text.contains(".") || !text.prefix { $0 != "e" }.hasSuffix("0"), "\(text)")
    }
  }

  @Test func `a whole number has all its digits`() {
    let numbers = [0, 1, -1, 9, 10, 99, 100, 1_000_000_007, .max, .min, .max - 9, .min + 9]
    for number in numbers {
      var bytes: [UInt8] = []
      var object = JSONObjectWriter()
      object.add("number", number, to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == "{\"number\":\(number)")
    }
  }

  @Test func `no number of 9 digits is nearer`() throws {
    for number in Self.numbers {
      let text = DecimalText.significant(number)
      let printed = try #require(Double(text))
      // The C library rounds correctly, but halves to even.
      let nearest = try #require(Double(String(format: "%.8e", number)))
      guard printed.isFinite, nearest.isFinite else { continue }
      // Halves are told by the shortest digits that read back: right to a unit in the last place.
      #expect((printed - number).magnitude <= (nearest - number).magnitude + number.ulp, "\(text)")
    }
  }

  @Test func `a number that has 9 digits is printed as it is`() throws {
    var random = Seeded(10)
    for _ in 0..<3000 {
      let digits = Int.random(in: -999_999_999...999_999_999, using: &random)
      let exponent = Int.random(in: -20...20, using: &random)
      let number = try #require(Double("\(digits)e\(exponent)"))
      #expect(Double(DecimalText.significant(number)) == number)
    }
  }

  @Test func `what is printed prints as itself`() throws {
    for number in Self.numbers {
      let text = DecimalText.significant(number)
      guard let printed = Double(text), printed.isFinite else { continue }
      #expect(DecimalText.significant(printed) == text)
    }
  }

  static let read: [(Double, String)] = [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (0.3, "0.3"), (1 / 3.0, "0.333333333"),
    (-2 / 3.0, "-0.666666667"), (123_456_789.4, "123456789"), (1_234_567_895, "1234567900"),
    (999_999_999.9, "1000000000"), (0.000_000_1, "0.0000001"), (0.000_000_012, "1.2e-8"),
    (1e15, "1000000000000000"), (1.25e16, "1.25e16"), (.nan, "null"), (.infinity, "null"),
    (-.infinity, "null"), (0.300_000_000_000_000_04, "0.3"),
    (.leastNormalMagnitude, "2.22507386e-308"),
  ]

  @Test(arguments: read)
  func `numbers as they are read`(number: Double, text: String) {
    #expect(DecimalText.significant(number) == text)
  }

  @Test(arguments: [(3, "0.123"), (5, "0.12346"), (17, "0.123456789012"), (1, "0.1")])
  func `there may be more digits, or fewer`(digits: Int, text: String) {
    #expect(DecimalText.significant(0.123_456_789_012, digits: digits) == text)
  }

  // MARK: Digits behind the point

  static let fixed: [(Double, Int, String, String)] = [
    (1.0, 3, "1", "1.000"), (0.0005, 3, "0.001", "0.001"), (0.000_49, 3, "0", "0.000"),
    (-0.0004, 3, "0", "0.000"), (-0.0006, 3, "-0.001", "-0.001"), (9.9996, 3, "10", "10.000"),
    (12.5, 0, "13", "13"), (0.4, 0, "0", "0"), (0.5, 0, "1", "1"), (99.95, 1, "100", "100.0"),
    (1e20, 2, "100000000000000000000", "100000000000000000000.00"), (0, 2, "0", "0.00"),
    (1.05, 1, "1.1", "1.1"), (.nan, 2, "?", "?"), (-1234.5678, 2, "-1234.57", "-1234.57"),
    (0.06, 1, "0.1", "0.1"), (0.04, 1, "0", "0.0"), (0.000_000_9, 3, "0", "0.000"),
  ]

  @Test(arguments: fixed)
  func `digits behind the point`(number: Double, places: Int, text: String, padded: String) {
    #expect(DecimalText.fixed(number, places: places) == text)
    #expect(DecimalText.fixed(number, places: places, isPadded: true) == padded)
  }

  @Test(arguments: 0...6)
  func `digits behind the point are the nearest`(places: Int) throws {
    var random = Seeded(UInt64(places))
    let unit = (0..<places).reduce(1.0) { unit, _ in unit / 10 }
    for _ in 0..<1000 {
      let number = Double.random(in: -1000...1000, using: &random)
      let text = DecimalText.fixed(number, places: places, isPadded: true)
      #expect(text.split(separator: ".").last.map { places == 0 || $0.count == places } ?? false)
      let printed = try #require(Double(text))
      #expect((printed - number).magnitude <= unit / 2 * (1 + 1e-9))
      #expect(Double(DecimalText.fixed(number, places: places)) == printed)
    }
  }
}
