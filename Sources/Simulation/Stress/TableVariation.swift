import Quantities
package import Recordings
import TouchInput

extension SampleTable {
  /// The table as a variation has it.
  ///
  /// - Parameter variation: The variation; a row is a frame.
  /// - Returns: The table, and the longest row of frames that were lost.
  /// - Complexity: O(rows).
  package func varied(by variation: Variation) -> (table: Self, longestLoss: Int) {
    var numbers = VariationNumbers(variation)
    var table = self
    for index in table.touches.indices {
      table.touches[index] = Self.varied(table.touches[index], variation, &numbers)
    }
    if case .jitter = variation { table.setOrder() }
    return (table, numbers.longestLoss)
  }

  private static func varied(
    _ touch: Touch, _ variation: Variation, _ numbers: inout VariationNumbers
  ) -> Touch {
    var samples: [Sample] = []
    for (index, sample) in touch.samples.enumerated() where !numbers.losesFrame(index > 0) {
      if variation == .doubleRate, let last = samples.last, let middle = middle(last, sample) {
        samples.append(middle)
      }
      var sample = sample
      let stray = numbers.stray()
      sample.time = sample.time.advanced(by: stray)
      sample.readTime = sample.readTime?.advanced(by: stray)
      samples.append(sample)
    }
    var touch = touch
    touch.samples = samples
    if var end = touch.end {
      end.time = end.time.advanced(by: numbers.stray())
      touch.end = end
    }
    return touch
  }

  /// The row half way between two, unless there was a rest between them.
  private static func middle(_ first: Sample, _ second: Sample) -> Sample? {
    let gap = second.time.nanoseconds(since: first.time)
    guard gap > 1, gap <= EventVariation.longestGap.wholeNanoseconds else { return nil }
    func mean(_ first: Int, _ second: Int) -> Int {
      let (sum, overflow) = first.addingReportingOverflow(second)
      return overflow ? second : sum / 2
    }
    let half = Duration.nanoseconds(gap / 2)
    return Sample(
      time: first.time.advanced(by: half),
      readTime: first.readTime.map { $0.advanced(by: half) },
      position: Vector(
        x: mean(first.position.x, second.position.x), y: mean(first.position.y, second.position.y))
    )
  }

  /// Keeps every time from being before the one in front of it.
  private mutating func setOrder() {
    var last: Timestamp?
    func ordered(_ time: Timestamp) -> Timestamp {
      let time = max(last ?? time, time)
      last = time
      return time
    }
    for touch in touches.indices {
      for index in touches[touch].samples.indices {
        touches[touch].samples[index].time = ordered(touches[touch].samples[index].time)
      }
      if let end = touches[touch].end { touches[touch].end?.time = ordered(end.time) }
    }
  }
}
