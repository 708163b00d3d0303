import Curves
import Quantities
import Glibc

/// The arrays of a plan as plain memory, for the time of a frame.
struct SampledFrame {
  let times: UnsafeBufferPointer<MediaTime>
  let groups: UnsafeBufferPointer<GroupState>
  let leaves: UnsafeBufferPointer<Leaf>
  let constants: UnsafeBufferPointer<Double>
  let curves: UnsafeBufferPointer<Double>
  let timingCurves: UnsafeBufferPointer<TimingCurve>
  let springs: UnsafeBufferPointer<SpringCurve>
  let spans: UnsafeBufferPointer<AnimationSpan>
  let keyframes: UnsafeBufferPointer<KeyframeTable>
  let shapeClasses: UnsafeBufferPointer<Int32>
  let shapeNumbers: UnsafeBufferPointer<Int32>

  /// Room for three values: the interpolated one, what lies below, and one more.
  let scratch: UnsafeMutableBufferPointer<Double>

  /// The most numbers that a value has.
  let width: Int

  /// Applies animations to the numbers of a track, in their order.
  @inline(__always)
  func apply(
    _ range: Range<Int32>, to numbers: UnsafeMutablePointer<Double>?, _ track: inout SampledTrack
  ) {
    guard let numbers else { return }
    for index in Int(range.lowerBound)..<Int(range.upperBound) {
      let leaf = leaves.baseAddress.unsafelyUnwrapped + index
      apply(leaf, to: numbers, &track)
    }
  }

  @inline(__always)
  private func apply(
    _ leaf: UnsafePointer<Leaf>, to numbers: UnsafeMutablePointer<Double>,
    _ track: inout SampledTrack
  ) {
    let sample: MediaTiming.Sample
    if leaf.pointee.group < 0 {
      sample = leaf.pointee.clock.sample(at: times[Int(leaf.pointee.time)])
    } else {
      let group = groups[Int(leaf.pointee.group)]
      guard group.applies else { return }
      sample = leaf.pointee.clock.sample(at: group.time, isEndActive: group.isAtEnd)
    }
    guard sample.shows(isKept: leaf.pointee.isKept) else { return }
    var progress = eased(sample.progress, leaf.pointee.curve)
    if leaf.pointee.spring >= 0 {
      let curved = leaf.pointee.curve >= 0
      progress = springs[Int(leaf.pointee.spring)]
        .value(atSeconds: curved ? progress * leaf.pointee.clock.duration : sample.basicTime)
    }
    if leaf.pointee.span >= 0 { progress = spanned(leaf, sample, progress) }
    track.isAnimated = true
    if leaf.pointee.isPlain {
      let from = constants.baseAddress.unsafelyUnwrapped + Int(leaf.pointee.constants)
      let count = Int(leaf.pointee.count)
      let out = numbers + Int(leaf.pointee.offset)
      Self.mix(from, from + count, count, at: progress, to: out)
    } else {
      applyInFull(leaf, progress, sample.completedCycles, to: numbers, &track)
    }
  }

  /// The progress on the part of the way that an animation goes.
  @inline(never)
  private func spanned(
    _ leaf: UnsafePointer<Leaf>, _ sample: MediaTiming.Sample, _ progress: Double
  ) -> Double {
    let group = Int(leaf.pointee.group)
    let time = group < 0 ? times[Int(leaf.pointee.time)] : groups[group].time
    return spans[Int(leaf.pointee.span)].progress(
      sample, eased: progress, leaf.pointee.clock, at: time)
  }

  @inline(__always)
  private func eased(_ progress: Double, _ curve: Int32) -> Double {
    guard curve >= 0 else { return progress }
    return CurveTables.value(curves, Int(curve), at: progress) ?? solved(progress, curve)
  }

  @inline(never)
  private func solved(_ progress: Double, _ curve: Int32) -> Double {
    timingCurves[Int(curve)].value(at: progress)
  }

  /// Writes numbers on the way from some to others; the ends are exact.
  @inline(__always)
  private static func mix(
    _ from: UnsafePointer<Double>, _ to: UnsafePointer<Double>, _ count: Int, at progress: Double,
    to out: UnsafeMutablePointer<Double>
  ) {
    if progress == 1 {
      for part in 0..<count { out[part] = to[part] }
    } else {
      for part in 0..<count { out[part] = from[part] + (to[part] - from[part]) * progress }
    }
  }

  // MARK: What is more than a way between numbers

  @inline(never)
  private func applyInFull(
    _ leaf: UnsafePointer<Leaf>, _ progress: Double, _ cycles: Double,
    to numbers: UnsafeMutablePointer<Double>, _ track: inout SampledTrack
  ) {
    let value = scratch.baseAddress.unsafelyUnwrapped
    let below = value + width
    let end = below + width
    var leaf = leaf.pointee
    if leaf.operation == .values {
      applyValues(leaf, progress, to: numbers, &track)
      return
    }
    // A part that has to be worked out is a number.
    let place = numbers + Int(leaf.offset)
    if leaf.shape >= 0 {
      if leaf.endsBelow || leaf.isAdditive, !copyBelow(leaf, place, track, to: below) {
        // What lies below is of another shape: it shows from halfway on, and nothing is added to it.
        if leaf.endsBelow {
          if progress < 0.5 { showFirst(leaf, in: place, &track) }
          return
        }
        leaf.isAdditive = false
      }
    } else if leaf.part == .whole {
      for part in 0..<Int(leaf.valueFunction == nil ? leaf.count : 16) { below[part] = place[part] }
    } else {
      below[0] = Transform3D(numbers).number(at: leaf.part)
    }
    interpolate(leaf, progress, below: below, to: value)
    if leaf.isCumulative, cycles > 0 {
      interpolate(leaf, leaf.clock.autoreverses ? 0 : 1, below: below, to: end)
      Self.add(end, to: value, leaf, isTransform: leaf.addsTransforms, times: cycles)
    }
    if let function = leaf.valueFunction {
      let isTriple = leaf.count == 3
      function.transform(value[0], value[isTriple ? 1 : 0], value[isTriple ? 2 : 0])
        .write(to: value)
    }
    if leaf.isAdditive {
      let isTransform = leaf.addsTransforms || leaf.valueFunction != nil
      Self.add(below, to: value, leaf, isTransform: isTransform, times: 1)
    }
    if leaf.part == .whole {
      let count = Int(leaf.valueFunction == nil ? leaf.count : 16)
      for part in 0..<count { place[part] = value[part] }
      if leaf.shape >= 0 {
        track.shape = leaf.shape
        track.count = leaf.count
      }
    } else {
      var transform = Transform3D(numbers)
      transform.set(leaf.part, to: value[0])
      transform.write(to: numbers)
    }
  }

  /// Copies the numbers of what lies below, if they have their counterparts in an animation's.
  ///
  /// - Returns: Whether they have.
  private func copyBelow(
    _ leaf: Leaf, _ place: UnsafeMutablePointer<Double>, _ track: SampledTrack,
    to below: UnsafeMutablePointer<Double>
  ) -> Bool {
    let shape = Int(track.shape)
    guard shape >= 0, shapeClasses[shape] >= 0,
      shapeClasses[shape] == shapeClasses[Int(leaf.shape)]
    else { return false }
    // Without numbers of its own, what is shown has those of its shape.
    let own = constants.baseAddress.map { $0 + Int(shapeNumbers[shape]) }
    for part in 0..<Int(leaf.count) {
      below[part] = track.count > 0 ? place[part] : own?[part] ?? 0
    }
    return true
  }

  /// Shows the first value of an animation that ends at what lies below.
  private func showFirst(
    _ leaf: Leaf, in place: UnsafeMutablePointer<Double>, _ track: inout SampledTrack
  ) {
    guard let from = constants.baseAddress.map({ $0 + Int(leaf.constants) }) else { return }
    let exact = leaf.operation == .color ? from + 2 * Int(leaf.count) : from
    for part in 0..<Int(leaf.count) { place[part] = exact[part] }
    (track.shape, track.count) = (leaf.shape, leaf.count)
  }

  /// Works out the value before anything is added to it.
  private func interpolate(
    _ leaf: Leaf, _ progress: Double, below: UnsafeMutablePointer<Double>,
    to value: UnsafeMutablePointer<Double>
  ) {
    let count = Int(leaf.count)
    let from = constants.baseAddress.map { $0 + Int(leaf.constants) }
    switch leaf.operation {
    case .line:
      guard let from else { return }
      Self.mix(
        from, leaf.endsBelow ? UnsafePointer(below) : from + count, count, at: progress, to: value)
    case .color:
      guard let from else { return }
      interpolateColors(leaf, from, progress, below: below, to: value)
    case .transform, .flatTransform:
      guard let from else { return }
      interpolateTransforms(leaf, from, progress, below: below, to: value)
    case .keyframes:
      let table = keyframes[Int(leaf.constants)]
      let (way, fraction) = place(in: table, at: progress)
      if count == 16, leaf.valueFunction == nil, table.mode == .linear, leaf.shape < 0 {
        Self.mixKeyTransforms(table, way, fraction, to: value)
      } else {
        table.write(way: way, fraction: fraction, to: value)
      }
      guard table.isMixed else { return }
      if fraction == 0 || fraction == 1 || table.mode == .discrete {
        table.writeExact(way: way, fraction: fraction, to: value)
      } else {
        Self.divide(value, count)
      }
    case .path:
      let point = pathPlace(leaf, progress).map { $0.piece.point(at: $0.parameter) }
      (value[0], value[1]) = (point?.x ?? 0, point?.y ?? 0)
    case .turn:
      let angle = pathPlace(leaf, progress).map { $0.piece.angle(at: $0.parameter) + $0.turn }
      Transform3D.rotation(angle ?? 0).write(to: value)
    case .values: break
    }
  }

  /// Works out colors: both multiplied by their alpha, and then both as they are, for the ends.
  private func interpolateColors(
    _ leaf: Leaf, _ from: UnsafePointer<Double>, _ progress: Double,
    below: UnsafeMutablePointer<Double>, to value: UnsafeMutablePointer<Double>
  ) {
    let count = Int(leaf.count)
    guard progress != 0, progress != 1 else {
      let exact =
        progress == 0
        ? from + 2 * count : leaf.endsBelow ? UnsafePointer(below) : from + 3 * count
      for part in 0..<count { value[part] = exact[part] }
      return
    }
    if leaf.endsBelow {
      for part in 0..<count { value[part] = below[part] }
      Self.multiply(value, count)
      Self.mix(from, value, count, at: progress, to: value)
    } else {
      Self.mix(from, from + count, count, at: progress, to: value)
    }
    Self.divide(value, count)
  }

  private func interpolateTransforms(
    _ leaf: Leaf, _ from: UnsafePointer<Double>, _ progress: Double,
    below: UnsafeMutablePointer<Double>, to value: UnsafeMutablePointer<Double>
  ) {
    let to = leaf.endsBelow ? UnsafePointer(below) : from + 16
    // The ends are exact.
    guard progress != 0, progress != 1 else {
      for part in 0..<16 { value[part] = progress == 0 ? from[part] : to[part] }
      return
    }
    if leaf.operation == .flatTransform {
      Decomposition.writeFlat(from + 32, at: progress, to: value)
      return
    }
    if !leaf.endsBelow {
      Decomposition(from + 32)
        .transform(to: Decomposition(from + 32 + Decomposition.count), at: progress)
        .write(to: value)
      return
    }
    Self.mixTransforms(from, to, at: progress, to: value)
  }

  private static func mixTransforms(
    _ from: UnsafePointer<Double>, _ to: UnsafePointer<Double>, at progress: Double,
    to value: UnsafeMutablePointer<Double>
  ) {
    guard progress != 0, progress != 1, let first = Decomposition(Transform3D(from)),
      let last = Decomposition(Transform3D(to))
    else {
      mix(from, to, 16, at: progress, to: value)
      return
    }
    first.transform(to: last, at: progress).write(to: value)
  }

  private static func mixKeyTransforms(
    _ table: KeyframeTable, _ way: Int, _ fraction: Double,
    to value: UnsafeMutablePointer<Double>
  ) {
    table.values.withUnsafeBufferPointer { values in
      guard let base = values.baseAddress else { return }
      let from = base + 16 * way
      mixTransforms(
        from, table.count > 1 ? from + 16 : from, at: fraction, to: value)
    }
  }

  /// The way of keyframes that a progress lies on, and how far along it is, by its curve.
  private func place(in table: KeyframeTable, at progress: Double) -> (way: Int, fraction: Double) {
    var (way, fraction) = table.place(at: progress)
    if way < table.curves.count { fraction = eased(fraction, table.curves[way]) }
    if table.holds, fraction < 1 { fraction = 0 }
    return (way, fraction)
  }

  private func pathPlace(
    _ leaf: Leaf, _ progress: Double
  ) -> (piece: PathPiece, parameter: Double, turn: Double)? {
    let table = keyframes[Int(leaf.constants)]
    var (way, fraction) = place(in: table, at: progress)
    guard let last = table.pieces.last else { return nil }
    if table.mode == .discrete {
      return way < table.pieces.count
        ? (table.pieces[way].piece, 0, table.turn) : (last.piece, 1, table.turn)
    }
    way = min(way, table.pieces.count - 1)
    let (piece, length) = table.pieces[way]
    if table.isPaced { fraction = piece.parameter(atShare: fraction, ofLength: length) }
    return (piece, fraction, table.turn)
  }

  /// Shows one of some values, or a fade between two.
  private func applyValues(
    _ leaf: Leaf, _ progress: Double, to numbers: UnsafeMutablePointer<Double>,
    _ track: inout SampledTrack
  ) {
    let table = keyframes[Int(leaf.constants)]
    let (way, fraction) = place(in: table, at: progress)
    if leaf.endsBelow {
      let below = track.shape
      if let fade = table.fadesBelow.first(where: { $0.below == below }) {
        (track.shape, track.count) = (fade.shape, 1)
        numbers[0] = progress
      } else if progress < 0.5 {
        (track.shape, track.count) = (table.firstShape, 0)
      }
    } else if table.fades, table.count > 1 {
      track.shape = table.firstShape + Int32(table.count + way)
      track.count = 1
      numbers[0] = fraction
    } else {
      let isNext = table.mode != .discrete && table.count > 1 && fraction >= (table.holds ? 1 : 0.5)
      track.shape = table.firstShape + Int32(isNext ? way + 1 : way)
      // The value has its own numbers.
      track.count = 0
    }
  }

  // MARK: Sums and colors

  private static func add(
    _ other: UnsafeMutablePointer<Double>, to value: UnsafeMutablePointer<Double>, _ leaf: Leaf,
    isTransform: Bool, times count: Double
  ) {
    guard isTransform else {
      for part in 0..<Int(leaf.count) {
        // No color adds nothing.
        let number = other[part].isNaN ? 0 : other[part]
        value[part] = (value[part].isNaN ? 0 : value[part]) + count * number
      }
      return
    }
    // The power of a transform, by squares.
    var (sum, factor) = (Transform3D(value), Transform3D(other))
    var left = Int(min(count, 1e15))
    while left > 0 {
      if left & 1 == 1 { sum = sum.concatenating(factor) }
      factor = factor.concatenating(factor)
      left >>= 1
    }
    sum.write(to: value)
  }

  /// Multiplies the parts of a color by its alpha, or of several.
  private static func multiply(_ colors: UnsafeMutablePointer<Double>, _ count: Int) {
    for first in stride(from: 0, to: count, by: 4) {
      let color = colors + first
      let alpha = color[3].isNaN ? 0 : color[3]
      for part in 0..<3 { color[part] = alpha == 0 ? 0 : color[part] * alpha }
      color[3] = alpha
    }
  }

  /// Undoes the multiplication, of one color or several.
  private static func divide(_ colors: UnsafeMutablePointer<Double>, _ count: Int) {
    for first in stride(from: 0, to: count, by: 4) where colors[first + 3] != 0 {
      for part in first..<first + 3 { colors[part] /= colors[first + 3] }
    }
  }
}

extension Leaf {
  /// Whether its values are transforms, before what makes some of its numbers.
  fileprivate var addsTransforms: Bool {
    shape < 0 && part == .whole && valueFunction == nil && count == 16
  }
}

extension Transform3D {
  /// The number of a part.
  func number(at part: PropertyPath.Part) -> Double {
    switch part {
    case .rotation, .rotationZ: atan2(row1.y, row1.x)
    case .rotationX: rotation.x
    case .rotationY: rotation.y
    case .scale: (row1.length3 + row2.length3 + row3.length3) / 3
    case .scaleX: row1.length3
    case .scaleY: row2.length3
    case .scaleZ: row3.length3
    case .translationX: row4.x
    case .translationY: row4.y
    case .translationZ: row4.z
    case .whole, .x, .y, .width, .height, .origin, .originX, .originY, .size, .sizeWidth,
      .sizeHeight, .translation:
      0
    }
  }
}
