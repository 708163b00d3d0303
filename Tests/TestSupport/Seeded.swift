/// A sequence of random numbers that is the same on every run.
package struct Seeded: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates the sequence of a seed.
  package init(_ seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    // SplitMix64, by Steele, Lea and Flood.
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
