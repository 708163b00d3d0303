import Quantities
public import TouchInput

/// Recognizes in frames of contacts what libinput would have delivered to a compositor: swipes,
/// pinches, holds and two-finger scrolls of a touchpad.
///
/// ```
///            fingers down              a time passes
///    idle ─────────────────▶ undecided ─────────────▶ holding
///     ▲ ▲   another number  │ │ └─────────────┐           │
///     │ └───────────────────┘ │ one moves      │ both watched move far enough
///     │                       ▼                ▼           ▼
///     │◀───────────────── pointing       swiping, scrolling, pinching
///     │   all fingers up                     │       └───────▲ within 300 ms
///     └──────────────────────────────────────┘ all fingers up, or another number for 100 ms
/// ```
///
/// Each of swiping, scrolling and pinching is *starting* until the fingers move again: only then it
/// begins. While the number of fingers differs from that of the gesture nothing is told.
///
/// It goes by `evdev-mt-touchpad-gestures.c` of libinput (1.28), with the settings that a
/// touchpad has by default: tapping, tap and drag and three-finger drag are off. What contacts do
/// not say is left out: pressure and size (whether a light or a large contact touches, is a thumb or
/// a palm), typing and pointing sticks, top buttons, and the quirks of single models. Where libinput
/// 1.22 differs, ``LibinputSettings/release`` says so.
///
/// Times that run out between two frames are noticed with the next one, and the gesture says when
/// they did.
///
/// - Complexity: O(contacts) a frame, and no allocation.
public struct LibinputRecognizer: Sendable {
  /// What is under way.
  enum State: Sendable {
    /// Waits for a finger.
    case idle

    /// Waits for the fingers to move, or to stay.
    case undecided

    /// Waits for the fingers to move, a hold being told.
    case holding

    /// Waits for a finger that holds to move on; it moves the pointer.
    case holdingAndPointing

    /// Waits for another number of fingers; one moves the pointer.
    case pointing

    /// Waits for the fingers to move on, to begin.
    case starting(LibinputGesture.Kind)

    /// Waits for the end of the gesture.
    case following(LibinputGesture.Kind)
  }

  /// The settings.
  public let settings: LibinputSettings

  /// What came of the last frame, in the order of time.
  public internal(set) var gestures: [LibinputGesture] = []

  /// Whether a step was left out in the last frame that no finger can make.
  public var sawJump: Bool { touches.sawJump }

  var state = State.idle
  var touches: PadTouches
  /// The slots of the two touches that are watched: the one on top and the one at the bottom.
  var watched: (first: Int, second: Int?) = (0, nil)
  /// How many fingers make the gesture, and how many there may be instead.
  var fingers = 0
  var pendingFingers: Int?
  /// When two fingers or more were found down.
  var landed = Timestamp(nanoseconds: .min)
  var scrollLock = ScrollLock()
  /// Whether any motion of the scroll was worth telling.
  var hasScrolled = false
  var pinch = PinchShape()

  private var holdDeadline: Timestamp?
  private var switchDeadline: Timestamp?
  private var isButtonDown = false
  /// Whether all fingers have to be up first, since they came down unseen.
  private var isWaiting = false
  /// Whether a click waits for a touch.
  private var isClickPending = false

  /// Creates a recognizer.
  public init(_ settings: LibinputSettings) {
    self.settings = settings
    touches = PadTouches(settings)
    gestures.reserveCapacity(Self.mostGestures)
  }

  /// The most gestures that a frame and the times before it bring, roughly.
  private static let mostGestures = 8

  /// The most fingers that make a gesture.
  private static let mostFingers = 4

  /// How many touches are down, as libinput counts them for gestures.
  public var fingerCount: Int { touches.activeCount }

  /// Takes a frame, whose time is not before that of the last one.
  ///
  /// What came of it is in ``gestures`` until the next one.
  public mutating func handle(_ frame: ContactFrame) {
    gestures.removeAll(keepingCapacity: true)
    expire(before: frame.time)
    if let interruption = frame.interruption {
      stop(.interrupted(interruption), at: frame.time)
      (fingers, pendingFingers) = (0, nil)
      isButtonDown = false
      isClickPending = false
      touches.removeAll()
      isWaiting = false
      return
    }
    if frame.isResumed { isWaiting = true }
    if isWaiting {
      isWaiting = frame.count > 0
      return
    }
    touches.track(frame, isIdle: isIdle)
    let isClick = press(frame.isButtonDown)
    countFingers(at: frame.time)
    recognize(at: frame.time, isClick: isClick)
  }

  private var isIdle: Bool { if case .idle = state { true } else { false } }

  // MARK: Times

  /// Does what was due before or at a time.
  private mutating func expire(before time: Timestamp) {
    // The earlier first; at one time, in the order in which libinput has them.
    if let hold = holdDeadline, let change = switchDeadline, hold <= time, hold < change {
      expireHold(at: hold)
    }
    if let change = switchDeadline, change <= time { expireSwitch(at: change) }
    if let hold = holdDeadline, hold <= time { expireHold(at: hold) }
  }

  private mutating func expireHold(at time: Timestamp) {
    holdDeadline = nil
    switch state {
    case .undecided:
      state = .holding
      tell(.hold, .begin, at: time)
    case .pointing:
      guard fingers == 1, let first = touches.index(ofSlot: watched.first),
        touches.distance(first) < settings.holdDistance
      else { return }
      state = .holdingAndPointing
      tell(.hold, .begin, at: time)
    case .idle, .holding, .holdingAndPointing, .starting, .following: break
    }
  }

  private mutating func expireSwitch(at time: Timestamp) {
    switchDeadline = nil
    guard let pendingFingers else { return }
    switch state {
    case .holding, .holdingAndPointing, .following: stop(.cancelled, at: time)
    case .idle, .undecided, .pointing, .starting: break
    }
    fingers = pendingFingers
    self.pendingFingers = nil
  }

  mutating func setHoldDeadline(at time: Timestamp) {
    guard settings.hasGestures else { return }
    holdDeadline = time.advanced(
      by: fingers <= 2 ? settings.quickHoldTimeout : settings.holdTimeout)
  }

  // MARK: Fingers

  /// Ends the gesture with its fingers, or waits whether their number really is another.
  private mutating func countFingers(at time: Timestamp) {
    let active = touches.activeCount
    guard active != fingers else {
      pendingFingers = nil
      return
    }
    guard active > 0 else {
      stop(.lift, at: time)
      (fingers, pendingFingers) = (0, nil)
      return
    }
    switch state {
    case .holding, .holdingAndPointing, .following:
      guard active != pendingFingers else { return }
      pendingFingers = active
      switchDeadline = time.advanced(by: settings.switchTimeout)
    case .undecided, .pointing:
      // The touches to watch are others.
      (fingers, pendingFingers) = (active, nil)
      state = .idle
      holdDeadline = nil
    case .idle, .starting: (fingers, pendingFingers) = (active, nil)
    }
  }

  /// Takes the state of the button.
  ///
  /// - Returns: Whether a click was told, which the fingers cannot but move at.
  private mutating func press(_ isDown: Bool) -> Bool {
    let isChanged = isDown != isButtonDown
    isButtonDown = isDown
    guard settings.isClickpad else { return false }
    if isChanged, isDown { touches.pin() }
    guard isChanged || isClickPending else { return false }
    // A click waits for the finger that made it.
    isClickPending = isDown && settings.hasButtonArea && touches.downCount == 0
    return !isClickPending
  }

  // MARK: Gestures

  private mutating func recognize(at time: Timestamp, isClick: Bool) {
    if isClick {
      switch state {
      case .holdingAndPointing, .pointing, .following: stop(.cancelled, at: time)
      case .idle, .undecided, .holding, .starting: break
      }
    }
    guard fingers > 0 else { return }
    if settings.isClickpad, isButtonDown, touches.thumb.state == .finger {
      point(at: time)
    }
    guard pendingFingers == nil else { return }
    if time.nanoseconds(since: landed) < settings.pinchTimeout.wholeNanoseconds, hasThumbMoved {
      touches.resetThumb()
    }
    guard fingers <= Self.mostFingers else { return }
    if case .idle = state { watch(at: time) }
    if !isClick {
      switch state {
      case .undecided, .holding, .holdingAndPointing: detect(at: time)
      case .idle, .pointing, .starting, .following: break
      }
    }
    switch state {
    case .following(let kind): follow(kind, at: time)
    case .starting(let kind): begin(kind, at: time)
    case .idle, .undecided, .holding, .holdingAndPointing, .pointing: break
    }
    // A scroll that turns out to be a pinch starts as one at once.
    if case .starting(.pinch) = state { begin(.pinch, at: time) }
  }

  /// Lets one finger move the pointer, the button being down.
  private mutating func point(at time: Timestamp) {
    if case .pointing = state {
    } else {
      stop(.cancelled, at: time)
      state = .pointing
    }
    (fingers, pendingFingers) = (1, nil)
  }

  /// Whether what was taken for a thumb moves like a finger.
  private var hasThumbMoved: Bool {
    guard let serial = touches.thumb.serial, let index = touches.index(of: serial),
      touches.isActive(index)
    else { return false }
    return touches.distance(index) >= settings.pinchDistance
  }

  /// Goes from one state to another that needs no hold any more, and tells the end of one.
  mutating func start(_ kind: LibinputGesture.Kind, at time: Timestamp) {
    switch state {
    case .holding, .holdingAndPointing, .following: stop(.cancelled, at: time)
    case .idle, .undecided, .pointing, .starting: holdDeadline = nil
    }
    state = .starting(kind)
    if kind == .pinch { pinch = PinchShape() }
  }

  /// Ends what is under way, whatever it is.
  mutating func stop(_ end: LibinputGesture.End, at time: Timestamp) {
    switch state {
    case .holding, .holdingAndPointing: tell(.hold, .end(end), at: time)
    case .following(.scroll): stopScroll(end, at: time)
    case .following(let kind): tell(kind, .end(end), at: time)
    case .idle, .undecided, .pointing, .starting: break
    }
    holdDeadline = nil
    state = .idle
  }

  /// Ends a scroll, if any motion of it was told: libinput knows no cancelled one.
  private mutating func stopScroll(_ end: LibinputGesture.End, at time: Timestamp) {
    guard hasScrolled else { return }
    tell(.scroll, .end(end == .cancelled ? .lift : end), at: time)
  }

  mutating func tell(
    _ kind: LibinputGesture.Kind, _ phase: LibinputGesture.Phase, at time: Timestamp
  ) {
    guard settings.hasGestures || kind == .scroll else { return }
    gestures.append(LibinputGesture(time: time, kind: kind, phase: phase, fingers: fingers))
  }
}
