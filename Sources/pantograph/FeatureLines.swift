import Recordings
import Simulation

/// Lines of features that are read again: they pass as they are, once it is clear that they are.
struct FeatureLines {
  /// The longest line, in bytes.
  static let longest = 1 << 20

  private static let lineFeed = UInt8(ascii: "\n")

  private let file: String
  private var line = 0
  /// The start of a line that goes on in the next piece.
  private var carry: [UInt8] = []

  /// Creates a reader.
  ///
  /// - Parameter file: What messages call the file.
  init(_ file: String) {
    self.file = file
  }

  /// Opens an input whose start tells whether it holds features.
  ///
  /// - Returns: The input, which can be read once, and whether it does.
  /// - Throws: That it cannot be opened or read.
  static func opened(_ input: Input) throws(Problem) -> (input: Input, holdsFeatures: Bool) {
    let (input, start) = try input.opened(atMost: longest) { start in
      guard let first = start.first(where: { !isSpace($0) }) else { return false }
      return first != UInt8(ascii: "{") || firstLine(start).hasEnd
    }
    return (input, recognizes(start))
  }

  /// Whether a text starts like a line of features.
  static func recognizes(_ start: [UInt8]) -> Bool {
    let line = firstLine(start).text
    guard line.first == UInt8(ascii: "{") else { return false }
    // Keys are sorted, so that the schema stands in the middle.
    let mark = Array("\"pantograph.features/".utf8)
    return line.indices.contains { line[$0] == mark[0] && line[$0...].starts(with: mark) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

  /// The first line that is not blank, and whether its end is there.
  private static func firstLine(_ start: [UInt8]) -> (text: ArraySlice<UInt8>, hasEnd: Bool) {
    var text = start[...]
    if text.starts(with: "\u{FEFF}".utf8) { text = text.dropFirst(3) }
    text = text.drop(while: isSpace)
    let end = text.firstIndex(of: lineFeed)
    return (text[..<(end ?? text.endIndex)], end != nil)
  }

  /// Takes a piece of the file.
  ///
  /// - Parameters:
  ///   - piece: The bytes that follow those taken before.
  ///   - bytes: Where lines go.
  /// - Throws: The first line that is wrong.
  mutating func take(
    _ piece: UnsafeRawBufferPointer, into bytes: inout [UInt8]
  ) throws(Problem) {
    var rest = piece[...]
    while let end = rest.firstIndex(of: Self.lineFeed) {
      carry.append(contentsOf: rest[..<end])
      try takeLine(into: &bytes)
      rest = rest[(end + 1)...]
    }
    carry.append(contentsOf: rest)
    try checkLength()
  }

  /// Takes the end of the file.
  ///
  /// - Throws: That its last line is wrong.
  mutating func finish(into bytes: inout [UInt8]) throws(Problem) {
    if !carry.isEmpty { try takeLine(into: &bytes) }
  }

  private func checkLength() throws(Problem) {
    guard carry.count > Self.longest else { return }
    throw Problem(
      .badInput, file: file, line: line + 1, "a line may have at most \(Self.longest >> 20) MiB")
  }

  private mutating func takeLine(into bytes: inout [UInt8]) throws(Problem) {
    try checkLength()
    line += 1
    if line == 1, carry.starts(with: "\u{FEFF}".utf8) { carry.removeFirst(3) }
    if carry.last == UInt8(ascii: "\r") { carry.removeLast() }
    if !carry.allSatisfy(Self.isSpace) {
      try check()
      bytes.append(contentsOf: carry)
      bytes.append(Self.lineFeed)
    }
    carry.removeAll(keepingCapacity: true)
  }

  /// Makes sure that a line is one of the schema.
  private func check() throws(Problem) {
    do throws(RecordingError) {
      _ = try FeatureRecord(reading: carry)
    } catch {
      throw Problem(.badInput, file: file, line: line, PlainText.escaped(error.description))
    }
  }
}
