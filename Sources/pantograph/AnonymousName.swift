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
    cutHyphenatedOwner(from: &words)
    removeQuotes(from: &words)
    removeSerials(from: &words)
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

  /// Cuts an owner off who is tied to the name by hyphens, as in `MacBook-Pro-von-Anna`.
  private static func cutHyphenatedOwner(from words: inout [String]) {
    for index in words.indices {
      for mark in ["'s-", "’s-", "'s_", "’s_"] {
        guard let range = words[index].lowercased().firstRange(of: mark) else { continue }
        let text = words[index].lowercased()
        let count = text.distance(from: range.upperBound, to: text.endIndex)
        words[index] = String(words[index].suffix(count))
        words.removeSubrange(..<index)
        return cutHyphenatedOwner(from: &words)
      }
      let parts = words[index].split(separator: "-")
      guard
        let owner = parts.indices.dropFirst().first(where: {
          hyphenatedPrepositions.contains(parts[$0].lowercased())
        })
      else { continue }
      words[index] = parts[..<owner].joined(separator: "-")
      words.removeSubrange((index + 1)...)
      return
    }
  }

  /// Prepositions that stand between hyphens in no name of a model.
  private static let hyphenatedPrepositions: Set<String> = [
    "of", "von", "van", "de", "di", "da", "du", "für", "pour",
  ]

  /// Words that say that a serial number follows.
  private static let serialWords: Set<String> = ["sn", "s/n", "serial", "serialno", "serno"]

  /// Removes serial numbers that are named as such: `SN:4A3F`, `S/N 4711`, `#4A3F22C1`.
  private static func removeSerials(from words: inout [String]) {
    var index = 0
    while index < words.count {
      let word = words[index].lowercased()
      let head = word.prefix { !":#-=_.".contains($0) }
      if serialWords.contains(String(head)) {
        // The number is in the word or is the next one; "Serial Touchscreen" has none.
        let hasNumber = word.count > head.count + 1
        let isNext =
          !hasNumber && words.indices.contains(index + 1)
          && words[index + 1].contains(where: \.isNumber)
        if hasNumber || isNext || word.count > head.count {
          words.removeSubrange(index...(isNext ? index + 1 : index))
          continue
        }
      }
      let isNumbered = isNumberedSerial(word.replacing("s/n", with: "sn"))
      if isNumbered || word.hasPrefix("#") && word.count > 4 {
        words.remove(at: index)
        continue
      }
      // `Pad-SN-4711`
      let parts = words[index].split { $0 == "-" || $0 == "_" }
      let serial = parts.indices.dropFirst().first {
        let part = parts[$0].lowercased()
        return ["sn", "serial"].contains(part) || isNumberedSerial(part)
      }
      if let serial { words[index] = parts[..<serial].joined(separator: "-") }
      index += 1
    }
  }

  /// Whether a word is `sn` with the digits of a number behind it.
  private static func isNumberedSerial(_ word: String) -> Bool {
    word.hasPrefix("sn") && word.count > 5 && word.dropFirst(2).allSatisfy(\.isHexDigit)
  }

  /// Whether a word is made of bytes or of the parts of a date or an address: `5c-f3-70-8a-00-01`,
  /// `5cf3708a0001`, `10.0.0.17`, `2024-05-17`.
  private static func isNumeric(_ word: String) -> Bool {
    let pieces = word.split { !$0.isLetter && !$0.isNumber }
    let isLong = pieces.contains { piece in
      let digits = piece.lowercased().hasPrefix("0x") ? piece.dropFirst(2) : piece
      return digits.count >= 8 && digits.allSatisfy(\.isHexDigit)
        && digits.contains(where: \.isNumber)
    }
    if isLong { return true }
    let parts = word.split { "-._:/".contains($0) }
    guard parts.count > 2, parts.allSatisfy({ $0.allSatisfy(\.isHexDigit) }) else { return false }
    let lengths = Set(parts.map(\.count))
    if lengths == [2] && parts.count > 5 || lengths == [4] { return true }
    guard parts.allSatisfy({ $0.allSatisfy(\.isNumber) }) else { return false }
    if parts.count == 4,
      parts.allSatisfy({ $0 == "0" || Int($0).map { $0 < 256 } ?? false && $0.first != "0" })
    {
      return true
    }
    return parts.count == 3 && parts.filter { $0.count == 4 }.count == 1
      && parts.allSatisfy { $0.count == 4 || $0.count < 3 }
  }

  /// Whether a word is a computer's name as systems make it up: `annas-laptop`, `DESKTOP-4F3K2A1`.
  private static func isHost(_ word: String) -> Bool {
    let parts = word.lowercased().split { $0 == "-" || $0 == "_" }
    guard parts.count > 1, let first = parts.first else { return false }
    if ["desktop", "laptop"].contains(first) { return true }
    // `Tablet-PC` is a kind of device.
    guard !["tablet", "touch", "panel", "pen", "multi"].contains(first) else { return false }
    return parts.dropFirst().contains { machines.contains(String($0)) }
  }

  private static let machines: Set<String> = [
    "laptop", "desktop", "notebook", "pc", "macbook", "mbp", "imac", "thinkpad", "iphone", "ipad",
    "workstation", "server",
  ]

  /// Whether a word is an address, the name of a host, or a number that tells one piece from
  /// another: bytes between colons, something with an `@` or a dot in its middle, seven digits in a row.
  private static func isAddress(_ word: String) -> Bool {
    if isNumeric(word) || isHost(word) { return true }
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
