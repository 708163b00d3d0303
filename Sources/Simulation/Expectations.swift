/// What is known of recordings, and what the engine must answer of them.
///
/// The schema is `pantograph.expectations/1`. What the engine must answer and what the person meant
/// are two things, neither of which is worked out from the other.
package struct Expectations: Hashable, Sendable {
  /// The name of the schema.
  package static let schema = "pantograph.expectations/1"

  /// What is known of each recording, by its file's name.
  package var recordings: [String: RecordingExpectation]

  /// Creates expectations.
  package init(recordings: [String: RecordingExpectation]) {
    self.recordings = recordings
  }

  /// Reads expectations.
  ///
  /// - Throws: The key that is wrong. Of what the schema does not name, only gestures may not have
  ///   any: a field with a slip of the pen in its name would check nothing.
  package init(json: JSONValue) throws(ExpectationError) {
    let file = try ExpectationReader(json)
    try file.require("schema") { value, _ throws(ExpectationError.Reason) in
      guard value == .string(Self.schema) else { throw .expected("\"\(Self.schema)\"") }
    }
    var recordings: [String: RecordingExpectation] = [:]
    for (name, recording) in try file.members("recordings") {
      recordings[name] = try RecordingExpectation(recording)
    }
    self.recordings = recordings
  }

  /// The expectations as JSON, a line a recording.
  package var text: String {
    let lines = recordings.keys.sorted().compactMap { name in
      recordings[name].map { "\(JSONValue.string(name).line):\($0.json.line)" }
    }
    return "{\"recordings\":{\n\(lines.joined(separator: ",\n"))\n}"
      + ",\"schema\":\(JSONValue.string(Self.schema).line)}\n"
  }
}
