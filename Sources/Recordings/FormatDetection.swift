/// Finds out what a recording is by what its first bytes are like, never by a name.
///
/// The first line that tells decides. Lines that tell nothing may stand in front: comments, shell
/// prompts, the head of a mail. It does not matter how the bytes are cut into chunks.
struct FormatDetection: Sendable {
  /// The most bytes that are looked through.
  static let longestHead = 1 << 16

  /// What the head of a recording says.
  enum Finding: Sendable {
    /// The recording is of a format with a reader of its own.
    case found(RecordingFormat)

    /// The recording cannot be read.
    case unknown(RecordingError)
  }

  /// The bytes that were looked at.
  private(set) var head: [UInt8] = []

  /// Where the first line begins that was not looked at, and the number of the one before.
  private var place = 0
  private var number = 0

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
      return lines(of: bytes, isEnough: isEnough)
    }
  }

  // MARK: Text

  /// Looks at the lines that have come since.
  private mutating func lines(of bytes: UnsafeRawBufferPointer, isEnough: Bool) -> Finding? {
    while place < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
      let length = rest.firstIndex(of: 0x0a)
      guard length != nil || isEnough else { return nil }
      number += 1
      let line = UnsafeRawBufferPointer(rebasing: rest.prefix(length ?? rest.count))
      if let finding = finding(line) { return finding }
      place += line.count + 1
    }
    guard isEnough else { return nil }
    if sawName { return .found(.evemu) }
    let isBinary = bytes.contains { $0 < 0x20 && !(0x09...0x0d).contains($0) }
    return .unknown(RecordingError(.unknownFormat, line: isBinary || bytes.isEmpty ? nil : 1))
  }

  /// What a line tells, if anything.
  private mutating func finding(_ bytes: UnsafeRawBufferPointer) -> Finding? {
    var line = ByteCursor(bytes)
    line.skipMargin()
    let isIndented = line.isAtFieldEnd
    line.skipBlanks()
    guard !line.isAtEnd else { return nil }
    if let format = Self.format(of: line, isIndented: isIndented) { return .found(format) }
    if line.starts(with: "N:") { sawName = true }
    return nil
  }

  private static func format(of line: ByteCursor, isIndented: Bool) -> RecordingFormat? {
    if isEvemu(line) { return .evemu }
    if isLibinput(line) { return .libinput }
    if isEvtest(line) { return .evtest }
    return isGetevent(line, isIndented: isIndented) ? .getevent : nil
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

  private static func isGetevent(_ line: ByteCursor, isIndented: Bool) -> Bool {
    if line.starts(with: "add device ") || line.starts(with: "could not get driver version for /") {
      return true
    }
    var line = line
    guard let prefix = try? GeteventReader.prefix(&line, number: 0) else { return false }
    return GeteventReader.isEvent(line, behind: prefix, isIndented: isIndented)
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
