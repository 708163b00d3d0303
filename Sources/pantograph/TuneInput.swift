@preconcurrency import Glibc
import Recordings
import Simulation
import Tuning

/// Reads the gestures that `tune` judges, and what is known of them.
enum TuneInput {
  /// Reads gestures.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - policies: The policies that are wanted, or `nil` for all.
  /// - Returns: The gestures, and the status of the first operand that could not be read.
  /// - Throws: What is wrong with the command line, or with what was meant.
  static func read(
    _ arguments: Arguments, policies: [PolicyDefinition]?
  ) throws(Problem) -> (table: GestureTable, status: ExitStatus) {
    // A touch is a gesture if it is one of any policy: with fewer there would be fewer gestures.
    let others = (policies ?? []).filter { PolicyLibrary.policy(named: $0.id) == nil }
    let runner = try FeatureRunner(
      arguments.without("policy"), policies: PolicyLibrary.all + others)
    var table = GestureTable()
    let status = try GestureInput.read(
      arguments.operands, by: runner, policies: policies.map { Set($0.map(\.id)) }, into: &table)
    if let path = arguments.path("intents") { try apply(path, to: &table) }
    return (table, status)
  }

  // MARK: What was meant

  /// The largest file of intents that is read, in bytes.
  private static let largest = 64 << 20

  private static func apply(_ path: String, to table: inout GestureTable) throws(Problem) {
    let intents = try intents(path)
    let unused = table.apply(intents)
    guard let first = unused.first else { return }
    guard unused.count < intents.entries.count else {
      throw Problem(
        .badInput, file: path,
        "none of its recordings is among the gestures, such as "
          + "'\(Arguments.shown(first.recording))'")
    }
    let more = unused.count > 1 ? " and \(unused.count - 1) more" : ""
    Messages.tell(
      "pantograph: \(PlainText.escaped(SystemText.shown(path))): "
        + "'\(Arguments.shown(first.recording))'\(more): no gesture of it came")
  }

  private static func intents(_ path: String) throws(Problem) -> IntentTable {
    var bytes: [UInt8] = []
    try Input(path).read { chunk throws(Problem) in
      guard bytes.count + chunk.count <= largest else {
        throw Problem(.badInput, file: path, "it may have at most \(largest >> 20) MB")
      }
      bytes.append(contentsOf: chunk)
      return true
    }
    guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else {
      do throws(IntentTable.Failure) {
        return try IntentTable(tabSeparated: String(decoding: bytes, as: UTF8.self))
      } catch {
        throw Problem(
          .badInput, file: path, line: error.line, PlainText.escaped(error.description))
      }
    }
    let json: JSONValue
    do throws(RecordingError) {
      json = try JSONValue(reading: bytes)
    } catch {
      throw Problem(
        .badInput, file: path, line: error.line, PlainText.escaped(error.description))
    }
    do throws(ExpectationError) {
      return IntentTable(try Expectations(json: json))
    } catch {
      throw Problem(.badInput, file: path, error.description)
    }
  }
}

extension IntentTable {
  /// What expectations say of the person.
  init(_ expectations: Expectations) {
    var entries: [Entry] = []
    for (name, recording) in expectations.recordings.sorted(by: { $0.key < $1.key }) {
      var entry = Entry(recording: name)
      entry.intent = recording.intent.flatMap { Intent(rawValue: $0.rawValue) }
      func fact(_ key: String) -> String? {
        switch recording.facts[key] {
        case .string(let text)?: text
        case .integer(let number)?: String(number)
        case .null?, .bool?, .number?, .array?, .object?, .text?, nil: nil
        }
      }
      entry.participant = fact("participant")
      entry.session = fact("session")
      entry.hand = fact("hand")
      entry.device = fact("device")
      entries.append(entry)
    }
    self.init(entries: entries)
  }
}
