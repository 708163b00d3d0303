import Gestures
import Quantities
package import TouchInput
import Transitions

extension GestureReport {
  /// Appends the gesture as `pantograph.replay/1` has it.
  ///
  /// - Complexity: O(frames of the trace).
  package func writeJSON(to bytes: inout [UInt8]) {
    var object = JSONObjectWriter()
    object.add("axis", direction.axis.rawValue, to: &bytes)
    object.add("begin", begin, to: &bytes)
    object.add("direction", direction.rawValue, to: &bytes)
    object.add("down", down, to: &bytes)
    object.add("end", end, to: &bytes)
    object.add("end_reason", endReason.rawValue, to: &bytes)
    object.add("fingers", fingers, to: &bytes)
    object.add("frames", frames, to: &bytes)
    object.add("margin", decision.margin, to: &bytes)
    object.add("margin_unit", decision.unit?.rawValue, to: &bytes)
    object.add("outcome", decision.outcome.rawValue, to: &bytes)
    object.add("peak", peak, to: &bytes)
    object.add("progress", progress, to: &bytes)
    object.add("rule", decision.ruleName, to: &bytes)
    if let scene {
      object.add("scene", to: &bytes)
      scene.writeJSON(to: &bytes)
    }
    object.add("settle", to: &bytes)
    writeSettle(to: &bytes)
    if !trace.isEmpty {
      object.add("trace", to: &bytes)
      writeTrace(to: &bytes)
    }
    object.add("travel_mm", travel, to: &bytes)
    object.add("velocity", velocity, to: &bytes)
    object.end(&bytes)
  }

  /// The gesture as `pantograph.replay/1` has it.
  package var json: JSONValue {
    var bytes: [UInt8] = []
    writeJSON(to: &bytes)
    return .text(bytes)
  }

  private func writeSettle(to bytes: inout [UInt8]) {
    var object = JSONObjectWriter()
    object.add("curve", curve, to: &bytes)
    object.add("duration", settle.duration.seconds, to: &bytes)
    object.add("from", settle.initial, to: &bytes)
    object.add("to", settle.outcome == .finish ? 1 : 0, to: &bytes)
    object.end(&bytes)
  }

  private func writeTrace(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, row) in trace.enumerated() {
      bytes.append(contentsOf: (index > 0 ? ",[" : "[").utf8)
      for (column, value) in [row.time, row.progress, row.velocity, row.shown].enumerated() {
        if column > 0 { bytes.append(UInt8(ascii: ",")) }
        DecimalText.append(value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

extension TouchReport {
  /// The touch as JSON: as much of a gesture's keys as it has, and why it did not begin.
  package var json: JSONValue {
    .object([
      "began": .bool(false), "distance_mm": .optional(distance), "down": .number(down),
      "end": .number(end), "fingers": .integer(fingers), "reason": .string(reason.rawValue),
    ])
  }
}

extension Warning {
  /// The warning as `pantograph.replay/1` has it, about a kind of device.
  package func json(on kind: DeviceDescription.Kind?) -> JSONValue {
    .object([
      "code": .string(code.rawValue), "count": .integer(count),
      "line": lines.first.map(JSONValue.integer) ?? .null,
      "lines": .array(lines.map(JSONValue.integer)), "message": .string(code.message(on: kind)),
    ])
  }
}
