package import Gestures
package import Quantities
package import Simulation

/// A gesture of a line of the schema `pantograph.features/1`, as statistics count it.
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
}

extension GestureTable {
  /// A gesture, with what a policy sees of it.
  ///
  /// - Parameters:
  ///   - row: Its row, in a table that keeps what is measured.
  ///   - column: The policy; `nil`: no line tells of it.
  /// - Returns: The gesture.
  func record(_ row: Int, seenBy column: PolicyColumn?) -> FeatureRecord {
    let gesture = rows[row]
    var record = FeatureRecord()
    func text(_ number: Int32, in index: TextIndex) -> String? {
      number < 0 ? nil : index.texts[Int(number)]
    }
    record.recording = text(gesture.recording, in: recordings) ?? ""
    record.gesture = gesture.gesture
    if gesture.device >= 0 {
      record.deviceKind = devices[Int(gesture.device)].kind
      record.deviceName = devices[Int(gesture.device)].name
    }
    record.intent = gesture.intent.flatMap { RecordingExpectation.Intent(rawValue: $0.rawValue) }
    record.participant = text(gesture.participant, in: participants)
    record.session = text(gesture.session, in: sessions)
    record.direction = gesture.direction
    record.fingers = gesture.fingers > 0 ? gesture.fingers : nil
    record.endReason = gesture.endReason
    if let measures { record.take(measures[row]) }
    if let column, column.isKnown(row) {
      record.views[column.id] = FeatureRecord.View(
        began: column.began(row), isDecided: column.isDecided(row), progress: column.progress[row],
        velocity: column.velocity[row])
    }
    return record
  }
}

extension FeatureRecord {
  fileprivate mutating func take(_ measures: GestureTable.Measures) {
    func known(_ value: Double) -> Double? { value.isNaN ? nil : value }
    down = known(measures.down)
    end = known(measures.end)
    peak = known(measures.peak)
    peakMillimeters = known(measures.peakMillimeters)
    reportRate = known(measures.reportRate)
    rest = known(measures.rest)
    travel = known(measures.travel)
    travelMillimeters = known(measures.travelMillimeters)
    velocity = known(measures.velocity)
    velocityMillimeters = known(measures.velocityMillimeters)
  }
}
