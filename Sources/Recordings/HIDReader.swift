import Quantities
import TouchInput

/// Reads the text of `hid-recorder`, of the days of hid-replay and of hid-tools.
///
/// - `D: n` chooses the device that the following lines are of; without it there is one.
/// - `R: n bytes` is a report descriptor, all in hexadecimal but the count.
/// - `N: name`, `P: path` and `I: bus vendor product` go on with the description.
/// - `E: sec.usec n bytes` is a report. It becomes the events that the kernel makes of it.
/// - `#` begins a comment, which an indented line may go on with.
struct HIDReader: LineReader {
  /// A device, besides what it says of itself.
  private struct Device {
    /// The bytes of the report descriptor, once it has come.
    var bytes: [UInt8]?
    var hasIdentity = false
    var descriptor = HIDDescriptor()
    var touch: HIDTouchDevice?
    var hasReports = false
  }

  var format: RecordingFormat? { .hid }
  var lines = LineProgress()
  var devices = DeviceList()

  private var list: [Device] = []
  /// The indices of devices by the numbers that `D:` gives them.
  private var indices: [Int64: Int] = [:]
  private var number: Int64 = 0
  private var report: [UInt8] = []

  static var shortestEvent: Int { 0 }

  func event(in line: EventCursor) -> InputEvent? { nil }

  mutating func parse(_ line: ByteCursor, number: Int, into batch: inout EventBatch)
    throws(RecordingError)
  {
    var line = line
    let isIndented = line.isAtFieldEnd
    line.skipBlanks()
    let prefix = line.peek()
    guard !line.isAtEnd, prefix != UInt8(ascii: "#") else { return }
    var isKnown = isIndented
    if line.peek(1) == UInt8(ascii: ":") {
      line.skip(2)
      switch Character(UnicodeScalar(prefix)) {
      case "E": return try handleReport(&line, number: number, into: &batch)
      case "D": return try choose(&line, number: number)
      case "R": return try setDescriptor(&line, number: number)
      case "N":
        _ = line.skip(" ")
        let name = line.rest
        let index = try device(number: number)
        devices.edit(index) { $0.name = name.isEmpty ? nil : name }
        return
      case "I": isKnown = try identify(&line, number: number)
      case "P": return
      default: break
      }
    }
    if !isKnown { batch.notices.append(EventBatch.Notice(.unknownLine, line: number)) }
  }

  // MARK: Reports

  private mutating func handleReport(
    _ line: inout ByteCursor, number: Int, into batch: inout EventBatch
  ) throws(RecordingError) {
    line.skipBlanks()
    let start = line
    guard let time = line.seconds(), line.isAtFieldEnd else {
      throw RecordingError.field("the time", from: start, to: line, number)
    }
    try readBytes(&line, number: number)
    let index = try device(number: number)
    guard list[index].bytes != nil else {
      throw RecordingError(
        .malformed("a report without a report descriptor in front of it"), line: number)
    }
    if !list[index].hasReports { try begin(index, number: number) }
    batch.reports.append(EventBatch.Report(time: time, line: number, device: index))
    list[index].touch?.handle(
      report, HIDContacts.Sink(time: time, line: number, device: index), to: &batch)
  }

  /// Begins with the reports of a device.
  private mutating func begin(_ index: Int, number: Int) throws(RecordingError) {
    list[index].hasReports = true
    devices.isBehindEvents = true
    guard list[index].touch == nil, list[index].descriptor.hasVendorTouches,
      !list.contains(where: { $0.touch != nil })
    else { return }
    throw RecordingError(
      .unsupportedFormat("the touches of this device are in a form of its vendor's own"),
      line: number)
  }

  /// Reads a count, and as many bytes in hexadecimal.
  private mutating func readBytes(_ line: inout ByteCursor, number: Int) throws(RecordingError) {
    line.skipBlanks()
    let start = line
    guard let count = line.unsignedDecimal(), line.isAtFieldEnd else {
      throw RecordingError.field("the number of bytes", from: start, to: line, number)
    }
    report.removeAll(keepingCapacity: true)
    // The line ends long before a count that is made up.
    while report.count < count {
      line.skipBlanks()
      let start = line
      guard let wide = line.hexadecimal(), let byte = UInt8(exactly: wide), line.isAtFieldEnd
      else { throw RecordingError.field("a byte", from: start, to: line, number) }
      report.append(byte)
    }
  }

  // MARK: The description

  /// Chooses the device that the following lines are of.
  private mutating func choose(_ line: inout ByteCursor, number: Int) throws(RecordingError) {
    line.skipBlanks()
    let start = line
    guard let device = line.unsignedDecimal(), line.isAtFieldEnd else {
      throw RecordingError.field("the number of the device", from: start, to: line, number)
    }
    self.number = device
  }

  /// The index of the device that lines are of, which is made if it is new.
  private mutating func device(number: Int) throws(RecordingError) -> Int {
    if let index = indices[self.number] { return index }
    return try append(number: number)
  }

  private mutating func append(number: Int) throws(RecordingError) -> Int {
    // Its events are not those of a device that nothing is known of.
    devices.isBehindEvents = false
    try devices.append(line: number)
    list.append(Device())
    indices[self.number] = list.count - 1
    return list.count - 1
  }

  /// Takes a report descriptor: of another device, if the one that lines are of has another one.
  private mutating func setDescriptor(
    _ line: inout ByteCursor, number: Int
  ) throws(RecordingError) {
    try readBytes(&line, number: number)
    var index = try device(number: number)
    if let bytes = list[index].bytes {
      guard bytes != report else { return }
      index = try append(number: number)
    }
    do throws(HIDDescriptorError) {
      list[index].descriptor = try HIDDescriptorParser.parse(report)
    } catch {
      throw RecordingError(.malformed("\(error)"), line: number)
    }
    list[index].bytes = report
    describe(index)
  }

  /// Takes the bus, the vendor and the product, once: each time the device is described anew.
  ///
  /// - Returns: Whether the line has them, and no others than the device.
  private mutating func identify(
    _ line: inout ByteCursor, number: Int
  ) throws(RecordingError) -> Bool {
    var parts: [UInt16] = []
    line.skipBlanks()
    while parts.count < 3, let part = line.hexadecimal(), let small = UInt16(exactly: part) {
      parts.append(small)
      line.skipBlanks()
    }
    guard parts.count == 3 else { return false }
    let index = try device(number: number)
    let identity = DeviceDescription.Identity(
      bus: parts[0], vendor: parts[1], product: parts[2])
    guard !list[index].hasIdentity else { return devices.descriptions[index].identity == identity }
    list[index].hasIdentity = true
    devices.edit(index) { $0.identity = identity }
    describe(index)
    return true
  }

  /// Says what a device can send, as long as it has sent nothing.
  private mutating func describe(_ index: Int) {
    guard list[index].bytes != nil, !list[index].hasReports else { return }
    let identity = devices.descriptions[index].identity
    let descriptor = list[index].descriptor
    guard
      let layout = HIDTouchLayout(descriptor, of: identity)
        ?? HIDTouchLayout(bamboo: descriptor, of: identity)
    else {
      // It sends something, and nothing that is a touch.
      devices.edit(index) {
        $0.codes = [EventType.synchronization: [SynchronizationCode.report]]
      }
      return
    }
    list[index].touch = HIDTouchDevice(layout)
    devices.edit(index) { layout.describe(&$0) }
  }
}
