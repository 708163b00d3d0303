public import Quantities

/// What libinput made of the fingers on a touchpad: a part of a gesture, without positions.
///
/// `libinput debug-events` prints such events, and `libinput record --with-libinput` writes them
/// beside those of the kernel.
public struct LibinputEvent: Hashable, Sendable {
  /// What kind of gesture it is a part of.
  public enum Kind: String, Hashable, Sendable {
    /// All fingers go the same way.
    case swipe

    /// The fingers go apart, come together, or turn.
    case pinch

    /// The fingers stay where they are.
    case hold

    /// Two fingers scroll; libinput announces neither the begin nor how many they are.
    case scroll
  }

  /// How far the mean of the fingers has gone since the last event, in hundredths of a gesture
  /// pixel.
  public struct Motion: Hashable, Sendable {
    /// The motion after pointer acceleration, which depends on how fast the fingers are; `nil` if
    /// the event tells none.
    public var accelerated: Vector<Device>?

    /// The motion before it, 10.52 pixels to a millimeter of finger travel; `nil` if the event tells
    /// none.
    public var unaccelerated: Vector<Device>?

    /// Creates a motion.
    public init(accelerated: Vector<Device>?, unaccelerated: Vector<Device>?) {
      self.accelerated = accelerated
      self.unaccelerated = unaccelerated
    }
  }

  /// Which part of the gesture it is.
  public enum Phase: Hashable, Sendable {
    /// libinput has recognized the gesture; the motion before is told by no event.
    case begin

    /// The fingers have moved.
    case update(Motion)

    /// The fingers have left, or it has become another gesture.
    case end(isCancelled: Bool)

    /// The device is gone; nothing tells when.
    case removed
  }

  /// The units of a motion in a gesture pixel.
  public static let unitsPerPixel: Int128 = 100

  /// When it happened.
  public var time: Timestamp

  /// What kind of gesture it is a part of.
  public var kind: Kind

  /// Which part of it.
  public var phase: Phase

  /// How many fingers make the gesture.
  public var fingers: Int

  /// The line it stands on, counted from 1.
  public var line: Int

  /// The index of its device in the reader's `devices`.
  public var device: Int

  /// Creates an event.
  public init(
    time: Timestamp, kind: Kind, phase: Phase, fingers: Int, line: Int, device: Int = 0
  ) {
    self.time = time
    self.kind = kind
    self.phase = phase
    self.fingers = fingers
    self.line = line
    self.device = device
  }
}

/// What the name of an event of libinput says.
enum LibinputEventName {
  /// The begin, an update or the end of a gesture.
  enum Part {
    case begin, update, end
  }

  /// A gesture that libinput recognizes itself.
  case gesture(LibinputEvent.Kind, Part)

  /// A scroll.
  case scroll

  /// A device that is there, or has come.
  case deviceAdded

  /// A device that has gone.
  case deviceRemoved

  /// A touch of a touchscreen, of which libinput recognizes no gestures.
  case touch

  /// Another event that libinput has.
  case other

  /// Reads a name such as `GESTURE_SWIPE_UPDATE`.
  ///
  /// Fails if libinput has no event whose name begins like this.
  init?(_ line: inout ByteCursor) {
    self.init(name: line.word())
  }

  /// Reads a name behind which a comma may stand.
  init?(listItem line: inout ByteCursor) {
    let start = line
    while !line.isAtFieldEnd, !line.starts(with: ","), !line.starts(with: "}") { line.skip(1) }
    self.init(name: line.bytes(from: start))
  }

  private init?(name: UnsafeBufferPointer<UInt8>) {
    switch name {
    case "GESTURE_SWIPE_BEGIN": self = .gesture(.swipe, .begin)
    case "GESTURE_SWIPE_UPDATE": self = .gesture(.swipe, .update)
    case "GESTURE_SWIPE_END": self = .gesture(.swipe, .end)
    case "GESTURE_PINCH_BEGIN": self = .gesture(.pinch, .begin)
    case "GESTURE_PINCH_UPDATE": self = .gesture(.pinch, .update)
    case "GESTURE_PINCH_END": self = .gesture(.pinch, .end)
    case "GESTURE_HOLD_BEGIN": self = .gesture(.hold, .begin)
    case "GESTURE_HOLD_END": self = .gesture(.hold, .end)
    // Before 1.19 one name stood for all scrolling, with its source behind.
    case "POINTER_SCROLL_FINGER", "POINTER_AXIS": self = .scroll
    case "DEVICE_ADDED": self = .deviceAdded
    case "DEVICE_REMOVED": self = .deviceRemoved
    case "TOUCH_DOWN": self = .touch
    default:
      let others: [StaticString] = [
        "GESTURE_", "POINTER_", "TOUCH_", "KEYBOARD_", "DEVICE_", "TABLET_", "SWITCH_",
      ]
      guard others.contains(where: { name.starts(with: $0) }) else { return nil }
      self = .other
    }
  }
}

extension ByteCursor {
  /// Reads a number such as `-0.26` in hundredths, cut behind the second digit.
  ///
  /// - Returns: The hundredths; `nil` if there is no number, or it is 10⁷ or more.
  mutating func hundredths() -> Int? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let whole = unsignedDecimal(), whole < 10_000_000 else { return nil }
    var hundredths = Int(whole) * 100
    if skip(".") {
      var unit = 10
      while case let digit = Int(peek()) - 0x30, (0..<10).contains(digit), !isAtEnd {
        hundredths += digit * unit
        unit /= 10
        skip(1)
      }
    }
    return isNegative ? -hundredths : hundredths
  }

  /// Reads two numbers with something in between, such as `-0.26/ 9.64`, in hundredths.
  mutating func hundredthsPair(_ separator: Unicode.Scalar) -> Vector<Device>? {
    skipBlanks()
    guard let x = hundredths() else { return nil }
    skipBlanks()
    guard skip(separator) else { return nil }
    skipBlanks()
    guard let y = hundredths() else { return nil }
    return Vector(x: x, y: y)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes begin with a text.
  fileprivate func starts(with text: StaticString) -> Bool {
    count >= text.utf8CodeUnitCount
      && (0..<text.utf8CodeUnitCount).allSatisfy { self[$0] == text.utf8Start[$0] }
  }
}
