import Gestures
import Quantities

/// Reads gestures from lines of the schema `pantograph.features/1`.
///
/// It takes chunks of bytes, cut anywhere, at some hundred megabytes a second. What it is not asked
/// for is skipped without being built; keys that it does not know are left alone.
public struct FeatureReader: Sendable {
  /// The name of the schema.
  public static let schema = "pantograph.features/1"

  /// The longest line that is read, in bytes.
  package static let longestLine = 1 << 20

  /// The policies that are wanted, or `nil` for all.
  private let policies: Set<String>?

  /// The start of a line that goes on in the next chunk.
  private var carry: [UInt8] = []

  private var line = 0

  /// What each policy sees of the gesture that is being read, by the policy's column.
  private var values: [GestureTable.Value?] = []

  /// The column of the policy that is likely to come next.
  private var nextColumn = 0

  /// The lines that were read since they were taken last, if they are kept: without blank ones, a
  /// byte order mark or carriage returns, a line feed behind each.
  private var lines: [UInt8]?

  /// Creates a reader.
  ///
  /// - Parameter policies: The policies that are wanted, or `nil` for all.
  public init(policies: Set<String>? = nil) {
    self.policies = policies
  }

  /// Creates a reader that keeps the lines it reads, to be handed on as they are.
  package init(keepingLines: Void) {
    policies = nil
    lines = []
  }

  /// Takes out the lines that were read, if they are kept.
  package mutating func takeLines() -> [UInt8] {
    defer { lines?.removeAll(keepingCapacity: true) }
    return lines ?? []
  }

  /// Whether a text is of the schema, as far as its first line tells that is not blank.
  ///
  /// - Parameter start: The start of the text.
  /// - Returns: Whether it is, and whether more of the text could tell more.
  package static func recognizes(_ start: [UInt8]) -> (holdsFeatures: Bool, isSure: Bool) {
    var text = start[...]
    if text.starts(with: "\u{FEFF}".utf8) { text = text.dropFirst(3) }
    text = text.drop { $0 <= 0x20 }
    guard let first = text.first else { return (false, false) }
    guard first == UInt8(ascii: "{") else { return (false, true) }
    let end = text.firstIndex(of: UInt8(ascii: "\n"))
    let line = text[..<(end ?? text.endIndex)]
    // Keys are sorted, so that the schema stands behind the policies; nothing else has those.
    let mark = Array("\"pantograph.features/".utf8)
    let holds = line.indices.contains { line[$0] == mark[0] && line[$0...].starts(with: mark) }
    return (holds, holds || end != nil)
  }

  // MARK: Lines

  /// Reads a chunk.
  ///
  /// - Parameters:
  ///   - chunk: The bytes that follow those read before.
  ///   - table: Where gestures go.
  /// - Throws: The first line that is wrong; the gestures before it are in the table.
  public mutating func read(
    _ chunk: UnsafeRawBufferPointer, into table: inout GestureTable
  ) throws(FeatureError) {
    let bytes = chunk.assumingMemoryBound(to: UInt8.self)
    guard let base = bytes.baseAddress else { return }
    var start = 0
    while start < bytes.count {
      let rest = UnsafeBufferPointer(rebasing: bytes[start...])
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
        guard carry.count + rest.count <= Self.longestLine else {
          throw FeatureError(.tooLong(limit: Self.longestLine), line: line + 1)
        }
        carry.append(contentsOf: rest)
        return
      }
      guard carry.count + end <= Self.longestLine else {
        throw FeatureError(.tooLong(limit: Self.longestLine), line: line + 1)
      }
      if carry.isEmpty {
        try take(base + start, count: end, into: &table)
      } else {
        carry.append(contentsOf: rest[...end])
        try takeCarry(into: &table)
      }
      start += end + 1
    }
  }

  /// Reads what stands behind the last line feed.
  ///
  /// - Throws: That it is wrong.
  public mutating func finish(into table: inout GestureTable) throws(FeatureError) {
    guard !carry.isEmpty else { return }
    carry.append(UInt8(ascii: "\n"))
    try takeCarry(into: &table)
  }

  private mutating func takeCarry(into table: inout GestureTable) throws(FeatureError) {
    let bytes = carry
    carry.removeAll(keepingCapacity: true)
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<Void, FeatureError> in
      guard let base = buffer.baseAddress else { return .success(()) }
      do throws(FeatureError) {
        return .success(try take(base, count: buffer.count - 1, into: &table))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Takes a line that a line feed follows.
  private mutating func take(
    _ start: UnsafePointer<UInt8>, count: Int, into table: inout GestureTable
  ) throws(FeatureError) {
    line += 1
    let hasMark = line == 1 && start[0] == 0xef && start[1] == 0xbb && start[2] == 0xbf
    let text = FeatureScanner.Slice(
      start: hasMark ? start + 3 : start, count: hasMark ? count - 3 : count)
    var scanner = FeatureScanner(hasMark ? start + 3 : start)
    guard scanner.peek() != UInt8(ascii: "\n") else { return }
    guard table.count < GestureTable.most else {
      throw FeatureError(.tooMany(limit: GestureTable.most), line: line)
    }
    do throws(FeatureError.Reason) {
      try readGesture(&scanner, into: &table)
    } catch {
      throw FeatureError(error, line: line)
    }
    if lines != nil { keep(text) }
  }

  private mutating func keep(_ line: FeatureScanner.Slice) {
    let end = line.last == UInt8(ascii: "\r") ? line.count - 1 : line.count
    lines?.append(contentsOf: line[..<end])
    lines?.append(UInt8(ascii: "\n"))
  }

  // MARK: A gesture

  /// The keys that a gesture must have, as bits.
  private struct Keys: OptionSet {
    let rawValue: Int
    static let schema = Keys(rawValue: 1)
    static let recording = Keys(rawValue: 2)
    static let gesture = Keys(rawValue: 4)
    static let endReason = Keys(rawValue: 8)
    static let policies = Keys(rawValue: 16)

    static let names: [(Keys, String)] = [
      (.schema, "schema"), (.recording, "recording"), (.gesture, "gesture"),
      (.endReason, "end_reason"), (.policies, "policies"),
    ]
  }

  private mutating func readGesture(
    _ scanner: inout FeatureScanner, into table: inout GestureTable
  ) throws(FeatureError.Reason) {
    var row = GestureTable.Row()
    var measures = GestureTable.Measures()
    var keys: Keys = []
    for index in values.indices { values[index] = nil }
    nextColumn = 0
    var isFirst = true
    try scanner.openObject()
    while let key = try scanner.key(isFirst: &isFirst) {
      switch key.first {
      case UInt8(ascii: "b") where key.isText("begin"): _ = try Self.number(&scanner, "begin")
      case UInt8(ascii: "d") where key.isText("device"):
        row.device = try Self.device(&scanner, &table)
      case UInt8(ascii: "d") where key.isText("direction"):
        row.direction = try Self.word(&scanner, "direction")
      case UInt8(ascii: "d") where key.isText("down"):
        measures.down = try Self.number(&scanner, "down") ?? .nan
        row.down = measures.down.isNaN ? 0 : measures.down
      case UInt8(ascii: "e") where key.isText("end"):
        measures.end = try Self.number(&scanner, "end") ?? .nan
        row.end = measures.end.isNaN ? 0 : measures.end
      case UInt8(ascii: "e") where key.isText("end_reason"):
        let reason: PanEnd? = try Self.word(&scanner, "end_reason")
        row.endReason = reason
        if reason != nil { keys.insert(.endReason) }
      case UInt8(ascii: "f") where key.isText("fingers"):
        row.fingers = try Self.whole(&scanner, "fingers", from: 0) ?? 0
      case UInt8(ascii: "g") where key.isText("gesture"):
        if let number = try Self.whole(&scanner, "gesture", from: 1) {
          row.gesture = number
          keys.insert(.gesture)
        }
      case UInt8(ascii: "h") where key.isText("hand"):
        row.hand = try Self.text(&scanner, "hand", in: &table.hands)
      case UInt8(ascii: "i") where key.isText("intent"):
        row.intent = try Self.word(&scanner, "intent")
      case UInt8(ascii: "p") where key.isText("participant"):
        row.participant = try Self.text(&scanner, "participant", in: &table.participants)
      case UInt8(ascii: "p") where key.isText("peak"):
        measures.peak = try Self.number(&scanner, "peak") ?? .nan
      case UInt8(ascii: "p") where key.isText("peak_mm"):
        measures.peakMillimeters = try Self.number(&scanner, "peak_mm") ?? .nan
      case UInt8(ascii: "p") where key.isText("policies"):
        try readPolicies(&scanner, into: &table)
        keys.insert(.policies)
      case UInt8(ascii: "p") where key.isText("policy_in_force"):
        row.policyInForce =
          scanner.null()
          ? -1
          : table.policiesInForce.number(of: try scanner.value()) {
            String(decoding: $0, as: UTF8.self)
          }
      case UInt8(ascii: "r") where key.isText("recording"):
        row.recording = try Self.text(&scanner, "recording", in: &table.recordings)
        if row.recording >= 0 { keys.insert(.recording) }
      case UInt8(ascii: "r") where key.isText("report_rate"):
        measures.reportRate = try Self.number(&scanner, "report_rate") ?? .nan
      case UInt8(ascii: "r") where key.isText("rest"):
        measures.rest = try Self.number(&scanner, "rest") ?? .nan
      case UInt8(ascii: "s") where key.isText("schema"):
        guard scanner.peek() == UInt8(ascii: "\"") else { throw .otherSchema(nil) }
        let name = try scanner.string()
        guard name.isText("pantograph.features/1") else {
          throw .otherSchema(String(decoding: name.prefix(60), as: UTF8.self))
        }
        keys.insert(.schema)
      case UInt8(ascii: "s") where key.isText("session"):
        row.session = try Self.text(&scanner, "session", in: &table.sessions)
      case UInt8(ascii: "t") where key.isText("travel"):
        measures.travel = try Self.number(&scanner, "travel") ?? .nan
        row.travel = measures.travel.isNaN ? 0 : measures.travel
      case UInt8(ascii: "t") where key.isText("travel_mm"):
        measures.travelMillimeters = try Self.number(&scanner, "travel_mm") ?? .nan
      case UInt8(ascii: "v") where key.isText("velocity"):
        measures.velocity = try Self.number(&scanner, "velocity") ?? .nan
      case UInt8(ascii: "v") where key.isText("velocity_mm"):
        measures.velocityMillimeters = try Self.number(&scanner, "velocity_mm") ?? .nan
      default: try scanner.value()
      }
    }
    try scanner.end()
    guard keys.contains(.schema) else { throw .otherSchema(nil) }
    if let (_, name) = Keys.names.first(where: { !keys.contains($0.0) }) { throw .missing(name) }
    // What is measured is counted for one policy, which not each line may tell of.
    guard table.measures != nil || table.isNew(row) else { return }
    table.rows.append(row)
    table.measures?.append(measures)
    let isTouchscreen =
      row.device >= 0 && table.devices[Int(row.device)].kind == "touchscreen"
    let isVertical = row.direction == .up || row.direction == .down
    for index in table.policies.indices {
      if let value = index < values.count ? values[index] : nil {
        table.policies[index].append(
          value, isDecided: row.endReason?.isDecided ?? false, isTouchscreen: isTouchscreen,
          isVertical: isVertical)
      } else {
        table.policies[index].pad(to: table.rows.count)
      }
    }
  }

  // MARK: What policies see

  private mutating func readPolicies(
    _ scanner: inout FeatureScanner, into table: inout GestureTable
  ) throws(FeatureError.Reason) {
    var isFirst = true
    try scanner.openObject()
    while let key = try scanner.key(isFirst: &isFirst) {
      guard let column = column(of: key, in: &table) else {
        try scanner.value()
        continue
      }
      values[column] = try Self.policy(&scanner, into: &table.policies[column])
    }
  }

  /// The column of a policy, or `nil` if it is not wanted.
  private mutating func column(
    of key: FeatureScanner.Slice, in table: inout GestureTable
  ) -> Int? {
    // Policies come in the same order in each line.
    let next = nextColumn
    if next < values.count, next < table.policies.count,
      table.policies[next].id.utf8.elementsEqual(key)
    {
      nextColumn += 1
      return next
    }
    let id = key.decoded
    guard policies?.contains(id) ?? true else { return nil }
    let column: Int
    if let known = table.policies.firstIndex(where: { $0.id == id }) {
      column = known
    } else {
      column = table.policies.count
      table.policies.append(GestureTable.PolicyColumn(id: id))
      table.policies[column].pad(to: table.rows.count)
    }
    while values.count <= column { values.append(nil) }
    nextColumn = column + 1
    return column
  }

  private static func policy(
    _ scanner: inout FeatureScanner, into column: inout GestureTable.PolicyColumn
  ) throws(FeatureError.Reason) -> GestureTable.Value {
    var value = GestureTable.Value(began: false, progress: 0, velocity: 0, unitsNumber: -1)
    var began: Bool?
    var isFirst = true
    try scanner.openObject()
    while let key = try scanner.key(isFirst: &isFirst) {
      switch key.first {
      case UInt8(ascii: "b") where key.isText("began"):
        began = scanner.boolean()
        guard began != nil else { throw .expected("true or false", key: "began") }
      case UInt8(ascii: "d") where key.isText("decided"):
        value.isDecided = scanner.boolean()
        guard value.isDecided != nil else { throw .expected("true or false", key: "decided") }
      case UInt8(ascii: "p") where key.isText("progress"):
        value.progress = try number(&scanner, "progress") ?? 0
      case UInt8(ascii: "u") where key.isText("units"):
        // They are the same for a whole recording.
        if let latest = column.latestUnits, scanner.skip(latest.text) {
          value.unitsNumber = latest.number
        } else {
          let bytes = try scanner.value()
          value.unitsNumber = try column.unitsNumber(bytes) { () throws(FeatureError.Reason) in
            try units(bytes)
          }
          if bytes.first == UInt8(ascii: "{") {
            column.latestUnits = (Array(bytes), value.unitsNumber)
          }
        }
      case UInt8(ascii: "v") where key.isText("velocity"):
        value.velocity = try number(&scanner, "velocity") ?? 0
      default: try scanner.value()
      }
    }
    guard let began else { throw .missing("began") }
    value.began = began
    if value.unitsNumber < 0 {
      let none = FeatureScanner.Slice(start: nil, count: 0)
      value.unitsNumber = try column.unitsNumber(none) { () throws(FeatureError.Reason) in [:] }
    }
    return value
  }

  /// Reads how much of each unit makes progress 1, from an object that has been found well formed.
  private static func units(
    _ bytes: FeatureScanner.Slice
  ) throws(FeatureError.Reason) -> [String: Double] {
    guard let start = bytes.baseAddress else { return [:] }
    var scanner = FeatureScanner(start)
    if scanner.null() { return [:] }
    var units: [String: Double] = [:]
    var isFirst = true
    try scanner.openObject()
    while let key = try scanner.key(isFirst: &isFirst) {
      guard let amount = try number(&scanner, "units") else { continue }
      guard amount > 0 else { throw .expected("amounts of more than 0", key: "units") }
      units[key.decoded] = amount
    }
    return units
  }

  // MARK: Values

  private static func number(
    _ scanner: inout FeatureScanner, _ key: String
  ) throws(FeatureError.Reason) -> Double? {
    switch scanner.peek() {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try scanner.number()
    case UInt8(ascii: "n") where scanner.null(): return nil
    default: throw .expected("a number", key: key)
    }
  }

  private static func whole(
    _ scanner: inout FeatureScanner, _ key: String, from least: Int
  ) throws(FeatureError.Reason) -> Int? {
    guard let number = try number(&scanner, key) else { return nil }
    guard let whole = Int(exactly: number), whole >= least else {
      throw .expected("a whole number of \(least) or more", key: key)
    }
    return whole
  }

  /// Reads one of an enumeration's words.
  private static func word<Word: RawRepresentable & CaseIterable>(
    _ scanner: inout FeatureScanner, _ key: String
  ) throws(FeatureError.Reason) -> Word? where Word.RawValue == String {
    if scanner.null() { return nil }
    if scanner.peek() == UInt8(ascii: "\"") {
      let bytes = try scanner.string()
      for word in Word.allCases where word.rawValue.utf8.elementsEqual(bytes) { return word }
    }
    let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
    throw .expected("one of \(words)", key: key)
  }

  /// Reads a text, and gives its number; −1 for none.
  private static func text(
    _ scanner: inout FeatureScanner, _ key: String, in index: inout TextIndex
  ) throws(FeatureError.Reason) -> Int32 {
    if scanner.null() { return -1 }
    guard scanner.peek() == UInt8(ascii: "\"") else { throw .expected("a text", key: key) }
    return index.number(of: try scanner.string(), \.decoded)
  }

  private static func device(
    _ scanner: inout FeatureScanner, _ table: inout GestureTable
  ) throws(FeatureError.Reason) -> Int32 {
    if scanner.null() { return -1 }
    guard scanner.peek() == UInt8(ascii: "{") else { throw .expected("an object", key: "device") }
    let bytes = try scanner.value()
    let number = table.deviceTexts.number(of: bytes) { String(decoding: $0, as: UTF8.self) }
    guard Int(number) == table.devices.count, let start = bytes.baseAddress else { return number }
    var device = GestureTable.Device()
    var inner = FeatureScanner(start)
    var isFirst = true
    try inner.openObject()
    while let key = try inner.key(isFirst: &isFirst) {
      let isText = inner.peek() == UInt8(ascii: "\"")
      switch true {
      case isText && key.isText("kind"): device.kind = try inner.string().decoded
      case isText && key.isText("name"): device.name = try inner.string().decoded
      case key.isText("width_mm"): device.width = try Self.number(&inner, "width_mm")
      case key.isText("height_mm"): device.height = try Self.number(&inner, "height_mm")
      default: try inner.value()
      }
    }
    table.devices.append(device)
    return number
  }
}
