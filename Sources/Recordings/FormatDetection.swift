import Quantities
import TouchInput

/// Finds out what a recording is by what its first bytes are like, never by a name.
///
/// Records of the kernel are told by their structure, text by the first line that tells. Lines that
/// tell nothing may stand in front: comments, shell prompts, the head of a mail. It does not matter
/// how the bytes are cut into chunks.
struct FormatDetection: Sendable {
  /// The most bytes that are looked through.
  static let longestHead = 1 << 16

  /// What the head of a recording says.
  enum Finding: Sendable {
    /// The recording is of a format with a reader of its own.
    case found(RecordingFormat)

    /// The recording consists of the kernel's records.
    case raw(RawReader.Layout)

    /// The recording cannot be read.
    case unknown(RecordingError)
  }

  /// The bytes that were looked at.
  private(set) var head: [UInt8] = []

  /// How many bytes have to be there before it is worth looking at their structure again.
  private var nextLook = 8

  /// Whether the head is known not to be the kernel's records.
  private var isText = false

  /// How many bytes have to be there before it is worth looking at the keys of an object again.
  private var nextKeys = 0

  /// Where the first line begins that was not looked at, and the number of the one before.
  private var place = 0
  private var number = 0

  /// How many bytes were zero in front of it; damage makes a few, and no text has many.
  private var zeros = 0
  private static let mostZeros = 16

  /// Whether a line was not blank.
  private var sawLine = false

  /// Whether a line began with `N:`, which evemu and hid-recorder write.
  private var sawName = false

  /// Creates a detection that has seen nothing.
  init() {}

  /// Looks at the next bytes.
  ///
  /// - Returns: What the recording is, or `nil` if more bytes are needed.
  mutating func look(at chunk: UnsafeRawBufferPointer) -> Finding? {
    head.append(contentsOf: chunk)
    return find(isWhole: false)
  }

  /// Says what a recording is that ends here.
  mutating func finish() -> Finding {
    find(isWhole: true) ?? .unknown(RecordingError(.unknownFormat, line: nil))
  }

  private mutating func find(isWhole: Bool) -> Finding? {
    let head = head
    let isEnough = isWhole || head.count >= Self.longestHead
    return head.withUnsafeBytes { bytes in
      let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.longestHead))
      if !isText {
        guard isEnough || bytes.count >= nextLook else { return nil }
        nextLook = bytes.count + bytes.count / 8
        if ByteCursor(bytes).starts(with: "REVENT") {
          return .unknown(
            RecordingError(.unsupportedFormat("recordings of revent are not read yet"), line: nil))
        }
        if let layout = layout(of: bytes, isEnough: isEnough) { return .raw(layout) }
        guard isText else { return nil }
      }
      return lines(of: bytes, isEnough: isEnough)
    }
  }

  // MARK: Structure

  /// Tells the kernel's records from text.
  ///
  /// Both layouts are tried, until one does not fit any more. 48 bytes on from there the other one
  /// is meant if it still fits; text fits neither after 8 bytes. So the answer comes early, and is
  /// the same however many bytes have come.
  private mutating func layout(of bytes: UnsafeRawBufferPointer, isEnough: Bool)
    -> RawReader.Layout?
  {
    let (wide, narrow) = (Fit(of: .wide, to: bytes), Fit(of: .narrow, to: bytes))
    guard wide.isBroken || narrow.isBroken || isEnough else { return nil }
    let decidable = min(wide.end, narrow.end) + 48
    if wide.isBroken && narrow.isBroken, bytes.count < decidable {
      isText = true
      return nil
    }
    guard bytes.count >= decidable || isEnough else { return nil }
    let prefix = UnsafeRawBufferPointer(rebasing: bytes.prefix(decidable))
    let isUndecided = !wide.isBroken && !narrow.isBroken
    for layout in [RawReader.Layout.wide, .narrow] {
      let fit = Fit(of: layout, to: isUndecided ? bytes : prefix)
      if !fit.isBroken, fit.hasRecord { return layout }
    }
    isText = true
    return nil
  }

  /// How far bytes are like records of a layout.
  private struct Fit {
    /// Where the first record is that is none, or the first that is not whole.
    var end = 0

    /// Whether there is a record that is none.
    var isBroken = false

    /// Whether there is a whole record of anything but zeros.
    var hasRecord = false

    init(of layout: RawReader.Layout, to bytes: UnsafeRawBufferPointer) {
      while end + layout.size <= bytes.count {
        let record = UnsafeRawBufferPointer(rebasing: bytes[end..<end + layout.size])
        guard let start = record.baseAddress, RawReader.event(at: start, layout) != nil else {
          isBroken = true
          return
        }
        hasRecord = hasRecord || record.contains { $0 != 0 }
        end += layout.size
      }
      isBroken = !RawReader.canBegin(with: UnsafeRawBufferPointer(rebasing: bytes[end...]), layout)
    }
  }

  // MARK: Text

  /// Looks at the lines that have come since.
  private mutating func lines(of bytes: UnsafeRawBufferPointer, isEnough: Bool) -> Finding? {
    while place < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
      let length = rest.firstIndex(of: 0x0a)
      guard length != nil || isEnough else { return nil }
      let line = UnsafeRawBufferPointer(rebasing: rest.prefix(length ?? rest.count))
      if !sawLine, let start = Self.objectStart(in: line) {
        guard isEnough || bytes.count >= nextKeys else { return nil }
        nextKeys = bytes.count + bytes.count / 8
        var head = JSONHead(UnsafeRawBufferPointer(rebasing: rest[start...]))
        guard let finding = head.finding(isWhole: isEnough) else { return nil }
        if finding == .commands { return .found(.uinput) }
      }
      number += 1
      // A program has such lines too, as words that it prints.
      zeros += line.count { $0 == 0 }
      guard zeros <= Self.mostZeros else {
        return .unknown(RecordingError(.unknownFormat, line: nil))
      }
      if let finding = finding(line) { return finding }
      place += line.count + 1
    }
    guard isEnough else { return nil }
    if sawName { return .found(.evemu) }
    let isBinary = bytes.contains { $0 < 0x20 && !(0x09...0x0d).contains($0) }
    return .unknown(RecordingError(.unknownFormat, line: isBinary || bytes.isEmpty ? nil : 1))
  }

  /// Where in a line an object begins, or a comment that may stand in front of one.
  private static func objectStart(in bytes: UnsafeRawBufferPointer) -> Int? {
    var line = ByteCursor(bytes)
    line.skipMargin()
    line.skipBlanks()
    return JSONHead.canBegin(with: line) ? bytes.count - line.count : nil
  }

  /// What a line tells, if anything.
  private mutating func finding(_ bytes: UnsafeRawBufferPointer) -> Finding? {
    var line = ByteCursor(bytes)
    line.skipMargin()
    let isIndented = line.isAtFieldEnd
    line.skipBlanks()
    guard !line.isAtEnd else { return nil }
    defer { sawLine = true }
    if !sawLine, line.peek() == UInt8(ascii: "{") { return .found(.sampleTable) }
    if let format = Self.format(of: line, isIndented: isIndented) { return .found(format) }
    if let sentence = Self.refusal(of: line) {
      return .unknown(RecordingError(.unsupportedFormat(sentence), line: number))
    }
    if line.starts(with: "N:") { sawName = true }
    return nil
  }

  private static func format(of line: ByteCursor, isIndented: Bool) -> RecordingFormat? {
    if isEvemu(line) { return .evemu }
    if isLibinput(line) { return .libinput }
    if isEvtest(line) { return .evtest }
    if isHID(line) { return .hid }
    if isGetevent(line, isIndented: isIndented) { return .getevent }
    return isDebugEvents(line) ? .debugEvents : nil
  }

  private static func isEvemu(_ line: ByteCursor) -> Bool {
    var line = line
    if line.starts(with: "# EVEMU") { return true }
    let prefix = line.peek()
    guard line.peek(1) == UInt8(ascii: ":") else { return false }
    line.skip(2)
    line.skipBlanks()
    return switch Character(UnicodeScalar(prefix)) {
    case "E": isEvemuEvent(line)
    case "A": line.hexadecimal() != nil && hasNumbers(&line, atLeast: 2)
    case "B": hasBytes(&line, 9)
    case "P": hasBytes(&line, 8)
    case "I": isIdentity(line)
    default: false
    }
  }

  /// Whether a time, a kind and a code follow; reports of hid-recorder are bytes of two digits.
  private static func isEvemuEvent(_ line: ByteCursor) -> Bool {
    var line = line
    guard line.decimal() != nil, line.skip("."), line.unsignedDecimal() != nil else { return false }
    line.skipBlanks()
    let kind = line.word()
    line.skipBlanks()
    guard line.word().count > 2 else { return false }
    line.skipBlanks()
    return kind.count > 2 || line.decimal() != nil && line.isAtFieldEnd
  }

  private static func hasNumbers(_ line: inout ByteCursor, atLeast count: Int) -> Bool {
    for _ in 0..<count {
      guard line.isAtFieldEnd else { return false }
      line.skipBlanks()
      guard line.decimal() != nil else { return false }
    }
    return line.isAtFieldEnd
  }

  private static func hasBytes(_ line: inout ByteCursor, _ count: Int) -> Bool {
    for _ in 0..<count {
      line.skipBlanks()
      let start = line
      guard line.hexadecimal() != nil, line.bytes(from: start).count == 2 else { return false }
    }
    return line.isAtFieldEnd
  }

  private static func isIdentity(_ line: ByteCursor) -> Bool {
    var line = line
    for _ in 0..<4 {
      line.skipBlanks()
      guard line.hexadecimal() != nil, line.isAtFieldEnd else { return false }
    }
    return true
  }

  private static func isLibinput(_ line: ByteCursor) -> Bool {
    if line.starts(with: "# libinput record") || line.starts(with: "ndevices:") { return true }
    var item = line
    guard item.skip("-") else { return false }
    item.skipBlanks()
    if item.starts(with: "node: /") || item.starts(with: "evdev:") { return true }
    guard item.skip("[") else { return false }
    for index in 0..<5 {
      item.skipBlanks()
      guard item.decimal() != nil else { return false }
      item.skipBlanks()
      guard item.skip(index < 4 ? "," : "]") else { return false }
    }
    return true
  }

  private static func isEvtest(_ line: ByteCursor) -> Bool {
    line.starts(with: "Event: time ") || line.starts(with: "SYNC: Event: time ")
      || line.starts(with: "Input driver version is ") || line.starts(with: "Input device ID: bus ")
      || line.starts(with: "Input device name: \"") || line.starts(with: "Testing ... (interrupt")
      || line.starts(with: "Supported events:") || EvtestReader.isPythonEvent(line)
  }

  /// Whether a line is a report descriptor, a device number or a report.
  private static func isHID(_ line: ByteCursor) -> Bool {
    var line = line
    let prefix = line.peek()
    guard line.peek(1) == UInt8(ascii: ":") else { return false }
    line.skip(2)
    line.skipBlanks()
    switch Character(UnicodeScalar(prefix)) {
    case "D": return line.unsignedDecimal() != nil && line.isAtFieldEnd
    case "R": break
    case "E":
      guard line.unsignedDecimal() != nil, line.skip("."), line.unsignedDecimal() != nil else {
        return false
      }
      line.skipBlanks()
    default: return false
    }
    return line.unsignedDecimal() != nil && hasBytes(&line, 1)
  }

  /// Whether a line has something like `-event6  GESTURE_SWIPE_UPDATE`.
  private static func isDebugEvents(_ line: ByteCursor) -> Bool {
    var line = line
    return DebugEventsReader.head(&line) != nil
  }

  private static func isGetevent(_ line: ByteCursor, isIndented: Bool) -> Bool {
    if line.starts(with: "add device ") || line.starts(with: "could not get driver version for /") {
      return true
    }
    var line = line
    // What is wrong with the time is said when the line is read; here it only tells nothing.
    guard let prefix = try? GeteventReader.prefix(&line, number: 0) else { return false }
    return GeteventReader.isEvent(line, behind: prefix, isIndented: isIndented)
  }

  // MARK: What is known and not read

  /// Why a recording with such a line is not read, if that is clear.
  private static func refusal(of line: ByteCursor) -> String? {
    if isUmockdev(line) {
      return "a dump of umockdev-record is not read: record with evemu-record instead"
    }
    return nil
  }

  /// Whether a line is of a device, of its ioctls, or of what was read from it.
  private static func isUmockdev(_ line: ByteCursor) -> Bool {
    if line.starts(with: "P: /devices/") || line.starts(with: "@DEV /dev/") { return true }
    var line = line
    guard line.skip("r") || line.skip("w"), line.skip(" "), line.unsignedDecimal() != nil,
      line.skip(" ")
    else { return false }
    return line.skip(beyond: "^@")
  }
}

extension ByteCursor {
  /// Creates a cursor at the start of some bytes.
  fileprivate init(_ bytes: UnsafeRawBufferPointer) {
    // Without bytes there is nothing to point to: any address is the start and the end of them.
    let start =
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? ("" as StaticString).utf8Start
    self.init(from: start, to: start + bytes.count)
  }
}
