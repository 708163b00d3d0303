import Gestures
import Quantities
import Simulation
import TestSupport
import Testing
import TouchInput
import Transitions

@Suite struct RobustGestureTests {
  private static let bounds = DeviceBounds()

  private static func request(
    _ outcome: Outcome, _ policy: PolicyDefinition, _ device: BoundedDevice,
    bounds: DeviceBounds = bounds
  ) -> RobustGesture.Request {
    var settings = ReplaySettings()
    settings.policy = policy
    // Time stamps that stray may make a step too fast for libinput, which is not counted.
    settings.jumpFilter = .off
    return RobustGesture.Request(
      outcome, settings: settings, device: device.description, bounds: bounds, axis: .x,
      fingers: device.fingers, longestWay: device.longestWay)
  }

  /// What no gesture of the family is sure to reach.
  private static let unreachable: Set<String> = [
    "firefox finish touchscreen"
  ]

  @Test(arguments: PolicyLibrary.all, [Outcome.finish, .cancel])
  func `whatever a device within bounds makes of it, the policy decides as wanted by the margin`(
    policy: PolicyDefinition, outcome: Outcome
  ) throws {
    for (name, device) in [
      ("touchpad", BoundedDevice.touchpad), ("touchscreen", .touchscreen),
    ] {
      let request = Self.request(outcome, policy, device)
      guard !Self.unreachable.contains("\(policy.id) \(outcome.rawValue) \(name)") else {
        #expect(throws: RobustGesture.Obstacle.self) { try RobustGesture(request) }
        continue
      }
      let robust = try RobustGesture(request)
      #expect(robust.guarantee.margin > 0)
      var random = Seeded(UInt64(policy.id.utf8.reduce(0) { $0 &* 31 &+ Int($1) }.magnitude))
      var least = Double.infinity
      for round in 0..<24 {
        var replay = Replay(device: device.description, settings: request.settings)
        for event in device.events(of: robust.gesture, within: Self.bounds, &random) {
          try replay.handle(event, line: 1)
        }
        let gestures = ReplayTests.gestures(replay)
        try #require(gestures.count == 1, "\(name), round \(round)")
        let gesture = gestures[0]
        #expect(gesture.decision.outcome == outcome, "\(name), round \(round)")
        #expect(
          robust.progress.contains(gesture.progress),
          "\(name), round \(round): \(gesture.progress) in \(robust.progress)")
        #expect(
          robust.velocity.contains(gesture.velocity),
          "\(name), round \(round): \(gesture.velocity) in \(robust.velocity)")
        // A step before the threshold may decide the same, however near its bar.
        var rule = gesture.policy
        if robust.guarantee.unit == .progress {
          (rule.forceSpeed, rule.vetoVelocity) = (nil, nil)
          (rule.flingForward, rule.flingBackward) = (nil, nil)
        }
        let decision = rule.decision(atProgress: gesture.progress, velocity: gesture.velocity)
        #expect(decision.outcome == outcome)
        let margin = try #require(decision.margin).magnitude
        #expect(margin >= robust.guarantee.margin, "\(name), round \(round)")
        least = min(least, margin)
      }
      // The proof gives little away: on a touchscreen nothing is lost to libinput.
      if name == "touchscreen", robust.guarantee.unit == .progress {
        #expect(robust.guarantee.margin >= least * 0.75)
      }
    }
  }

  @Test func `better devices leave larger margins, and the best are told exactly`() throws {
    let niri = try #require(PolicyLibrary.policy(named: "niri"))
    let usual = try RobustGesture(Self.request(.cancel, niri, .touchscreen))
    let exact = DeviceBounds(rates: 125...125, lost: 0, jitter: 0)
    let better = try RobustGesture(Self.request(.cancel, niri, .touchscreen, bounds: exact))
    #expect(better.guarantee.margin > usual.guarantee.margin)
    #expect(better.progress.upper - better.progress.lower < 0.02)
  }

  @Test func `a bar that the surface does not reach is told as the step that decides`() throws {
    var far = PolicyDefinition.threshold
    far.set(.finishThreshold, to: .threshold(Threshold(.share(DecimalNumber(9)))))
    #expect(throws: RobustGesture.Obstacle.contrary(.threshold)) {
      try RobustGesture(Self.request(.finish, far, .touchscreen))
    }
  }

  @Test func `a way too short to begin is told`() throws {
    var request = Self.request(.cancel, .threshold, .touchscreen)
    request.longestWay = 1
    #expect(throws: RobustGesture.Obstacle.mayNotBegin) { try RobustGesture(request) }
  }

  @Test func `velocity decides where progress cannot`() throws {
    var flick = PolicyDefinition.flick
    flick.set(.finishThreshold, to: .threshold(Threshold(.share(DecimalNumber(9)))))
    // At the usual bounds a velocity may be too old to count.
    let bounds = DeviceBounds(rates: 100...125, lost: 0, jitter: 0.001)
    let robust = try RobustGesture(Self.request(.finish, flick, .touchscreen, bounds: bounds))
    #expect(robust.guarantee.unit == .progressPerSecond)
    #expect(robust.gesture.hold == 0)
    #expect(robust.velocity.lower >= 0.5 + robust.guarantee.margin)
  }
}
