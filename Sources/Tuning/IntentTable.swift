/// What is known of recordings besides what they hold: what the person meant, and who it was.
public struct IntentTable: Sendable {
  /// What is known of a recording, or of one of its gestures.
  public struct Entry: Hashable, Sendable {
    /// The recording: its path, or the end of it.
    public var recording: String

    /// The number of the gesture, from 1; `nil` for all.
    public var gesture: Int?

    /// What the person meant.
    public var intent: Intent?

    /// Who it was, when, with which hand and on what.
    public var participant: String?
    public var session: String?
    public var hand: String?
    public var device: String?

    /// Creates an entry.
    public init(recording: String, gesture: Int? = nil, intent: Intent? = nil) {
      self.recording = recording
      self.gesture = gesture
      self.intent = intent
    }
  }

  /// What is wrong with a text.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line it is wrong on, counted from 1.
    public var line: Int

    public var description: String
  }

  /// The entries, in the order of the text.
  public var entries: [Entry]

  /// Creates a table.
  public init(entries: [Entry] = []) {
    self.entries = entries
  }

  private static let columns = [
    "recording", "gesture", "intent", "participant", "session", "hand", "device",
  ]

  /// Reads fields between tabs, the first line of which names the columns.
  ///
  /// `recording` and `intent` must be there; `gesture`, `participant`, `session`, `hand` and
  /// `device` may be; others are left alone. An empty field says nothing.
  ///
  /// - Throws: The line that is wrong.
  public init(tabSeparated text: String) throws(Failure) {
    var entries: [Entry] = []
    var names: [String] = []
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      if line.allSatisfy(\.isWhitespace) { continue }
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(Self.trimmed)
      guard !names.isEmpty else {
        names = fields
        names[0] = names[0].hasPrefix("\u{FEFF}") ? String(names[0].dropFirst()) : names[0]
        for name in ["recording", "intent"] where !names.contains(name) {
          throw Failure(
            line: number, description: "the first line must name a column '\(name)'")
        }
        for name in Self.columns where names.count(where: { $0 == name }) > 1 {
          throw Failure(line: number, description: "two columns are named '\(name)'")
        }
        continue
      }
      guard fields.count <= names.count else {
        throw Failure(
          line: number,
          description: "there are \(fields.count) fields, and \(names.count) columns")
      }
      entries.append(try Self.entry(fields, names, number))
    }
    guard !names.isEmpty else {
      throw Failure(line: 1, description: "the first line must name the columns")
    }
    self.entries = entries
  }

  private static func trimmed(_ field: Substring) -> String {
    var field = field
    while let first = field.first, first == " " { field.removeFirst() }
    while let last = field.last, last == " " { field.removeLast() }
    return String(field)
  }

  private static func entry(
    _ fields: [String], _ names: [String], _ line: Int
  ) throws(Failure) -> Entry {
    func field(_ name: String) -> String? {
      guard let place = names.firstIndex(of: name), place < fields.count, !fields[place].isEmpty
      else { return nil }
      return fields[place]
    }
    guard let recording = field("recording") else {
      throw Failure(line: line, description: "the recording is missing")
    }
    var entry = Entry(recording: recording)
    if let text = field("intent") {
      guard let intent = Intent(rawValue: text) else {
        let words = Intent.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure(line: line, description: "the intent must be one of \(words)")
      }
      entry.intent = intent
    }
    if let text = field("gesture") {
      guard let number = Int(text), number >= 1 else {
        throw Failure(line: line, description: "the gesture must be a number from 1")
      }
      entry.gesture = number
    }
    entry.participant = field("participant")
    entry.session = field("session")
    entry.hand = field("hand")
    entry.device = field("device")
    return entry
  }
}

extension GestureTable {
  /// Notes what is known of recordings; it counts more than what the gestures' lines say.
  ///
  /// An entry is about the recordings whose path is that of the entry, or ends in it behind a `/`.
  ///
  /// - Returns: The entries that are about no gesture here.
  public mutating func apply(_ intents: IntentTable) -> [IntentTable.Entry] {
    var recordingsOfName: [String: [Int32]] = [:]
    for (number, path) in recordings.texts.enumerated() {
      var end = path[...]
      recordingsOfName[path, default: []].append(Int32(number))
      while let slash = end.firstIndex(of: "/") {
        end = end[end.index(after: slash)...]
        recordingsOfName[String(end), default: []].append(Int32(number))
      }
    }
    var rowsOfRecording: [Int32: [Int]] = [:]
    for (row, gesture) in rows.enumerated() {
      rowsOfRecording[gesture.recording, default: []].append(row)
    }
    return intents.entries.filter { entry in
      var isUsed = false
      for recording in recordingsOfName[entry.recording, default: []] {
        for row in rowsOfRecording[recording, default: []]
        where entry.gesture.map({ $0 == rows[row].gesture }) ?? true {
          isUsed = true
          set(row, to: entry)
        }
      }
      return !isUsed
    }
  }

  private mutating func set(_ row: Int, to entry: IntentTable.Entry) {
    if let intent = entry.intent { rows[row].intent = intent }
    if let text = entry.participant { rows[row].participant = participants.number(of: text) }
    if let text = entry.session { rows[row].session = sessions.number(of: text) }
    if let text = entry.hand { rows[row].hand = hands.number(of: text) }
    if let text = entry.device {
      let number = deviceTexts.number(of: "name \(text)")
      if Int(number) == devices.count {
        var device = rows[row].device >= 0 ? devices[Int(rows[row].device)] : Device()
        device.name = text
        devices.append(device)
      }
      rows[row].device = number
    }
  }
}
