import Gestures
import LiveView
import Quantities
import Simulation
import TouchInput
import Transitions

extension LiveVerdict {
  /// What came of a touch, in the words of `replay`; `nil` if nothing did.
  ///
  /// - Parameters:
  ///   - touch: The touch.
  ///   - policies: How many policies it is compared under.
  init?(_ touch: TouchMemory.Touch, comparing policies: Int) {
    guard let finding = touch.finding else { return nil }
    let others = (0..<policies).map { place in
      touch.comparison.map { Other($0, place) } ?? Other(nil, note: "")
    }
    switch finding {
    case .gesture(let report):
      self.init(
        touch: touch.number, time: report.begin, fingers: report.fingers,
        result: .gesture(Gesture(report)), others: others)
    case .touch(let report):
      self.init(
        touch: touch.number, time: report.down, fingers: report.fingers,
        result: .none(Words.reason(report.reason)), others: others)
    }
  }
}

extension LiveVerdict.Gesture {
  fileprivate init(_ report: GestureReport) {
    var way: String?
    if let travel = report.travel, let finish = report.finishTravel {
      way = "\(Words.short(travel)) of \(Words.short(finish)) mm"
    }
    self.init(
      heading: report.direction, outcome: report.decision.outcome, progress: report.progress,
      percent: Words.percent(report.progress, besides: report.threshold),
      threshold: report.threshold,
      velocity: Words.velocity(report.velocity, Words.velocityUnit(report.policy.estimator)),
      rule: Words.rule(report), way: way)
  }
}

extension LiveVerdict.Other {
  /// What the policy at a place makes of a touch.
  fileprivate init(_ touch: TouchComparison, _ place: Int) {
    let outcome = touch.outcomes.indices.contains(place) ? touch.outcomes[place] : nil
    guard outcome != nil, let verdict = touch.verdicts[place] else {
      let absence = touch.absences.indices.contains(place) ? touch.absences[place] : nil
      self.init(outcome, note: absence.map(CompareWords.reason) ?? "")
      return
    }
    let margin = verdict.decision.margin.map { margin in
      (margin > 0 ? "+" : "")
        + (verdict.decision.unit == .progress
          ? Words.percent(margin, besides: 0)
          : Words.number(margin) + " " + CompareWords.velocityUnit(verdict))
    }
    self.init(outcome, note: margin ?? Words.end(verdict.end))
  }
}

extension LiveTerms {
  /// The threshold that a plan comes to.
  init(_ plan: ReplayPlan) {
    let shares = PerAxis(
      x: (plan.thresholds.x / plan.scales.x.travel).value,
      y: (plan.thresholds.y / plan.scales.y.travel).value)
    var millimeters: PerAxis<Double>?
    if let x = plan.surface.x.unitsPerMillimeter, let y = plan.surface.y.unitsPerMillimeter {
      millimeters = PerAxis(
        x: (plan.thresholds.x / x).value, y: (plan.thresholds.y / y).value)
    }
    // A platform may state its bar in words of its own; a person moves it as a share.
    let stated = plan.texts["threshold"].flatMap { Threshold($0) }
    let share = DecimalNumber((shares.x * 10_000).rounded() / 10_000)
    self.init(
      threshold: stated ?? share.map { Threshold(.share($0)) }, shares: shares,
      millimeters: millimeters)
  }
}

extension LiveDeviceFacts {
  /// What a device says of itself.
  init(_ device: DeviceDescription, size: Size?) {
    self.init(name: device.name ?? "a device without a name", size: size)
  }
}

extension LiveFrame {
  /// A frame of contacts on a surface.
  init(_ frame: ContactFrame, on surface: Surface?, since origin: Timestamp, _ motion: Motion?) {
    let contacts = (0..<frame.count).compactMap { index -> Contact? in
      let contact = frame[index]
      guard let surface, contact.tool != .palm, contact.isXKnown || contact.isYKnown else {
        return nil
      }
      return Contact(
        serial: contact.serial, x: surface.x.share(contact.position.x),
        y: surface.y.share(contact.position.y))
    }
    self.init(
      time: frame.time.since(origin).seconds, contacts: contacts,
      fingers: frame.count == 0 ? 0 : frame.fingerCount, motion: frame.count == 0 ? nil : motion)
  }
}

extension Surface.Extent {
  /// The share of the way that a coordinate is at, 0…1.
  fileprivate func share(_ coordinate: Int) -> Double {
    let way = Double(coordinate) - Double(minimum)
    return min(max(way / Double(range), 0), 1)
  }
}
