import Simulation

/// Text in Markdown as GitHub renders it.
enum Markdown {
  /// A text from outside as code, where nothing in it means anything, within a table as well.
  static func code(_ text: String) -> String {
    // Within code neither can be escaped.
    let plain = PlainText.escaped(text).replacing("|", with: "\\x7c").replacing("`", with: "\\x60")
    return plain.isEmpty ? "``` ```" : "`\(plain)`"
  }

  /// A text, some of which is from outside, in which no sign means anything.
  static func literal(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if "\\`*_[]<>|&~#".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// A row of a table.
  static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }

  /// The line under the head of a table, whose first column is text and whose others are figures.
  static func rule(columns count: Int) -> String {
    "|---" + String(repeating: "|--:", count: max(0, count - 1)) + "|"
  }
}
