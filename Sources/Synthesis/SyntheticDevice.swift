public import Quantities
public import TouchInput

/// A touch device that does not exist: what it is like, in millimeters and reports a second.
public struct SyntheticDevice: Hashable, Sendable {
  /// What the device is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A surface that moves a pointer; it counts fingers by `BTN_TOOL_*`.
    case touchpad

    /// A surface that shows what is touched.
    case touchscreen
  }

  /// What the device is.
  public var kind: Kind

  /// The name that it gives itself: 1 to 80 bytes without control characters.
  public var name: String

  /// The width in millimeters, 10…2000.
  public var width: Double

  /// The height in millimeters, 10…2000.
  public var height: Double

  /// The device units in a millimeter along x, 1…1000.
  public var resolutionX: Int

  /// The device units in a millimeter along y, 1…1000.
  public var resolutionY: Int

  /// The reports in a second, 10…1000.
  public var reportRate: Double

  /// How many contacts it reports positions of, 1…32.
  ///
  /// A touchpad also counts the fingers beyond.
  public var slots: Int

  /// Whether the pad itself is the button; a touchpad that is none has buttons beside it.
  public var isClickpad: Bool

  /// Whether it reports one position alone, on `ABS_X` and `ABS_Y`.
  public var isSingleTouch: Bool

  /// How far the reports' time stamps stray from even intervals, at most, in either direction.
  ///
  /// The sensor scans at even intervals; bus and scheduler make the stamps uneven. It is less than
  /// 45 % of an interval, so that time never runs backwards.
  public var jitter: Duration

  /// The noise of each coordinate of each contact, in millimeters: the root of its mean square,
  /// 0…10.
  ///
  /// Microsoft's tests of precision touchpads want contacts at rest to stay within 0.5 mm, and its
  /// design guide wants them not to move at all; the default is what firmware leaves.
  public var noise: Double

  /// Creates a device; the defaults are those of ``touchpad``.
  public init(
    kind: Kind = .touchpad, name: String = "Synthetic Touchpad", width: Double = 104,
    height: Double = 70, resolutionX: Int = 31, resolutionY: Int = 31, reportRate: Double = 125,
    slots: Int = 5, isClickpad: Bool = true, isSingleTouch: Bool = false,
    jitter: Duration = .zero, noise: Double = 0.02
  ) {
    self.kind = kind
    self.name = name
    self.width = width
    self.height = height
    self.resolutionX = resolutionX
    self.resolutionY = resolutionY
    self.reportRate = reportRate
    self.slots = slots
    self.isClickpad = isClickpad
    self.isSingleTouch = isSingleTouch
    self.jitter = jitter
    self.noise = noise
  }

  /// A clickpad of a laptop: 104 × 70 mm at 125 reports a second.
  public static let touchpad = Self()

  /// The screen of a phone: 68 × 150 mm at 120 reports a second.
  public static let touchscreen = Self(
    kind: .touchscreen, name: "Synthetic Touchscreen", width: 68, height: 150, resolutionX: 16,
    resolutionY: 16, reportRate: 120, slots: 10, isClickpad: false)

  /// The seconds between two reports.
  var interval: Double { 1 / reportRate }

  /// The size in millimeters.
  public var size: Size { Size(width: width, height: height) }

  /// The largest coordinate along x.
  var largestX: Int32 { Self.largest(width, resolutionX) }

  /// The largest coordinate along y.
  var largestY: Int32 { Self.largest(height, resolutionY) }

  /// How many contacts have a position of their own.
  var positions: Int { isSingleTouch ? 1 : slots }

  /// Whether it tells how many fingers there are beyond those with a position.
  var countsFingers: Bool { kind == .touchpad }

  private static func largest(_ length: Double, _ resolution: Int) -> Int32 {
    Int32(clamping: Int((length * Double(resolution)).rounded()))
  }

  /// What the device says of itself.
  ///
  /// The bus is the virtual one, 6: nobody made this device.
  ///
  /// - Throws: What makes no sense.
  public func description() throws(SynthesisError) -> DeviceDescription {
    try validate()
    var keys: Set<UInt16> = [KeyCode.touch]
    if kind == .touchpad {
      keys.formUnion([
        KeyCode.finger, KeyCode.twoFingers, KeyCode.threeFingers, KeyCode.fourFingers,
        KeyCode.fiveFingers,
      ])
      keys.formUnion(isClickpad ? [KeyCode.left] : [KeyCode.left, KeyCode.left + 1])
    }
    let x = DeviceDescription.AbsoluteAxis(
      minimum: 0, maximum: largestX, resolution: Int32(resolutionX))
    let y = DeviceDescription.AbsoluteAxis(
      minimum: 0, maximum: largestY, resolution: Int32(resolutionY))
    var axes = [AxisCode.x: x, AxisCode.y: y]
    if !isSingleTouch {
      axes[AxisCode.slot] = .init(minimum: 0, maximum: Int32(slots - 1))
      axes[AxisCode.contactX] = x
      axes[AxisCode.contactY] = y
      axes[AxisCode.trackingID] = .init(minimum: 0, maximum: ContactReporter.largestTrackingID)
    }
    var properties: DeviceDescription.Properties = kind == .touchpad ? .pointer : .direct
    if kind == .touchpad, isClickpad { properties.insert(.clickpad) }
    return DeviceDescription(
      name: name, identity: .init(bus: 6, version: 1), properties: properties, axes: axes,
      codes: [
        EventType.synchronization: [EventType.synchronization, EventType.key, EventType.absolute],
        EventType.key: keys, EventType.absolute: Set(axes.keys),
      ])
  }

  /// Checks that the device makes sense.
  func validate() throws(SynthesisError) {
    let isText = name.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && !(0x7f..<0xa0).contains(scalar.value)
        && !(0x2028...0x202e).contains(scalar.value)
    }
    guard isText, (1...80).contains(name.utf8.count) else { throw .invalidName }
    try SynthesisError.check(width, .size, in: 10...2000)
    try SynthesisError.check(height, .size, in: 10...2000)
    try SynthesisError.check(Double(resolutionX), .resolution, in: 1...1000)
    try SynthesisError.check(Double(resolutionY), .resolution, in: 1...1000)
    try SynthesisError.check(reportRate, .reportRate, in: 10...1000)
    try SynthesisError.check(Double(slots), .slots, in: 1...32)
    try SynthesisError.check(noise, .noise, in: 0...10)
    try SynthesisError.check(jitter.seconds, .jitter, in: 0...(0.45 * interval))
  }
}
