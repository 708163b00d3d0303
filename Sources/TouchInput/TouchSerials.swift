/// The numbers of touches, of which none comes back.
struct TouchSerials: Sendable {
  private var last = 0

  /// The number of another touch.
  mutating func next() -> Int {
    last += 1
    return last
  }
}
