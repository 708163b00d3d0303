import Glibc

/// How the values of one sample lie beside those of another.
///
/// It is the U test of Mann and Whitney, "On a Test of Whether One of Two Random Variables Is
/// Stochastically Larger than the Other" (1947), by the normal approximation with the correction
/// for ties and the one for continuity. Values are taken as independent: where some are of the same
/// person, the samples differ less clearly than it says.
public struct RankComparison: Hashable, Sendable {
  /// How probable it is that a value of the second sample is larger than one of the first, ties
  /// counted half, 0...1: the A of Vargha and Delaney, "A Critique and Improvement of the CL Common
  /// Language Effect Size Statistics of McGraw and Wong" (2000).
  public let superiority: Double

  /// How probable a difference as large as this is, either way, if there is none, 0...1.
  public let probability: Double

  /// Compares two samples.
  ///
  /// Fails if one is empty.
  ///
  /// - Precondition: All values are finite.
  /// - Complexity: O(*n* log *n*).
  public init?(_ first: [Double], _ second: [Double]) {
    guard !first.isEmpty, !second.isEmpty else { return nil }
    let all =
      (first.map { (value: $0, isSecond: false) } + second.map { (value: $0, isSecond: true) })
      .sorted { $0.value < $1.value }
    var ranks = 0.0
    var ties = 0.0
    var start = 0
    while start < all.count {
      var end = start + 1
      while end < all.count, all[end].value == all[start].value { end += 1 }
      let size = Double(end - start)
      // Ranks count from 1; values that are the same share their mean.
      let rank = Double(start + end + 1) / 2
      for place in start..<end where all[place].isSecond { ranks += rank }
      ties += size * size * size - size
      start = end
    }
    let (firsts, seconds) = (Double(first.count), Double(second.count))
    let count = firsts + seconds
    let larger = ranks - seconds * (seconds + 1) / 2
    superiority = larger / firsts / seconds
    let variance = firsts * seconds / 12 * (count + 1 - ties / (count * (count - 1)))
    guard variance > 0 else {
      probability = 1
      return
    }
    let distance = max(0, (larger - firsts * seconds / 2).magnitude - 0.5)
    probability = erfc(distance / variance.squareRoot() / 2.0.squareRoot())
  }
}
