import Recordings
import Simulation
import Transitions

/// The verdicts of an earlier comparison, which later ones are held against.
struct EarlierVerdicts {
  /// What a policy made of a gesture.
  struct Verdict: Hashable {
    /// The outcome.
    var outcome: ComparedOutcome

    /// How far the deciding quantity was past its bar.
    var margin: Double?

    /// What the margin counts.
    var unit: String?
  }

  /// A verdict that is another than before.
  struct Change {
    /// Which gesture of the recording it is, counted from 1.
    var gesture: Int

    /// The policy.
    var policy: String

    /// What it was; `nil` if there was none.
    var old: Verdict?

    /// What it is; `nil` if there is none any more.
    var new: Verdict?
  }

  private struct Key: Hashable {
    var gesture: Int
    var policy: String
  }

  /// The largest file, in bytes.
  private static let largestFile = 64 << 20

  private let file: String
  private var recordings: [String: [Key: Verdict]] = [:]
  /// The recordings that did not come again yet.
  private var missing: Set<String> = []

  /// Reads what `compare --json` printed.
  ///
  /// - Parameter path: The file; `-` is standard input.
  /// - Throws: What is wrong with it, with its line.
  init(_ path: String) throws(Problem) {
    file = path
    let bytes = try Input.bytes(of: path, atMost: Self.largestFile)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      let json: JSONValue
      do throws(RecordingError) {
        json = try JSONValue(reading: Array(line))
      } catch {
        throw Problem(.badInput, file: path, line: index + 1, error.description)
      }
      guard take(json) else {
        throw Problem(
          .badInput, file: path, line: index + 1, "it is no line of 'pantograph compare --json'")
      }
    }
    guard !recordings.isEmpty else {
      throw Problem(.badInput, file: path, "it holds no line of 'pantograph compare --json'")
    }
    missing = Set(recordings.keys)
  }

  /// Notes that a recording came again.
  mutating func note(_ recording: String) {
    missing.remove(recording)
  }

  /// The most recordings that a sentence names.
  private static let mostNames = 3

  /// What did not come again, in a sentence; `nil` if all did.
  var missingText: String? {
    guard !missing.isEmpty else { return nil }
    let names = missing.sorted()
    let more = names.count - Self.mostNames
    let list = names.prefix(Self.mostNames).map { "'\(PlainText.escaped($0))'" }
    return
      "\(Words.count(names.count, "recording")) of \(PlainText.escaped(SystemText.shown(file))) "
      + "\(names.count == 1 ? "is" : "are") not among these: \(list.joined(separator: ", "))"
      + (more > 0 ? " and \(more) more" : "")
  }

  private mutating func take(_ json: JSONValue) -> Bool {
    guard case .object(let members) = json, members["schema"] == .string("pantograph.compare/1"),
      case .string(let recording) = members["recording"],
      case .array(let results) = members["results"]
    else { return false }
    var verdicts: [Key: Verdict] = [:]
    for result in results {
      guard case .object(let members) = result, case .integer(let gesture) = members["gesture"],
        case .string(let policy) = members["policy"], case .string(let word) = members["outcome"],
        let outcome = ComparedOutcome(rawValue: word)
      else { return false }
      var verdict = Verdict(outcome: outcome)
      switch members["margin"] {
      case .number(let margin): verdict.margin = margin
      case .integer(let margin): verdict.margin = Double(margin)
      default: break
      }
      if case .string(let unit) = members["margin_unit"] { verdict.unit = unit }
      verdicts[Key(gesture: gesture, policy: policy)] = verdict
    }
    recordings[recording] = verdicts
    return true
  }

  /// The verdicts on a gesture that are others than before, or new.
  func changes(of gesture: ComparedGesture, _ policies: [PolicyDefinition]) -> [Change] {
    let old = recordings[gesture.recording] ?? [:]
    var changes: [Change] = []
    for (index, policy) in policies.enumerated() {
      let new = Verdict(gesture.touch, at: index)
      let before = old[Key(gesture: gesture.number, policy: policy.id)]
      guard before?.outcome != new.outcome else { continue }
      changes.append(Change(gesture: gesture.number, policy: policy.id, old: before, new: new))
    }
    return changes
  }

  /// The verdicts on gestures that a recording does not have any more.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - count: How many gestures it has now.
  ///   - policies: The policies.
  /// - Returns: The changes, gestures in the order of time, policies in their order.
  func gone(
    from recording: String, after count: Int, _ policies: [PolicyDefinition]
  ) -> [Change] {
    var places: [String: Int] = [:]
    for (index, policy) in policies.enumerated() where places[policy.id] == nil {
      places[policy.id] = index
    }
    return (recordings[recording] ?? [:])
      .filter { $0.key.gesture > count && places[$0.key.policy] != nil }
      .map { Change(gesture: $0.key.gesture, policy: $0.key.policy, old: $0.value, new: nil) }
      .sorted { one, other in
        (one.gesture, places[one.policy] ?? 0) < (other.gesture, places[other.policy] ?? 0)
      }
  }
}

extension EarlierVerdicts.Verdict {
  /// What a policy makes of a touch now.
  init(_ touch: TouchComparison, at index: Int) {
    let decision = touch.verdicts[index]?.decision
    self.init(
      outcome: touch.outcomes[index] ?? .none, margin: decision?.margin,
      unit: decision?.unit?.rawValue)
  }

  /// The verdict in few words.
  var text: String {
    guard let margin else { return outcome.rawValue }
    return outcome.rawValue + " "
      + CompareWords.shortMargin(margin, isVelocity: unit != Decision.Unit.progress.rawValue)
  }

  /// The verdict as JSON.
  var json: JSONValue {
    .object([
      "margin": .optional(margin), "margin_unit": .optional(unit),
      "outcome": .string(outcome.rawValue),
    ])
  }
}

extension EarlierVerdicts.Change {
  /// The change as JSON.
  var json: JSONValue {
    .object([
      "from": old?.json ?? .null, "gesture": .integer(gesture), "policy": .string(policy),
      "to": new?.json ?? .null,
    ])
  }
}
