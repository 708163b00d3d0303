import Curves
import Quantities
import Testing

@Suite struct SpringCurveTests {
  static let dampings: [Double] = [0, 5, 20, 40]

  @Test(arguments: dampings, [0, 5, -3])
  func `the way starts at 0 with its velocity`(damping: Double, velocity: Double) {
    let curve = SpringCurve(Spring(damping: damping), initialVelocity: velocity)
    #expect(curve.value(at: .zero) == 0)
    #expect(curve.velocity(at: .zero) == velocity)
  }

  @Test(arguments: dampings.filter { $0 > 0 }, [0, 5, -3])
  func `the way ends at 1`(damping: Double, velocity: Double) {
    let curve = SpringCurve(
      Spring(damping: damping), initialVelocity: velocity, allowsOverdamping: true)
    #expect(curve.value(at: .seconds(1000)) == 1)
    #expect(curve.velocity(at: .seconds(1000)) == 0)
  }

  @Test(arguments: dampings)
  func `the velocity is the change of the value`(damping: Double) {
    let curve = SpringCurve(Spring(damping: damping), initialVelocity: 2)
    for milliseconds in stride(from: 10, to: 1000, by: 30) {
      let time = Duration.milliseconds(milliseconds)
      let step = Duration.microseconds(10)
      let change = (curve.value(at: time + step) - curve.value(at: time - step)) / 20e-6
      // The third derivative is at most about 1000: an error of 10⁻⁷.
      #expect(abs(change - curve.velocity(at: time)) < 1e-6)
    }
  }

  @Test func `a damping ratio above 1 counts as 1 unless it is allowed`() {
    let time = Duration.milliseconds(130)
    let critical = SpringCurve(Spring(damping: 20))
    let clamped = SpringCurve(Spring(damping: 40))
    let creeping = SpringCurve(Spring(damping: 40), allowsOverdamping: true)
    #expect(clamped.value(at: time) == critical.value(at: time))
    #expect(creeping.value(at: time) < critical.value(at: time))
    // The spring that was given is kept.
    #expect(clamped.spring.damping == 40)
  }

  @Test(arguments: dampings.filter { $0 > 0 }, [0.0, 5, -3, 8, 9.9, 10.5, 20, 300])
  func `the value stays within a thousandth once it has settled`(
    damping: Double, velocity: Double
  ) throws {
    let curve = SpringCurve(
      Spring(damping: damping), initialVelocity: velocity, allowsOverdamping: true)
    let duration = try #require(curve.settlingDuration)
    for milliseconds in 0..<3000 {
      #expect(abs(curve.value(at: duration + .milliseconds(milliseconds)) - 1) <= 1e-3)
    }
  }

  @Test(arguments: [20, 40], [0.0, 5, -3, 8, 9.9, 10.5, 20, 300])
  func `a spring that creeps settles at the first tenth of a second it can`(
    damping: Double, velocity: Double
  ) throws {
    let curve = SpringCurve(
      Spring(damping: damping), initialVelocity: velocity, allowsOverdamping: true)
    // Sampled each millisecond: within a thousandth for the next second and a little more.
    let isSettled = { (tenth: Int) in
      (0...1001).allSatisfy { milliseconds in
        abs(curve.value(at: .milliseconds(100 * tenth + milliseconds)) - 1) < 1e-3
      }
    }
    let first = try #require((0...200).first(where: isSettled))
    #expect(curve.settlingDuration == .seconds(Double(first) / 10))
  }

  @Test func `a slow spring settles while it passes through`() throws {
    // It takes about six seconds from a thousandth before 1 to a thousandth beyond, and turns a
    // little farther out.
    let omega = 0.1
    let curve = SpringCurve(
      Spring(stiffness: omega * omega, damping: 2 * omega), initialVelocity: 0.1235)
    let duration = try #require(curve.settlingDuration)
    let turn = (0...2000).map { curve.value(at: .milliseconds(100 * $0)) }.max()
    #expect(try #require(turn) > 1.001)
    #expect(abs(curve.value(at: duration) - 1) < 1e-3)
    #expect(curve.value(at: duration + .seconds(1)) < 1.001)
    #expect(curve.value(at: duration - .milliseconds(100)) < 0.999)
  }

  @Test(arguments: [
    // Measured of QuartzCore by OpenCoreAnimation.
    (10, 1.472_700_334_678_092_7), (1, 13.913_210_154_046_25), (20, 1.0), (100, 1.0),
  ])
  func `the measured durations come out`(damping: Double, seconds: Double) throws {
    let duration = try #require(SpringCurve(Spring(damping: damping)).settlingDuration)
    #expect(abs(duration.seconds - seconds) < 1e-12)
  }

  @Test func `the measured duration of a bounce comes out`() throws {
    let spring = Spring(perceptualDuration: .seconds(1), bounce: 0.5)
    let duration = try #require(SpringCurve(spring, allowsOverdamping: true).settlingDuration)
    #expect(abs(duration.seconds - 2.343_875_379_571_070_7) < 1e-12)
  }

  @Test func `the extremes of damping settle never and at once`() {
    #expect(SpringCurve(Spring(damping: 0)).settlingDuration == nil)
    #expect(SpringCurve(Spring(damping: .infinity)).settlingDuration == .zero)
    #expect(SpringCurve(Spring(damping: 5), initialVelocity: .infinity).settlingDuration == nil)
    #expect(SpringCurve(Spring(damping: 5), initialVelocity: .nan).settlingDuration == nil)
    #expect(SpringCurve(Spring(damping: 20), initialVelocity: .nan).settlingDuration == nil)
  }
}
