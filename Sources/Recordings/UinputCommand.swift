import TouchInput

/// A command of Android's `uinput`, as it stands in a file.
struct UinputCommand {
  /// What a command does.
  enum Kind: String {
    case register, delay, inject, sync
    case updateTimeBase = "updatetimebase"
  }

  /// An event of an `inject`, without its time.
  struct Event {
    var line: Int
    var type: UInt16
    var code: UInt16
    var value: Int32
  }

  /// The line it begins on.
  var line: Int

  /// What it does, or `nil` if that is not known.
  var kind: Kind?

  /// The number of the device.
  var id: Int64 = 0

  /// The name and the identity of the device that is registered.
  var name: String?
  var identity = DeviceDescription.Identity()

  /// What the device can send and what it is.
  var codes: [(type: UInt16, code: Int64)] = []
  var properties = DeviceDescription.Properties()
  var axes: [(code: Int64, axis: DeviceDescription.AbsoluteAxis)] = []

  /// The milliseconds of a delay.
  var duration: Int64?

  /// The events of an `inject`.
  var events: [Event]?

  /// Reads a command.
  init(_ cursor: inout UinputCursor) throws(RecordingError) {
    cursor.skipSpace()
    line = cursor.line
    try cursor.openObject()
    var hasCommand = false
    var isFirst = true
    while let key = try cursor.key(isFirst: isFirst) {
      isFirst = false
      switch key {
      case "command":
        hasCommand = true
        kind = Kind(rawValue: try cursor.text().lowercased())
      case "id": id = try cursor.integer("the id")
      case "duration":
        duration = try cursor.integer("the duration")
        if (duration ?? 0) < 0 { throw cursor.error("a delay cannot be negative") }
      case "events": try readEvents(&cursor)
      default: try readDescription(key, &cursor)
      }
    }
    guard hasCommand else { throw RecordingError(.malformed("a command is missing"), line: line) }
  }

  private mutating func readEvents(_ cursor: inout UinputCursor) throws(RecordingError) {
    var list: [Event] = []
    var isFirst = true
    try cursor.openArray()
    while try cursor.element(isFirst: isFirst) {
      isFirst = false
      cursor.skipSpace()
      let line = cursor.line
      let type = try cursor.integer("the type") { EventNames.type(of: $0).map { Int64($0) } }
      guard let kind = UInt16(exactly: type), kind <= EventType.maximum else {
        throw RecordingError(
          .invalidNumber(field: "the type", text: "\(type)"), line: cursor.line)
      }
      try Self.goOn(&cursor)
      let number = try cursor.integer("the code") { name in
        EventNames.code(of: name, type: kind).map { Int64($0) }
      }
      guard let code = UInt16(exactly: number) else {
        throw RecordingError(
          .invalidNumber(field: "the code", text: "\(number)"), line: cursor.line)
      }
      try Self.goOn(&cursor)
      let value = try cursor.integer("the value")
      list.append(
        Event(line: line, type: kind, code: code, value: Int32(truncatingIfNeeded: value)))
    }
    events = list
  }

  /// Moves on to the next number of an event.
  private static func goOn(_ cursor: inout UinputCursor) throws(RecordingError) {
    guard try cursor.element(isFirst: false) else {
      throw cursor.error("an event needs a type, a code and a value")
    }
  }

  // MARK: The description

  private mutating func readDescription(
    _ key: String, _ cursor: inout UinputCursor
  ) throws(RecordingError) {
    switch key {
    case "name": name = try cursor.text()
    case "vid":
      identity.vendor = UInt16(truncatingIfNeeded: try cursor.integer("the vendor"))
    case "pid":
      identity.product = UInt16(truncatingIfNeeded: try cursor.integer("the product"))
    case "version":
      identity.version = UInt16(truncatingIfNeeded: try cursor.integer("the version"))
    case "bus", UinputWriter.busKey:
      let bus = try cursor.integer("the bus") { UinputWords.bus(named: $0).map { Int64($0) } }
      identity.bus = UInt16(truncatingIfNeeded: bus)
    case "configuration": try readConfiguration(&cursor)
    case "abs_info": try readAxes(&cursor)
    default: try cursor.skipValue()
    }
  }

  private mutating func readConfiguration(_ cursor: inout UinputCursor) throws(RecordingError) {
    var isFirst = true
    try cursor.openArray()
    while try cursor.element(isFirst: isFirst) {
      isFirst = false
      var control: Int64?
      var isFirstKey = true
      try cursor.openObject()
      while let key = try cursor.key(isFirst: isFirstKey) {
        isFirstKey = false
        switch key {
        case "type":
          control = try cursor.integer("the type") { UinputWords.control(named: $0) }
        case "data":
          guard let control else {
            throw cursor.error("the type of a configuration has to stand in front of its data")
          }
          try readData(of: control, &cursor)
        default: try cursor.skipValue()
        }
      }
    }
  }

  /// Reads what a control code sets.
  private mutating func readData(
    of control: Int64, _ cursor: inout UinputCursor
  ) throws(RecordingError) {
    let type = UinputWords.type(ofControl: control)
    guard
      type != nil || control == UinputWords.kindControl || control == UinputWords.propertyControl
    else { return try cursor.skipValue() }
    var isFirst = true
    try cursor.openArray()
    while try cursor.element(isFirst: isFirst) {
      isFirst = false
      if let type {
        let code = try cursor.integer("the code") { name in
          EventNames.code(of: name, type: type).map { Int64($0) }
        }
        codes.append((type, code))
      } else if control == UinputWords.propertyControl {
        let property = try cursor.integer("the property") { name in
          EventNames.property(of: name).map { Int64($0) }
        }
        if (0..<64).contains(property) {
          properties.insert(.init(rawValue: 1 << UInt64(property)))
        }
      } else {
        let kind = try cursor.integer("the type") { EventNames.type(of: $0).map { Int64($0) } }
        if kind == Int64(UinputWords.repetition) {
          codes += (0...1).map { (UinputWords.repetition, $0) }
        }
      }
    }
  }

  private mutating func readAxes(_ cursor: inout UinputCursor) throws(RecordingError) {
    var isFirst = true
    try cursor.openArray()
    while try cursor.element(isFirst: isFirst) {
      isFirst = false
      var code: Int64?
      var axis: DeviceDescription.AbsoluteAxis?
      var isFirstKey = true
      try cursor.openObject()
      while let key = try cursor.key(isFirst: isFirstKey) {
        isFirstKey = false
        switch key {
        case "code":
          code = try cursor.integer("the axis") { name in
            EventNames.code(of: name, type: EventType.absolute).map { Int64($0) }
          }
        case "info": axis = try Self.axis(&cursor)
        default: try cursor.skipValue()
        }
      }
      guard let code, let axis else { throw cursor.error("an axis needs a code and info") }
      axes.append((code, axis))
    }
  }

  private static func axis(
    _ cursor: inout UinputCursor
  ) throws(RecordingError) -> DeviceDescription.AbsoluteAxis {
    var axis = DeviceDescription.AbsoluteAxis(minimum: 0, maximum: 0)
    var isFirst = true
    try cursor.openObject()
    while let key = try cursor.key(isFirst: isFirst) {
      isFirst = false
      let part: WritableKeyPath<DeviceDescription.AbsoluteAxis, Int32>
      switch key {
      case "minimum": part = \.minimum
      case "maximum": part = \.maximum
      case "fuzz": part = \.fuzz
      case "flat": part = \.flat
      case "resolution": part = \.resolution
      default:
        try cursor.skipValue()
        continue
      }
      axis[keyPath: part] = Int32(truncatingIfNeeded: try cursor.integer("the \(key)"))
    }
    return axis
  }
}
