import Gestures
import Glibc
import Quantities
import TestSupport
import Testing

@Suite struct VelocityEstimatorTests {
  /// A history of motions along x: times in milliseconds and positions in device units, from the
  /// landing on.
  private func history(_ motions: [(time: Double, x: Int)]) -> MotionHistory {
    var history = MotionHistory()
    for (index, motion) in motions.enumerated() {
      let time = Timestamp(nanoseconds: Int64((motion.time * 1e6).rounded()))
      if index == 0 { history.restart(at: time) }
      if index > 0 || motion.x != 0 {
        history.append(
          MotionHistory.Motion(
            time: time, displacement: Vector(x: motion.x * Centroid.partsPerUnit, y: 0)))
      }
    }
    return history
  }

  private func velocity(
    _ method: VelocityEstimator.Method, _ staleness: VelocityEstimator.Staleness,
    _ motions: [(time: Double, x: Int)], at release: Double? = nil
  ) -> Double {
    VelocityEstimator(method, staleness: staleness).velocity(
      of: history(motions), along: .x,
      at: Timestamp(nanoseconds: Int64((release ?? motions.last?.time ?? 0) * 1e6)))
  }

  private func velocity(
    _ method: VelocityEstimator.Method, _ motions: [(time: Double, x: Int)],
    at release: Double? = nil
  ) -> Double {
    velocity(method, .keep, motions, at: release)
  }

  static let hundred = Duration.milliseconds(100)

  /// Methods that measure a constant velocity.
  static let steady: [VelocityEstimator.Method] = [
    .windowSlope(window: hundred, dropsFirst: true), .endPoints(window: hundred),
    .lastPair(minimumInterval: .zero), .lastPair(minimumInterval: .milliseconds(8)),
    .leastSquares(horizon: hundred, stopGap: .milliseconds(40), minimumCount: 3),
    .leastSquares(horizon: hundred, stopGap: .milliseconds(40), minimumCount: 0),
  ]

  static let all: [VelocityEstimator.Method] =
    steady + [.windowSlope(window: hundred, dropsFirst: false), .meanPerEvent, .none]

  static let stalenesses: [VelocityEstimator.Staleness] = [
    .keep, .trimAtRelease, .zeroSampleAtRelease, .zeroAfter(hundred),
  ]

  // MARK: Laws

  @Test(arguments: steady, [8.0, 10, 12.5, 33.3])
  func `a constant velocity is measured exactly`(
    method: VelocityEstimator.Method, interval: Double
  ) {
    for step in [-7, 1, 12] {
      for count in 2...30 {
        let motions = (0...count).map { (time: interval * Double($0), x: step * $0) }
        // Times are whole nanoseconds.
        let expected = Double(step) * 1000 / interval
        #expect(abs(velocity(method, motions) / expected - 1) < 1e-6)
      }
    }
  }

  @Test(arguments: all, stalenesses)
  func `motion the other way has the opposite velocity`(
    method: VelocityEstimator.Method, staleness: VelocityEstimator.Staleness
  ) {
    var random = Seeded(3)
    for _ in 0..<50 {
      var x = 0
      let motions = (0..<20).map { index in
        if index > 0 { x += Int.random(in: -20...40, using: &random) }
        return (time: 7 * Double(index), x: x)
      }
      let there = velocity(method, staleness, motions, at: 140)
      let back = velocity(method, staleness, motions.map { ($0.time, -$0.x) }, at: 140)
      // The mean per event is a speed.
      #expect(method == .meanPerEvent ? back == there : back == -there)
    }
  }

  @Test(arguments: all, stalenesses)
  func `a displacement along the other axis is no velocity`(
    method: VelocityEstimator.Method, staleness: VelocityEstimator.Staleness
  ) {
    let motions = (0..<10).map { (time: 8 * Double($0), x: 5 * $0) }
    let estimator = VelocityEstimator(method, staleness: staleness)
    let release = Timestamp(nanoseconds: 72_000_000)
    #expect(estimator.velocity(of: history(motions), along: .y, at: release) == 0)
  }

  @Test(arguments: all, stalenesses)
  func `too little to go by is no velocity`(
    method: VelocityEstimator.Method, staleness: VelocityEstimator.Staleness
  ) {
    let estimator = VelocityEstimator(method, staleness: staleness)
    #expect(estimator.velocity(of: MotionHistory(), along: .x, at: .zero) == 0)
    #expect(velocity(method, staleness, [(0, 0)]) == 0)
    #expect(velocity(method, staleness, [(0, 0)], at: 1000) == 0)
    #expect(velocity(method, staleness, [(0, 0), (8, 0), (16, 0), (24, 0)]) == 0)
  }

  @Test(arguments: all.filter { $0 != .meanPerEvent }, stalenesses)
  func `equal times never divide by 0`(
    method: VelocityEstimator.Method, staleness: VelocityEstimator.Staleness
  ) {
    #expect(velocity(method, staleness, [(5, 0), (5, 10), (5, 30)]).isFinite)
    let early = velocity(method, staleness, [(5, 0), (5, 10), (5, 30), (5, 60)], at: 5)
    // A minimum interval is what takes the place of none.
    let isPaired = method == .lastPair(minimumInterval: .milliseconds(8))
    #expect(early == (isPaired && staleness != .zeroSampleAtRelease ? 30 / 0.008 : 0))
    #expect(velocity(method, staleness, [(5, 0), (9, 10), (9, 30), (9, 60)]).isFinite)
    // The time may run backwards in frames that no decoder made.
    #expect(velocity(method, staleness, [(9, 0), (5, 10), (1, 30)], at: 0).isFinite)
  }

  @Test(arguments: all, stalenesses)
  func `the largest displacements at the smallest intervals are finite`(
    method: VelocityEstimator.Method, staleness: VelocityEstimator.Staleness
  ) {
    let far = Int.max / 4 / Centroid.partsPerUnit
    let motions = (0..<300).map { (time: Double($0) * 1e-6, x: $0.isMultiple(of: 2) ? far : -far) }
    #expect(velocity(method, staleness, motions).isFinite)
  }

  @Test(arguments: [0.5, 2, 3])
  func `the report rate does not change the velocity`(factor: Double) {
    // Two velocities, 20 and 60 units in 16 ms, at several report rates.
    func motions(_ interval: Double) -> [(time: Double, x: Int)] {
      (0...Int((320 / interval).rounded())).map { index in
        let time = interval * Double(index)
        let x = time <= 160 ? time / 16 * 20 : 200 + (time - 160) / 16 * 60
        return (time, Int((x * 3).rounded()))
      }
    }
    // The minimum interval makes a pair of higher rates slower.
    for method in Self.steady where method != .lastPair(minimumInterval: .milliseconds(8)) {
      #expect(abs(velocity(method, motions(16)) - 3 * 60 / 0.016) < 1e-6)
      #expect(abs(velocity(method, motions(16 / factor)) - 3 * 60 / 0.016) < 3 / 0.016)
    }
  }

  // MARK: The slope of a window

  /// 10, 20, 30 and 40 units in 10 ms each.
  static let faster: [(time: Double, x: Int)] = [
    (0, 0), (10, 10), (20, 30), (30, 60), (40, 100),
  ]

  @Test(
    arguments: [
      (100, true, 2500), (100, false, 2500), (40, true, 2500), (39.999, true, 3000),
      (39.999, false, 10000 / 3), (20, true, 3500), (20, false, 4500), (10, true, 4000),
      (10, false, 7000), (9, true, 0), (9, false, 0), (0, true, 0),
    ] as [(Double, Bool, Double)])
  func `the slope is that of the motions in the window`(
    window: Double, dropsFirst: Bool, expected: Double
  ) {
    let method = VelocityEstimator.Method.windowSlope(
      window: .nanoseconds(Int64(window * 1e6)), dropsFirst: dropsFirst)
    #expect(abs(velocity(method, Self.faster) - expected) < 1e-9)
  }

  @Test(
    arguments: [
      (.keep, 70 / 0.02), (.trimAtRelease, 40 / 0.01), (.zeroSampleAtRelease, 40 / 0.02),
      (.zeroAfter(.milliseconds(10)), 70 / 0.02), (.zeroAfter(.nanoseconds(9_999_999)), 0),
    ] as [(VelocityEstimator.Staleness, Double)])
  func `a rest of 10 ms changes a window of 20 ms as the staleness says`(
    staleness: VelocityEstimator.Staleness, expected: Double
  ) {
    let method = VelocityEstimator.Method.windowSlope(
      window: .milliseconds(20), dropsFirst: true)
    #expect(abs(velocity(method, staleness, Self.faster, at: 50) - expected) < 1e-9)
  }

  @Test(
    arguments: [
      (.keep, 3500), (.trimAtRelease, 0), (.zeroSampleAtRelease, 0),
      (.zeroAfter(.milliseconds(100)), 0),
    ] as [(VelocityEstimator.Staleness, Double)])
  func `a long rest leaves nothing, unless it is kept`(
    staleness: VelocityEstimator.Staleness, expected: Double
  ) {
    let method = VelocityEstimator.Method.windowSlope(
      window: .milliseconds(20), dropsFirst: true)
    #expect(velocity(method, staleness, Self.faster, at: 1000) == expected)
  }

  @Test func `reports without a motion age the velocity`() {
    let resting = Self.faster + (5...14).map { (time: 10 * Double($0), x: 100) }
    let method = VelocityEstimator.Method.windowSlope(window: Self.hundred, dropsFirst: true)
    #expect(velocity(method, .zeroAfter(.milliseconds(100)), resting, at: 140) == 0)
    #expect(velocity(method, .zeroAfter(.milliseconds(99)), resting, at: 140) == 0)
    // The last motion, of 40 units, is the first delta of the window: it is dropped, or not.
    #expect(velocity(method, resting, at: 140) == 0)
    let whole = VelocityEstimator.Method.windowSlope(window: Self.hundred, dropsFirst: false)
    #expect(velocity(whole, resting, at: 140) == 40 / 0.1)
    #expect(velocity(whole, .zeroAfter(.milliseconds(99)), resting, at: 140) == 0)
  }

  @Test func `a window longer than the memory takes all that is remembered`() {
    let motions = (0...999).map { (time: Double($0), x: $0 * $0) }
    let slope = VelocityEstimator.Method.windowSlope(window: .seconds(1), dropsFirst: true)
    #expect(abs(velocity(slope, motions) - Double(999 * 999 - 744 * 744) / 0.255) < 1e-6)
    let whole = VelocityEstimator.Method.windowSlope(window: .seconds(1), dropsFirst: false)
    #expect(abs(velocity(whole, motions) - Double(999 * 999 - 743 * 743) / 0.255) < 1e-6)
  }

  // MARK: Ends, pairs, events

  @Test(arguments: [(40, 3500), (50, 7000 / 3), (140, 7000 / 12)] as [(Double, Double)])
  func `end points divide by the time to the lift`(release: Double, expected: Double) {
    let method = VelocityEstimator.Method.endPoints(window: .milliseconds(20))
    #expect(abs(velocity(method, Self.faster, at: release) - expected) < 1e-9)
  }

  @Test(arguments: [(0, 4000), (8, 4000), (10, 4000), (16, 2500)] as [(Double, Double)])
  func `the last pair counts as at least the minimum apart`(minimum: Double, expected: Double) {
    let method = VelocityEstimator.Method.lastPair(
      minimumInterval: .nanoseconds(Int64(minimum * 1e6)))
    #expect(abs(velocity(method, Self.faster) - expected) < 1e-9)
    #expect(abs(velocity(method, Self.faster, at: 1000) - expected) < 1e-9)
    #expect(velocity(method, .zeroSampleAtRelease, Self.faster, at: 50) == 0)
  }

  @Test(
    arguments: [
      ([], 0), ([(0, 0)], 0), ([(0, 0), (24, 5)], 24), ([(0, 0), (24, 5), (100, 6)], 100),
      ([(0, 0), (24, 5), (101, 6)], 77), ([(0, 0), (200, 5)], 0),
    ] as [([(time: Double, x: Int)], Int)])
  func `a window spans the motions within it`(motions: [(time: Double, x: Int)], span: Int) {
    for method in [
      VelocityEstimator.Method.windowSlope(window: Self.hundred, dropsFirst: true),
      .endPoints(window: Self.hundred),
    ] {
      let estimator = VelocityEstimator(method, staleness: .keep)
      #expect(estimator.span(of: history(motions)) == .milliseconds(span))
    }
    #expect(VelocityEstimator(.meanPerEvent, staleness: .keep).span(of: history(motions)) == nil)
  }

  @Test func `the mean per event is the way forth and back over the events`() {
    let motions = [(0, 0), (10, 30), (20, 10), (1000, 10), (1001, 11)].map {
      (time: Double($0.0), x: $0.1)
    }
    // 30 + 20 + 0 + 1 units in four events, at whatever times.
    #expect(velocity(.meanPerEvent, motions) == 51.0 / 4)
    #expect(velocity(.meanPerEvent, motions, at: 9000) == 51.0 / 4)
    let long = (0...999).map { (time: Double($0), x: $0.isMultiple(of: 2) ? 0 : 5) }
    #expect(velocity(.meanPerEvent, long) == 5)
  }

  // MARK: Least squares

  /// The slope at the last of some points of the parabola nearest to them, by another way: an
  /// orthonormal basis of polynomials.
  private func slope(_ points: [(time: Double, x: Int)]) -> Double {
    guard let last = points.last else { return 0 }
    let times = points.map { ($0.time - last.time) / 100 }
    func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    // Each polynomial as its values at the times, and its slope at the last one.
    var basis: [(values: [Double], slope: Double)] = []
    for power in 0...2 {
      var values = times.map { pow($0, Double(power)) }
      var slope = power == 1 ? 1.0 : 0
      for other in basis {
        let part = dot(values, other.values)
        values = zip(values, other.values).map { $0 - part * $1 }
        slope -= part * other.slope
      }
      let length = dot(values, values).squareRoot()
      guard length > 1e-7 else { continue }
      basis.append((values.map { $0 / length }, slope / length))
    }
    let positions = points.map { Double($0.x - last.x) }
    return basis.reduce(0) { $0 + dot(positions, $1.values) * $1.slope } * 10
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `least squares is the slope of the nearest parabola`(seed: UInt64) {
    var random = Seeded(seed)
    var time = 0.0
    var x = 0
    let motions = (0..<Int.random(in: 2...19, using: &random)).map { index in
      if index > 0 {
        time += Double(Int.random(in: 1...5, using: &random))
        x += Int.random(in: -50...200, using: &random)
      }
      return (time: time, x: x)
    }
    let method = VelocityEstimator.Method.leastSquares(
      horizon: Self.hundred, stopGap: .milliseconds(40), minimumCount: 0)
    let expected = slope(motions)
    #expect(abs(velocity(method, motions) - expected) < 1e-8 * (abs(expected) + 1000))
  }

  @Test func `least squares takes at most 20 motions within the horizon, up to a gap`() {
    let motions = (0..<40).map { (time: 4 * Double($0), x: $0 * $0 * $0) }
    func fit(
      horizon: Double = 100, gap: Double = 40, _ motions: [(time: Double, x: Int)],
      at release: Double? = nil, _ staleness: VelocityEstimator.Staleness = .keep
    ) -> Double {
      velocity(
        .leastSquares(
          horizon: .nanoseconds(Int64(horizon * 1e6)), stopGap: .nanoseconds(Int64(gap * 1e6)),
          minimumCount: 3), staleness, motions, at: release)
    }
    let size = 1e-9 * slope(motions)
    #expect(abs(fit(motions) - slope(Array(motions.suffix(20)))) < size)
    #expect(abs(fit(horizon: 40, motions) - slope(Array(motions.suffix(11)))) < size)
    #expect(abs(fit(horizon: 39, motions) - slope(Array(motions.suffix(10)))) < size)
    let broken = motions.dropLast(5) + motions.suffix(5).map { ($0.time + 37, $0.x) }
    #expect(abs(fit(gap: 40, Array(broken)) - slope(Array(broken.suffix(5)))) < size)
    #expect(abs(fit(gap: 41, Array(broken)) - slope(Array(broken.suffix(16)))) < size)
    #expect(
      abs(fit(motions, at: 216, .trimAtRelease) - slope(Array(motions.suffix(11)))) < size)
    #expect(fit(motions, at: 250, .trimAtRelease) == 0)
  }

  @Test func `least squares needs as many motions as it says`() {
    let motions = (0..<3).map { (time: 8 * Double($0), x: $0 * 8) }
    for (minimum, expected) in [(0, 1000.0), (3, 1000), (4, 0)] {
      let method = VelocityEstimator.Method.leastSquares(
        horizon: Self.hundred, stopGap: .milliseconds(40), minimumCount: minimum)
      #expect(abs(velocity(method, motions) - expected) < 1e-9)
    }
  }

  @Test func `two motions make a straight line`() {
    let method = VelocityEstimator.Method.leastSquares(
      horizon: Self.hundred, stopGap: .milliseconds(40), minimumCount: 2)
    #expect(abs(velocity(method, [(0, 0), (8, 40)]) - 5000) < 1e-9)
    // So do more at two times.
    #expect(abs(velocity(method, [(0, 0), (8, 40), (8, 60), (8, 50)]) - 6250) < 1e-6)
  }

  @Test func `a lift that counts as a motion bends the parabola`() {
    let method = VelocityEstimator.Method.leastSquares(
      horizon: Self.hundred, stopGap: .milliseconds(40), minimumCount: 3)
    let motions = (0..<5).map { (time: 8 * Double($0), x: $0 * 16) }
    let expected = slope(motions + [(48, 64)])
    #expect(abs(velocity(method, .zeroSampleAtRelease, motions, at: 48) - expected) < 1e-8)
  }
}
