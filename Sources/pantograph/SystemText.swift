@preconcurrency import Glibc

/// The system's bytes as text, and back.
///
/// A file's name need not be UTF-8. Each byte of it that is none stands as a character that means
/// nothing to anyone, U+10FF00 and the byte, from which it is made again; ``shown(_:)`` is for
/// people.
enum SystemText {
  private static let firstByte: UInt32 = 0x10ff00

  /// The words of the command line, whatever their bytes.
  static var arguments: [String] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      CommandLine.unsafeArgv[index].map { text($0) }
    }
  }

  /// The text that ends with a zero.
  static func text(_ bytes: UnsafePointer<CChar>) -> String {
    text(of: UnsafeRawBufferPointer(start: bytes, count: strlen(bytes)))
  }

  /// The text that bytes are.
  static func text(of bytes: UnsafeRawBufferPointer) -> String {
    var scalars = String.UnicodeScalarView()
    var place = 0
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    while true {
      let length: Int
      var scalar: Unicode.Scalar?
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        length = encoded.count
        scalar = Unicode.UTF8.decode(encoded)
      case .error(let count): length = count
      case .emptyInput: return String(scalars)
      }
      if let scalar, scalar.value < firstByte {
        scalars.append(scalar)
      } else {
        for byte in bytes[place..<place + length] { scalars.append(standIn(byte)) }
      }
      place += length
    }
  }

  /// The bytes that a text stands for, with a zero behind them.
  static func bytes(_ text: String) -> [CChar] {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if scalar.value >= firstByte {
        bytes.append(UInt8(scalar.value - firstByte))
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return (bytes + [0]).map { CChar(bitPattern: $0) }
  }

  /// A text for people: bytes that are no UTF-8 are replaced.
  static func shown(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value >= firstByte }) else { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.value >= firstByte ? "\u{fffd}" : $0 }))
  }

  private static func standIn(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(firstByte + UInt32(byte)) ?? "\u{fffd}"
  }
}
