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
    rule((0..<max(1, count)).map { $0 > 0 })
  }

  /// The line under the head of a table.
  ///
  /// - Parameter figures: Whether each column holds figures, which stand to the right.
  /// - Returns: The line, without its end.
  static func rule(_ figures: [Bool]) -> String {
    "|" + figures.map { $0 ? "--:|" : "---|" }.joined()
  }
}
