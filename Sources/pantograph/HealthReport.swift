import Quantities
import Simulation
import TouchInput

/// How a person and a program read how well a device reports.
struct HealthReport {
  private let health: DeviceHealth
  private let device: RecordingSurvey.Device?

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - health: What it is about.
  ///   - device: The device, or `nil` if a table has the place of one.
  init(_ health: DeviceHealth, of device: RecordingSurvey.Device?) {
    self.health = health
    self.device = device
  }

  private var usesSlots: Bool { device?.contactProtocol == .slots }

  // MARK: JSON

  /// The report as `pantograph.info/1` has it; times are in milliseconds.
  var json: JSONValue {
    .object([
      "contacts_without_position": Self.json(health.contactsWithoutPosition),
      "finger_count_mismatch": Self.json(health.fingerCountMismatches),
      "frames_empty": Self.json(health.emptyFrames),
      "frames_repeated": Self.json(health.repeatedFrames),
      "gap_between_touches_max_ms": .optional(health.longestPause.map(Self.milliseconds)),
      "gap_in_touch_max_ms": .optional(health.intervals.longest),
      "interval_ms": intervalJSON,
      "noise": noiseJSON,
      "outside_range": health.hasRange
        ? .object(["x": Self.json(health.outside.x), "y": Self.json(health.outside.y)]) : .null,
      "protocol": .optional(protocolName),
      "range_used": health.hasRange
        ? .object([
          "x": .optional(health.rangeUsed(along: .x)), "y": .optional(health.rangeUsed(along: .y)),
        ]) : .null,
      "rate_median_hz": .optional(health.medianRate),
      "slots_used": usesSlots ? .integer(health.slotsUsed) : .null,
      "times_backward": .object([
        "count": .integer(health.backwardTimes.count),
        "largest_ms": .optional(health.largestStepBack.map(Self.milliseconds)),
        "line": Self.line(health.backwardTimes),
      ]),
      "times_repeated": Self.json(health.repeatedTimes),
    ])
  }

  private var intervalJSON: JSONValue {
    let intervals = health.intervals
    guard let deviation = intervals.deviation else { return .null }
    return .object([
      "count": .integer(intervals.count),
      "deviation_max": Self.microseconds(deviation.largest),
      "deviation_median": Self.microseconds(deviation.median),
      "deviation_p95": Self.microseconds(deviation.percentile95),
      "longest": .optional(intervals.longest),
      "median": intervals.median.map(Self.microseconds) ?? .null,
      "p95": intervals.percentile95.map(Self.microseconds) ?? .null,
      "resolution": .number(Self.milliseconds(IntervalHistogram.resolution)),
      "shortest": .optional(intervals.shortest),
    ])
  }

  /// Milliseconds to the microsecond, which time stamps have: a mean of some has no more.
  private static func microseconds(_ milliseconds: Double) -> JSONValue {
    .number((milliseconds * 1000).rounded() / 1000)
  }

  private var noiseJSON: JSONValue {
    guard let noise = health.noise, let value = noise.rootMeanSquare else { return .null }
    return .object([
      "rms": .number(value),
      "stretches": .integer(noise.stretches),
      "unit": .string(noise.isInMillimeters ? "mm" : "units"),
      "x": .optional(noise.rootMeanSquare(along: .x)),
      "y": .optional(noise.rootMeanSquare(along: .y)),
    ])
  }

  private var protocolName: String? {
    switch device?.contactProtocol {
    case .slots: "B"
    case .groups: "A"
    case .single: "single"
    case nil: nil
    }
  }

  private static func milliseconds(_ duration: Duration) -> Double { duration.seconds * 1000 }

  private static func json(_ occurrences: Occurrences) -> JSONValue {
    .object(["count": .integer(occurrences.count), "line": line(occurrences)])
  }

  private static func line(_ occurrences: Occurrences) -> JSONValue {
    occurrences.line.map(JSONValue.integer) ?? .null
  }

  // MARK: Text

  /// The report in lines, with a title each.
  var lines: [(title: String, text: String)] {
    var lines: [(String, String)] = []
    if let rate = health.medianRate {
      let touched = device?.rate.map { ", \(Words.short($0)) while touched" } ?? ""
      lines.append(
        (
          "rate",
          "\(DecimalText.significant(rate, digits: 3)) frames/s by the median interval\(touched)"
        ))
    }
    if let median = health.intervals.median, let deviation = health.intervals.deviation {
      lines.append(
        (
          "jitter",
          "half within \(Self.text(deviation.median)), 95% within "
            + "\(Self.text(deviation.percentile95)), all within \(Self.text(deviation.largest)) of "
            + "the median of \(Self.text(median))"
        ))
    }
    if let gaps = gapText { lines.append(("gaps", gaps)) }
    if let noise = noiseText { lines.append(("noise", noise)) }
    if let used = usedText { lines.append(("used", used)) }
    let none = "none in times, positions and finger counts"
    lines.append(("faults", faults.isEmpty ? none : faults.joined(separator: "; ")))
    return lines
  }

  private static func text(_ milliseconds: Double) -> String { "\(Words.short(milliseconds)) ms" }

  private var gapText: String? {
    guard let longest = health.intervals.longest else { return nil }
    let pause = health.longestPause.map { ", \(Words.milliseconds($0)) between touches" } ?? ""
    return "at most \(Self.text(longest)) in a touch\(pause)"
  }

  private var noiseText: String? {
    guard let noise = health.noise else { return nil }
    guard let value = noise.rootMeanSquare, let x = noise.rootMeanSquare(along: .x),
      let y = noise.rootMeanSquare(along: .y)
    else { return "unknown: no contact rests for 100 ms" }
    func text(_ value: Double) -> String { DecimalText.significant(value, digits: 3) }
    let unit = noise.isInMillimeters ? "mm" : "units"
    let reason = noise.isInMillimeters ? "" : "; the size is unknown"
    return "\(text(value)) \(unit) RMS at rest (x \(text(x)), y \(text(y)); "
      + "\(Words.count(noise.stretches, "stretch", "stretches")) of 100 ms\(reason))"
  }

  private var usedText: String? {
    guard let x = health.rangeUsed(along: .x), let y = health.rangeUsed(along: .y) else {
      return nil
    }
    return "\(Words.percent(x)) of the range of x, \(Words.percent(y)) of y"
  }

  /// What should not be, in the order of how bad it is.
  private var faults: [String] {
    var faults: [String] = []
    func note(_ occurrences: Occurrences, _ thing: String, _ things: String) {
      guard occurrences.count > 0 else { return }
      let line = occurrences.line.map { " (line \($0))" } ?? ""
      faults.append(Words.count(occurrences.count, thing, things) + line)
    }
    let step = health.largestStepBack.map { ", by up to \(Words.milliseconds($0))" } ?? ""
    note(health.backwardTimes, "time runs backwards\(step)", "times run backwards\(step)")
    note(health.repeatedTimes, "frame at the time of the last", "frames at the time of the last")
    // A contact at rest, and the end of a touch, look like these in protocol A.
    if device?.contactProtocol != .groups {
      note(health.repeatedFrames, "frame repeats the last", "frames repeat the last")
      note(health.emptyFrames, "frame is empty", "frames are empty")
    }
    note(
      health.fingerCountMismatches, "frame with another count in BTN_TOOL_*",
      "frames with another count in BTN_TOOL_*")
    note(health.contactsWithoutPosition, "contact without position", "contacts without position")
    note(health.outside.x, "x outside its range", "x outside their range")
    note(health.outside.y, "y outside its range", "y outside their range")
    return faults
  }
}
