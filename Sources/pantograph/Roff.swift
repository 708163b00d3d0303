/// Text for the formatter of manual pages, groff with the macros of `man`.
enum Roff {
  /// A text as it shall be read, on one line or several.
  ///
  /// Each dash is one that may be copied into a command line. What would be a request at the
  /// beginning of a line is text.
  static func escaped(_ text: some StringProtocol) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      (line.first.map { ".'".contains($0) } ?? false ? "\\&" : "")
        + line.unicodeScalars.map(escaped).joined()
    }.joined(separator: "\n")
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\(rs"
    case "-": "\\-"
    case "'": "\\(aq"
    case "\"": "\\(dq"
    case "`": "\\(ga"
    case "^": "\\(ha"
    case "~": "\\(ti"
    case " "..."~": String(scalar)
    default: "\\[u\(hexadecimal(scalar))]"
    }
  }

  /// The number of a scalar in capital digits, four at least, as groff has it.
  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// A text in bold letters, on one line.
  static func bold(_ text: some StringProtocol) -> String { "\\fB\(escaped(text))\\fP" }

  /// A text in slanted letters, on one line.
  static func italic(_ text: some StringProtocol) -> String { "\\fI\(escaped(text))\\fP" }

  /// The title of a section.
  static func section(_ title: String) -> String { ".SH \(escaped(title))\n" }

  /// The title of a part of a section, already escaped.
  static func subsection(_ title: String) -> String { ".SS \"\(title)\"\n" }

  /// An entry of a list: a name, already escaped, and what it means.
  static func entry(_ name: String, _ meaning: String) -> String {
    ".TP\n\(name)\n\(escaped(meaning))\n"
  }

  /// Paragraphs; lines that begin with a blank stay as they are.
  static func paragraphs(_ text: String) -> String {
    var result = ""
    var isVerbatim = false
    var isParagraph = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let keepsLayout = line.hasPrefix(" ")
      if keepsLayout != isVerbatim, !line.isEmpty {
        result += keepsLayout ? ".PP\n.nf\n" : ".fi\n"
        isVerbatim = keepsLayout
        if !keepsLayout { isParagraph = false }
      }
      if line.isEmpty {
        if isVerbatim { result += ".sp\n" }
        isParagraph = false
      } else {
        if !isParagraph, !isVerbatim { result += ".PP\n" }
        isParagraph = true
        // A blank at the beginning of a line breaks it in the one case, and is kept in the other.
        result += escaped(line) + "\n"
      }
    }
    return result + (isVerbatim ? ".fi\n" : "")
  }
}
