/// Texts that occur again and again, as numbers.
struct TextIndex: Sendable {
  /// The texts, in the order in which they were met.
  private(set) var texts: [String] = []

  private var numbers: [String: Int32] = [:]

  /// The bytes that were met last, and their number.
  private var latest: (bytes: [UInt8], number: Int32) = ([], -1)

  /// The number of a text.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the text as they are written.
  ///   - read: Makes the text of the bytes.
  /// - Returns: The text's number, from 0.
  mutating func number(
    of bytes: FeatureScanner.Slice, _ read: (FeatureScanner.Slice) -> String
  ) -> Int32 {
    // Neighbors have most texts in common.
    if latest.number >= 0, bytes.isSame(as: latest.bytes) { return latest.number }
    let number = number(of: read(bytes))
    latest = (Array(bytes), number)
    return number
  }

  /// The number of a text.
  mutating func number(of text: String) -> Int32 {
    if let number = numbers[text] { return number }
    let number = Int32(texts.count)
    numbers[text] = number
    texts.append(text)
    return number
  }

  /// For each number, the place of its text among all in the order of their scalars.
  var ranks: [Int] {
    let order = texts.indices.sorted {
      texts[$0].unicodeScalars.lexicographicallyPrecedes(texts[$1].unicodeScalars)
    }
    var ranks = Array(repeating: 0, count: texts.count)
    for (rank, index) in order.enumerated() { ranks[index] = rank }
    return ranks
  }
}
