import LiveInput
import Quantities
import Simulation
import TouchInput

/// What is said of a recording that is played: where its device is, and how it went.
struct InjectionReport {
  /// The name of the recording.
  let recording: String

  /// The device.
  let setup: VirtualDeviceSetup

  /// Whether a program reads it.
  let isJSON: Bool

  private func line(_ event: String, _ members: [String: JSONValue]) -> String {
    let common: [String: JSONValue] = [
      "event": .string(event), "recording": .string(recording),
      "schema": .string(Schema.inject.identifier),
    ]
    return JSONValue.object(common.merging(members) { _, new in new }).line
  }

  /// Writes where the device is.
  func write(node: String?) throws(Problem) {
    var output = Output()
    if isJSON {
      let device = setup.description
      let facts = RecordingFacts(
        name: recording, format: nil, device: device, kind: device.kind,
        size: device.surface(device.isMultitouch ? .contacts : .single)?.millimeters)
      try output.line(line("device", ["device": facts.deviceJSON, "node": .optional(node)]))
    } else {
      try output.line(node.map(PlainText.escaped) ?? "unknown")
    }
    try output.flush()
  }

  /// Writes how it went.
  func write<Time>(_ result: Injection<Time>.Result, isQuiet: Bool) throws(Problem) {
    if isJSON {
      var output = Output()
      try output.line(
        line(
          "played",
          [
            "duration": .number(result.duration.seconds), "events": .integer(result.events),
            "frames": .integer(result.frames), "late_max": .number(result.latest.seconds),
            "left_out": .integer(result.leftOut), "rounds": .integer(result.rounds),
            "stopped": .bool(result.wasStopped),
          ]))
      try output.flush()
    }
    guard !isQuiet else { return }
    if setup.leftOut > 0 {
      tell(
        "the device was made without \(Words.count(setup.leftOut, "code")) that no touch comes of")
    }
    if result.leftOut > 0 {
      tell("\(Words.count(result.leftOut, "event")) that it does not have were left out")
    }
    guard !isJSON else { return }
    let seconds = DecimalText.fixed(result.duration.seconds, places: 3)
    tell(
      "played \(Words.count(result.rounds, "time")), \(Words.count(result.frames, "frame")) in "
        + "\(seconds) s, at most \(Words.milliseconds(result.latest)) late"
        + (result.wasStopped ? ", stopped" : ""))
  }

  private func tell(_ message: String) {
    Messages.tell(Problem(.done, file: recording, message))
  }
}
