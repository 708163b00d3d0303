/// What random numbers are for.
enum Purpose {
  static let hand: UInt64 = 1
  static let tremorX: UInt64 = 2
  static let tremorY: UInt64 = 3
  static let landing: UInt64 = 4
  static let lifting: UInt64 = 5
  static let jitter: UInt64 = 6
  static let trackingID: UInt64 = 7
  /// The noise of a finger; its number is added.
  static let noise: UInt64 = 16
  /// A sample; a person of the story has its number added.
  static let sample: UInt64 = 64
  static let person: UInt64 = 128
}
