/// What is kept of the name of a device.
///
/// The model is kept: `Apple Inc. Magic Trackpad` says what kind of pad it was. Whose it is goes:
/// systems name wireless devices after their owner, as in `Anna's Trackpad`, `Trackpad von Anna` or
/// `Trackpad (Anna)`; so do addresses of any kind, and numbers that tell one piece from another.
enum AnonymousName {
  /// Words behind which an owner stands.
  private static let prepositions: Set<String> = [
    "of", "von", "van", "de", "di", "da", "do", "du", "af", "av", "for", "für", "pour", "belonging",
    "on", "at", "@",
  ]

  /// The name without an owner and addresses; `nil` if nothing is left.
  static func kept(of name: String) -> String? {
    var words = name.split { $0 == " " || $0 == "\t" }.map(String.init)
    if let owner = words.lastIndex(where: isPossessive) { words.removeSubrange(...owner) }
    if let preposition = words.firstIndex(where: { prepositions.contains($0.lowercased()) }) {
      words.removeSubrange(preposition...)
    }
    removeQuotes(from: &words)
    words.removeAll(where: isAddress)
    let rest = words.joined(separator: " ")
    return rest.contains(where: \.isLetter) ? rest : nil
  }

  /// Whether a word says whose something is: `Anna's`, `Anna’s`, `Jonas'`.
  private static func isPossessive(_ word: String) -> Bool {
    let word = word.lowercased()
    return ["'", "’", "ʼ", "`", "´"].contains {
      word.hasSuffix($0 + "s") || word.hasSuffix("s" + $0)
    }
  }

  /// Whether a word is an address, the name of a host, or a number that tells one piece from
  /// another: bytes between colons, something with an `@` or a dot in its middle, seven digits in a row.
  private static func isAddress(_ word: String) -> Bool {
    // `SynPS/2` is no path.
    if word.contains("@") || word.hasPrefix("/") || word.count(where: { $0 == "/" }) > 1 {
      return true
    }
    // Bytes of an address, and the five parts of a UUID.
    if word.split(separator: ":").count > 2 { return true }
    let parts = word.split(separator: "-")
    if parts.count == 5, parts.allSatisfy({ $0.allSatisfy(\.isHexDigit) }) { return true }
    // `laptop.local`, but not `S.A.` nor `10.1`.
    let labels = word.split(separator: ".")
    if labels.count > 1, let first = labels.first, let last = labels.last, first.count > 1,
      last.count > 1, last.allSatisfy(\.isLetter)
    {
      return true
    }
    let digits = word.split { !$0.isNumber }.map(\.count).max() ?? 0
    return digits >= 7
  }

  /// Removes what stands between brackets or quotes; `Device(8595)` is a word of its own.
  private static func removeQuotes(from words: inout [String]) {
    while let start = words.firstIndex(where: { $0.first.map(openers.contains) ?? false }) {
      let end = words[start...].firstIndex { $0.last.map(closers.contains) ?? false }
      words.removeSubrange(start...(end ?? words.count - 1))
    }
  }

  private static let openers: Set<Character> = ["(", "[", "{", "<", "\"", "„", "“", "«"]
  private static let closers: Set<Character> = [")", "]", "}", ">", "\"", "“", "”", "»"]
}
