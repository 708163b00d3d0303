import Gestures
import Quantities
import TouchInput
import Transitions

/// The values of a policy for a device and an axis, by what they are.
struct PolicyValues {
  private let definition: PolicyDefinition
  private let kind: DeviceDescription.Kind
  private let axis: Axis

  init(_ definition: PolicyDefinition, on kind: DeviceDescription.Kind, along axis: Axis) {
    self.definition = definition
    self.kind = kind
    self.axis = axis
  }

  private func value(_ parameter: PolicyKey) -> PolicyValue {
    definition.value(parameter, on: kind, along: axis)
  }

  func length(_ parameter: PolicyKey) -> PolicyLength? {
    if case .length(let length) = value(parameter) { length } else { nil }
  }

  func velocity(_ parameter: PolicyKey) -> PolicyVelocity? {
    if case .velocity(let velocity) = value(parameter) { velocity } else { nil }
  }

  func number(_ parameter: PolicyKey) -> Double? {
    if case .number(let number) = value(parameter) { number.value } else { nil }
  }

  func ratio(_ parameter: PolicyKey) -> Ratio {
    if case .number(let number) = value(parameter) { number.ratio } else { Ratio(1) }
  }

  func duration(_ parameter: PolicyKey) -> Duration {
    if case .duration(let duration) = value(parameter) { duration } else { .zero }
  }

  func flag(_ parameter: PolicyKey) -> Bool { value(parameter) == .flag(true) }

  func text(_ parameter: PolicyKey) -> String? {
    if case .word(let word) = value(parameter) { word } else { nil }
  }

  func word<Word: RawRepresentable>(_ parameter: PolicyKey) -> Word?
  where Word.RawValue == String {
    text(parameter).flatMap(Word.init)
  }

  var threshold: Threshold {
    if case .threshold(let threshold) = value(.finishThreshold) {
      threshold
    } else {
      Threshold(.share(DecimalNumber(3, fractionDigits: 1)))
    }
  }

  var settle: SettleStyle {
    if case .settle(let style) = value(.settle) { style } else { .standard }
  }

  var memory: ResolvedPolicy.Memory {
    switch text(.velocityMemory) {
    case "first_motion": .firstMotion
    case "start": .start
    case "start_at_rest": .startAtRest
    default: .landing
    }
  }

  /// How the velocity is made of motions.
  var estimator: VelocityEstimator {
    let window = duration(.velocityWindow)
    let method: VelocityEstimator.Method =
      switch text(.velocityEstimator) {
      case "end_points": .endPoints(window: window)
      case "last_pair": .lastPair(minimumInterval: duration(.velocityMinInterval))
      case "least_squares":
        .leastSquares(
          horizon: window, stopGap: duration(.velocityStopGap),
          minimumCount: Int(number(.velocityMinSamples) ?? 3))
      case "mean_per_event": .meanPerEvent
      case "last_events": .lastEvents(count: Int(number(.velocityEvents) ?? 2))
      case "none": .none
      default: .windowSlope(window: window, dropsFirst: flag(.velocityDropsFirst))
      }
    let staleness: VelocityEstimator.Staleness =
      switch text(.stalePolicy) {
      case "keep": .keep
      case "trim_at_release": .trimAtRelease
      case "trim_unless_all_old": .trimUnlessAllOld
      case "zero_sample_at_release": .zeroSampleAtRelease
      default: .zeroAfter(duration(.maxVelocityAge))
      }
    return VelocityEstimator(method, staleness: staleness)
  }

  /// What decides along the axis.
  ///
  /// - Parameters:
  ///   - axis: The axis.
  ///   - travel: The way that makes progress 1, in device units.
  ///   - ruler: What measures the surface.
  /// - Returns: The rule, in progress and progress per second.
  func policy(along axis: Axis, travel: Ratio, _ ruler: PolicyRuler) -> Policy {
    func progress(_ parameter: PolicyKey) -> Double? {
      length(parameter).map { (ruler.units(in: $0, along: axis) / travel).value }
    }
    func speed(_ parameter: PolicyKey) -> Double? {
      velocity(parameter).map { velocity in
        ruler.units(in: velocity, along: axis).map { ($0 / travel).value }
          ?? velocity.number.value
      }
    }
    let pixelsPerMillisecond = (travel / ruler.pixel(axis)).value / 1000
    let projection: Policy.Projection =
      switch text(.projection) {
      case "linear": .linear(horizon: number(.projectionHorizon) ?? 0)
      case "curve":
        .curve(
          rate: number(.decelerationRate) ?? 0.998,
          knee: (speed(.projectionKnee) ?? 0) * pixelsPerMillisecond,
          multiplier: number(.projectionMultiplier) ?? 0.35,
          pixelsPerMillisecond: pixelsPerMillisecond)
      default: .none
      }
    return Policy(
      estimator: estimator, minimumProgress: progress(.minProgress), forceSpeed: speed(.forceSpeed),
      vetoVelocity: speed(.vetoVelocity), vetoProgress: number(.hysteresisAt),
      flingForward: speed(.flingForward), flingBackward: speed(.flingBackward),
      flingMinimumProgress: progress(.flingMinDistance) ?? 0, flingsAtBar: flag(.flingAtBar),
      projection: projection, projectionMinimumSpeed: speed(.projectionMinVelocity) ?? 0,
      clampsProjection: flag(.clampProjection),
      finishThreshold: bar(along: axis, travel: travel, ruler).value,
      tie: word(.tie) ?? .finish)
  }

  /// The least of the threshold's lengths as progress, a share being one of the travel.
  func bar(along axis: Axis, travel: Ratio, _ ruler: PolicyRuler) -> Ratio {
    let bars = threshold.lengths.map { length -> Ratio in
      switch length {
      case .share(let share): share.ratio
      case .millimeters(let number):
        ruler.units(in: PolicyLength(number, .millimeters), along: axis) / travel
      case .pixels(let number):
        ruler.units(in: PolicyLength(number, .pixels), along: axis) / travel
      }
    }
    return bars.min() ?? Ratio(3, over: 10)
  }
}
