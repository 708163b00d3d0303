import Curves
import Testing

@Suite struct DecelerationTests {
  static let rates = [0.5, 0.99, 0.997, 0.998, 0.999_999]
  static let velocities = [1000, -250, 1e-3, 1e6]

  @Test(arguments: rates, velocities)
  func `two half steps equal one whole step`(rate: Double, velocity: Double) {
    let deceleration = Deceleration(rate: rate)
    let half = Duration.milliseconds(70)
    let between = deceleration.velocity(at: half, from: velocity)
    let whole = deceleration.velocity(at: half * 2, from: velocity)
    #expect(abs(deceleration.velocity(at: half, from: between) - whole) <= 1e-12 * abs(velocity))
    let way =
      deceleration.position(at: half, from: velocity)
      + deceleration.position(at: half, from: between)
    #expect(
      abs(way - deceleration.position(at: half * 2, from: velocity)) <= 1e-12 * abs(velocity))
  }

  @Test(arguments: rates)
  func `a millisecond leaves the rate of the velocity`(rate: Double) {
    let left = Deceleration(rate: rate).velocity(at: .milliseconds(1), from: 1)
    #expect(abs(left - rate) < 1e-15)
  }

  @Test(arguments: rates)
  func `the position is the integral of the velocity`(rate: Double) {
    let deceleration = Deceleration(rate: rate)
    // Simpson's rule on 2000 steps of 50 µs; its error is of the fourth order, below 10⁻⁹.
    let steps = 2000
    let sum = (0...steps).reduce(0.0) { sum, step in
      let weight: Double = step == 0 || step == steps ? 1 : step.isMultiple(of: 2) ? 2 : 4
      return sum + weight * deceleration.velocity(at: .microseconds(50 * step), from: 300)
    }
    let way = deceleration.position(at: .microseconds(50 * steps), from: 300)
    #expect(abs(sum * 50e-6 / 3 - way) < 1e-7)
  }

  @Test(arguments: rates, velocities)
  func `the stop is where the position ends`(rate: Double, velocity: Double) {
    let deceleration = Deceleration(rate: rate)
    let stop = deceleration.stoppingDistance(of: velocity)
    #expect(deceleration.position(at: .zero, from: velocity) == 0)
    #expect(
      abs(deceleration.position(at: .seconds(1_000_000), from: velocity) / stop - 1) < 1e-12)
  }

  @Test(arguments: rates)
  func `the projection is the sum over whole milliseconds`(rate: Double) {
    let deceleration = Deceleration(rate: rate)
    guard rate < 0.9999 else { return }
    let sum = (1...50_000).reduce(0.0) { sum, millisecond in
      sum + deceleration.velocity(at: .milliseconds(millisecond), from: 2000) / 1000
    }
    #expect(abs(deceleration.projection(of: 2000) / sum - 1) < 1e-12)
    #expect(deceleration.projection(of: 2000) < deceleration.stoppingDistance(of: 2000))
  }

  @Test(arguments: rates, velocities)
  func `a distance is left after the duration to it`(rate: Double, velocity: Double) throws {
    let deceleration = Deceleration(rate: rate)
    let stop = deceleration.stoppingDistance(of: velocity)
    for distance in [0.5, 1e-6] {
      let duration = try #require(deceleration.duration(from: velocity, toWithin: distance))
      guard abs(stop) > distance else {
        #expect(duration == .zero)
        continue
      }
      let left = abs(stop - deceleration.position(at: duration, from: velocity))
      // The difference of two numbers near the stop keeps its absolute digits only.
      #expect(abs(left - distance) < 1e-9 * distance + 1e-14 * abs(stop))
    }
  }

  @Test func `half a point is the distance unless another is said`() {
    #expect(
      Deceleration.normal.duration(from: 1000)
        == Deceleration.normal.duration(from: 1000, toWithin: 0.5))
  }

  @Test func `nothing moves without a velocity`() {
    #expect(Deceleration.fast.position(at: .seconds(1), from: 0) == 0)
    #expect(Deceleration.fast.projection(of: 0) == 0)
    #expect(Deceleration.fast.duration(from: 0) == .zero)
  }

  @Test func `a negative time counts as none`() {
    #expect(Deceleration.fast.velocity(at: .seconds(-5), from: 7) == 7)
    #expect(Deceleration.fast.position(at: .seconds(-5), from: 7) == 0)
  }

  @Test func `no number traps`() throws {
    let extremes = [
      Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]
    for rate in [.leastNonzeroMagnitude, 0.998, 1.nextDown] {
      let deceleration = Deceleration(rate: rate)
      for velocity in extremes {
        #expect(deceleration.velocity(at: .seconds(Int64.max), from: velocity).isFinite)
        #expect(!deceleration.position(at: .seconds(Int64.max), from: velocity).isNaN)
      }
      for velocity in [Double.nan, .infinity, -.infinity] {
        #expect(deceleration.duration(from: velocity) == nil)
      }
    }
    let late = try #require(Deceleration.normal.duration(from: .greatestFiniteMagnitude))
    #expect(late > .seconds(300))
    #expect(late < .seconds(400))
    #expect(Deceleration(rate: 1.nextDown).duration(from: 1e300) == nil)
  }
}
