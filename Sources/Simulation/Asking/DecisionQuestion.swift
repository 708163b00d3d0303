public import Gestures
public import Quantities
public import TouchInput

/// What someone is told who decides over a gesture in place of a policy.
///
/// Times are seconds since the first event of the recording.
public struct DecisionQuestion: Hashable, Sendable {
  /// A frame of the touch.
  public struct Sample: Hashable, Sendable {
    /// When, in seconds.
    public var time: Double

    /// How many contacts there were.
    public var contacts: Int

    /// The mean of their positions, in the units of the surface.
    public var position: PerAxis<Double>

    /// The progress, clamped on neither side; `nil` before the gesture was recognized.
    public var progress: Double?

    /// The change of progress per second, as it would have been had the fingers left then.
    public var velocity: Double?
  }

  /// The command line of the program that is to be asked.
  public var command: String

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

  /// The progress at the end, clamped on neither side.
  public var progress: Double

  /// The largest progress.
  public var peak: Double

  /// The change of progress per second at the end, forward positive.
  public var velocity: Double

  /// The seconds between the last motion and the end.
  public var rest: Double

  /// The progress that the settings ask for.
  public var threshold: Double

  /// The way that the fingers went, in millimeters, forward positive; `nil` if the size is unknown.
  public var travel: Double?

  /// The millimeters that make progress 1; `nil` if the size is unknown.
  public var wholeTravel: Double?

  /// The frames of the touch from its landing on; of a long one the latest.
  public var samples: [Sample]

  /// How many frames before those are left out.
  public var omittedSamples: Int

  /// Where positions lie.
  public var surface: Surface

  /// The kind of device.
  public var kind: DeviceDescription.Kind

  /// The settings that hold, as text.
  public var settings: [String: String]
}

extension DecisionQuestion {
  /// Appends the question as `pantograph.question/1` has it, on a line without its end.
  ///
  /// Numbers have as many digits as tell them from all others, so that who computes as this program
  /// does comes to the same answer.
  ///
  /// - Parameters:
  ///   - id: The number of the question.
  ///   - recording: The recording.
  ///   - gesture: Which gesture of the recording it is, counted from 1.
  ///   - device: The device.
  ///   - bytes: Where it goes.
  /// - Complexity: O(samples).
  package func write(
    id: Int, recording: String, gesture: Int, device: JSONValue, to bytes: inout [UInt8]
  ) {
    var object = JSONObjectWriter()
    object.add("axis", direction.axis.rawValue, to: &bytes)
    object.add(exact: begin, as: "begin", to: &bytes)
    object.add("device", to: &bytes)
    device.write(to: &bytes)
    object.add("direction", direction.rawValue, to: &bytes)
    object.add(exact: down, as: "down", to: &bytes)
    object.add(exact: end, as: "end", to: &bytes)
    object.add("end_reason", endReason.rawValue, to: &bytes)
    object.add("fingers", fingers, to: &bytes)
    object.add("frames", frames, to: &bytes)
    object.add("gesture", gesture, to: &bytes)
    object.add("id", id, to: &bytes)
    object.add(exact: peak, as: "peak", to: &bytes)
    object.add(exact: progress, as: "progress", to: &bytes)
    object.add("recording", recording, to: &bytes)
    object.add(exact: rest, as: "rest", to: &bytes)
    object.add("samples", to: &bytes)
    for (index, sample) in samples.enumerated() {
      bytes.append(UInt8(ascii: index == 0 ? "[" : ","))
      write(sample, to: &bytes)
    }
    bytes.append(contentsOf: (samples.isEmpty ? "[]" : "]").utf8)
    object.add("samples_left_out", omittedSamples, to: &bytes)
    object.add("schema", "pantograph.question/1", to: &bytes)
    object.add("settings", to: &bytes)
    JSONValue.object(settings.mapValues(JSONValue.string)).write(to: &bytes)
    object.add("surface", to: &bytes)
    var extents = JSONObjectWriter()
    extents.add("x", to: &bytes)
    write(surface.x, to: &bytes)
    extents.add("y", to: &bytes)
    write(surface.y, to: &bytes)
    extents.end(&bytes)
    object.add(exact: threshold, as: "threshold", to: &bytes)
    object.add(exact: travel, as: "travel_mm", to: &bytes)
    object.add(exact: velocity, as: "velocity", to: &bytes)
    object.add(exact: wholeTravel, as: "whole_travel_mm", to: &bytes)
    object.end(&bytes)
  }

  private func write(_ sample: Sample, to bytes: inout [UInt8]) {
    let millimeters = PerAxis(
      x: Self.millimeters(sample.position.x, on: surface.x),
      y: Self.millimeters(sample.position.y, on: surface.y))
    var object = JSONObjectWriter()
    object.add("contacts", sample.contacts, to: &bytes)
    object.add(exact: sample.progress, as: "progress", to: &bytes)
    object.add(exact: sample.time, as: "t", to: &bytes)
    object.add(exact: sample.velocity, as: "velocity", to: &bytes)
    object.add(exact: sample.position.x, as: "x", to: &bytes)
    object.add(exact: millimeters.x, as: "x_mm", to: &bytes)
    object.add(exact: sample.position.y, as: "y", to: &bytes)
    object.add(exact: millimeters.y, as: "y_mm", to: &bytes)
    object.end(&bytes)
  }

  private func write(_ extent: Surface.Extent, to bytes: inout [UInt8]) {
    var object = JSONObjectWriter()
    object.add("maximum", extent.maximum, to: &bytes)
    object.add("minimum", extent.minimum, to: &bytes)
    object.add(exact: extent.unitsPerMillimeter?.value, as: "units_per_mm", to: &bytes)
    object.end(&bytes)
  }

  /// How far a position is from the least one.
  private static func millimeters(_ position: Double, on extent: Surface.Extent) -> Double? {
    extent.unitsPerMillimeter.map { (position - Double(extent.minimum)) / $0.value }
  }
}
