import Curves
import Quantities
import Simulation

/// The values of a curve at equal steps.
struct CurveTable {
  /// A row of the table.
  struct Row {
    /// The time since the start, in seconds.
    var time: Double

    /// The share of the duration, 0…1.
    var share: Double

    /// The value.
    var value: Double

    /// The change of the value per second.
    var velocity: Double
  }

  /// The curve.
  let curve: CurveSpecification

  /// How long it takes.
  let duration: Duration

  /// The values, the first at 0 and the last at the end.
  let rows: [Row]

  init(_ curve: CurveSpecification, duration: Duration, steps: Int) {
    self.curve = curve
    self.duration = duration
    rows = (0...steps).map { step in
      Self.row(of: curve, duration, at: Double(step) / Double(steps))
    }
  }

  private static func row(
    of curve: CurveSpecification, _ duration: Duration, at share: Double
  ) -> Row {
    let elapsed = Duration.seconds(duration.seconds * share)
    return Row(
      time: duration.seconds * share, share: share,
      value: curve.value(at: elapsed, of: duration),
      velocity: curve.velocity(at: elapsed, of: duration))
  }

  /// The values at other steps, for a picture.
  func rows(_ count: Int) -> [Row] {
    (0..<count).map { Self.row(of: curve, duration, at: Double($0) / Double(max(1, count - 1))) }
  }

  /// The row in which the value is largest of a thousand, and that in which it is least.
  var extremes: (least: Row, most: Row) {
    let all = rows(1001).filter(\.value.isFinite)
    let none = Row(time: 0, share: 0, value: 0, velocity: 0)
    return (
      all.min { $0.value < $1.value } ?? none,
      all.max { $0.value < $1.value } ?? none
    )
  }

  /// The kind of curve, in a word.
  var kind: String {
    switch curve.shape {
    case .timing: "timing-curve"
    case .interpolator: "interpolator"
    case .spring: "spring"
    }
  }

  /// The table as text with commas.
  var csv: String {
    rows.reduce("time,share,value,velocity\r\n") { text, row in
      let fields = [row.time, row.share, row.value, row.velocity].map { number in
        number.isFinite ? DecimalText.significant(number) : ""
      }
      return text + fields.joined(separator: ",") + "\r\n"
    }
  }

  /// The table as `pantograph.curve/1`.
  var json: JSONValue {
    let (least, most) = extremes
    var members: [String: JSONValue] = [
      "curve": .string(curve.description), "duration": .number(duration.seconds),
      "kind": .string(kind), "schema": .string(Schema.curve.identifier),
      "highest": .object(["time": .number(most.time), "value": .number(most.value)]),
      "lowest": .object(["time": .number(least.time), "value": .number(least.value)]),
      "samples": .array(
        rows.map { .array([.number($0.time), .number($0.value), .number($0.velocity)]) }),
    ]
    if case .spring(let curve) = curve.shape {
      let spring = curve.spring
      members["spring"] = .object([
        "damping": .number(spring.damping), "damping_ratio": .number(spring.dampingRatio),
        "frequency": .number(spring.naturalFrequency),
        "initial_velocity": .number(curve.initialVelocity), "mass": .number(spring.mass),
        "overdamping": .bool(curve.allowsOverdamping),
        "settling_duration": .optional(curve.settlingDuration?.seconds),
        "stiffness": .number(spring.stiffness),
      ])
    }
    return .object(members)
  }
}
