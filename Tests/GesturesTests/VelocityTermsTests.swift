import Gestures
import Quantities
import TestSupport
import Testing

@Suite struct VelocityTermsTests {
  static let stalenesses: [VelocityEstimator.Staleness] = [
    .keep, .trimAtRelease, .trimUnlessAllOld, .zeroSampleAtRelease,
    .zeroAfter(.milliseconds(60)),
  ]

  static let methods: [VelocityEstimator.Method] = [
    .windowSlope(window: .milliseconds(100), dropsFirst: true),
    .windowSlope(window: .milliseconds(100), dropsFirst: false),
    .endPoints(window: .milliseconds(100)), .lastPair(minimumInterval: .milliseconds(8)),
    .meanPerEvent, .lastEvents(count: 2),
    .leastSquares(horizon: .milliseconds(100), stopGap: .milliseconds(40), minimumCount: 3), .none,
  ]

  private static func time(_ milliseconds: Int) -> Timestamp {
    Timestamp(nanoseconds: Int64(milliseconds) * 1_000_000)
  }

  /// The velocity that terms make, in device units per second, per event, or for some events.
  private static func velocity(_ terms: VelocityTerms, _ method: VelocityEstimator.Method)
    -> Double
  {
    let way = Double(terms.way) / Double(Centroid.partsPerUnit)
    switch method {
    case .meanPerEvent: return terms.motions > 0 ? way / Double(terms.motions) : 0
    case .lastEvents: return way
    default: return terms.time.map { $0 > .zero ? way / $0.seconds : 0 } ?? 0
    }
  }

  @Test(arguments: methods, stalenesses)
  func `a velocity is what its terms make`(
    method: VelocityEstimator.Method, staleness: VelocityEstimator.Staleness
  ) {
    let estimator = VelocityEstimator(method, staleness: staleness)
    var random = Seeded(5)
    var forgotten = 0
    for _ in 0..<200 {
      var history = MotionHistory()
      var (now, x) = (0, 0)
      history.restart(at: Self.time(0))
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        now += Int.random(in: 0...30, using: &random)
        x += Int.random(in: -20...40, using: &random)
        history.append(
          MotionHistory.Motion(
            time: Self.time(now), displacement: Vector(x: x * Centroid.partsPerUnit, y: 0)))
      }
      let release = Self.time(now + Int.random(in: 0...200, using: &random))
      let mark: MotionHistory.Mark? = Bool.random(using: &random) ? nil : .landing
      let velocity = estimator.velocity(of: history, along: .x, at: release, since: mark)
      let terms = estimator.terms(of: history, along: .x, at: release, since: mark)
      if terms.isForgotten {
        forgotten += 1
        #expect(velocity == 0)
      } else if case .leastSquares = method {
        // A parabola is no quotient, but there is none without motions.
        #expect(terms.motions > 0 || velocity == 0)
      } else {
        #expect(abs(Self.velocity(terms, method) - velocity) <= velocity.magnitude * 1e-9)
      }
    }
    if case .zeroAfter = staleness { #expect(forgotten > 20) }
  }
}
