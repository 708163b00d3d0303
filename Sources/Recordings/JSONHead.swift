/// The first object of a text that begins like JSON, as far as its keys tell what it is.
///
/// It may have comments in front and inside, and words without quotes.
struct JSONHead {
  /// What the text is.
  enum Finding {
    /// Commands of Android's `uinput`: there is a command, and no schema.
    case commands

    /// Anything else.
    case object

    /// Not even an object.
    case other
  }

  private let bytes: UnsafeRawBufferPointer
  private var place = 0
  private var depth = 0
  private var hasCommand = false

  /// The last text or word of the object, which a colon makes a key.
  private var word: UnsafeRawBufferPointer?

  /// Creates a head at the start of a text.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Whether a text can begin like that: with an object, or with a comment.
  static func canBegin(with line: ByteCursor) -> Bool {
    line.starts(with: "{") || line.starts(with: "//") || line.starts(with: "/*")
  }

  /// Says what the text is.
  ///
  /// - Parameter isWhole: Whether no more bytes of it will be looked at.
  /// - Returns: What it is, or `nil` if more bytes can tell.
  mutating func finding(isWhole: Bool) -> Finding? {
    while place < bytes.count {
      if let finding = take(bytes[place]) { return finding }
    }
    guard isWhole else { return nil }
    return depth == 0 ? .other : hasCommand ? .commands : .object
  }

  /// Takes what begins with a byte.
  private mutating func take(_ byte: UInt8) -> Finding? {
    switch byte {
    case 0...0x20: place += 1
    case UInt8(ascii: "/"): return takeComment()
    case UInt8(ascii: "#"): skipLine()
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      if depth == 0 { return .other }
      takeText(quote: byte)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if depth == 0, byte == UInt8(ascii: "[") { return .other }
      depth += 1
      place += 1
      word = nil
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if depth == 0 { return .other }
      depth -= 1
      place += 1
      if depth == 0 { return hasCommand ? .commands : .object }
    case UInt8(ascii: ":"):
      place += 1
      guard depth == 1, let word else { break }
      if word.elementsEqual("schema".utf8) { return .object }
      if word.elementsEqual("command".utf8) { hasCommand = true }
    case UInt8(ascii: ","):
      place += 1
      word = nil
    default:
      if depth == 0 { return .other }
      takeWord()
    }
    return nil
  }

  private mutating func takeComment() -> Finding? {
    guard place + 1 < bytes.count else {
      place = bytes.count
      return nil
    }
    switch bytes[place + 1] {
    case UInt8(ascii: "/"): skipLine()
    case UInt8(ascii: "*"):
      place += 2
      var last: UInt8 = 0
      while place < bytes.count {
        let byte = bytes[place]
        place += 1
        if last == UInt8(ascii: "*"), byte == UInt8(ascii: "/") { break }
        last = byte
      }
    default:
      if depth == 0 { return .other }
      place += 1
    }
    return nil
  }

  private mutating func skipLine() {
    while place < bytes.count, bytes[place] != 0x0a { place += 1 }
  }

  private mutating func takeText(quote: UInt8) {
    let start = place + 1
    place = start
    while place < bytes.count, bytes[place] != quote {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard place < bytes.count else {
      place = bytes.count
      return
    }
    word = UnsafeRawBufferPointer(rebasing: bytes[start..<place])
    place += 1
  }

  private mutating func takeWord() {
    let start = place
    while place < bytes.count, !Self.endsWord(bytes[place]) { place += 1 }
    word = UnsafeRawBufferPointer(rebasing: bytes[start..<place])
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "'"),
      UInt8(ascii: "/"), UInt8(ascii: "#"):
      true
    default: false
    }
  }
}
