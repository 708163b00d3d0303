import Simulation

/// HTML and SVG that are written piece by piece.
///
/// Names of elements and attributes come from the source code alone; every text and every value is
/// escaped, so that the name of a device or a file stays text.
package struct Markup: Sendable {
  /// What has been written.
  package private(set) var text = ""

  /// Creates markup of which nothing has been written.
  package init() {}

  /// Takes out what has been written.
  package mutating func take() -> String {
    defer { text = "" }
    return text
  }

  /// Writes an element.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - attributes: Its attributes; one without a value is left out, one with an empty value is
  ///     there.
  ///   - content: Writes what is in it.
  package mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
    _ content: (inout Self) -> Void
  ) {
    open(name, attributes)
    content(&self)
    end(name)
  }

  /// Writes an element with a text in it.
  package mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>, _ words: String
  ) {
    element(name, attributes) { $0.write(words) }
  }

  /// Writes an element without attributes, with a text in it.
  package mutating func element(_ name: StaticString, _ words: String) {
    element(name, [:], words)
  }

  /// Writes an element that is empty: `<br>`, or one of SVG.
  package mutating func empty(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
    isSVG: Bool = false
  ) {
    open(name, attributes, end: isSVG ? "/>" : ">")
  }

  /// Begins an element that is ended by ``end(_:)``, where what is in it comes bit by bit.
  package mutating func begin(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:]
  ) {
    open(name, attributes)
  }

  /// Ends an element that was begun.
  package mutating func end(_ name: StaticString) {
    text += "</\(name)>"
  }

  /// Writes a text.
  package mutating func write(_ words: String) {
    text += Self.escaped(words)
  }

  /// Begins a line, so that the source of the page can be read.
  package mutating func line() {
    text += "\n"
  }

  /// Writes what is markup already: the project's own style and script, or ``PageData``.
  mutating func embed(_ markup: String) {
    text += markup
  }

  private mutating func open(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>, end: String = ">"
  ) {
    text += "<\(name)"
    for (key, value) in attributes {
      guard let value else { continue }
      text += " \(key)=\"\(Self.escaped(value))\""
    }
    text += end
  }

  /// A text in which nothing is markup, and no control character is itself.
  package static func escaped(_ words: String) -> String {
    var result = ""
    result.reserveCapacity(words.utf8.count)
    for scalar in PlainText.escaped(words).unicodeScalars {
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
