import Simulation

/// Text in HTML.
enum Markup {
  /// A text from outside, in which nothing is markup, also within a value in quotes.
  static func text(_ text: String) -> String {
    var result = ""
    for scalar in PlainText.escaped(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
