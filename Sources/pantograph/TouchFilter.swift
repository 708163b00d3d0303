import TouchInput

/// Leaves out of a device's events what no touch sends: keys that are typed, scan codes, serials.
///
/// A frame of which nothing is kept goes as a whole, so that the time of a key goes with the key.
struct TouchFilter {
  private var hasKept = false
  private var hasDropped = false

  /// How many events were left out.
  private(set) var droppedCount = 0

  /// Creates a filter at the start of a recording.
  init() {}

  /// Takes an event.
  ///
  /// - Returns: Whether it is kept.
  mutating func keeps(_ event: InputEvent) -> Bool {
    guard event.type != EventType.synchronization || event.code != SynchronizationCode.report else {
      defer { (hasKept, hasDropped) = (false, false) }
      return hasKept || !hasDropped
    }
    let isKept = Self.keeps(event.code, ofType: event.type)
    hasKept = hasKept || isKept
    hasDropped = hasDropped || !isKept
    if !isKept { droppedCount += 1 }
    return isKept
  }

  /// Whether a code is one that touches send.
  static func keeps(_ code: UInt16, ofType type: UInt16) -> Bool {
    switch type {
    case EventType.synchronization: true
    // The buttons, `BTN_MISC` to `BTN_GEAR_UP` in the kernel; what is below and above is typed.
    case EventType.key: (0x100..<0x160).contains(code)
    // Neither `ABS_VOLUME` nor `ABS_MISC`, on which tablets send serial numbers.
    case EventType.absolute: code < 0x20 || code >= AxisCode.slot
    default: false
    }
  }

  /// A description without the codes that are left out.
  static func filtered(_ description: DeviceDescription) -> DeviceDescription {
    var description = description
    for (type, codes) in description.codes {
      let kept = codes.filter { keeps($0, ofType: type) }
      description.codes[type] = kept.isEmpty ? nil : kept
    }
    description.axes = description.axes.filter { keeps($0.key, ofType: EventType.absolute) }
    return description
  }
}
