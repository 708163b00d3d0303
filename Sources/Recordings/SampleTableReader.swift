import Quantities
import TouchInput

/// Reads a file of sample tables: JSON of the schema `sample-table/1`.
///
/// The file is read whole. Its values are looked up by their places, so what nobody asks for costs
/// nothing, and every error names its line.
struct SampleTableReader: FormatReader {
  /// The most bytes of a file.
  static let largestFile = 64 << 20

  /// The most rows that all tables of a file may have.
  static let mostRows = 1 << 22

  /// The most variants of a file.
  static let mostVariants = 64

  /// The most gestures of a table.
  static let mostGestures = 10_000

  /// The largest position, in whole numbers.
  static let largestPosition: Int64 = 100_000_000_000_000

  /// The format, once the file has been read and names the schema.
  private(set) var format: RecordingFormat?

  /// The tables, one or one a variant, once the file has been read.
  private(set) var tables: [SampleTable] = []

  private var bytes: [UInt8] = []

  /// Creates a reader at the start of a file.
  init() {}

  /// Takes the next bytes.
  ///
  /// - Throws: That the file is too large.
  mutating func read(_ chunk: UnsafeRawBufferPointer, into _: inout EventBatch)
    throws(RecordingError)
  {
    guard bytes.count + chunk.count <= Self.largestFile else {
      throw RecordingError(.tooLarge(limit: Self.largestFile), line: nil)
    }
    bytes.append(contentsOf: chunk)
  }

  /// Reads the tables of the whole file.
  mutating func finish(into _: inout EventBatch) throws(RecordingError) {
    format = namesSchema ? .sampleTable : nil
    tables = try readTables()
  }

  /// Whether the name of the schema stands anywhere in the file.
  private var namesSchema: Bool {
    bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      var cursor = ByteCursor(from: start, to: start + bytes.count)
      return cursor.skip(beyond: "sample-table/1")
    }
  }

  private func readTables() throws(RecordingError) -> [SampleTable] {
    var cursor = JSONCursor(bytes)
    let file = try Fields(&cursor)
    try cursor.end()
    try Self.check(file, orElse: cursor)
    var rows = 0
    guard var variants = file["variants"] else { return [try file.table(rows: &rows)] }
    var tables: [SampleTable] = []
    try variants.openObject()
    while let name = try variants.key(isFirst: tables.isEmpty) {
      guard tables.count < Self.mostVariants else {
        throw variants.error("there are more than \(Self.mostVariants) variants")
      }
      var table = try file.overlaid(with: Fields(&variants)).table(rows: &rows)
      table.variant = name
      tables.append(table)
    }
    return tables
  }

  /// Makes sure that a file is a gesture.
  private static func check(_ file: Fields, orElse end: JSONCursor) throws(RecordingError) {
    guard var place = file["schema"] else {
      throw RecordingError(.malformed("a sample table needs the schema sample-table/1"), line: 1)
    }
    let schema = try place.string()
    guard schema == "sample-table/1" else {
      throw RecordingError(
        .unsupportedFormat("the schema is '\(schema.prefix(60))', not sample-table/1"),
        line: place.line)
    }
    guard file["samples"] == nil, file["gestures"] == nil, file["variants"] == nil else { return }
    for key in ["steps", "release"] {
      guard let place = file[key] else { continue }
      throw RecordingError(
        .unsupportedFormat("a table with \(key) describes calls of the library, not a recording"),
        line: place.line)
    }
    throw end.error("a sample table needs samples, gestures or variants")
  }
}

/// Where the values of a table stand, by their keys.
private struct Fields {
  /// The keys that count.
  private static let keys: Set<String> = [
    "schema", "columns", "samples", "gestures", "variants", "unit", "device", "surface",
    "units_per_mm", "travel", "threshold", "activation_distance", "invert", "at_edge_negative",
    "end", "steps", "release",
  ]

  private var places: [String: JSONCursor] = [:]

  /// Finds the values of an object, and moves on beyond it.
  init(_ cursor: inout JSONCursor) throws(RecordingError) {
    try cursor.openObject()
    var isFirst = true
    while let key = try cursor.key(isFirst: isFirst) {
      isFirst = false
      let place = cursor
      try cursor.skipValue()
      var value = place
      if Self.keys.contains(key), !value.null() { places[key] = place }
    }
  }

  /// The place of a value, or `nil` if there is none.
  subscript(key: String) -> JSONCursor? { places[key] }

  /// These values, and in place of some of them those of a part.
  func overlaid(with part: Self) -> Self {
    var fields = self
    if part["samples"] != nil { fields.places["gestures"] = nil }
    if part["gestures"] != nil { fields.places["samples"] = nil }
    fields.places.merge(part.places) { _, new in new }
    return fields
  }

  // MARK: The table

  /// Reads the table.
  ///
  /// - Parameter rows: How many rows all tables have up to here.
  /// - Returns: The table.
  /// - Throws: What is wrong with one of its values.
  func table(rows: inout Int) throws(RecordingError) -> SampleTable {
    var table = SampleTable()
    if let unit: SampleTable.Unit = try word("unit") { table.unit = unit }
    table.device = try word("device")
    table.travel = try decimal("travel", isPositive: true)
    table.threshold = try decimal("threshold")
    table.activationDistance = try decimal("activation_distance")
    table.unitsPerMillimeter = try decimal("units_per_mm", isPositive: true)?.ratio
    if var place = self["invert"] { table.isInverted = try place.boolean() }
    if var place = self["at_edge_negative"] { table.hasRubberBand = try place.boolean() }
    if var place = self["surface"] { try Self.readSurface(&place, into: &table) }
    let touches = try touches()
    var power = [table.travel, table.screen?.x, table.screen?.y].reduce(0) {
      max($0, $1?.fractionDigits ?? 0)
    }
    var extent = Extent()
    for touch in touches { try touch.measure(&extent) }
    power = max(power, min(extent.fractionDigits, 9))
    while power > 0,
      extent.magnitude * Double(DecimalNumber.power(power))
        > Double(SampleTableReader.largestPosition)
    {
      power -= 1
    }
    table.scale = DecimalNumber.power(power)
    for fields in touches {
      let touch = try fields.touch(power: power, after: table.touches.last, rows: &rows)
      if !touch.samples.isEmpty { table.touches.append(touch) }
    }
    return table
  }

  private static func readSurface(_ place: inout JSONCursor, into table: inout SampleTable)
    throws(RecordingError)
  {
    let start = place
    var values: [String: DecimalNumber] = [:]
    try place.openObject()
    var isFirst = true
    while let key = try place.key(isFirst: isFirst) {
      isFirst = false
      guard ["width", "height", "density"].contains(key) else {
        try place.skipValue()
        continue
      }
      guard let value = try place.number().decimal, value.digits > 0 else {
        throw place.error("the \(key) of a surface is positive")
      }
      values[key] = value
    }
    guard let width = values["width"], let height = values["height"] else {
      throw start.error("a surface has a width and a height")
    }
    table.screen = PerAxis(x: width, y: height)
    table.density = values["density"]
  }

  private func word<Word: RawRepresentable<String>>(_ key: String) throws(RecordingError) -> Word? {
    guard var place = self[key] else { return nil }
    let word = try place.string()
    guard let value = Word(rawValue: word) else {
      throw place.error("the \(key) '\(word.prefix(60))' is not known")
    }
    return value
  }

  private func decimal(_ key: String, isPositive: Bool = false) throws(RecordingError)
    -> DecimalNumber?
  {
    guard var place = self[key] else { return nil }
    let number = try place.number()
    guard let decimal = number.decimal, !isPositive || decimal.digits > 0 else {
      throw RecordingError(
        .invalidNumber(field: "the \(key)", text: "\(number.value)"), line: place.line)
    }
    return decimal
  }

  // MARK: Touches

  /// The largest position, and the digits that the positions need.
  struct Extent {
    var fractionDigits = 0
    var magnitude = 0.0

    mutating func include(_ number: JSONCursor.Number) {
      fractionDigits = max(fractionDigits, number.fractionDigits)
      magnitude = max(magnitude, number.estimate.magnitude)
    }
  }

  private func touches() throws(RecordingError) -> [Self] {
    guard var gestures = self["gestures"] else { return [self] }
    var touches: [Self] = []
    try gestures.openArray()
    var isFirst = true
    while try gestures.element(isFirst: isFirst) {
      isFirst = false
      let fields = try Self(&gestures)
      var touch = self
      touch.places["end"] = nil
      touches.append(touch.overlaid(with: fields))
      guard touches.count <= SampleTableReader.mostGestures else {
        throw gestures.error("there are more than \(SampleTableReader.mostGestures) gestures")
      }
    }
    return touches
  }

  /// What a value of a row is.
  private enum Column {
    case time
    case readTime
    case position(Axis)
    case motion(Axis)
    case ignored
  }

  private func columns() throws(RecordingError) -> [Column] {
    guard var place = self["columns"] else { return [.time, .position(.x)] }
    let start = place
    var columns: [Column] = []
    try place.openArray()
    while try place.element(isFirst: columns.isEmpty) {
      guard columns.count < 64 else { throw place.error("there are too many columns") }
      switch try place.string() {
      case "t", "t_event": columns.append(.time)
      case "t_read": columns.append(.readTime)
      case "x": columns.append(.position(.x))
      case "y": columns.append(.position(.y))
      case "dx": columns.append(.motion(.x))
      case "dy": columns.append(.motion(.y))
      default: columns.append(.ignored)
      }
    }
    var (hasTime, hasPosition) = (false, false)
    for column in columns {
      switch column {
      case .time: hasTime = true
      case .position, .motion: hasPosition = true
      case .readTime, .ignored: break
      }
    }
    guard hasTime, hasPosition else {
      throw start.error("the columns need a time and a position: t and x, y, dx or dy")
    }
    return columns
  }

  /// Goes through the rows.
  private func forEachRow(
    _ body: (_ row: [JSONCursor.Number], _ line: Int) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    guard var place = self["samples"] else { return }
    let columns = try columns()
    var row: [JSONCursor.Number] = []
    try place.openArray()
    var isFirst = true
    while try place.element(isFirst: isFirst) {
      isFirst = false
      row.removeAll(keepingCapacity: true)
      try place.openArray()
      let line = place.line
      while try place.element(isFirst: row.isEmpty) {
        guard row.count < columns.count else {
          throw place.error("a row has more values than there are columns")
        }
        if case .ignored = columns[row.count] {
          try place.skipValue()
          row.append(JSONCursor.Number())
        } else {
          row.append(try place.number())
        }
      }
      guard row.count == columns.count else {
        throw place.error("a row has fewer values than there are columns")
      }
      try body(row, line)
    }
  }

  /// Finds out how large the positions get.
  func measure(_ extent: inout Extent) throws(RecordingError) {
    let columns = try columns()
    var sums = (x: 0.0, y: 0.0)
    var measured = extent
    try forEachRow { row, _ throws(RecordingError) in
      for (column, number) in zip(columns, row) {
        switch column {
        case .position: measured.include(number)
        case .motion(let axis):
          measured.include(number)
          if axis == .x { sums.x += number.estimate } else { sums.y += number.estimate }
          measured.magnitude = max(measured.magnitude, sums.x.magnitude, sums.y.magnitude)
        case .time, .readTime, .ignored: break
        }
      }
    }
    extent = measured
    guard var place = self["end"] else { return }
    let end = try End(&place)
    for number in [end.x, end.y] { if let number { extent.include(number) } }
  }

  /// Reads a touch.
  ///
  /// - Parameters:
  ///   - power: The power of ten that the positions are multiplied by.
  ///   - previous: The touch before.
  ///   - rows: How many rows all tables have up to here.
  /// - Returns: The touch.
  /// - Throws: What is wrong with a row, or with the end.
  func touch(
    power: Int, after previous: SampleTable.Touch?, rows: inout Int
  ) throws(RecordingError) -> SampleTable.Touch {
    let columns = try columns()
    var samples: [SampleTable.Sample] = []
    var position = Vector<Device>.zero
    var now = previous?.end?.time ?? previous?.samples.last?.time
    var count = rows
    try forEachRow { row, line throws(RecordingError) in
      count += 1
      guard count <= SampleTableReader.mostRows else {
        throw RecordingError(
          .malformed("there are more than \(SampleTableReader.mostRows) rows"), line: line)
      }
      var (time, readTime): (Timestamp?, Timestamp?)
      for (column, number) in zip(columns, row) {
        switch column {
        case .time: time = try number.timestamp(line: line)
        case .readTime: readTime = try number.timestamp(line: line)
        case .position(let axis):
          position[axis: axis] = try number.position(power: power, line: line)
        case .motion(let axis):
          position[axis: axis] += try number.position(power: power, line: line)
          guard position[axis: axis].magnitude <= UInt(SampleTableReader.largestPosition) else {
            throw RecordingError(.malformed("the position does not fit"), line: line)
          }
        case .ignored: break
        }
      }
      guard let time else { return }
      if let now, time < now {
        throw RecordingError(.malformed("the time runs backwards"), line: line)
      }
      now = time
      samples.append(.init(time: time, readTime: readTime, position: position))
    }
    rows = count
    guard var place = self["end"] else { return .init(samples: samples, end: nil) }
    let end = try End(&place)
    if let now, end.time < now {
      throw RecordingError(.malformed("the time runs backwards"), line: end.line)
    }
    return .init(samples: samples, end: try end.end(power: power, last: position))
  }
}

/// How a touch ends, as it is written.
private struct End {
  var time = Timestamp.zero
  var readTime: Timestamp?
  var kind = SampleTable.End.Kind.lift
  var x: JSONCursor.Number?
  var y: JSONCursor.Number?
  var line: Int

  init(_ place: inout JSONCursor) throws(RecordingError) {
    try place.openObject()
    line = place.line
    var hasTime = false
    var isFirst = true
    while let key = try place.key(isFirst: isFirst) {
      isFirst = false
      switch key {
      case "t", "t_event":
        time = try place.number().timestamp(line: place.line)
        hasTime = true
      case "t_read": readTime = try place.number().timestamp(line: place.line)
      case "x": x = try place.number()
      case "y": y = try place.number()
      case "kind":
        let word = try place.string()
        guard let known = SampleTable.End.Kind(rawValue: word) else {
          throw place.error("an end is a lift, a cancel or a device_removed")
        }
        kind = known
      default: try place.skipValue()
      }
    }
    guard hasTime else { throw RecordingError(.missingField("the time of the end"), line: line) }
  }

  func end(power: Int, last: Vector<Device>) throws(RecordingError) -> SampleTable.End {
    var position = last
    if let x { position.x = try x.position(power: power, line: line) }
    if let y { position.y = try y.position(power: power, line: line) }
    let carries = x != nil || y != nil
    return .init(
      time: time, readTime: readTime, kind: kind, position: carries ? position : nil)
  }
}

extension JSONCursor.Number {
  /// The number of seconds as a moment, to a nanosecond.
  fileprivate func timestamp(line: Int) throws(RecordingError) -> Timestamp {
    guard let nanoseconds = scaled(by: 9), nanoseconds.magnitude <= 9_000_000_000_000_000_000
    else {
      throw RecordingError(.invalidNumber(field: "the time", text: "\(value)"), line: line)
    }
    return Timestamp(nanoseconds: nanoseconds)
  }

  /// The position in whole numbers.
  fileprivate func position(power: Int, line: Int) throws(RecordingError) -> Int {
    guard let position = scaled(by: power),
      position.magnitude <= UInt64(SampleTableReader.largestPosition)
    else {
      throw RecordingError(.invalidNumber(field: "the position", text: "\(value)"), line: line)
    }
    return Int(position)
  }

  /// The number with at most 9 digits; `nil` if it is too large for that.
  fileprivate var decimal: DecimalNumber? {
    guard exponent <= 0, exponent >= -9, digits.magnitude < 1_000_000_000 else {
      return DecimalNumber(value)
    }
    let text = String(digits.magnitude)
    let padded = String(repeating: "0", count: max(0, 1 - exponent - text.utf8.count)) + text
    let point = padded.index(padded.endIndex, offsetBy: exponent)
    return DecimalNumber((digits < 0 ? "-" : "") + padded[..<point] + "." + padded[point...])
  }
}
