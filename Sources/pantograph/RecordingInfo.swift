import Quantities
import Recordings
import Simulation
import TouchInput

/// What a recording holds.
struct RecordingInfo {
  let name: String
  let format: RecordingFormat
  let survey: RecordingSurvey
  let device: RecordingSurvey.Device?
  let description: DeviceDescription
  let table: SampleTable?
  var problem: Problem?
  var labels: [DeviceLine] = []

  private var surface: Surface? {
    description.surface(
      device?.positionAxes ?? (description.isMultitouch ? .contacts : .single))
  }

  private var kind: DeviceDescription.Kind? { table?.device ?? description.kind }

  /// How well the device reports, or the rows of a table follow each other.
  private var health: DeviceHealth? { device?.health ?? survey.tableHealth }

  private var warnings: [Warning] { survey.warnings(of: device) }

  var json: JSONValue {
    let facts = RecordingFacts(
      name: name, format: format, device: description, kind: kind,
      size: surface?.millimeters)
    var members: [String: JSONValue] = [
      "contacts_max": .integer(
        table.map { $0.sampleCount > 0 ? 1 : 0 } ?? device?.mostContacts
          ?? survey.mostLibinputFingers),
      "device": facts.deviceJSON,
      "clock": .optional(clock?.rawValue),
      "duration": .number(survey.duration.seconds),
      "events": .integer(survey.events),
      "format": .string(format.rawValue),
      "frames": .integer(survey.frames),
      "health": health.map { HealthReport($0, of: device).json } ?? .null,
      "range_declared": ranges(
        format == .debugEvents
          ? nil : surface.map { ($0.x.minimum...$0.x.maximum, $0.y.minimum...$0.y.maximum) }),
      "range_seen": ranges(device?.seen),
      "rate_hz": .optional(device?.rate),
      "recording": .string(name),
      "schema": .string("pantograph.info/1"),
      "start": .optional(survey.start.map { Double($0.nanoseconds) / 1e9 }),
      "touches": .integer(table?.touches.count ?? device?.touches ?? survey.libinputGestures),
      "warnings": .array(warnings.map { $0.json(on: kind) }),
    ]
    if let problem { members["error"] = problem.json }
    if labels.count > 1 { members["devices"] = .array(labels.map(\.json)) }
    if let lag = table?.largestLag { members["lag_max"] = .number(lag.seconds) }
    return .object(members)
  }

  private func ranges(_ ranges: (x: ClosedRange<Int>, y: ClosedRange<Int>)?) -> JSONValue {
    guard let ranges else { return .null }
    func list(_ range: ClosedRange<Int>) -> JSONValue {
      .array([.integer(range.lowerBound), .integer(range.upperBound)])
    }
    return .object(["x": list(ranges.x), "y": list(ranges.y)])
  }

  func text(_ style: Style, isQuiet: Bool) -> String {
    var text = style(PlainText.escaped(name), .bold) + "\n"
    func entry(_ title: String, _ value: String) {
      text += "  " + Words.column(title, 11) + value + "\n"
    }
    entry("format", format.rawValue)
    entry("device", deviceText)
    if let table {
      entry("table", "\(table.sampleCount) rows in \(Words.count(table.touches.count, "touch"))")
      if let lag = table.largestLag { entry("lag", "up to \(Words.milliseconds(lag))") }
    } else {
      if labels.count > 1 {
        for label in labels { entry(label.number == 1 ? "devices" : "", label.text) }
      }
      if let surface { entry("size", sizeText(surface)) }
      if format != .debugEvents { entry("ranges", rangeText) }
      let unit = format == .hid ? "reports" : "events"
      let shares =
        "\(survey.events) \(unit)"
        + (format == .debugEvents ? "" : " in \(survey.frames) frames")
      entry(unit, "\(shares), \(DecimalText.fixed(survey.duration.seconds, places: 3)) s")
      if let text = clockText { entry("clock", text) }
      if survey.mostLibinputFingers > 0 {
        let gestures = Words.count(survey.libinputGestures, "gesture")
        entry(
          "libinput",
          "\(gestures), at most \(survey.mostLibinputFingers) fingers"
            + (format == .debugEvents ? ", no positions" : ""))
      }
      if let device {
        entry(
          "contacts",
          "at most \(device.mostContacts), in \(Words.count(device.touches, "touch", "touches"))"
            + (protocolText.map { ", \($0)" } ?? ""))
      }
    }
    if let health {
      for line in HealthReport(health, of: device).lines { entry(line.title, line.text) }
    }
    guard !isQuiet else { return text }
    for warning in warnings {
      text += "  " + style("warning:", .yellow) + " \(Words.warning(warning, on: kind))\n"
    }
    return text
  }

  private var deviceText: String {
    var parts: [String] = []
    if let kind { parts.append(kind.rawValue) }
    if let name = description.name { parts.append(Words.name(name)) }
    if let slots = description.largestSlot, slots >= 0 {
      parts.append(Words.count(Int(slots) + 1, "slot"))
    }
    if description.properties.contains(.clickpad) { parts.append("clickpad") }
    if description.properties.contains(.semiMultitouch) { parts.append("semi-mt") }
    if labels.count > 1, let device {
      parts.append("number \(device.index + 1) of \(labels.count) devices")
    }
    return parts.isEmpty ? "not described" : parts.joined(separator: ", ")
  }

  private func sizeText(_ surface: Surface) -> String {
    func text(_ extent: Surface.Extent) -> String {
      extent.unitsPerMillimeter.map { Words.short($0.value) } ?? "unknown"
    }
    guard let size = surface.millimeters else { return "unknown" }
    let millimeters = "\(Words.short(size.width)) x \(Words.short(size.height)) mm"
    // The units of deltas are no units of the device.
    if format == .debugEvents { return millimeters }
    return millimeters + ", "
      + "\(text(surface.x)) x \(text(surface.y)) units per mm"
  }

  /// What the times count from; libinput counts from its own start, whenever that was.
  private var clock: RecordingSurvey.Clock? { format == .debugEvents ? nil : survey.clock }

  private var clockText: String? {
    guard let clock, let start = survey.start else { return nil }
    let seconds = DecimalText.fixed(Double(start.nanoseconds) / 1e9, places: 3)
    return switch clock {
    case .zero: nil
    case .monotonic: "begins at \(seconds) s, since some boot"
    case .wall: "begins at \(seconds) s, the time of day: it tells when this was recorded"
    }
  }

  private var rangeText: String {
    let seen = device?.seen.map { seen in
      "x \(seen.x.lowerBound)..\(seen.x.upperBound), y \(seen.y.lowerBound)..\(seen.y.upperBound)"
    }
    guard let surface else {
      guard let seen, let largest = device?.seen else { return "not declared, none seen" }
      func range(_ seen: ClosedRange<Int>) -> String {
        let low = min(seen.lowerBound, 0)
        return "\(low)..\(max(seen.upperBound, low + 1))"
      }
      return "not declared; seen: \(seen)\n             to replay it: "
        + "--axis-range x=\(range(largest.x)),y=\(range(largest.y))"
    }
    let declared =
      "x \(surface.x.minimum)..\(surface.x.maximum), y \(surface.y.minimum)..\(surface.y.maximum)"
    return declared + (seen.map { " (seen: \($0))" } ?? "")
  }

  private var slotText: String {
    guard let used = device?.health.slotsUsed else { return "" }
    let declared = description.largestSlot.flatMap { $0 >= 0 ? " of \(Int($0) + 1)" : nil } ?? ""
    return ", \(used)\(declared) \(used == 1 && declared.isEmpty ? "slot" : "slots") used"
  }

  private var protocolText: String? {
    switch device?.contactProtocol {
    case .slots: "protocol B" + slotText
    case .groups: "protocol A"
    case .single: "one contact"
    case nil: nil
    }
  }
}
