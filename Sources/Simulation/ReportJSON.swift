import Gestures
import Quantities
package import TouchInput
import Transitions

extension GestureReport {
  /// Appends the gesture as `pantograph.replay/1` has it.
  ///
  /// - Complexity: O(frames of the trace). Long recordings have thousands of gestures; this makes
  ///   no dictionary of their members, which stand here in the order of their keys.
  package func writeJSON(to bytes: inout [UInt8]) {
    JSONValue.write(
      [
        ("axis", .string(direction.axis.rawValue)),
        ("begin", .number(begin)),
        ("direction", .string(direction.rawValue)),
        ("down", .number(down)),
        ("end", .number(end)),
        ("end_reason", .string(endReason.rawValue)),
        ("fingers", .integer(fingers)),
        ("frames", .integer(frames)),
        ("margin", .optional(decision.margin)),
        ("margin_unit", .optional(decision.unit?.rawValue)),
        ("outcome", .string(decision.outcome.rawValue)),
        ("peak", .number(peak)),
        ("progress", .number(progress)),
        ("rule", .string(decision.rule.rawValue)),
        ("settle", .text(settleText)),
        ("trace", trace.isEmpty ? nil : .text(traceText)),
        ("travel_mm", .optional(travel)),
        ("velocity", .number(velocity)),
      ], to: &bytes)
  }

  /// The gesture as `pantograph.replay/1` has it.
  package var json: JSONValue {
    var bytes: [UInt8] = []
    writeJSON(to: &bytes)
    return .text(bytes)
  }

  private var settleText: [UInt8] {
    var bytes: [UInt8] = []
    JSONValue.write(
      [
        ("curve", .string(curve)),
        ("duration", .number(settle.duration.seconds)),
        ("from", .number(settle.initial)),
        ("to", .integer(settle.outcome == .finish ? 1 : 0)),
      ], to: &bytes)
    return bytes
  }

  private var traceText: [UInt8] {
    var bytes = [UInt8(ascii: "[")]
    for (index, row) in trace.enumerated() {
      bytes.append(contentsOf: (index > 0 ? ",[" : "[").utf8)
      for (column, value) in [row.time, row.progress, row.velocity, row.shown].enumerated() {
        if column > 0 { bytes.append(UInt8(ascii: ",")) }
        DecimalText.append(value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
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
