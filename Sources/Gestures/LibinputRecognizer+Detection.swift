import Quantities
import TouchInput

extension LibinputRecognizer {
  /// The most touches that are looked at.
  private static let mostWatched = 4

  /// Finds the fingers to watch: one alone, else the one on top and the one at the bottom.
  mutating func watch(at time: Timestamp) {
    var found = 0
    var first = 0
    var second = 0
    for index in 0..<touches.count where touches.isActive(index) && found < Self.mostWatched {
      found += 1
      switch found {
      case 1: (first, second) = (index, index)
      case 2 where fingers == 2: second = index
      // Touches beyond the slots are where another is.
      case _ where found > settings.slots: break
      default:
        if touches[index].point.y < touches[first].point.y {
          first = index
        } else if touches[index].point.y >= touches[second].point.y {
          second = index
        }
      }
    }
    guard found > 0 else { return }
    touches.mark(first)
    watched = (touches[first].slot, nil)
    if found > 1 {
      if found == 2, !settings.hasGestures {
        watched.second = touches[second].slot
        return start(.scroll, at: time)
      }
      guard first != second else { return }
      landed = time
      touches.mark(second)
      watched.second = touches[second].slot
    }
    setHoldDeadline(at: time)
    state = .undecided
  }

  /// The indices of the two fingers that are watched.
  private var pair: (first: Int, second: Int)? {
    guard let second = watched.second, let firstIndex = touches.index(ofSlot: watched.first),
      let secondIndex = touches.index(ofSlot: second)
    else { return nil }
    return (firstIndex, secondIndex)
  }

  /// Finds out what the fingers that are down do.
  mutating func detect(at time: Timestamp) {
    if fingers == 1 { return detectPointing(at: time) }
    // Where they are is not known of all.
    if settings.hasGestures, fingers > max(settings.slots, 2) {
      return start(.swipe, at: time)
    }
    guard let pair else {
      // One that was watched has made room for another.
      return stop(.cancelled, at: time)
    }
    let (first, second) = (touches.distance(pair.first), touches.distance(pair.second))
    guard max(first, second) >= settings.undecidedDistance else { return }
    if isClose(pair) || !settings.hasGestures,
      time.nanoseconds(since: landed) > settings.swipeTimeout.wholeNanoseconds
    {
      return start(fingers == 2 ? .scroll : .swipe, at: time)
    }
    let more = Double(fingers - 2)
    let least = settings.leastDistance + settings.leastDistanceStep * more
    if max(first, second) >= settings.largestDistance + settings.largestDistanceStep * more,
      judge(pair, least, at: time)
    {
      return
    }
    guard min(first, second) >= least else { return }
    let areTogether =
      fingers > settings.slots
      || touches.directions(pair.first).isNear(touches.directions(pair.second))
    if fingers == 2, areTogether { return start(.scroll, at: time) }
    start(areTogether && settings.hasGestures ? .swipe : .pinch, at: time)
  }

  private mutating func detectPointing(at time: Timestamp) {
    guard touches.meanStep != .zero, let index = touches.index(ofSlot: watched.first) else {
      return
    }
    let isHolding = touches.distance(index) < settings.holdDistance
    switch state {
    case .holding where isHolding: state = .holdingAndPointing
    case .holdingAndPointing where isHolding: break
    case .holding, .holdingAndPointing:
      stop(.cancelled, at: time)
      state = .pointing
    case .idle, .undecided, .pointing, .starting, .following: state = .pointing
    }
  }

  /// Whether the watched fingers are as close as those that swipe.
  private func isClose(_ pair: (first: Int, second: Int)) -> Bool {
    let way = touches[pair.first].point - touches[pair.second].point
    return Double(way.x.magnitude) / settings.unitsPerMillimeter.x < settings.closeDistance.x
      && Double(way.y.magnitude) / settings.unitsPerMillimeter.y < settings.closeDistance.y
  }

  /// Judges two fingers of which one has gone very far.
  ///
  /// - Returns: Whether that settles it.
  private mutating func judge(
    _ pair: (first: Int, second: Int), _ least: Double, at time: Timestamp
  ) -> Bool {
    let isFirstLower = touches[pair.first].point.y > touches[pair.second].point.y
    let (lower, upper) = isFirstLower ? pair : (pair.second, pair.first)
    if touches.thumb.isEnabled, touches.distance(lower) < least {
      touches.suppress(lower)
      stop(.cancelled, at: time)
      return true
    }
    let rests = touches.distance(upper) < least
    if fingers == 2, rests || !settings.hasGestures {
      start(.scroll, at: time)
      return true
    }
    if fingers > 2, rests, settings.hasGestures, touches.thumb.mayPinch {
      start(.pinch, at: time)
      return true
    }
    return false
  }

  /// Whether a scroll turns out to be a pinch, having gone on for less than 300 ms.
  private func isPinch(at time: Timestamp) -> Bool {
    guard time.nanoseconds(since: landed) < settings.pinchTimeout.wholeNanoseconds, let pair,
      touches.distance(pair.first) >= settings.pinchDistance,
      touches.distance(pair.second) >= settings.pinchDistance
    else { return false }
    return !touches.directions(pair.first).isNear(touches.directions(pair.second))
  }

  // MARK: Motion

  private var tellsFirstMotion: Bool { settings.release == .v1_22 }

  /// Begins a gesture that was recognized, if the fingers move.
  mutating func begin(_ kind: LibinputGesture.Kind, at time: Timestamp) {
    switch kind {
    case .scroll where isPinch(at: time): startPinch(at: time)
    case .scroll:
      guard touches.meanStep != .zero else { return }
      scrollLock = ScrollLock()
      hasScrolled = false
      state = .following(.scroll)
      if tellsFirstMotion { scroll(at: time) }
    case .swipe:
      guard touches.meanStep != .zero else { return }
      tell(.swipe, .begin, at: time)
      state = .following(.swipe)
      if tellsFirstMotion { swipe(at: time) }
    case .pinch:
      guard let motion = pinchMotion() else { return }
      pinch.lastScale = motion.scale
      tell(.pinch, .begin, at: time)
      state = .following(.pinch)
      if tellsFirstMotion { tell(.pinch, .update(motion), at: time) }
    case .hold: break
    }
  }

  /// Tells the motion of a gesture that has begun.
  mutating func follow(_ kind: LibinputGesture.Kind, at time: Timestamp) {
    switch kind {
    case .scroll where isPinch(at: time): startPinch(at: time)
    case .scroll: scroll(at: time)
    case .swipe: swipe(at: time)
    case .pinch:
      guard let motion = pinchMotion() else { return }
      pinch.lastScale = motion.scale
      tell(.pinch, .update(motion), at: time)
    case .hold: break
    }
  }

  private mutating func startPinch(at time: Timestamp) {
    start(.pinch, at: time)
  }

  private mutating func swipe(at time: Timestamp) {
    let step = touches.meanStep
    guard step != .zero else { return }
    tell(.swipe, .update(LibinputGesture.Motion(displacement: step)), at: time)
  }

  private mutating func scroll(at time: Timestamp) {
    var step = touches.meanStep
    guard step != .zero else { return }
    hasScrolled = true
    let parts = Double(Centroid.partsPerUnit)
    let told = scrollLock.told(
      Double(step.x) / parts / settings.unitsPerMillimeter.x,
      Double(step.y) / parts / settings.unitsPerMillimeter.y, at: time)
    if !told.x { step.x = 0 }
    if !told.y { step.y = 0 }
    guard step != .zero else { return }
    tell(.scroll, .update(LibinputGesture.Motion(displacement: step)), at: time)
  }

  /// What the two watched fingers did, or `nil` if they did nothing.
  private mutating func pinchMotion() -> LibinputGesture.Motion? {
    guard let pair else { return nil }
    return pinch.motion(
      from: touches[pair.first].point, to: touches[pair.second].point, settings.unitsPerMillimeter)
  }
}
