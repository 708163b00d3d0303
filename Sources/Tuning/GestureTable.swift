import Gestures
import Quantities

/// What a person, or the story of a generator, meant a gesture to do.
public enum Intent: String, Hashable, Sendable, CaseIterable {
  /// To go on to the end.
  case finish

  /// To go back to the start.
  case cancel

  /// Neither: it was not meant to be a gesture.
  case none
}

/// Gestures with all that policies need to decide them, a column for each feature.
///
/// A gesture costs some 100 bytes, and some 20 for each policy, whatever its recording holds.
public struct GestureTable: Sendable {
  /// The device that gestures were made on.
  public struct Device: Hashable, Sendable {
    /// What it is, such as `touchpad`; `nil` if nothing tells.
    public var kind: String?

    /// The name that it gives itself: text that nobody has checked.
    public var name: String?

    /// Its width in millimeters; `nil` if unknown.
    public var width: Double?

    /// Its height in millimeters; `nil` if unknown.
    public var height: Double?
  }

  /// What the values of a policy depend on, besides the policy.
  public struct Situation: Hashable, Sendable {
    /// How much of each unit makes progress 1: `mm`, `px`, `dp`, `output`.
    public var units: [String: Double]

    /// Whether the device is a touchscreen.
    public var isTouchscreen: Bool

    /// Whether the gesture goes up or down.
    public var isVertical: Bool

    /// Creates a situation.
    public init(
      units: [String: Double] = [:], isTouchscreen: Bool = false, isVertical: Bool = false
    ) {
      self.units = units
      self.isTouchscreen = isTouchscreen
      self.isVertical = isVertical
    }
  }

  /// What a policy sees of each gesture.
  public struct PolicyColumn: Sendable {
    /// The name of the policy.
    public let id: String

    /// The progress at the lift, as the policy counts it; 0 where it did not begin.
    public internal(set) var progress: [Double] = []

    /// The velocity at the lift, as the policy counts it; 0 where it did not begin.
    public internal(set) var velocity: [Double] = []

    /// Whether the gesture began, and which situation it was made in.
    private(set) var states: [Int32] = []

    /// The different units, as the text of their JSON.
    private(set) var unitTexts = TextIndex()

    /// The units that the texts mean.
    var units: [[String: Double]] = []

    /// The units that were read last: their text, an object, and its number.
    var latestUnits: (text: [UInt8], number: Int32)?

    /// The different situations that gestures were made in.
    public internal(set) var situations: [Situation] = []

    private var numbers: [SituationKey: Int32] = [:]
    private var latest: (key: SituationKey, number: Int32)?

    private struct SituationKey: Hashable {
      var units: Int32
      var isTouchscreen: Bool
      var isVertical: Bool
    }

    init(id: String) {
      self.id = id
    }

    /// Whether the gesture began under the policy.
    public func began(_ row: Int) -> Bool { states[row] & 1 == 1 }

    /// Whether the policy decided the end of a gesture; else it broke the gesture off.
    public func isDecided(_ row: Int) -> Bool { states[row] & 2 == 2 }

    /// Whether the features tell what the policy sees of a gesture.
    public func isKnown(_ row: Int) -> Bool { states[row] >= 0 }

    /// Which of ``situations`` a gesture that is known was made in.
    public func situation(_ row: Int) -> Int { Int(states[row] >> 2) }

    /// Appends a gesture.
    ///
    /// - Parameters:
    ///   - value: What the policy sees of it.
    ///   - isDecided: Whether policies decide such an end, unless this one does not.
    ///   - isTouchscreen: Whether the device is a touchscreen.
    ///   - isVertical: Whether it goes up or down.
    mutating func append(
      _ value: Value, isDecided: Bool, isTouchscreen: Bool, isVertical: Bool
    ) {
      progress.append(value.progress)
      velocity.append(value.velocity)
      let key = SituationKey(
        units: value.unitsNumber, isTouchscreen: isTouchscreen, isVertical: isVertical)
      states.append(
        number(of: key) << 2 | (value.isDecided ?? isDecided ? 2 : 0) | (value.began ? 1 : 0))
    }

    private mutating func number(of key: SituationKey) -> Int32 {
      // Neighbors are on the same device.
      if let latest, latest.key == key { return latest.number }
      let number: Int32
      if let known = numbers[key] {
        number = known
      } else {
        number = Int32(situations.count)
        numbers[key] = number
        situations.append(
          Situation(
            units: units[Int(key.units)], isTouchscreen: key.isTouchscreen,
            isVertical: key.isVertical))
      }
      latest = (key, number)
      return number
    }

    /// Appends gestures of which nothing is known, up to a count.
    mutating func pad(to count: Int) {
      while progress.count < count {
        progress.append(0)
        velocity.append(0)
        states.append(-1)
      }
    }

    /// The number of some units.
    mutating func unitsNumber(
      _ bytes: FeatureScanner.Slice,
      _ read: () throws(FeatureError.Reason) -> [String: Double]
    ) throws(FeatureError.Reason) -> Int32 {
      let number = unitTexts.number(of: bytes) { String(decoding: $0, as: UTF8.self) }
      if Int(number) == units.count { units.append(try read()) }
      return number
    }
  }

  /// What a policy sees of a gesture.
  struct Value {
    var began: Bool
    var progress: Double
    var velocity: Double
    var unitsNumber: Int32

    /// Whether the policy decides the end, where that is not what most do.
    var isDecided: Bool?
  }

  /// A gesture's features that are the same for all policies.
  struct Row {
    var recording: Int32 = -1
    var gesture = 0
    var intent: Intent?
    var participant: Int32 = -1
    var session: Int32 = -1
    var hand: Int32 = -1
    var device: Int32 = -1
    var policyInForce: Int32 = -1
    var direction: Heading?
    var fingers = 0
    var down = 0.0
    var end = 0.0
    var endReason: PanEnd?
    var travel = 0.0
  }

  /// What is measured of a gesture besides, which no decision needs; not a number where it is not
  /// known.
  struct Measures {
    var down = Double.nan
    var end = Double.nan
    var peak = Double.nan
    var peakMillimeters = Double.nan
    var reportRate = Double.nan
    var rest = Double.nan
    var travel = Double.nan
    var travelMillimeters = Double.nan
    var velocity = Double.nan
    var velocityMillimeters = Double.nan
  }

  /// The most gestures that are counted.
  public static let most = 50_000_000

  var rows: [Row] = []

  /// What is measured of each, if it is kept.
  var measures: [Measures]?

  /// What each policy sees, in the order in which the policies were met.
  public internal(set) var policies: [PolicyColumn] = []

  var recordings = TextIndex()
  var participants = TextIndex()
  var sessions = TextIndex()
  var hands = TextIndex()
  var policiesInForce = TextIndex()
  var deviceTexts = TextIndex()

  /// The different devices.
  public internal(set) var devices: [Device] = []

  private var seen: Set<GestureName> = []

  /// How many gestures came more than once, and were counted once.
  public internal(set) var repetitions = 0

  private struct GestureName: Hashable {
    var recording: Int32
    var gesture: Int
  }

  /// Creates a table without gestures.
  public init() {}

  /// Creates a table without gestures that keeps what is measured of each, some 80 bytes more, and
  /// each as often as it comes.
  package init(measuring: Void) { measures = [] }

  /// How many gestures there are.
  public var count: Int { rows.count }

  /// What each gesture was meant to do, as its line says.
  public var intents: [Intent?] { rows.map(\.intent) }

  /// What a policy sees, or `nil` if no gesture tells of that policy.
  public func policy(_ id: String) -> PolicyColumn? { policies.first { $0.id == id } }

  /// Notes that a gesture comes.
  ///
  /// - Returns: Whether it is new.
  mutating func isNew(_ row: Row) -> Bool {
    let name = GestureName(recording: row.recording, gesture: row.gesture)
    if seen.insert(name).inserted { return true }
    repetitions += 1
    return false
  }

  /// Brings the columns of all policies to the count of gestures.
  mutating func pad() {
    for index in policies.indices { policies[index].pad(to: rows.count) }
  }
}
