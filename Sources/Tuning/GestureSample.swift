import Gestures
import Quantities
package import Simulation

/// A set of gestures of a policy, in groups of those that have something in common.
///
/// - Complexity: O(1) a gesture in time and memory, whatever its recording holds.
package struct GestureSample: Sendable {
  /// What gestures of a group have in common.
  package enum Trait: String, Hashable, Sendable, CaseIterable {
    /// The device: its name, else its kind.
    case device

    /// Which way is forward.
    case direction

    /// What was meant.
    case label

    /// Who made it.
    case person

    /// The session, and whose it is.
    case session

    /// How many fingers it has.
    case fingers
  }

  /// How far a gesture went that a threshold decides.
  package struct Lift: Hashable, Sendable {
    /// The progress at the lift.
    package var progress: Double

    /// The way in millimeters, if the size is known.
    package var millimeters: Double?

    /// What was meant, if that is known.
    package var intent: RecordingExpectation.Intent?
  }

  /// Gestures that have something in common.
  package struct Group: Sendable {
    /// What they have in common, a text for each trait; `nil`: that it is not known.
    package let key: [String?]

    /// How many there are.
    package fileprivate(set) var count = 0

    /// How many of them have a label, by the label.
    package fileprivate(set) var labels: [RecordingExpectation.Intent: Int] = [:]

    /// The gestures that a threshold decides; all others cancel.
    package fileprivate(set) var lifts: [Lift] = []

    fileprivate var values: [Measure: [Double]] = [:]

    /// The values of a measure, of the gestures that have it.
    package func values(_ measure: Measure) -> [Double] { values[measure] ?? [] }
  }

  /// The policy whose gestures they are, and whose progress thresholds are compared with.
  package let policy: String

  /// What the groups are made by.
  package let traits: [Trait]

  private var places: [[String?]: Int] = [:]
  private var members: [Group] = []
  private var recordings: [String: Int32] = [:]
  private var seen: Set<Name> = []
  private var devices: Set<String> = []
  private var persons: Set<String> = []
  private var sessions: Set<[String]> = []

  private struct Name: Hashable {
    var recording: Int32
    var gesture: Int
  }

  /// How many gestures came more than once, and were counted once.
  package private(set) var repetitions = 0

  /// How many touches tell nothing of the policy, and were left out.
  package private(set) var unknowns = 0

  /// Creates a set without gestures.
  package init(by traits: [Trait] = [], policy: String) {
    self.traits = traits
    self.policy = policy
  }

  /// Creates a set of the gestures of a table that keeps what is measured of each.
  ///
  /// - Complexity: O(gestures).
  package init(_ table: GestureTable, by traits: [Trait] = [], policy: String) {
    self.init(by: traits, policy: policy)
    let column = table.policy(policy)
    for row in 0..<table.count { add(table.record(row, seenBy: column)) }
  }

  /// How many gestures there are.
  package var count: Int { members.reduce(0) { $0 + $1.count } }

  /// How many recordings they are of.
  package var recordingCount: Int { recordings.count }

  /// How many devices have been told apart.
  package var deviceCount: Int { devices.count }

  /// How many persons are known.
  package var personCount: Int { persons.count }

  /// How many sessions are known.
  package var sessionCount: Int { sessions.count }

  /// The groups, in the order of their keys, numbers by size and what is not known last.
  package var groups: [Group] {
    members.sorted { left, right in
      for (one, other) in zip(left.key, right.key) where one != other {
        guard let one else { return false }
        guard let other else { return true }
        // Numbers by size, before all that is none.
        switch (Int(one), Int(other)) {
        case (let number?, let another?) where number != another: return number < another
        case (.some, nil): return true
        case (nil, .some): return false
        case (.some, .some), (nil, nil):
          return one.utf8.lexicographicallyPrecedes(other.utf8)
        }
      }
      return false
    }
  }

  /// All gestures in one group.
  package var whole: Group {
    var whole = Group(key: [])
    for group in members {
      whole.count += group.count
      whole.labels.merge(group.labels, uniquingKeysWith: +)
      whole.lifts += group.lifts
      whole.values.merge(group.values, uniquingKeysWith: +)
    }
    return whole
  }

  /// Adds a touch, unless it is there already, or is no gesture of the policy.
  package mutating func add(_ record: FeatureRecord) {
    guard let view = record.views[policy] else {
      unknowns += 1
      return
    }
    guard view.began else { return }
    let number = recordings[record.recording] ?? Int32(truncatingIfNeeded: recordings.count)
    recordings[record.recording] = number
    guard seen.insert(Name(recording: number, gesture: record.gesture)).inserted else {
      repetitions += 1
      return
    }
    let device = record.deviceName ?? record.deviceKind
    if let device { devices.insert(device) }
    if let person = record.participant { persons.insert(person) }
    if let session = record.session { sessions.insert([record.participant ?? "", session]) }
    let key = traits.map { Self.text(of: $0, record) }
    let place = places[key] ?? members.count
    if place == members.count {
      places[key] = place
      members.append(Group(key: key))
    }
    members[place].add(record, view)
  }

  private static func text(of trait: Trait, _ record: FeatureRecord) -> String? {
    switch trait {
    case .device: record.deviceName ?? record.deviceKind
    case .direction: record.direction?.rawValue
    case .label: record.intent?.rawValue
    case .person: record.participant
    case .session:
      record.session.map { session in record.participant.map { "\($0) \(session)" } ?? session }
    case .fingers: record.fingers.map(String.init)
    }
  }
}

extension GestureSample.Group {
  fileprivate mutating func add(_ record: FeatureRecord, _ view: FeatureRecord.View) {
    count += 1
    if let intent = record.intent { labels[intent, default: 0] += 1 }
    for measure in Measure.allCases {
      if let value = record[measure], value.isFinite {
        values[measure, default: []].append(value)
      }
    }
    guard view.isDecided ?? record.endReason?.isDecided ?? false else { return }
    lifts.append(
      GestureSample.Lift(
        progress: view.progress, millimeters: record.travelMillimeters, intent: record.intent))
  }
}

extension FeatureRecord {
  /// The value of a measure, if the gesture has one.
  fileprivate subscript(measure: Measure) -> Double? {
    switch measure {
    case .travel: travel
    case .travelMillimeters: travelMillimeters
    case .peak: peak
    case .peakMillimeters: peakMillimeters
    case .velocity: velocity
    case .velocityMillimeters: velocityMillimeters
    case .duration: down.flatMap { down in end.map { $0 - down } }
    case .rest: rest
    case .reportRate: reportRate
    }
  }
}
