import Quantities
import TouchInput

/// Finds the thumb among the touches of a large clickpad, by where it is and when it came.
///
/// ```
///            alone, at the lower edge         fast, or out of the area
///   finger ───────────────────────────▶ jailed ────────────────────────▶ finger
///     │ far below the others     ┌────────┘ another landed
///     ├──────────────▶ pinching ─┤ it stayed, or came while others moved
///     │                          ▼                the others have left
///     └────────────────────▶ suppressed ──────────────────────────────▶ revived, revivedInJail
///                                │ ◀──────────────────────────────────────────┘
///                                ▼ again
///                               dead
/// ```
///
/// Only one touch at a time is a thumb. The rules are those of `evdev-mt-touchpad-thumb.c`, without
/// those by pressure and size, for which libinput has figures for some models alone.
struct ThumbDetector: Sendable {
  /// What is thought of the touch.
  enum State: Sendable {
    /// It is a finger, or there is none.
    case finger

    /// It landed alone at the lower edge, and counts when it leaves.
    case jailed

    /// It is so far below the others that it may pinch with them.
    case pinching

    /// It rests.
    case suppressed

    /// It is alone, and counts again.
    case revived

    /// It is alone at the lower edge, and counts when it leaves.
    case revivedInJail

    /// It rests for good.
    case dead
  }

  private(set) var state = State.finger
  private(set) var serial: Int?
  /// Whether a pinch may be meant: until a touch has been fast before any gesture.
  private(set) var mayPinch = true

  /// Whether the pad is large enough to have thumbs on it.
  let isEnabled: Bool
  private let upperLine: Int
  private let lowerLine: Int

  /// The height of a pad from which on thumbs are looked for, in millimeters.
  private static let leastHeight = 50.0

  /// The parts of the height below which a touch may be a thumb, or is one unless it is fast.
  private static let lines = (upper: 0.85, lower: 0.92)

  /// How far apart two fingers of a scroll may be, in millimeters.
  private static let scrollDistance = PerAxis(x: 35.0, y: 25.0)

  /// How long after the first finger the others land.
  private static let landingTime = Duration.milliseconds(100).wholeNanoseconds

  /// The count of fast frames from which on a touch that lands is a thumb, and those from which on
  /// a touch is a finger for certain.
  private static let fast = (others: 5, certain: 10)

  init(_ settings: LibinputSettings) {
    let height = settings.size.y
    isEnabled = settings.isClickpad && height >= Self.leastHeight
    func line(_ share: Double) -> Int {
      settings.surface.y.minimum + Int(height * share * settings.unitsPerMillimeter.y)
    }
    upperLine = line(Self.lines.upper)
    lowerLine = line(Self.lines.lower)
  }

  // MARK: Touches

  /// Whether a touch takes no part in gestures.
  func isIgnored(_ serial: Int) -> Bool {
    guard isEnabled, self.serial == serial else { return false }
    switch state {
    case .jailed, .suppressed, .revivedInJail, .dead: return true
    case .finger, .pinching, .revived: return false
    }
  }

  /// Forgets everything.
  mutating func reset() {
    lift()
    mayPinch = true
  }

  /// Takes a touch for a resting thumb.
  mutating func suppress(_ serial: Int) {
    switch state {
    case .finger, .jailed, .pinching: set(.suppressed, serial)
    case .suppressed, .revived, .revivedInJail, .dead:
      set(self.serial == serial ? .dead : .suppressed, serial)
    }
  }

  /// Looks at a touch that has left.
  mutating func remove(_ serial: Int) {
    if self.serial == serial { lift() }
  }

  /// Looks at a touch in a frame in which it was reported.
  ///
  /// - Parameters:
  ///   - touch: The touch.
  ///   - count: How many touches are down.
  ///   - isIdle: Whether no gesture is under way.
  mutating func update(_ touch: PadTouch, of count: Int, isIdle: Bool) {
    guard isEnabled else { return }
    if touch.fastFrames >= Self.fast.certain, mayPinch, isIdle {
      mayPinch = false
      if state == .pinching { state = .suppressed }
    }
    guard count <= 1 else { return }
    let isInJail = needsJail(touch)
    if serial == touch.serial, state == .suppressed || state == .pinching {
      state = isInJail ? .revivedInJail : .revived
    }
    if touch.phase == .begun, isInJail {
      set(.jailed, touch.serial)
      return
    }
    guard !isInJail else { return }
    if state == .jailed { set(.finger, touch.serial) }
    if state == .revivedInJail { set(.revived, touch.serial) }
  }

  /// Looks at all touches in a frame in which one of two or more has landed.
  mutating func update(_ touches: PadTouches) {
    guard isEnabled, let context = Context(touches) else { return }
    let isApart = context.x > Self.scrollDistance.x || context.y > Self.scrollDistance.y
    if let newest = context.newest, state == .finger, context.fastFrames > Self.fast.others, isApart
    {
      suppress(newest.serial)
      return
    }
    guard context.x >= Self.scrollDistance.x || context.y >= Self.scrollDistance.y else {
      lift()
      return
    }
    if let newest = context.newest,
      newest.landed.nanoseconds(since: context.oldest) < Self.landingTime,
      context.lowest.point.y < lowerLine
    {
      lift()
      return
    }
    guard context.y > Self.scrollDistance.y else {
      lift()
      return
    }
    if mayPinch { pinch(context.lowest.serial) } else { suppress(context.lowest.serial) }
  }

  /// What the touches are like together.
  private struct Context {
    var lowest: (serial: Int, point: Vector<Device>)
    var newest: (serial: Int, landed: Timestamp)?
    var oldest: Timestamp
    var fastFrames = 0
    /// How far the two lowest are apart, in millimeters.
    var x: Double
    var y: Double

    init?(_ touches: PadTouches) {
      var lowest: Int?
      var second: Int?
      var oldest: Timestamp?
      for index in 0..<touches.count where touches[index].isDown {
        let touch = touches[index]
        if touch.phase == .begun { newest = (touch.serial, touch.landed) }
        fastFrames = max(fastFrames, touch.fastFrames)
        oldest = oldest.map { min($0, touch.landed) } ?? touch.landed
        guard let low = lowest else {
          lowest = index
          continue
        }
        if touch.point.y > touches[low].point.y {
          (second, lowest) = (low, index)
        } else if second.map({ touch.point.y > touches[$0].point.y }) ?? true {
          second = index
        }
      }
      guard let lowest, let second, let oldest else { return nil }
      self.oldest = oldest
      self.lowest = (touches[lowest].serial, touches[lowest].point)
      let way = touches[lowest].point - touches[second].point
      x = Double(way.x.magnitude) / touches.settings.unitsPerMillimeter.x
      y = Double(way.y.magnitude) / touches.settings.unitsPerMillimeter.y
    }
  }

  // MARK: States

  private mutating func set(_ state: State, _ serial: Int) {
    self.state = state
    self.serial = serial
  }

  private mutating func lift() {
    state = .finger
    serial = nil
  }

  private mutating func pinch(_ serial: Int) {
    if state == .finger || state == .jailed || self.serial != serial {
      set(.pinching, serial)
    } else if state != .pinching {
      suppress(serial)
    }
  }

  private func needsJail(_ touch: PadTouch) -> Bool {
    touch.point.y >= upperLine && touch.fastFrames < Self.fast.certain
  }
}
