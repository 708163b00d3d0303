import Glibc
import Quantities

/// Series of recordings as chance might have drawn them: persons with replacement, and sessions
/// with replacement within each.
///
/// This is the two-stage bootstrap of Davison and Hinkley, "Bootstrap Methods and their
/// Application" (1997), §3.8.
struct Resampling: Sendable {
  /// How often each cell was drawn, series by series.
  let weights: [UInt16]

  let cellCount: Int

  /// How many series there are.
  let count: Int

  /// What a deviation must be multiplied by, since few units vary less among themselves than
  /// those that they were drawn from: √(n ÷ (n − 1)), and Student's quantile over the normal one.
  let correction: Double

  /// Draws series.
  init(_ clusters: Clusters, count: Int, confidence: Double, seed: UInt64) {
    let cellCount = clusters.units.count
    var numbers = RandomNumbers(seed: seed, for: 2)
    var cellsOfUnit = Array(repeating: [Int](), count: clusters.unitCount)
    for (cell, unit) in clusters.units.enumerated() { cellsOfUnit[unit].append(cell) }
    var weights = Array(repeating: UInt16(0), count: cellCount * count)
    for series in 0..<count where clusters.unitCount > 0 {
      for _ in 0..<clusters.unitCount {
        let cells = cellsOfUnit[numbers.index(below: clusters.unitCount)]
        for _ in cells {
          let cell = cells[numbers.index(below: cells.count)]
          let place = series * cellCount + cell
          if weights[place] < .max { weights[place] += 1 }
        }
      }
    }
    self.weights = weights
    self.cellCount = cellCount
    self.count = count
    let units = Double(clusters.unitCount)
    correction =
      units > 1
      ? (units / (units - 1)).squareRoot()
        * Self.studentRatio(freedom: units - 1, confidence: confidence)
      : 1
  }

  /// The sums of numbers, weighted as each series drew the cells.
  ///
  /// - Parameters:
  ///   - values: The numbers of the first cell, then those of the next.
  ///   - width: How many numbers a cell has.
  /// - Returns: The sums of the first series, then those of the next.
  func sums(of values: [Double], width: Int) -> [Double] {
    var sums = Array(repeating: 0.0, count: count * width)
    // Series are taken some at a time, so that a cell's numbers are read once for all of them.
    let block = 8
    sums.withUnsafeMutableBufferPointer { sums in
      values.withUnsafeBufferPointer { values in
        for start in stride(from: 0, to: count, by: block) {
          for cell in 0..<cellCount {
            for series in start..<min(start + block, count) {
              let weight = Double(weights[series * cellCount + cell])
              guard weight > 0 else { continue }
              for place in 0..<width {
                sums[series * width + place] += weight * values[cell * width + place]
              }
            }
          }
        }
      }
    }
    return sums
  }

  /// Student's quantile over the normal one.
  ///
  /// The expansion is 26.7.5 of Abramowitz and Stegun.
  static func studentRatio(freedom: Double, confidence: Double) -> Double {
    let z = Self.normalQuantile(confidence)
    guard z > 0, freedom > 0 else { return 1 }
    let (z2, z4, z6, z8) = (
      z * z, z * z * z * z, z * z * z * z * z * z, z * z * z * z * z * z * z * z
    )
    let first = (z2 + 1) / 4
    let second = (5 * z4 + 16 * z2 + 3) / 96
    let third = (3 * z6 + 19 * z4 + 17 * z2 - 15) / 384
    let fourth = (79 * z8 + 776 * z6 + 1482 * z4 - 1920 * z2 - 945) / 92160
    return 1 + first / freedom + second / (freedom * freedom)
      + third / (freedom * freedom * freedom)
      + fourth / (freedom * freedom * freedom * freedom)
  }

  /// The number that a normal variable stays below with a probability of 0.5…1.
  private static func normalQuantile(_ probability: Double) -> Double {
    var (low, high) = (0.0, 40.0)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if erfc(-middle / 2.0.squareRoot()) / 2 < probability { low = middle } else { high = middle }
    }
    return high
  }

  /// The element that a share of all is at most, as order statistics tell it.
  static func quantile(_ share: Double, of values: inout [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let rank = max(0, min(values.count - 1, Int((share * Double(values.count)).rounded(.up)) - 1))
    var (low, high) = (0, values.count - 1)
    // Hoare's selection; the middle of three is taken, so that sorted values cost no more.
    while low < high {
      let middle = (low + high) / 2
      let pivot = max(
        min(values[low], values[high]), min(max(values[low], values[high]), values[middle]))
      var (left, right) = (low, high)
      while left <= right {
        while values[left] < pivot { left += 1 }
        while values[right] > pivot { right -= 1 }
        if left <= right {
          values.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if rank <= right { high = right } else if rank >= left { low = left } else { break }
    }
    return values[rank]
  }
}
