import Quantities
import TouchInput

/// What libinput does to the motion of a touch before anything else: it leaves out jumps, and lets
/// the point lag behind a device that trembles.
struct PadMotionFilter: Sendable {
  /// When a touch landed or moved last, alone.
  var lastMotion = Timestamp.zero

  private let settings: LibinputSettings
  /// How far the point lags behind, in device units.
  private let margin: PerAxis<Double>
  private var isHysteresisOn: Bool

  /// The longest step in ``jumpInterval``, and how much longer than the last a step may be, in
  /// millimeters.
  private static let jumpDistance = 20.0
  private static let jumpIncrease = 7.0
  private static let jumpInterval = Duration.milliseconds(12).wholeNanoseconds

  /// The longest interval in which a step is judged.
  private static let longestInterval = Duration.milliseconds(30).wholeNanoseconds

  /// The longest interval between two moves of a device that trembles.
  private static let wobbleInterval = Duration.milliseconds(40).wholeNanoseconds

  /// The speed from which on a touch is fast, in millimeters per second, and the most frames of it
  /// that count.
  private static let fastSpeed = 20.0
  private static let mostFastFrames = 15

  init(_ settings: LibinputSettings) {
    self.settings = settings
    func margin(_ axis: Axis) -> Double {
      let fuzz = settings.fuzz[axis]
      return fuzz > 0 ? Double(fuzz) : (settings.unitsPerMillimeter[axis] / 4).rounded(.down)
    }
    self.margin = PerAxis(x: margin(.x), y: margin(.y))
    isHysteresisOn = settings.fuzz.x > 0 || settings.fuzz.y > 0
  }

  /// Whether the step to here is none of a finger.
  ///
  /// The function in libinput is `tp_detect_jumps`.
  func isJump(_ touch: inout PadTouch, at time: Timestamp) -> Bool {
    guard touch.historyCount > 0 else {
      touch.lastStep = 0
      return false
    }
    let interval = time.nanoseconds(since: touch.last.time)
    guard interval > 0, interval <= Self.longestInterval else { return false }
    let step =
      settings.millimeters(touch.point - touch.last.point) * Double(Self.jumpInterval)
      / Double(interval)
    defer { touch.lastStep = step }
    return step > Self.jumpDistance || step - touch.lastStep > Self.jumpIncrease
  }

  /// Looks at the moves of a single touch: one that goes to and fro in no time comes from a device
  /// that trembles, and hysteresis is on from then on.
  ///
  /// The function in libinput is `tp_detect_wobbling`.
  mutating func watchWobble(_ touch: inout PadTouch, at time: Timestamp) {
    guard !isHysteresisOn, touch.historyCount > 0 else { return }
    let way = touch.last.point - touch.point
    let interval = time.nanoseconds(since: lastMotion)
    lastMotion = time
    guard way.x != 0 || way.y == 0, interval <= Self.wobbleInterval else {
      touch.wobble = 0
      return
    }
    touch.wobble >>= 1
    guard way.x > 0 else { return }
    touch.wobble |= 0b100
    // To, fro and to again.
    if touch.wobble == 0b101 { isHysteresisOn = true }
  }

  /// Lets the point lag behind where the device says it is: it stays until an ellipse around it is
  /// left, and is drawn along at its edge then.
  ///
  /// The function in libinput is `evdev_hysteresis`.
  func hold(_ touch: inout PadTouch) {
    guard isHysteresisOn, touch.historyCount > 0, margin.x > 0, margin.y > 0 else { return }
    let center = touch.last.point
    let way = touch.point - center
    let (x, y) = (Double(way.x), Double(way.y))
    let share = (x * x / (margin.x * margin.x) + y * y / (margin.y * margin.y)).squareRoot()
    guard share >= 1 else {
      touch.point = center
      return
    }
    touch.point = Vector(
      x: Int(Double(touch.point.x) - x / share), y: Int(Double(touch.point.y) - y / share))
  }

  /// Measures how fast a touch is, its place being in the history already.
  ///
  /// The function in libinput is `tp_calculate_motion_speed`.
  func measureSpeed(_ touch: inout PadTouch, at time: Timestamp) {
    if touch.speed > Self.fastSpeed {
      touch.fastFrames = min(touch.fastFrames + 1, Self.mostFastFrames)
    } else {
      touch.fastFrames = max(touch.fastFrames - 1, 0)
    }
    guard settings.slots > 1, touch.phase == .down,
      touch.historyCount >= 4
    else { return }
    let interval = time.nanoseconds(since: touch.previous.time)
    guard interval > 0 else { return }
    touch.speed =
      settings.millimeters(touch.point - touch.previous.point) / Double(interval) * 1_000_000_000
  }
}
