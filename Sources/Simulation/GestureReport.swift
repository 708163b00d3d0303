public import Gestures
import Quantities
public import Transitions

/// What became of one gesture.
///
/// Times are seconds since the first event of the recording.
public struct GestureReport: Hashable, Sendable {
  /// A frame of the gesture, or of settling.
  public struct TraceRow: Hashable, Sendable {
    /// When, in seconds.
    public var time: Double

    /// The raw progress; while settling, the progress of the picture.
    public var progress: Double

    /// The change of progress per second.
    public var velocity: Double

    /// The progress shown.
    public var shown: Double
  }

  /// When the first finger came down.
  public var down: Double

  /// When the gesture was recognized.
  public var begin: Double

  /// When it ended.
  public var end: Double

  /// What ended it.
  public var endReason: PanEnd

  /// The number of fingers.
  public var fingers: Int

  /// The way that is forward.
  public var direction: Heading

  /// The frames from its recognition to its end, both counted.
  public var frames: Int

  /// The progress at the decision, clamped on neither side.
  public var progress: Double

  /// The largest progress.
  public var peak: Double

  /// When the progress was largest, in seconds.
  public var peakTime: Double

  /// The change of progress per second at the end.
  public var velocity: Double

  /// The end that was chosen, and why.
  public var decision: Decision

  /// The rule that decided, with the numbers that held.
  public var policy: Policy

  /// What the policy `flick` would have chosen, where it differs.
  public var flick: Decision?

  /// The way that the fingers went, in millimeters, forward positive; `nil` if the size is unknown.
  public var travel: Double?

  /// The progress that the way would have made that went before the recognition: the slop, forward
  /// positive.
  public var slop: Double

  /// The way that finishes, in millimeters; `nil` if the size is unknown.
  public var finishTravel: Double?

  /// The threshold as progress.
  public var threshold: Double

  /// The millimeters that make progress 1; `nil` if the size is unknown.
  public var wholeTravel: Double?

  /// The seconds between the last motion and the end.
  public var rest: Double

  /// The velocity that the gesture had when it last moved, in progress per second.
  public var lastVelocity: Double

  /// The way from the shown progress to the end.
  public var settle: Settle

  /// The curve or spring that it goes along, as text.
  public var curve: String

  /// The frames, if they were asked for.
  public var trace: [TraceRow]
}

/// A touch that was no gesture.
public struct TouchReport: Hashable, Sendable {
  /// When the first finger came down, in seconds.
  public var down: Double

  /// When all fingers were up, in seconds.
  public var end: Double

  /// The largest number of fingers.
  public var fingers: Int

  /// Why it was no gesture.
  public var reason: PanRejection

  /// How far the mean of the fingers went at most, in millimeters; `nil` if the size is unknown.
  public var distance: Double?
}

extension GestureReport {
  /// Appends the gesture as the contract's JSON has it.
  ///
  /// - Complexity: O(frames of the trace). Long recordings have thousands of gestures; this makes
  ///   no dictionary of their members, which stand here in the order of their keys.
  public func writeJSON(to bytes: inout [UInt8]) {
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

  /// The gesture as the contract's JSON has it.
  public var json: JSONValue {
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
  public var json: JSONValue {
    .object([
      "began": .bool(false), "distance_mm": .optional(distance), "down": .number(down),
      "end": .number(end), "fingers": .integer(fingers), "reason": .string(reason.rawValue),
    ])
  }
}

extension Warning {
  /// The warning as the contract's JSON has it.
  public var json: JSONValue {
    .object([
      "code": .string(code.rawValue), "count": .integer(count),
      "line": lines.first.map(JSONValue.integer) ?? .null,
      "lines": .array(lines.map(JSONValue.integer)), "message": .string(code.message),
    ])
  }
}
