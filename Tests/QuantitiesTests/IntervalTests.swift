import Quantities
import TestSupport
import Testing

@Suite struct IntervalTests {
  @Test func `what comes of numbers inside lies in what comes of the intervals`() {
    var random = Seeded(7)
    func number() -> Double {
      Double.random(in: -100...100, using: &random)
    }
    func interval() -> (Interval, Double) {
      let (a, b) = (number(), number())
      let interval = Interval(min(a, b), max(a, b))
      return (interval, Double.random(in: interval.lower...interval.upper, using: &random))
    }
    for _ in 0..<2000 {
      let ((a, x), (b, y)) = (interval(), interval())
      #expect((a + b).contains(x + y))
      #expect((a - b).contains(x - y))
      #expect((a * b).contains(x * y))
      #expect((a / 3).contains(x / 3))
      #expect((-a).contains(-x))
      #expect(a.magnitude.contains(x.magnitude))
      #expect(a.joined(with: b).contains(x) && a.joined(with: b).contains(y))
      #expect(a.widened(by: 0.1).contains(x + 0.1))
    }
  }

  @Test func `sums are rounded outwards`() {
    let sum = Interval(0.1) + Interval(0.2)
    #expect(sum.lower < 0.1 + 0.2 && sum.upper > 0.1 + 0.2)
    #expect(Interval(0) + Interval(0) == .zero)
  }

  @Test func `infinite bounds stay, and zero times anything is zero`() {
    #expect(Interval.all * .zero == .zero)
    #expect(Interval.all + Interval(1) == .all)
    #expect((Interval(0, .infinity) * Interval(-1, 2)) == .all)
    #expect(Interval.all - .all == .all)
    #expect(Interval(-.infinity, 3).magnitude == Interval(0, .infinity))
  }

  @Test func `clamping keeps what is inside, or a bound`() {
    #expect(Interval(-1, 3).clamped(to: Interval(0, 1)) == Interval(0, 1))
    #expect(Interval(2, 3).clamped(to: Interval(0, 1)) == Interval(1))
  }
}
