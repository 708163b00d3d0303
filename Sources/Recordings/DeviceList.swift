import TouchInput

/// The devices of a recording while their descriptions are being read.
///
/// However wrong a description is, the list stays small: at most 64 devices, 32 kinds of events and
/// 768 codes of a kind.
struct DeviceList: Sendable {
  /// What the devices say of themselves.
  private(set) var descriptions: [DeviceDescription] = []

  /// The device files, such as `/dev/input/event4`, where the recording names them.
  private(set) var paths: [String?] = []

  /// Whether there was an event.
  var isBehindEvents = false

  /// Creates a list without a device.
  init() {}

  /// The number of devices.
  var count: Int { descriptions.count }

  /// The index of the device that was described last; 0 without one.
  @inline(__always)
  var last: Int { max(descriptions.count - 1, 0) }

  /// Begins the description of another device.
  ///
  /// Events in front of all descriptions keep a device of their own, of which nothing is known.
  ///
  /// - Parameters:
  ///   - path: The device file, if the recording names it.
  ///   - line: The line that begins the description.
  /// - Throws: That there are more devices than a recording may have.
  mutating func append(path: String? = nil, line: Int) throws(RecordingError) {
    if descriptions.isEmpty, isBehindEvents { edit { _ in } }
    guard descriptions.count < RecordingReader.mostDevices else {
      throw RecordingError(
        .malformed("there are more than \(RecordingReader.mostDevices) devices"), line: line)
    }
    descriptions.append(DeviceDescription())
    paths.append(path)
  }

  /// The index of the device with a device file.
  func index(ofPath path: UnsafeBufferPointer<UInt8>) -> Int? {
    paths.firstIndex { $0.map { $0.utf8.elementsEqual(path) } ?? false }
  }

  /// Changes the description of a device, by default of the last, which is made if there is none.
  mutating func edit(_ index: Int? = nil, _ change: (inout DeviceDescription) -> Void) {
    if descriptions.isEmpty {
      descriptions.append(DeviceDescription())
      paths.append(nil)
    }
    change(&descriptions[index ?? last])
  }

  /// Adds a code that a device can send.
  ///
  /// The codes of synchronization are left out: every device has them, and what stands there in
  /// evemu's text are the kinds of events.
  ///
  /// - Returns: Whether the kernel has such a code.
  @discardableResult
  mutating func add(code: Int64, ofType type: Int64, to index: Int? = nil) -> Bool {
    guard (0...Int64(EventType.maximum)).contains(type), (0...0x2ff).contains(code) else {
      return false
    }
    if type > 0 { edit(index) { _ = $0.codes[UInt16(type), default: []].insert(UInt16(code)) } }
    return true
  }

  /// Sets the range of an axis, and adds the axis.
  ///
  /// - Returns: Whether the kernel has such an axis.
  @discardableResult
  mutating func set(
    _ axis: DeviceDescription.AbsoluteAxis, ofCode code: Int64, in index: Int? = nil
  ) -> Bool {
    guard (0...Int64(AxisCode.maximum)).contains(code) else { return false }
    edit(index) { $0.axes[UInt16(code)] = axis }
    return add(code: code, ofType: Int64(EventType.absolute), to: index)
  }
}
