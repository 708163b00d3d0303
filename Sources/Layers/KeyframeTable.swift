import Glibc

extension KeyframeTable {
  /// Makes keyframes of numbers ready.
  ///
  /// - Parameters:
  ///   - keyframes: The keyframes.
  ///   - values: The numbers of each value, all as many.
  ///   - curves: The place of each way's timing curve, or −1.
  init(_ keyframes: Keyframes, values: [[Double]], curves: [Int32]) {
    count = values.count
    width = values.first?.count ?? 0
    self.values = values.flatMap(\.self)
    self.curves = curves
    tangents = []
    let ways = max(0, count - 1)
    switch keyframes.mode {
    case .linear, .cubic:
      times = keyframes.validKeyTimes(count: count) ?? Self.evenTimes(ways)
    case .discrete:
      times = keyframes.validKeyTimes(count: count) ?? Self.evenTimes(count)
    case .paced, .cubicPaced:
      let lengths = zip(values, values.dropFirst()).map { Self.distance($0, $1) }
      times = Self.pacedTimes(lengths)
      self.curves = Array(repeating: -1, count: ways)
    }
    switch keyframes.mode {
    case .linear, .paced: mode = .linear
    case .discrete: mode = .discrete
    case .cubic, .cubicPaced: mode = .cubic
    }
    if mode == .cubic { setTangents(keyframes, values) }
  }

  /// Makes a path ready.
  init(_ keyframes: Keyframes, path: Path, curves: [Int32]) {
    pieces = path.pieces.map { ($0.piece, $0.piece.length()) }
    // A value for each end of a piece, as if they were one line.
    count = pieces.count + 1
    width = 2
    values = []
    tangents = []
    mode = keyframes.mode == .discrete ? .discrete : .linear
    isPaced = keyframes.mode == .paced || keyframes.mode == .cubicPaced
    if isPaced {
      times = Self.pacedTimes(pieces.map(\.length))
      self.curves = Array(repeating: -1, count: pieces.count)
    } else {
      times =
        keyframes.validKeyTimes(count: count)
        ?? Self.evenTimes(mode == .discrete ? count : pieces.count)
      self.curves = curves
    }
    turn = keyframes.rotationMode == .autoReverse ? .pi : 0
  }

  /// Times that divide the whole evenly.
  static func evenTimes(_ ways: Int) -> [Double] {
    ways > 0 ? (0...ways).map { Double($0) / Double(ways) } : [0]
  }

  /// Times in proportion to lengths; even if there is no length.
  private static func pacedTimes(_ lengths: [Double]) -> [Double] {
    let total = lengths.reduce(0, +)
    guard total > 0, total.isFinite else { return evenTimes(lengths.count) }
    var passed = 0.0
    var times = [0.0]
    for length in lengths {
      passed += length
      times.append(passed / total)
    }
    times[times.count - 1] = 1
    return times
  }

  private static func distance(_ from: [Double], _ to: [Double]) -> Double {
    zip(from, to).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }.squareRoot()
  }

  /// Works out the tangents of Kochanek and Bartels.
  ///
  /// A neighbor that is missing at an end is 2·p₁ − p₂. Paced, a tangent counts as twice the way's
  /// share of the two ways at its value; at the ends, once.
  private mutating func setTangents(_ keyframes: Keyframes, _ values: [[Double]]) {
    guard count > 1 else { return }
    let last = count - 1
    func parameter(_ list: [Double], _ index: Int) -> Double {
      index < list.count ? list[index] : 0
    }
    func scale(_ way: Int, at key: Int) -> Double {
      guard keyframes.mode == .cubicPaced, key > 0, key < last else { return 1 }
      let span = times[key + 1] - times[key - 1]
      return span > 0 ? 2 * (times[way + 1] - times[way]) / span : 1
    }
    for way in 0..<last {
      for isIncoming in [false, true] {
        let key = isIncoming ? way + 1 : way
        let t = 1 - parameter(keyframes.tension, key)
        let c = parameter(keyframes.continuity, key) * (isIncoming ? -1 : 1)
        let b = parameter(keyframes.bias, key)
        for part in 0..<width {
          let here = values[key][part]
          let before = key > 0 ? values[key - 1][part] : 2 * here - values[key + 1][part]
          let after = key < last ? values[key + 1][part] : 2 * here - values[key - 1][part]
          let tangent =
            t / 2 * ((1 + c) * (1 + b) * (here - before) + (1 - c) * (1 - b) * (after - here))
          tangents.append(tangent * scale(way, at: key))
        }
      }
    }
  }

  /// The way that a progress lies on, and how far along it is.
  ///
  /// At a time that several values share, it is the last of their ways.
  func place(at progress: Double) -> (way: Int, fraction: Double) {
    let ways = mode == .discrete ? count : count - 1
    guard ways > 0, times.count == ways + 1 else { return (0, 0) }
    guard progress < 1 else { return (ways - 1, 1) }
    guard progress > 0 else { return (firstWay(ways), 0) }
    // The first time that is later.
    var (low, high) = (0, ways)
    while low + 1 < high {
      let middle = (low + high) / 2
      if times[middle] <= progress { low = middle } else { high = middle }
    }
    let length = times[low + 1] - times[low]
    return (low, length > 0 ? (progress - times[low]) / length : 1)
  }

  /// The way at the start: behind those of no length.
  private func firstWay(_ ways: Int) -> Int {
    var way = 0
    while way + 1 < ways, times[way + 1] <= 0 { way += 1 }
    return way
  }

  /// Writes the numbers at a place.
  func write(
    way: Int, fraction: Double, to out: UnsafeMutablePointer<Double>
  ) {
    guard count > 0 else { return }
    let start = way * width
    guard mode != .discrete, fraction > 0, count > 1 else {
      for part in 0..<width { out[part] = values[start + part] }
      return
    }
    guard fraction < 1 else {
      for part in 0..<width { out[part] = values[start + width + part] }
      return
    }
    let t = fraction
    guard mode == .cubic else {
      for part in 0..<width {
        let from = values[start + part]
        out[part] = from + (values[start + width + part] - from) * t
      }
      return
    }
    // The cubic of two values and two tangents, named after Hermite.
    let (t2, t3) = (t * t, t * t * t)
    for part in 0..<width {
      out[part] =
        (2 * t3 - 3 * t2 + 1) * values[start + part]
        + (t3 - 2 * t2 + t) * tangents[2 * start + part]
        + (3 * t2 - 2 * t3) * values[start + width + part]
        + (t3 - t2) * tangents[2 * start + width + part]
    }
  }

  /// Writes the numbers of the value at an end of a way as they were set.
  func writeExact(way: Int, fraction: Double, to out: UnsafeMutablePointer<Double>) {
    let index = fraction == 1 && mode != .discrete && count > 1 ? way + 1 : way
    guard (index + 1) * width <= exact.count else { return }
    for part in 0..<width { out[part] = exact[index * width + part] }
  }
}
