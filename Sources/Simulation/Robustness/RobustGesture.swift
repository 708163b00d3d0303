import Gestures
public import Quantities
public import TouchInput
public import Transitions

/// The gesture of its family that a policy decides as wanted by the largest margin, whatever a device
/// within bounds makes of it.
///
/// The family: the fingers land, rest, go straight out at an even speed, maybe back a part of the way,
/// maybe rest, and lift. The margin is proven: it is that of all progress and all velocities that
/// there may be (``DeviceBounds``), by interval arithmetic, and not that of some that were tried.
/// Where libinput stands between a touchpad and the platform, what it keeps of the way until it knows
/// a swipe is counted; that it may leave out steps which uneven time stamps make too fast is not.
public struct RobustGesture: Hashable, Sendable {
  /// What the fingers do.
  public let gesture: SteadyGesture

  /// By how much the policy decides as wanted at least.
  public let guarantee: Policy.Guarantee

  /// All progress that there may be at the lift.
  public let progress: Interval

  /// All velocities that there may be at the lift, as the policy's estimator counts.
  public let velocity: Interval

  /// How many of the gestures that were examined are safe.
  public let safeCount: Int

  /// Why no gesture is safe.
  public enum Obstacle: Error, Hashable, Sendable {
    /// Nothing can be worked out for the device.
    case plan(ReplayError)

    /// The policy's gesture may not begin on any way that fits.
    case mayNotBegin

    /// What comes of the way depends on each report.
    case mayBeCut

    /// A step may decide against it.
    case contrary(Decision.Rule)
  }

  /// What is asked for.
  public struct Request: Hashable, Sendable {
    /// The wanted end.
    public var outcome: Outcome

    /// The policy, and what else is asked of a replay.
    public var settings: ReplaySettings

    /// The device.
    public var device: DeviceDescription

    /// How badly it may report.
    public var bounds: DeviceBounds

    /// The axis to go along.
    public var axis: Axis

    /// How many fingers there are.
    public var fingers: Int

    /// The longest way that fits on the device, in millimeters.
    public var longestWay: Double

    /// Whether the platform sees what libinput makes of the fingers.
    public var isRecognizedByLibinput: Bool {
      device.kind.map { settings.recognizer(on: $0) == .libinput } ?? false
    }

    /// Creates a request.
    public init(
      _ outcome: Outcome, settings: ReplaySettings, device: DeviceDescription,
      bounds: DeviceBounds = DeviceBounds(), axis: Axis, fingers: Int, longestWay: Double
    ) {
      self.outcome = outcome
      self.settings = settings
      self.device = device
      self.bounds = bounds
      self.axis = axis
      self.fingers = fingers
      self.longestWay = longestWay
    }
  }

  private init(
    _ gesture: SteadyGesture, _ guarantee: Policy.Guarantee, _ progress: Interval,
    _ velocity: Interval, safeCount: Int
  ) {
    self.gesture = gesture
    self.guarantee = guarantee
    self.progress = progress
    self.velocity = velocity
    self.safeCount = safeCount
  }

  /// The share of the largest margin that counts as much, where the gesture is shorter.
  private static let enough = 0.99

  /// Finds the gesture.
  ///
  /// A margin of progress goes before one of velocity; of gestures whose margin is within a hundredth
  /// of the largest the shortest in time is taken.
  ///
  /// - Throws: Why none is safe.
  /// - Complexity: Some thousand gestures are examined.
  public init(_ request: Request) throws(Obstacle) {
    let subject = try RobustSubject(request)
    var safe: [Self] = []
    var obstacles: [Obstacle: Int] = [:]
    for gesture in subject.candidates {
      do throws(Obstacle) {
        safe.append(try Self.examined(gesture, subject, request))
      } catch {
        if gesture.back == 0 { obstacles[error, default: 0] += 1 }
      }
    }
    let byProgress = safe.filter { $0.guarantee.unit == .progress }
    let best = byProgress.isEmpty ? safe : byProgress
    let largest = best.map(\.guarantee.margin).max() ?? 0
    let shortest = best.filter { $0.guarantee.margin >= largest * Self.enough }.min { left, right in
      (left.gesture.duration, left.gesture.distance)
        < (right.gesture.duration, right.gesture.distance)
    }
    guard let shortest else { throw Self.obstacle(obstacles) }
    self.init(
      shortest.gesture, shortest.guarantee, shortest.progress, shortest.velocity,
      safeCount: safe.count)
  }

  /// What a gesture comes to.
  ///
  /// - Throws: Why it is not safe.
  private static func examined(
    _ gesture: SteadyGesture, _ subject: RobustSubject, _ request: Request
  ) throws(Obstacle) -> Self {
    var all: (progress: Interval, velocity: Interval)?
    for device in request.bounds.slices {
      let bounds = subject.bounds(of: gesture, on: device)
      do throws(GestureBounds.Obstacle) {
        let progress = try bounds.progress()
        let velocity = bounds.velocity(within: progress)
        all = (
          all?.progress.joined(with: progress) ?? progress,
          all?.velocity.joined(with: velocity) ?? velocity
        )
      } catch {
        switch error {
        case .mayNotBegin: throw .mayNotBegin
        case .mayBeCut: throw .mayBeCut
        }
      }
    }
    guard let all else { throw .mayNotBegin }
    do throws(Policy.Doubt) {
      let guarantee = try subject.policy.guarantee(
        of: request.outcome, progress: all.progress, velocity: all.velocity)
      return Self(gesture, guarantee, all.progress, all.velocity, safeCount: 1)
    } catch {
      switch error {
      case .contrary(let rule): throw .contrary(rule)
      }
    }
  }

  /// What stands in the way of most gestures that begin.
  private static func obstacle(_ obstacles: [Obstacle: Int]) -> Obstacle {
    let rules = Decision.Rule.allCases.map(Obstacle.contrary)
    let all = rules + [.mayBeCut]
    return all.max { (obstacles[$0] ?? 0) < (obstacles[$1] ?? 0) }
      .flatMap { obstacles[$0] == nil ? nil : $0 } ?? .mayNotBegin
  }
}
