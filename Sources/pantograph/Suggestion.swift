import Quantities
import Simulation

/// What a person may have meant by a word that is not known.
enum Suggestion {
  /// The question whether another name was meant, if one is much like it.
  static func near(to name: String, among names: [String]) -> String? {
    guard let best = nearest(to: name, among: names) else { return nil }
    let longer = max(letters(name).count, letters(best.name).count)
    guard best.distance <= max(1, longer / 2), best.distance < longer else { return nil }
    return ", did you mean '\(best.name)'?"
  }

  /// The name that takes the fewest changes of letters: none where it begins with the other.
  static func nearest(
    to name: String, among names: [String]
  ) -> (name: String, distance: Int)? {
    let word = letters(name)
    guard !word.isEmpty else { return nil }
    let ranked = names.map { other in
      let letters = letters(other)
      return (
        name: other, distance: letters.starts(with: word) ? 0 : distance(word, letters)
      )
    }
    return ranked.min { $0.distance < $1.distance }
  }

  /// The letters that count where names are compared: dashes in front and capitals do not.
  private static func letters(_ name: String) -> [UInt8] {
    Array(name.lowercased().utf8.drop { $0 == UInt8(ascii: "-") }.prefix(64))
  }

  /// Levenshtein's distance: how many letters must be put in, left out or changed.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var row = Array(0...second.count)
    for (index, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in second.enumerated() {
        let above = row[column + 1]
        row[column + 1] = min(min(above, row[column]) + 1, diagonal + (letter == other ? 0 : 1))
        diagonal = above
      }
    }
    return row[second.count]
  }

  /// What may have been meant by a value that an option does not take: another unit, or the one
  /// that is missing.
  static func repairs(of text: String) -> [String] {
    guard text.utf8.count <= 80, text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) else {
      return []
    }
    let plain = text.lowercased().replacing(" ", with: "")
    func number(_ digits: Substring, times factor: Double) -> String {
      DecimalNumber(digits).map { DecimalText.fixed($0.value * factor, places: 9) } ?? ""
    }
    let converted =
      plain
      .replacing(/([0-9.]+)%/) { number($0.1, times: 0.01) }
      .replacing(/^([0-9.]+)cm/) { number($0.1, times: 10) + "mm" }
    return [plain, converted, plain + "mm", plain + "/s", plain.replacing(",", with: ".")]
  }
}
