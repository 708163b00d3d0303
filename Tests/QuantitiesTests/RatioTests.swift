import Quantities
import TestSupport
import Testing

@Suite struct RatioTests {
  @Test func `a fraction is in lowest terms with the sign above the line`() {
    let ratio = Ratio(6, over: -8)
    #expect(ratio.numerator == -3)
    #expect(ratio.denominator == 4)
    #expect(ratio == Ratio(-3, over: 4))
    #expect(Ratio(-6, over: -8) == Ratio(3, over: 4))
    #expect(Ratio(0, over: -7) == Ratio(0))
    #expect(Ratio(0).denominator == 1)
  }

  @Test func `a share of an odd range is the share`() {
    // 0.3 of 5980 units are 1794: the drag of the case that must finish.
    let travel = Ratio(5980)
    let share = Ratio(3, over: 10)
    #expect(share * travel == Ratio(1794))
    #expect(Ratio(1794) / travel == share)
    #expect((Ratio(1794) / travel).value == 0.3)
    #expect(Ratio(1793) / travel < share)
  }

  @Test func `products and quotients are those of the parts`() {
    var random = Seeded(2)
    func number() -> Int128 { Int128(Int.random(in: -1_000_000...1_000_000, using: &random)) }
    for _ in 0..<1000 {
      let (a, b, c, d) = (number(), number() | 1, number(), number() | 1)
      #expect(Ratio(a, over: b) * Ratio(c, over: d) == Ratio(a * c, over: b * d))
      #expect(
        (Ratio(a, over: b) < Ratio(c, over: d))
          == (a * d * (b * d).signum() < c * b * (b * d).signum()))
      guard c != 0 else { continue }
      #expect(Ratio(a, over: b) / Ratio(c, over: d) == Ratio(a * d, over: b * c))
      #expect(Ratio(a, over: b) / Ratio(c, over: d) * Ratio(c, over: d) == Ratio(a, over: b))
    }
  }

  @Test func `fractions of any size are compared exactly`() {
    let huge = Ratio(.max, over: .max - 1)
    #expect(Ratio(1) < huge)
    #expect(Ratio(.max - 1, over: .max - 2) > huge)
    #expect(Ratio(-.max, over: .max - 1) < Ratio(-1))
    #expect(Ratio(-.max) < Ratio(.max))
    #expect(!(huge < huge))
  }

  @Test(arguments: [Int128.min, .min + 1, -1, 1, .max])
  func `no fraction traps`(part: Int128) {
    for other in [Int128.min, .min + 1, -1, 1, .max] {
      let ratio = Ratio(part, over: other)
      #expect(ratio.denominator > 0)
      #expect((ratio.value < 0) == ((part < 0) != (other < 0)))
      _ = ratio * ratio
      _ = ratio / ratio
      _ = ratio < ratio
    }
  }

  @Test func `the longest lengths of the command line make no trap`() {
    // 999 999 999 px of travel on a pad of 0.999 999 937 mm, and 999 999 998 times that.
    let units = Ratio(16_777_213_000) / Ratio(999_999_937, over: 1_000_000_000)
    let travel = Ratio(999_999_999) * units / Length.gesturePixelsPerMillimeter
    let bar = Ratio(999_999_998) * travel
    #expect(abs((bar / travel).value / 999_999_998 - 1) < 1e-15)
    #expect(bar > travel)
  }

  @Test func `a product that does not fit is rounded`() {
    let large = Ratio(Int128(1) << 100, over: 3)
    let product = large * large
    // 2²⁰⁰ ÷ 9 is beyond 128 bits: the largest fraction stands for it.
    #expect(product == Ratio(.max))
    #expect(Ratio(-1) * product == Ratio(-.max))
    // 2²⁰⁰ ÷ (9 · (2⁷⁰ + 1)) is not.
    let quotient = large / Ratio(3) * (large / Ratio((Int128(1) << 70) + 1))
    let expected = 0x1p130 / 27
    #expect(abs(quotient.value / expected - 1) < 0x1p-50)
    // (2¹⁰⁰ + 1) · (2⁹⁰ + 7) ÷ … is about 4.
    let first = Ratio((Int128(1) << 100) + 1, over: (Int128(1) << 99) + 3)
    let second = Ratio((Int128(1) << 90) + 7, over: (Int128(1) << 89) + 5)
    #expect((first * second).value == first.value * second.value)
    #expect((first * Ratio(1, over: 3) * second).value == (first.value / 3) * second.value)
    // The smallest fraction stands for smaller ones, so that none becomes 0.
    let small = Ratio(1) / large
    #expect(small * small == Ratio(1, over: Int128(1) << 126))
    #expect(Ratio(-1) * small * small == Ratio(-1, over: Int128(1) << 126))
  }

  @Test func `the value is rounded once`() {
    #expect(Ratio(1, over: 3).value == 1.0 / 3)
    #expect(Ratio(7, over: 10).value == 0.7)
    #expect(Ratio(-(1 << 53) + 1, over: 1 << 20).value == -0x1.fffffffffffffp32)
  }
}
