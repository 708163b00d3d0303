import Gestures
import Quantities
import TouchInput
import Transitions

/// A policy on a device, as far as it matters for which gestures are safe, and those to examine.
struct RobustSubject {
  /// What decides.
  let policy: Policy
  private let rule: ProgressRule
  private let memory: ResolvedPolicy.Memory
  private let stopsAtEnds: Bool
  private let device: DeviceBounds
  private let axis: Axis
  private let longestWay: Double
  /// The millimeters that make progress 1, that come before the gesture, and that a unit has.
  private let travel: Double
  private let start: Double
  private let unit: Double
  private let isRecognizedByLibinput: Bool
  private let fingers: Int

  /// Works out a policy for a device.
  init(_ request: RobustGesture.Request) throws(RobustGesture.Obstacle) {
    let plan: ReplayPlan
    do throws(ReplayError) {
      guard
        let surface = request.device.surface(
          request.device.isMultitouch ? .contacts : .single)
      else { throw ReplayError(.unknownRanges) }
      let source = ReplayPlan.Source(
        kind: request.device.kind ?? .touchscreen, surface: surface,
        isClickpad: request.device.properties.contains(.clickpad), isInverted: false)
      plan = try ReplayPlan(request.settings, for: source)
    } catch {
      throw .plan(error)
    }
    let axis = request.axis
    guard let units = plan.surface[axis].unitsPerMillimeter?.value else {
      throw .plan(ReplayError(.unknownSize(.travel)))
    }
    policy = plan.policy(along: axis)
    memory = plan.tracking?.memory ?? .landing
    stopsAtEnds = plan.tracking?.stopsAtEnds ?? false
    device = request.bounds
    self.axis = axis
    longestWay = request.longestWay
    fingers = request.fingers
    travel = plan.scales[axis].travel.value / units
    unit = 1 / units
    let parts = Double(Centroid.partsPerUnit) * units
    if let tracking = plan.tracking {
      rule = tracking.rule
    } else {
      var own = ProgressRule(scales: plan.scales, partsPerPixel: PerAxis(both: 1))
      own.startCount = .beyond
      own.startDistance = PerAxis(both: plan.pan.slop[axis] * Double(Centroid.partsPerUnit))
      rule = own
    }
    start = rule.startDistance[axis] / parts
    isRecognizedByLibinput = request.isRecognizedByLibinput
  }

  /// What devices within some bounds make of a gesture.
  func bounds(of gesture: SteadyGesture, on device: DeviceBounds) -> GestureBounds {
    var loss = 0.0
    if isRecognizedByLibinput {
      // What both watched fingers go before libinput knows a swipe, and the report that it begins
      // in; fingers differ by some percent in how far they go.
      let steps = Double(max(0, fingers - 2))
      loss = (LibinputFigures.leastDistance + LibinputFigures.leastDistanceStep * steps) * 1.05
      // The report in which they have, and the next one, share what is lost in a row.
      loss += gesture.speed * (device.longestGap(in: gesture.duration) + device.longestInterval)
    }
    return GestureBounds(
      gesture: gesture, device: device, policy: policy, rule: rule, memory: memory,
      stopsAtEnds: stopsAtEnds, travel: travel, start: start, rounding: unit, loss: loss)
  }

  /// libinput's figures, in millimeters (`evdev-mt-touchpad-gestures.c`).
  private enum LibinputFigures {
    static let leastDistance = 1.5
    static let leastDistanceStep = 0.5
  }

  // MARK: Candidates

  /// The speeds that are examined, in millimeters per second.
  ///
  /// They are those of a hand that draws slowly, up to a quick one; steps of faster ones may count as
  /// jumps of a touchpad.
  private static let speeds: [Double] = [10, 20, 40, 60, 80, 120, 160]

  /// The shares of the way out that it may go back.
  private static let backs = [0.0, 0.3, 0.6]

  /// The shortest way that is examined, in millimeters, and how much longer each next one is.
  private static let shortestWay = 0.5
  private static let wayRatio = 1.08

  /// The nudge that a parabola makes nothing of, in millimeters.
  private static let nudge = 0.5

  /// The longest gesture, in seconds.
  private static let longest = 10.0

  /// The gestures to examine, in a fixed order.
  var candidates: [SteadyGesture] {
    var distances: [Double] = []
    var distance = Self.shortestWay
    while distance < longestWay {
      distances.append((distance * 100).rounded() / 100)
      distance *= Self.wayRatio
    }
    if longestWay > 0 { distances.append(longestWay) }
    return distances.flatMap { distance in
      Self.speeds.flatMap { speed in
        Self.backs.flatMap { back in
          [true, false].compactMap { rests in
            gesture(distance, speed, back * distance, rests: rests)
          }
        }
      }
    }
  }

  private func gesture(
    _ distance: Double, _ speed: Double, _ back: Double, rests: Bool
  ) -> SteadyGesture? {
    func rounded(_ time: Double) -> Double { (time * 1000).rounded(.up) / 1000 }
    var gesture = SteadyGesture(
      axis: axis, distance: distance, speed: speed,
      dwell: rounded(device.longestInterval * 1.05), back: back)
    if needsNudge {
      guard rests, back == 0, distance > 2 * Self.nudge else { return nil }
      gesture.nudge = Self.nudge
      gesture.nudgeDuration = device.shortestInterval
    }
    guard rests else { return gesture }
    // Rests lengthen the gesture, and with it what may be lost in a row.
    for _ in 0..<20 {
      let gap = device.longestGap(in: gesture.duration) * (back > 0 ? 2 : 1)
      let stray = 2 * device.jitter
      if needsNudge { gesture.pause = rounded(stopGap + 2 * gap + stray + unit / speed) }
      gesture.hold = rounded(memoryTime + 3 * gap + stray + unit / speed)
      guard gesture.duration <= Self.longest else { return nil }
    }
    return gesture
  }

  private var needsNudge: Bool {
    if case .leastSquares = policy.estimator.method { true } else { false }
  }

  private var stopGap: Double {
    if case .leastSquares(_, let gap, _) = policy.estimator.method { gap.seconds } else { 0 }
  }

  /// How far back the policy looks from the lift, in seconds.
  private var memoryTime: Double {
    var time = 0.0
    switch policy.estimator.method {
    case .windowSlope(let window, _), .endPoints(let window): time = window.seconds
    case .leastSquares(let horizon, _, _): time = horizon.seconds
    case .lastPair, .meanPerEvent, .lastEvents, .none: break
    }
    if case .zeroAfter(let age) = policy.estimator.staleness { time = max(time, age.seconds) }
    return time
  }
}
