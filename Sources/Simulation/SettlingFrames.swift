package import Quantities
package import Transitions

/// The frames of settling at the display's rate from the lift on, and its very end.
///
/// A settle that takes no time has its end alone.
package struct SettlingFrames: Sequence, IteratorProtocol, Sendable {
  /// The most frames that there are: 10 s at 1000 frames per second.
  private static let most = 10_000

  private let settle: Settle
  private let rate: Double
  private let origin: Timestamp
  private var count = 0
  private var isOver = false

  /// Creates the frames of a way.
  ///
  /// - Parameters:
  ///   - settle: The way.
  ///   - rate: Frames per second.
  ///   - origin: The time that those of the frames are relative to.
  package init(_ settle: Settle, rate: Double, origin: Timestamp) {
    self.settle = settle
    self.rate = rate
    self.origin = origin
  }

  package mutating func next() -> GestureReport.TraceRow? {
    guard !isOver else { return nil }
    count += 1
    var elapsed = settle.duration
    if count < Self.most, let frame = Duration(finiteSeconds: Double(count) / rate),
      frame < elapsed
    {
      elapsed = frame
    } else {
      isOver = true
    }
    let time = settle.start.advanced(by: elapsed)
    let progress = settle.progress(at: time)
    return GestureReport.TraceRow(
      time: time.since(origin).seconds, progress: progress, velocity: settle.velocity(at: time),
      shown: progress)
  }
}
