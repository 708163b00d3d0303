package import Gestures
package import Quantities
package import Recordings

/// A gesture as a line of the schema `pantograph.features/1` has it.
///
/// What is null or left out is `nil`; units and shares are those of the schema.
package struct FeatureRecord: Hashable, Sendable {
  /// What a policy sees of the gesture.
  package struct View: Hashable, Sendable {
    /// Whether a gesture of the policy began.
    package var began = false

    /// Whether the policy decides it, where that is said.
    package var isDecided: Bool?

    /// The progress at the lift, as the policy has it.
    package var progress = 0.0

    /// The change of progress per second at the lift, as the policy has it.
    package var velocity = 0.0
  }

  /// The recording.
  package var recording = ""

  /// The gesture's number in it, from 1.
  package var gesture = 0

  /// What the device is.
  package var deviceKind: String?

  /// The name of the device.
  package var deviceName: String?

  /// What was meant.
  package var intent: RecordingExpectation.Intent?

  /// Who made it.
  package var participant: String?

  /// In which session.
  package var session: String?

  /// Which way is forward.
  package var direction: Heading?

  /// How many fingers it has.
  package var fingers: Int?

  /// When the first finger came down, in seconds.
  package var down: Double?

  /// When it was recognized, in seconds.
  package var begin: Double?

  /// When it ended, in seconds.
  package var end: Double?

  /// What ended it.
  package var endReason: PanEnd?

  /// The frames per second.
  package var reportRate: Double?

  /// The seconds between the last motion and the end.
  package var rest: Double?

  /// The way, as a share of the axis.
  package var travel: Double?

  /// The way in millimeters.
  package var travelMillimeters: Double?

  /// The largest way, as a share of the axis.
  package var peak: Double?

  /// The largest way in millimeters.
  package var peakMillimeters: Double?

  /// The velocity at the lift, in shares of the axis per second.
  package var velocity: Double?

  /// The velocity at the lift, in millimeters per second.
  package var velocityMillimeters: Double?

  /// What policies see of it, those that were asked for.
  package var views: [String: View] = [:]

  /// Creates a gesture of which nothing is known.
  package init() {}

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - policies: The policies whose views are kept.
  /// - Throws: What is wrong with it.
  package init(reading line: [UInt8], policies: Set<String> = []) throws(RecordingError) {
    var reader = FeatureReading(line)
    try reader.read(into: &self, policies)
  }
}

/// Reads a line of features, key by key.
private struct FeatureReading {
  private static let schema = "pantograph.features/1"

  private var cursor: JSONCursor

  init(_ line: [UInt8]) {
    cursor = JSONCursor(line)
  }

  mutating func read(
    into record: inout FeatureRecord, _ policies: Set<String>
  ) throws(RecordingError) {
    var hasSchema = false
    var missing: Set = ["recording", "gesture", "policies"]
    var isFirst = true
    try cursor.openObject()
    while let key = try cursor.key(isFirst: isFirst) {
      isFirst = false
      missing.remove(key)
      switch key {
      case "schema":
        guard let name = try text(key), name == Self.schema else {
          throw cursor.error("the schema must be '\(Self.schema)'")
        }
        hasSchema = true
      case "policies": try readViews(into: &record, policies)
      case "device": try readDevice(into: &record)
      case "recording":
        guard let name = try text(key) else { throw cursor.error("'recording' must be a text") }
        record.recording = name
      case "gesture":
        guard let number = try whole(key), number > 0 else {
          throw cursor.error("'gesture' must be a whole number of 1 or more")
        }
        record.gesture = number
      case "fingers": record.fingers = try whole(key)
      case "participant": record.participant = try text(key)
      case "session": record.session = try text(key)
      case "intent": record.intent = try word(key, RecordingExpectation.Intent.allCases)
      case "direction": record.direction = try word(key, Heading.allCases)
      case "end_reason": record.endReason = try word(key, PanEnd.allCases)
      case "begin": record.begin = try number(key)
      case "down": record.down = try number(key)
      case "end": record.end = try number(key)
      case "peak": record.peak = try number(key)
      case "peak_mm": record.peakMillimeters = try number(key)
      case "report_rate": record.reportRate = try number(key)
      case "rest": record.rest = try number(key)
      case "travel": record.travel = try number(key)
      case "travel_mm": record.travelMillimeters = try number(key)
      case "velocity": record.velocity = try number(key)
      case "velocity_mm": record.velocityMillimeters = try number(key)
      default: try cursor.skipValue()
      }
    }
    guard cursor.peek() == nil else { throw cursor.error("something follows the object") }
    guard hasSchema else { throw cursor.error("it names no schema, such as '\(Self.schema)'") }
    guard let key = missing.min() else { return }
    throw cursor.error("'\(key)' is missing")
  }

  private mutating func readDevice(into record: inout FeatureRecord) throws(RecordingError) {
    guard !cursor.null() else { return }
    var isFirst = true
    try cursor.openObject()
    while let key = try cursor.key(isFirst: isFirst) {
      isFirst = false
      switch key {
      case "kind": record.deviceKind = try text(key)
      case "name": record.deviceName = try text(key)
      case "width_mm", "height_mm": _ = try number(key)
      default: try cursor.skipValue()
      }
    }
  }

  private mutating func readViews(
    into record: inout FeatureRecord, _ policies: Set<String>
  ) throws(RecordingError) {
    var isFirst = true
    try cursor.openObject()
    while let policy = try cursor.key(isFirst: isFirst) {
      isFirst = false
      let view = try view()
      if policies.contains(policy) { record.views[policy] = view }
    }
  }

  private mutating func view() throws(RecordingError) -> FeatureRecord.View {
    var view = FeatureRecord.View()
    var isFirst = true
    try cursor.openObject()
    while let key = try cursor.key(isFirst: isFirst) {
      isFirst = false
      switch key {
      case "began": view.began = try cursor.boolean()
      case "decided": view.isDecided = try cursor.boolean()
      case "progress": view.progress = try number(key) ?? 0
      case "velocity": view.velocity = try number(key) ?? 0
      default: try cursor.skipValue()
      }
    }
    return view
  }

  // MARK: Values

  private mutating func text(_ key: String) throws(RecordingError) -> String? {
    guard !cursor.null() else { return nil }
    guard cursor.peek() == UInt8(ascii: "\"") else {
      throw cursor.error("'\(key)' must be a text")
    }
    return try cursor.string()
  }

  private mutating func number(_ key: String) throws(RecordingError) -> Double? {
    guard !cursor.null() else { return nil }
    switch cursor.peek() {
    case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?: break
    default: throw cursor.error("'\(key)' must be a number")
    }
    let value = try cursor.number().value
    guard value.isFinite else { throw cursor.error("'\(key)' is too large a number") }
    return value
  }

  private mutating func whole(_ key: String) throws(RecordingError) -> Int? {
    guard let value = try number(key) else { return nil }
    guard let whole = Int(exactly: value), whole >= 0 else {
      throw cursor.error("'\(key)' must be a whole number of 0 or more")
    }
    return whole
  }

  private mutating func word<Word: RawRepresentable>(
    _ key: String, _ words: [Word]
  ) throws(RecordingError) -> Word? where Word.RawValue == String {
    guard let text = try text(key) else { return nil }
    if let word = words.first(where: { $0.rawValue == text }) { return word }
    let known = words.map(\.rawValue).joined(separator: ", ")
    throw cursor.error("'\(key)' must be one of \(known)")
  }
}
