/// Text from outside, made fit for a terminal.
package enum PlainText {
  /// A text in which every control character is shown as `\xNN` or `\u{NNNN}`.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if !isControl(scalar) {
        result.unicodeScalars.append(scalar)
      } else if scalar.value < 0x100 {
        let digits = String(scalar.value, radix: 16)
        result += "\\x" + (digits.count < 2 ? "0" : "") + digits
      } else {
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }
    return result
  }

  /// Whether a character steers a terminal, reorders the text around it or hides in it, rather than
  /// being read.
  ///
  /// The joiners U+200C and U+200D are read: without them emoji and some scripts fall apart.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7f }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    case .format: scalar != "\u{200c}" && scalar != "\u{200d}"
    default: scalar.value & 0xfffe == 0xfffe
    }
  }
}
