package import Quantities
package import TouchInput

/// What is known of the gestures of a recording before one is seen.
package struct FeatureSource: Sendable {
  /// The recording: a file, with the variant of a table.
  package var recording: String

  /// What the device is, or `nil` if nothing tells.
  package var kind: DeviceDescription.Kind?

  /// The name of the device: what is known of it, else what it says itself.
  package var deviceName: String?

  /// The size of the surface in millimeters, or `nil` if it is unknown.
  package var size: Size?

  /// What makes progress of a way, or `nil` if nothing was touched.
  package var plan: ReplayPlan?

  /// What stands beside the recording about the person, if anything does.
  package var expectation: RecordingExpectation?

  /// Creates a source of which only the name is known.
  package init(recording: String) {
    self.recording = recording
  }
}

extension FeatureSource {
  /// The device as JSON.
  var device: JSONValue {
    .object([
      "height_mm": .optional(size?.height), "kind": .optional(kind?.rawValue),
      "name": .optional(expectation?.text(of: .device) ?? deviceName),
      "width_mm": .optional(size?.width),
    ])
  }
}
