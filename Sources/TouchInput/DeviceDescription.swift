public import Quantities

/// What a device says of itself: its name, its properties, what it can send.
public struct DeviceDescription: Hashable, Sendable {
  /// What an absolute axis says of its values.
  ///
  /// The corresponding C type is `struct input_absinfo`.
  public struct AbsoluteAxis: Hashable, Sendable {
    /// The smallest value that the axis means to send.
    public var minimum: Int32

    /// The largest value that the axis means to send.
    public var maximum: Int32

    /// The noise that the kernel filters out, in device units.
    public var fuzz: Int32

    /// The values around the middle that a joystick reports as 0.
    public var flat: Int32

    /// Device units in a millimeter; 0 if unknown.
    public var resolution: Int32

    /// Creates an axis.
    public init(
      minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0
    ) {
      self.minimum = minimum
      self.maximum = maximum
      self.fuzz = fuzz
      self.flat = flat
      self.resolution = resolution
    }
  }

  /// The bus a device is on, and who made it.
  ///
  /// The corresponding C type is `struct input_id`.
  public struct Identity: Hashable, Sendable {
    /// The kind of bus, such as 3 for USB.
    public var bus: UInt16

    /// The vendor's number.
    public var vendor: UInt16

    /// The vendor's number of the product.
    public var product: UInt16

    /// The version of the product.
    public var version: UInt16

    /// Creates an identity.
    public init(bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0) {
      self.bus = bus
      self.vendor = vendor
      self.product = product
      self.version = version
    }
  }

  /// The properties of an input device.
  public struct Properties: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64

    /// Creates a set of properties from their bits.
    public init(rawValue: UInt64) {
      self.rawValue = rawValue
    }

    /// The device needs a pointer on the screen, `INPUT_PROP_POINTER` in the kernel.
    public static let pointer = Self(rawValue: 1 << 0)

    /// What is touched is what is meant, `INPUT_PROP_DIRECT` in the kernel.
    public static let direct = Self(rawValue: 1 << 1)

    /// The pad itself is the button, `INPUT_PROP_BUTTONPAD` in the kernel.
    public static let clickpad = Self(rawValue: 1 << 2)

    /// Two contacts span a rectangle around all fingers, `INPUT_PROP_SEMI_MT` in the kernel.
    public static let semiMultitouch = Self(rawValue: 1 << 3)

    /// The axes are those of an acceleration, `INPUT_PROP_ACCELEROMETER` in the kernel.
    public static let accelerometer = Self(rawValue: 1 << 6)
  }

  /// What a device is, as far as touches are concerned.
  public enum Kind: String, Hashable, Sendable {
    /// A surface that moves a pointer.
    case touchpad

    /// A surface that shows what is touched.
    case touchscreen

    /// A surface for a pen.
    case pen

    /// A device that nobody touches with fingers.
    case other
  }

  /// The name as the device says it: text that nobody has checked.
  public var name: String?

  /// The bus, vendor and product.
  public var identity: Identity

  /// The properties.
  public var properties: Properties

  /// The absolute axes that have a declared range.
  public var axes: [UInt16: AbsoluteAxis]

  /// The codes that the device can send, by kind of event.
  public var codes: [UInt16: Set<UInt16>]

  /// Creates a description; by default of a device that says nothing.
  public init(
    name: String? = nil, identity: Identity = Identity(), properties: Properties = [],
    axes: [UInt16: AbsoluteAxis] = [:], codes: [UInt16: Set<UInt16>] = [:]
  ) {
    self.name = name
    self.identity = identity
    self.properties = properties
    self.axes = axes
    self.codes = codes
  }

  /// Whether nothing is known of the device.
  public var isEmpty: Bool {
    name == nil && properties.isEmpty && axes.isEmpty && codes.isEmpty
  }

  /// Whether the device says that it can send a key or button.
  public func hasKey(_ code: UInt16) -> Bool {
    codes[EventType.key]?.contains(code) ?? false
  }

  /// Whether the device says that it has an absolute axis, with or without a range.
  public func hasAxis(_ code: UInt16) -> Bool {
    axes[code] != nil || codes[EventType.absolute]?.contains(code) ?? false
  }

  /// Whether the device reports contacts of their own, not one position alone.
  ///
  /// Joysticks and keyboards that claim every axis there is do not: as udev does, it takes the code
  /// below `ABS_MT_SLOT`, which no touch device has, as the sign of them.
  public var isMultitouch: Bool {
    hasAxis(AxisCode.contactX) && hasAxis(AxisCode.contactY)
      && !(hasAxis(AxisCode.slot) && hasAxis(AxisCode.slot - 1))
  }

  /// The kind of device, judged by properties, axes and keys; `nil` if only axes are known.
  ///
  /// The rule is udev's (`test_pointers` in `udev-builtin-input_id.c`) where touches are concerned,
  /// but for two things. A pen device that reports contacts of their own is what it is besides the
  /// pen. And mouse buttons do not make a mouse of a device with `BTN_TOUCH`: drivers put the
  /// buttons of an emulated mouse on it.
  public var kind: Kind? {
    guard codes.keys.contains(where: { $0 != EventType.absolute }) || !properties.isEmpty
    else { return nil }
    guard isMultitouch || hasAxis(AxisCode.x) && hasAxis(AxisCode.y),
      !properties.contains(.accelerometer)
    else { return .other }
    if !isMultitouch, hasKey(KeyCode.pen) || hasKey(KeyCode.stylus) {
      // Without a pen or BTN_TOUCH it is the buttons beside a tablet.
      return hasKey(KeyCode.pen) || hasKey(KeyCode.touch) ? .pen : .other
    }
    if properties.contains(.direct) {
      return isMultitouch || hasKey(KeyCode.touch) ? .touchscreen : .other
    }
    if hasKey(KeyCode.finger) { return .touchpad }
    if hasKey(KeyCode.touch) { return properties.contains(.pointer) ? .touchpad : .touchscreen }
    // Contacts without BTN_TOUCH: a driver of the first days, or a mouse with a surface.
    return isMultitouch && !hasKey(KeyCode.left) ? .touchscreen : .other
  }

  /// The largest slot number that the device declares, or `nil` if it declares none.
  public var largestSlot: Int32? {
    axes[AxisCode.slot]?.maximum
  }

  /// The surface that positions on a pair of axes lie on, or `nil` without declared ranges.
  ///
  /// Where a driver states the resolution on the axis of the single position only, that one
  /// counts for the contacts too, if the ranges are the same.
  public func surface(_ axes: PositionAxes) -> Surface? {
    guard let x = extent(axes.x, standIn: AxisCode.x), let y = extent(axes.y, standIn: AxisCode.y)
    else { return nil }
    return Surface(x: x, y: y)
  }

  private func extent(_ code: UInt16, standIn: UInt16) -> Surface.Extent? {
    guard let axis = axes[code] else { return nil }
    var resolution = axis.resolution
    if resolution <= 0, let other = axes[standIn],
      (other.minimum, other.maximum) == (axis.minimum, axis.maximum)
    {
      resolution = other.resolution
    }
    return Surface.Extent(
      minimum: Int(axis.minimum), maximum: Int(axis.maximum),
      unitsPerMillimeter: resolution > 0 ? Ratio(Int128(resolution)) : nil)
  }
}
