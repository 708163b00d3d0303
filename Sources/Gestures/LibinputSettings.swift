public import Quantities
public import TouchInput

/// What libinput knows of a touchpad, and its own figures.
///
/// Distances are in millimeters. The figures are those of `evdev-mt-touchpad-gestures.c`,
/// `evdev-mt-touchpad.c`, `evdev-mt-touchpad-thumb.c` and `evdev-mt-touchpad-buttons.c`.
public struct LibinputSettings: Hashable, Sendable {
  /// A libinput that differs from others.
  public enum Release: Hashable, Sendable, CaseIterable {
    /// 1.22, in Debian 12: the motion of the very frame that begins a gesture is told.
    case v1_22

    /// 1.28: what is told comes after the frame that begins.
    case current
  }

  /// The surface, in device units.
  public var surface: Surface

  /// The device units in a millimeter along each axis, more than 0: as the device says, or as
  /// libinput assumes.
  public let unitsPerMillimeter: PerAxis<Double>

  /// How many contacts the device tells apart, 1 or more.
  public var slotCount: Int

  /// Whether the pad itself is the button: then its lower edge is one, a click ends gestures, and
  /// thumbs are looked for.
  public var isClickpad: Bool

  /// Whether the lower edge of a clickpad is its buttons, as is libinput's default; otherwise the
  /// number of fingers tells the button.
  public var hasButtonArea: Bool

  /// Whether a touch that lands near a side or the top may be a palm; not on an external touchpad.
  public var watchesEdges: Bool

  /// Whether two contacts span a rectangle around all fingers; then one position is believed.
  public var isSemiMultitouch: Bool

  /// Whether contacts tell their pressure, by which libinput judges whether they touch.
  public var hasPressure: Bool

  /// The noise that the device declares along each axis, in device units; 0: none.
  public var fuzz: PerAxis<Int>

  /// Whether steps that no finger can make are left out.
  public var filtersJumps = true

  /// Which libinput it goes by.
  public var release = Release.current

  /// The motion below which nothing is decided.
  public var undecidedDistance = 1.0

  /// The motion of both watched touches that decides, for two fingers.
  public var leastDistance = 1.5

  /// How much more it is for each further finger.
  public var leastDistanceStep = 0.5

  /// The motion of one watched touch that decides although the other is below the least, for two
  /// fingers.
  public var largestDistance = 4.0

  /// How much more it is for each further finger.
  public var largestDistanceStep = 2.0

  /// The time after which touches close to each other are taken to go the same way.
  public var swipeTimeout = Duration.milliseconds(150)

  /// How close they have to be.
  public var closeDistance = PerAxis(x: 40.0, y: 7.0)

  /// How long a changed number of fingers has to last before it ends a gesture.
  public var switchTimeout = Duration.milliseconds(100)

  /// How long one or two fingers have to stay for a hold.
  public var quickHoldTimeout = Duration.milliseconds(40)

  /// How long more fingers have to stay for a hold.
  public var holdTimeout = Duration.milliseconds(180)

  /// How long a scroll may turn out to be a pinch.
  public var pinchTimeout = Duration.milliseconds(300)

  /// How far a touch has to go for that.
  public var pinchDistance = 1.5

  /// How far one finger may move and still hold.
  public var holdDistance = 0.5

  /// How far a finger has to move to count again after a click.
  public var unpinDistance = 1.5

  /// The size of a touchpad that does not say its own.
  ///
  /// It is `tp_init_default_resolution` in libinput.
  public static let assumedSize = PerAxis(x: 69, y: 50)

  /// Creates settings for a touchpad.
  ///
  /// - Parameters:
  ///   - surface: The surface that its positions lie on.
  ///   - slotCount: How many contacts it tells apart.
  ///   - isClickpad: Whether the pad itself is the button.
  public init(surface: Surface, slotCount: Int, isClickpad: Bool = false) {
    self.surface = surface
    self.slotCount = max(slotCount, 1)
    self.isClickpad = isClickpad
    hasButtonArea = isClickpad
    watchesEdges = true
    isSemiMultitouch = false
    hasPressure = false
    fuzz = PerAxis(both: 0)
    unitsPerMillimeter = Self.units(of: surface)
  }

  /// Creates settings for a device.
  ///
  /// - Parameters:
  ///   - device: What the device says of itself.
  ///   - surface: The surface that its positions lie on.
  ///   - axes: The axes that they come on.
  public init(device: DeviceDescription, surface: Surface, axes: PositionAxes) {
    let isMultitouch = device.isMultitouch || axes == .contacts
    let slots = device.largestSlot.map { Int($0) + 1 } ?? ContactFrame.capacity
    self.init(
      surface: surface, slotCount: isMultitouch ? min(slots, ContactFrame.capacity) : 1,
      isClickpad: device.properties.contains(.clickpad))
    let isApple = device.identity.vendor == Self.apple
    hasButtonArea = isClickpad && !isApple
    watchesEdges = device.identity.bus != Self.bluetooth && !isApple
    isSemiMultitouch = device.properties.contains(.semiMultitouch)
    hasPressure = device.hasAxis(isMultitouch ? AxisCode.pressure : AxisCode.singlePressure)
    fuzz = PerAxis(
      x: Int(device.axes[axes.x]?.fuzz ?? 0), y: Int(device.axes[axes.y]?.fuzz ?? 0))
  }

  /// The vendor whose touchpads count fingers on a click, in libinput's quirks.
  private static let apple: UInt16 = 0x05ac

  /// The bus of external touchpads, `BUS_BLUETOOTH` in the kernel.
  private static let bluetooth: UInt16 = 5

  /// The units in a millimeter; on a pad that does not say its size whole ones, as libinput has it.
  private static func units(of surface: Surface) -> PerAxis<Double> {
    if let x = surface.x.unitsPerMillimeter, let y = surface.y.unitsPerMillimeter {
      return PerAxis(x: x.value, y: y.value)
    }
    return PerAxis(
      x: Double(max(surface.x.range / assumedSize.x, 1)),
      y: Double(max(surface.y.range / assumedSize.y, 1)))
  }

  /// Whether gestures are recognized, and not scrolling alone: two fingers must be told apart.
  var hasGestures: Bool { slots > 1 }

  /// How many contacts are believed.
  var slots: Int { isSemiMultitouch ? 1 : slotCount }

  /// The size of the pad in millimeters.
  var size: PerAxis<Double> {
    PerAxis(
      x: Double(surface.x.range) / unitsPerMillimeter.x,
      y: Double(surface.y.range) / unitsPerMillimeter.y)
  }

  /// The length of a way in device units, in millimeters.
  func millimeters(_ way: Vector<Device>) -> Double {
    let (x, y) = (Double(way.x) / unitsPerMillimeter.x, Double(way.y) / unitsPerMillimeter.y)
    return (x * x + y * y).squareRoot()
  }
}
