import Layers

/// The keyframes of a property within a block.
///
/// Outside of its keyframes the property holds. A keyframe that begins while another is under way
/// takes over from what that shows, and the last of them in time has the last word (rule).
struct ViewKeyframes: Hashable, Sendable {
  /// A part of the block's time, at whose end a property has a value.
  struct Frame: Hashable, Sendable {
    /// When it begins, as a share of the block's duration, 0…1.
    var start: Double

    /// When it ends, as a share of the block's duration, `start`…1.
    var end: Double

    /// The value at the end.
    var value: PropertyValue
  }

  /// How values between are found.
  var mode: Keyframes.CalculationMode

  /// The frames, in the order they were added.
  var frames: [Frame] = []

  /// The value at the end of all.
  var last: PropertyValue? { ordered.last?.value }

  /// The frames in the order of time; those at the same time in the order they were added.
  private var ordered: [Frame] {
    let isDiscrete = mode == .discrete
    return frames.enumerated().sorted { left, right in
      let times = [left, right].map { isDiscrete ? $0.element.end : $0.element.start }
      return (times[0], left.offset) < (times[1], right.offset)
    }.map(\.element)
  }

  /// Keyframes of a part of the property, and the share of the block's time that they take.
  struct Timeline: Hashable {
    var keyframes: Keyframes
    var start = 0.0
    var length = 1.0
  }

  /// Lays out the keyframes of a part of the property.
  ///
  /// Paced, the times of the keyframes say only when the first begins and the last ends.
  ///
  /// - Parameters:
  ///   - old: The value of the property before the block.
  ///   - path: The part of it.
  ///   - kind: The kind of the layer.
  /// - Returns: The keyframes.
  func timeline(
    from old: PropertyValue, of path: PropertyPath, kind: LayerKind
  ) -> Timeline {
    let frames = ordered.map { Frame(start: $0.start, end: $0.end, value: $0.value[path.part]) }
    let old = old[path.part]
    switch mode {
    case .discrete:
      let times = [0] + frames.map(\.end) + [1]
      return Timeline(
        keyframes: Keyframes([old] + frames.map(\.value), keyTimes: times, mode: mode))
    case .paced, .cubicPaced:
      let (start, end) = (frames.first?.start ?? 0, frames.map(\.end).max() ?? 1)
      if start < end {
        return Timeline(
          keyframes: Keyframes([old] + frames.map(\.value), mode: mode), start: start,
          length: end - start)
      }
    case .linear, .cubic: break
    }
    var knots = Knots(first: old)
    for frame in frames {
      knots.add(frame) { from, to, share in
        from.mixed(with: to, at: share, as: path, ofKind: kind)
      }
    }
    return Timeline(keyframes: knots.keyframes(mode == .linear ? .linear : .cubic))
  }
}

/// Values at times, with the stretches between them on which a property holds.
private struct Knots {
  private var values: [PropertyValue]
  private var times = [0.0]

  /// Whether the way to each value from the one before is a hold.
  private var holds = [false]

  init(first: PropertyValue) {
    values = [first]
  }

  /// Adds a frame that begins no earlier than those before.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - mix: The value on the way from one to another, after a share of it.
  mutating func add(
    _ frame: ViewKeyframes.Frame, mix: (PropertyValue, PropertyValue, Double) -> PropertyValue
  ) {
    if let time = times.last, let value = values.last, frame.start < time {
      // It takes over from the one that is under way.
      let (before, from) = (times[times.count - 2], values[values.count - 2])
      let share = time > before ? (frame.start - before) / (time - before) : 0
      times[times.count - 1] = frame.start
      values[values.count - 1] = mix(from, value, share)
    } else {
      hold(until: frame.start)
    }
    times.append(frame.end)
    values.append(frame.value)
    holds.append(frame.start == frame.end)
  }

  private mutating func hold(until time: Double) {
    guard let last = times.last, let value = values.last, last < time else { return }
    times.append(time)
    values.append(value)
    holds.append(true)
  }

  /// The keyframes; what holds is straight, so that a smooth curve comes to rest there.
  func keyframes(_ mode: Keyframes.CalculationMode) -> Keyframes {
    var knots = self
    knots.hold(until: 1)
    let holds = knots.holds + [false]
    let tension = knots.values.indices.map { holds[$0] || holds[$0 + 1] ? 1.0 : 0 }
    return Keyframes(
      knots.values, keyTimes: knots.times, mode: mode, tension: mode == .cubic ? tension : [])
  }
}

extension PropertyValue {
  /// The value on the way to another, as an animation of a layer shows it.
  fileprivate func mixed(
    with other: Self, at share: Double, as path: PropertyPath, ofKind kind: LayerKind
  ) -> Self {
    guard share > 0 else { return self }
    guard share < 1 else { return other }
    var tree = LayerTree()
    let layer = tree.makeLayer(kind)
    tree.addSublayer(layer, to: tree.root)
    tree.add(.basic(path, from: self, to: other, duration: 1), to: layer)
    tree.flush(at: 0)
    return tree.presentation(at: share).value(path, of: layer) ?? other
  }
}
