import Quantities
import TestSupport
import Testing

@Suite struct DecimalNumberTests {
  @Test(arguments: [
    ("0.3", 3, 1), ("-12", -12, 0), (".5", 5, 1), ("5.", 5, 0), ("+7", 7, 0), ("0", 0, 0),
    ("-0", 0, 0), ("-0.0", 0, 0), ("007", 7, 0), ("1.50", 15, 1), ("100", 100, 0), ("0.10", 1, 1),
    ("999999999", 999_999_999, 0), ("0.999999999", 999_999_999, 9), ("0.000000001", 1, 9),
    ("-.000000001", -1, 9), ("000000000000001", 1, 0),
  ])
  func `a number is read digit by digit`(text: String, digits: Int, fractionDigits: Int) {
    let number = DecimalNumber(text)
    #expect(number?.digits == digits)
    #expect(number?.fractionDigits == fractionDigits)
    #expect(number == DecimalNumber(digits, fractionDigits: fractionDigits))
  }

  @Test(arguments: [
    "", ".", "-", "+", "-.", "+-1", "--1", "1-", "1..2", "1.2.3", "1e5", "0x10", " 1", "1 ", "1,5",
    "inf", "nan", "١", "1000000000", "9999999999999999999999999", "0.0000000001", "12345678.90",
    "1\u{301}",
  ])
  func `what is no number of nine digits is refused`(text: String) {
    #expect(DecimalNumber(text) == nil)
  }

  @Test func `zeros behind the point count as digits until the number is read`() {
    #expect(DecimalNumber("1234567.80") == DecimalNumber(12_345_678, fractionDigits: 1))
    #expect(DecimalNumber("12345678.90") == nil)
  }

  @Test func `printing and reading are inverse`() {
    var random = Seeded(1)
    for _ in 0..<2000 {
      let digits = Int.random(in: -999_999_999...999_999_999, using: &random)
      let bits = Int.random(in: 0...30, using: &random)
      let number = DecimalNumber(
        digits >> bits, fractionDigits: Int.random(in: 0...9, using: &random))
      #expect(DecimalNumber(number.description) == number)
      #expect(DecimalNumber(number.value) == number)
    }
  }

  @Test(arguments: [
    (DecimalNumber(3, fractionDigits: 1), "0.3"), (DecimalNumber(-3, fractionDigits: 1), "-0.3"),
    (DecimalNumber(-12), "-12"), (DecimalNumber(1, fractionDigits: 9), "0.000000001"),
    (DecimalNumber(120, fractionDigits: 1), "12"), (DecimalNumber(0, fractionDigits: 9), "0"),
    (DecimalNumber(105, fractionDigits: 2), "1.05"),
  ])
  func `a number is printed as short as it can be`(number: DecimalNumber, text: String) {
    #expect(number.description == text)
  }

  @Test(
    arguments: [
      (0.3, "0.3"), (0.1 + 0.2, "0.3"), (1 / 3, "0.333333333"), (2 / 3, "0.666666667"),
      (-2 / 3, "-0.666666667"), (1e-5, "0.00001"), (1e-9, "0.000000001"), (1e-10, "0"),
      (123_456.789_012, "123456.789"), (999_999_999, "999999999"), (0.999_999_999_9, "1"),
      (-99.999_999_999_9, "-100"), (999_999_999.4, "999999999"), (-0.0, "0"),
      (.leastNonzeroMagnitude, "0"), (1e8, "100000000"),
    ] as [(Double, String)])
  func `a binary number becomes the nearest decimal one`(value: Double, text: String) {
    #expect(DecimalNumber(value)?.description == text)
  }

  @Test(arguments: [1e9, -1e9, 999_999_999.5, .infinity, -.infinity, .nan, 1e300] as [Double])
  func `a binary number of ten digits or none is refused`(value: Double) {
    #expect(DecimalNumber(value) == nil)
  }

  @Test func `the ratio of a number is exact`() {
    #expect(DecimalNumber("0.3")?.ratio == Ratio(3, over: 10))
    #expect(DecimalNumber("-1.25")?.ratio == Ratio(-5, over: 4))
    #expect(DecimalNumber("0.999999999")?.ratio == Ratio(999_999_999, over: 1_000_000_000))
    #expect(DecimalNumber("0.3")?.value == 0.3)
  }

  @Test func `products and quotients of decimal numbers are rounded once`() {
    // Binary arithmetic gives 13.299999999999999 and 0.30000000000000004.
    #expect(DecimalNumber.product(0.35, 38) == 13.3)
    #expect(DecimalNumber.product(0.1, 3) == 0.3)
    #expect(DecimalNumber.product(0.98, 57.3) == 56.154)
    for millimeters in 1...300 {
      for (way, tenths) in [(38.0, 380), (28.5, 285), (38.1, 381), (57.3, 573), (0.1, 1)] {
        let share = Ratio(Int128(millimeters * 10), over: Int128(tenths)).value
        #expect(DecimalNumber.quotient(Double(millimeters), way) == share)
        let length = Ratio(Int128(millimeters * tenths), over: 1000).value
        #expect(DecimalNumber.product(Double(millimeters) / 100, way) == length)
      }
    }
  }

  @Test func `numbers of more digits are multiplied and divided as they are`() {
    #expect(DecimalNumber.product(.pi, 3) == .pi * 3)
    #expect(DecimalNumber.quotient(1, .pi) == 1 / .pi)
    #expect(DecimalNumber.product(1e300, 10) == 1e301)
    #expect(DecimalNumber.quotient(1, 0) == .infinity)
    #expect(DecimalNumber.quotient(0, 0).isNaN && DecimalNumber.product(.nan, 1).isNaN)
    #expect(DecimalNumber(exactly: 0.3)?.digits == 3)
    for value in [0.1 + 0.2, .pi, 1e-10, 1e9, .infinity, .nan] {
      #expect(DecimalNumber(exactly: value) == nil)
    }
  }
}
