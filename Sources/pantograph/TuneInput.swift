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
  /// - Returns: The gestures.
  /// - Throws: The first problem: some of the gestures are no basis to judge by.
  static func read(
    _ arguments: Arguments, policies: Set<String>?
  ) throws(Problem) -> GestureTable {
    var table = GestureTable()
    for operand in arguments.operands { try readFeatures(Input(operand), policies, into: &table) }
    if let path = arguments.path("intents") { try apply(path, to: &table) }
    return table
  }

  private static func readFeatures(
    _ input: Input, _ policies: Set<String>?, into table: inout GestureTable
  ) throws(Problem) {
    var reader = FeatureReader(policies: policies)
    var isFeatures: Bool?
    func problem(_ error: FeatureError) -> Problem {
      if error.line == 1, isFeatures == false {
        return Problem(
          .badInput, file: input.name, "it holds no gestures as 'pantograph features' prints them")
      }
      return Problem(
        .badInput, file: input.name, line: error.line, PlainText.escaped(error.description))
    }
    try input.read { chunk throws(Problem) in
      isFeatures = isFeatures ?? FeatureReader.recognizes(chunk)
      do throws(FeatureError) {
        try reader.read(chunk, into: &table)
      } catch {
        throw problem(error)
      }
      return true
    }
    do throws(FeatureError) {
      try reader.finish(into: &table)
    } catch {
      throw problem(error)
    }
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
