public import Quantities
public import TouchInput

/// Writes gestures without a device: a sample table, as JSON.
///
/// Of several contacts the table has the mean. Where fingers come and go it goes on from where it
/// was: only the motion of those that stay counts. A palm takes the touch away, as dropped events
/// do; what hovers, buttons and the size of contacts are left out.
///
/// Units are those of the device along x. Where the resolution along y is another one, y is brought
/// to the same; what is no whole number then, or as a mean, is rounded to four digits behind the
/// point.
public struct SampleTableWriter: RecordingWriter {
  /// The most bytes of a file that can be read again.
  package static let largestFile = SampleTableReader.largestFile

  /// The digits behind the point where a position is no whole number.
  private static let digits = 4

  /// What all means are whole numbers of: the least common multiple of 1…16.
  private static let parts: Int64 = 720_720

  /// The largest position, in units.
  private static let largest: Int64 = 1 << 32

  private let travel: DecimalNumber?
  private let activationDistance: DecimalNumber?
  private var decoder = TouchDecoder()

  /// What y is multiplied by.
  private var stretch = (numerator: Int128(1), denominator: Int128(1))

  /// The contacts that were down, by the number of the touch; empty between touches.
  private var contacts: [Int: Vector<Device>] = [:]

  /// The position, in parts of a unit.
  private var position = (x: Int64(0), y: Int64(0))

  private var isInTouch = false

  /// Whether the touch was taken away, and fingers are still down.
  private var isWaiting = false

  private var touches = 0

  /// Creates a writer at the start of a recording.
  ///
  /// - Parameters:
  ///   - travel: The way that makes progress 1, in the device's units along x, if it is known.
  ///   - activationDistance: The motion before the gesture is recognized, in the same units.
  public init(travel: DecimalNumber? = nil, activationDistance: DecimalNumber? = nil) {
    self.travel = travel
    self.activationDistance = activationDistance
  }

  // MARK: Recordings

  public mutating func begin(_ devices: [WrittenDevice], to bytes: inout [UInt8]) {
    let description = devices[0].description
    decoder = TouchDecoder(device: description)
    bytes.append(text: "{\n  \"schema\": \"sample-table/1\",\n")
    if let kind = description.kind, kind == .touchpad || kind == .touchscreen {
      bytes.append(text: "  \"device\": \"\(kind.rawValue)\",\n")
    }
    let surface = description.surface(description.isMultitouch ? .contacts : .single)
    if let x = surface?.x.unitsPerMillimeter, let y = surface?.y.unitsPerMillimeter,
      x.denominator == 1, y.denominator == 1
    {
      bytes.append(text: "  \"units_per_mm\": \(x.numerator),\n")
      stretch = (x.numerator, y.numerator)
    }
    if let travel { bytes.append(text: "  \"travel\": \(travel),\n") }
    if let activationDistance {
      bytes.append(text: "  \"activation_distance\": \(activationDistance),\n")
    }
    bytes.append(text: "  \"columns\": [\"t\", \"x\", \"y\"],\n  \"gestures\": [")
  }

  public mutating func write(_ event: InputEvent, of device: Int, to bytes: inout [UInt8]) {
    guard decoder.handle(event).isFrame else { return }
    take(decoder.frame, to: &bytes)
  }

  public mutating func finish(to bytes: inout [UInt8]) {
    if decoder.finish().isFrame { take(decoder.frame, to: &bytes) }
    if isInTouch { bytes.append(text: "\n    ]}") }
    bytes.append(text: touches == 0 ? "]\n}\n" : "\n  ]\n}\n")
  }

  private mutating func take(_ frame: ContactFrame, to bytes: inout [UInt8]) {
    var now: [Int: Vector<Device>] = [:]
    var isTakenAway = frame.interruption != nil
    var isReported = false
    for index in 0..<frame.count {
      let contact = frame[index]
      if contact.tool == .palm { isTakenAway = isInTouch || isTakenAway }
      guard contact.tool != .palm, contact.isXKnown, contact.isYKnown, now.count < 16 else {
        continue
      }
      now[contact.serial] = contact.position
      isReported = isReported || contact.isPositionReported
    }
    if isWaiting {
      isWaiting = !now.isEmpty
      return
    }
    guard isInTouch else {
      if !isTakenAway, !now.isEmpty { begin(now, at: frame.time, to: &bytes) }
      return
    }
    if isTakenAway || now.isEmpty {
      let kind: SampleTable.End.Kind = isTakenAway ? .cancel : .lift
      bytes.append(text: "\n    ], \"end\": {\"t\": ")
      bytes.append(seconds: frame.time.nanoseconds)
      bytes.append(text: ", \"kind\": \"\(kind.rawValue)\"}}")
      isInTouch = false
      isWaiting = isTakenAway && !now.isEmpty
      contacts = [:]
      return
    }
    move(to: now)
    guard isReported else { return }
    bytes.append(text: ",")
    writeRow(at: frame.time, to: &bytes)
  }

  private mutating func begin(
    _ now: [Int: Vector<Device>], at time: Timestamp, to bytes: inout [UInt8]
  ) {
    position = Self.mean(of: now.values.map { ($0.x, $0.y) })
    contacts = now
    isInTouch = true
    bytes.append(text: touches == 0 ? "\n    {\"samples\": [" : ",\n    {\"samples\": [")
    touches += 1
    writeRow(at: time, to: &bytes)
  }

  /// Follows the fingers that stay.
  private mutating func move(to now: [Int: Vector<Device>]) {
    let steps = now.compactMap { serial, place in
      contacts[serial].map { (place.x - $0.x, place.y - $0.y) }
    }
    contacts = now
    guard !steps.isEmpty else { return }
    let step = Self.mean(of: steps)
    let most = Self.largest * Self.parts
    position.x = min(max(position.x + step.x, -most), most)
    position.y = min(max(position.y + step.y, -most), most)
  }

  /// The mean of 1 to 16 pairs of numbers that 33 bits hold, in parts of a unit.
  private static func mean(of pairs: [(x: Int, y: Int)]) -> (x: Int64, y: Int64) {
    let share = parts / Int64(pairs.count)
    return (
      pairs.reduce(0) { $0 + Int64($1.x) } * share, pairs.reduce(0) { $0 + Int64($1.y) } * share
    )
  }

  private func writeRow(at time: Timestamp, to bytes: inout [UInt8]) {
    bytes.append(text: "\n      [")
    bytes.append(seconds: time.nanoseconds)
    bytes.append(text: ", ")
    bytes.append(parts: Int128(position.x), of: Int128(Self.parts), digits: Self.digits)
    bytes.append(text: ", ")
    bytes.append(
      parts: Int128(position.y) * stretch.numerator,
      of: Int128(Self.parts) * stretch.denominator, digits: Self.digits)
    bytes.append(UInt8(ascii: "]"))
  }

  // MARK: Tables

  /// Appends a file of tables, with all that they say.
  ///
  /// - Parameters:
  ///   - tables: The tables; each is a variant with a name if there are several.
  ///   - bytes: Where they go.
  public static func write(_ tables: [SampleTable], to bytes: inout [UInt8]) {
    bytes.append(text: "{\n  \"schema\": \"sample-table/1\",\n")
    if let table = tables.first, tables.count == 1, table.variant == nil {
      write(table, to: &bytes)
      bytes.append(text: "\n}\n")
      return
    }
    bytes.append(text: "  \"variants\": {")
    for (number, table) in tables.enumerated() {
      bytes.append(text: number == 0 ? "\n" : ",\n")
      bytes.append(text: "  \(quoted(table.variant ?? "\(number + 1)")): {\n")
      write(table, to: &bytes)
      bytes.append(text: "}")
    }
    bytes.append(text: "\n  }\n}\n")
  }

  private static func write(_ table: SampleTable, to bytes: inout [UInt8]) {
    var facts = ["\"unit\": \"\(table.unit.rawValue)\""]
    if let kind = table.device { facts.append("\"device\": \"\(kind.rawValue)\"") }
    if let units = table.unitsPerMillimeter.flatMap({ DecimalNumber($0.value) }) {
      facts.append("\"units_per_mm\": \(units)")
    }
    if let travel = table.travel { facts.append("\"travel\": \(travel)") }
    if let threshold = table.threshold { facts.append("\"threshold\": \(threshold)") }
    if let distance = table.activationDistance {
      facts.append("\"activation_distance\": \(distance)")
    }
    if let isInverted = table.isInverted { facts.append("\"invert\": \(isInverted)") }
    if table.hasRubberBand { facts.append("\"at_edge_negative\": true") }
    if let screen = table.screen {
      let density = table.density.map { ", \"density\": \($0)" } ?? ""
      facts.append("\"surface\": {\"width\": \(screen.x), \"height\": \(screen.y)\(density)}")
    }
    for fact in facts { bytes.append(text: "  \(fact),\n") }
    bytes.append(text: "  \"gestures\": [")
    let digits = "\(table.scale)".utf8.count - 1
    for (number, touch) in table.touches.enumerated() {
      bytes.append(text: number == 0 ? "\n" : ",\n")
      write(touch, digits: digits, to: &bytes)
    }
    bytes.append(text: "]")
  }

  /// Appends a touch.
  ///
  /// - Parameters:
  ///   - touch: The touch.
  ///   - digits: How many digits of a position stand behind the point.
  ///   - bytes: Where it goes.
  private static func write(_ touch: SampleTable.Touch, digits: Int, to bytes: inout [UInt8]) {
    let isRead = touch.samples.contains { $0.readTime != nil }
    bytes.append(
      text: "    {\"columns\": [\"t\", \(isRead ? "\"t_read\", " : "")\"x\", \"y\"], \"samples\": ["
    )
    for (number, sample) in touch.samples.enumerated() {
      bytes.append(text: number == 0 ? "\n      [" : ",\n      [")
      bytes.append(seconds: sample.time.nanoseconds)
      if isRead {
        bytes.append(text: ", ")
        bytes.append(seconds: (sample.readTime ?? sample.time).nanoseconds)
      }
      for value in [sample.position.x, sample.position.y] {
        bytes.append(text: ", ")
        bytes.append(fixed: Int64(value), digits: digits)
      }
      bytes.append(UInt8(ascii: "]"))
    }
    bytes.append(text: "]")
    if let end = touch.end {
      bytes.append(text: ", \"end\": {\"t\": ")
      bytes.append(seconds: end.time.nanoseconds)
      if let time = end.readTime {
        bytes.append(text: ", \"t_read\": ")
        bytes.append(seconds: time.nanoseconds)
      }
      bytes.append(text: ", \"kind\": \"\(end.kind.rawValue)\"")
      if let position = end.position {
        bytes.append(text: ", \"x\": ")
        bytes.append(fixed: Int64(position.x), digits: digits)
        bytes.append(text: ", \"y\": ")
        bytes.append(fixed: Int64(position.y), digits: digits)
      }
      bytes.append(text: "}")
    }
    bytes.append(text: "}")
  }

  /// A text as JSON has it.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..<" ", "\u{7f}"..."\u{9f}", "\u{2028}"..."\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension [UInt8] {
  /// Appends nanoseconds as seconds, with as many digits behind the point as they need.
  fileprivate mutating func append(seconds nanoseconds: Int64) {
    append(nanoseconds: nanoseconds, digits: 9)
    dropZeros()
  }

  /// Appends a fraction, rounded, with as many digits behind the point as it needs.
  ///
  /// - Parameters:
  ///   - numerator: The numerator.
  ///   - denominator: The denominator, more than 0.
  ///   - digits: The most digits behind the point.
  fileprivate mutating func append(
    parts numerator: Int128, of denominator: Int128, digits: Int
  ) {
    let power = (0..<digits).reduce(Int128(1)) { power, _ in power * 10 }
    let double = numerator.magnitude * UInt128(power) * 2 + UInt128(denominator)
    let rounded = Int64(clamping: double / (UInt128(denominator) * 2))
    append(fixed: numerator < 0 ? -rounded : rounded, digits: digits)
    dropZeros()
  }

  /// Takes zeros away that stand behind the point.
  private mutating func dropZeros() {
    while last == UInt8(ascii: "0") { removeLast() }
    if last == UInt8(ascii: ".") { removeLast() }
  }
}
