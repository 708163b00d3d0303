public import Gestures
public import Quantities
public import Transitions
public import TouchInput

/// What a replay does, once the surface is known: every setting in the units of the device.
public struct ReplayPlan: Sendable {
  /// Where positions come from.
  public struct Source: Hashable, Sendable {
    /// The kind of device.
    public var kind: DeviceDescription.Kind

    /// The surface, as the device or the user has it.
    public var surface: Surface

    /// Whether the pad itself is the button.
    public var isClickpad: Bool

    /// The device units in a pixel, if pixels are known.
    public var unitsPerPixel: Ratio?

    /// The travel that a table says, if the source is one.
    public var tableTravel: DecimalNumber?

    /// The threshold that a table says.
    public var tableThreshold: DecimalNumber?

    /// Whether a table turns the motion's sign round.
    public var isInverted: Bool

    /// The overscroll that a table says.
    public var overscroll: Overscroll

    /// Creates a source.
    public init(
      kind: DeviceDescription.Kind, surface: Surface, isClickpad: Bool = false,
      unitsPerPixel: Ratio? = nil, tableTravel: DecimalNumber? = nil,
      tableThreshold: DecimalNumber? = nil, isInverted: Bool = false,
      overscroll: Overscroll = .clamp
    ) {
      self.kind = kind
      self.surface = surface
      self.isClickpad = isClickpad
      self.unitsPerPixel = unitsPerPixel
      self.tableTravel = tableTravel
      self.tableThreshold = tableThreshold
      self.isInverted = isInverted
      self.overscroll = overscroll
    }
  }

  /// libinput's size of a touchpad that does not say its own, in millimeters.
  public static let assumedPad = PerAxis(x: 69, y: 50)

  /// GNOME Shell's way of progress 1 on a touchpad: 400 px across, 300 px up, in millimeters.
  static let padTravel = PerAxis(x: Ratio(38), y: Ratio(285, over: 10))

  /// The surface that positions lie on, after calibration.
  public let surface: Surface

  /// How positions are mapped, or `nil` if they stay as they are.
  public let mapping: Calibration.Mapping?

  /// What a pan needs.
  public let pan: PanSettings

  /// What makes progress of a way along each axis.
  public let scales: PerAxis<ProgressScale>

  /// The threshold along each axis, in device units.
  public let thresholds: PerAxis<Ratio>

  /// What is shown beyond the ends.
  public let overscroll: Overscroll

  /// Whether the motion's sign is turned round.
  public let isInverted: Bool

  /// The settings that hold, as text: those of the user, of the table, of the device.
  public let texts: [String: String]

  /// What there is to warn of.
  public let warnings: [Warning.Code]

  private let settings: ReplaySettings

  /// Works out a plan.
  ///
  /// - Parameters:
  ///   - settings: What the user asks for.
  ///   - source: Where positions come from.
  /// - Throws: What cannot be worked out for this device.
  public init(_ settings: ReplaySettings, for source: Source) throws(ReplayError) {
    var device = source.surface
    if let size = settings.size {
      device = Self.sized(device, to: size)
    }
    var mapping: Calibration.Mapping?
    if let calibration = settings.calibration {
      guard let found = calibration.mapping(of: device) else {
        throw ReplayError(.rangesTooLarge)
      }
      mapping = found
      device = found.surface
    }
    self.mapping = mapping
    surface = device
    let ruler = Ruler(
      surface: device, source: source,
      unitsPerPixel: source.unitsPerPixel.map { $0 * Ratio(Int128(mapping?.scale ?? 1)) })
    let inverted = settings.isInverted ?? source.isInverted
    isInverted = inverted
    overscroll = source.overscroll
    self.settings = settings

    let travel = try Self.travel(settings, source, ruler)
    scales = PerAxis(
      x: ProgressScale(travel: travel.x), y: ProgressScale(travel: travel.y))
    let threshold =
      settings.threshold ?? Threshold(.share(source.tableThreshold ?? Self.defaultThreshold))
    let thresholds = PerAxis(
      x: try Self.units(of: threshold, travel.x, .x, ruler),
      y: try Self.units(of: threshold, travel.y, .y, ruler))
    self.thresholds = thresholds

    let isSizeKnown = device.millimeters != nil
    let slop = settings.slop ?? Self.defaultSlop(isSizeKnown: isSizeKnown)
    let slopUnits = try ruler.lengths(slop, "--slop")
    let fingers = settings.fingers ?? (source.kind == .touchpad ? .atLeast(2) : .any)
    let filtersJumps =
      switch settings.jumpFilter {
      case .on: true
      case .off: false
      case .auto: source.kind == .touchpad && isSizeKnown
      }
    if settings.jumpFilter == .on, !isSizeKnown, source.kind != .touchpad {
      throw ReplayError(.unknownSize(setting: "--jump-filter on"))
    }
    let isCancelledByButton =
      switch settings.button {
      case .cancel: true
      case .ignore: false
      case .auto: source.isClickpad
      }
    pan = PanSettings(
      fingers: fingers, direction: Self.turned(settings.direction, inverted),
      slop: slopUnits,
      edge: try settings.edge.map { edge throws(ReplayError) in
        try ruler.lengths(edge, "--edge")
      },
      surface: device, unitsPerMillimeter: ruler.assumedUnits, filtersJumps: filtersJumps,
      isCancelledByButton: isCancelledByButton, maximumGap: settings.maximumGap)

    var warnings: [Warning.Code] = []
    if !isSizeKnown, source.tableTravel == nil { warnings.append(.unknownSize) }
    let axes = settings.direction.axis.map { [$0] } ?? [.x, .y]
    if axes.contains(where: { axis in
      let (bar, range) = (thresholds[axis], device[axis].range)
      // The way before the gesture is recognized does not count.
      return bar > Ratio(Int128(range)) || bar.value + slopUnits[axis] > Double(range)
    }) {
      warnings.append(.thresholdOutOfReach)
    }
    self.warnings = warnings
    var texts = settings.texts
    texts["button"] = isCancelledByButton ? "cancel" : "ignore"
    texts["fingers"] = fingers.description
    texts["invert"] = inverted ? "on" : "off"
    texts["jump_filter"] = filtersJumps ? "on" : "off"
    texts["slop"] = slop.description
    texts["threshold"] = threshold.description
    texts["travel"] = Self.text(settings, source, travel.text)
    self.texts = texts
  }

  /// The rule that decides a pan along an axis.
  public func policy(along axis: Axis) -> Policy {
    policy(settings.policy, along: axis)
  }

  /// A named rule for a pan along an axis, with the threshold and the velocity age that hold.
  public func policy(_ name: ReplaySettings.PolicyName, along axis: Axis) -> Policy {
    let threshold = scales[axis].progress(of: thresholds[axis])
    var policy =
      switch name {
      case .threshold: Policy.threshold(threshold)
      case .flick: Policy.flick(threshold)
      }
    policy.estimator = .window(maximumAge: settings.maximumVelocityAge)
    return policy
  }

  /// How the velocity is estimated.
  public var estimator: VelocityEstimator { .window(maximumAge: settings.maximumVelocityAge) }

  // MARK: Lengths

  private static let defaultThreshold = DecimalNumber(3, fractionDigits: 1)

  private static func defaultSlop(isSizeKnown: Bool) -> Length {
    isSizeKnown
      ? .millimeters(DecimalNumber(15, fractionDigits: 1))
      : .share(DecimalNumber(1, fractionDigits: 2))
  }

  /// Turning the motion round turns the way that is forward on the surface.
  private static func turned(_ direction: PanDirection, _ isInverted: Bool) -> PanDirection {
    guard isInverted, let heading = direction.heading else { return direction }
    return PanDirection(rawValue: heading.opposite.rawValue) ?? direction
  }

  private static func sized(
    _ surface: Surface, to size: PerAxis<DecimalNumber>
  ) -> Surface {
    var result = surface
    result.x.unitsPerMillimeter = Ratio(Int128(surface.x.range)) / size.x.ratio
    result.y.unitsPerMillimeter = Ratio(Int128(surface.y.range)) / size.y.ratio
    return result
  }

  private static func travel(
    _ settings: ReplaySettings, _ source: Source, _ ruler: Ruler
  ) throws(ReplayError) -> (x: Ratio, y: Ratio, text: String) {
    guard case .length(let length) = settings.travel else {
      let whole = (x: ruler.range(.x), y: ruler.range(.y))
      guard settings.travel == .auto || source.tableTravel == nil, source.kind == .touchpad else {
        return (whole.x, whole.y, "1.0")
      }
      let x = padTravel.x * ruler.padUnits(.x)
      let y = padTravel.y * ruler.padUnits(.y)
      let texts = (x: x < whole.x ? "38mm" : "1.0", y: y < whole.y ? "28.5mm" : "1.0")
      let text =
        switch settings.direction.axis {
        case .x: texts.x
        case .y: texts.y
        case nil: "\(texts.x) across, \(texts.y) up"
        }
      return (min(x, whole.x), min(y, whole.y), text)
    }
    let x = try ruler.units(length, .x, "--travel")
    let y = try ruler.units(length, .y, "--travel")
    guard x.numerator > 0, y.numerator > 0 else {
      throw ReplayError(.notPositive(setting: "--travel"))
    }
    return (x, y, length.description)
  }

  private static func text(
    _ settings: ReplaySettings, _ source: Source, _ travel: String
  ) -> String {
    guard let table = source.tableTravel, settings.travel == nil else { return travel }
    return "\(table) units"
  }

  private static func units(
    of threshold: Threshold, _ travel: Ratio, _ axis: Axis, _ ruler: Ruler
  ) throws(ReplayError) -> Ratio {
    var least: Ratio?
    for length in threshold.lengths {
      let units: Ratio
      if case .share(let share) = length {
        units = share.ratio * travel
      } else {
        units = try ruler.units(length, axis, "--threshold")
      }
      least = least.map { min($0, units) } ?? units
    }
    return least ?? travel
  }

  /// Measures lengths in device units.
  private struct Ruler {
    let surface: Surface
    let source: Source
    let unitsPerPixel: Ratio?

    func range(_ axis: Axis) -> Ratio { Ratio(Int128(surface[axis].range)) }

    /// The units in a millimeter of a touchpad, as assumed where it does not say.
    func padUnits(_ axis: Axis) -> Ratio {
      surface[axis].unitsPerMillimeter
        ?? range(axis)
        / Ratio(Int128(assumedPad[axis]))
    }

    /// The units in a millimeter, for comparing the axes and judging what a finger can do.
    ///
    /// A device that does not say its size counts in the same units along both axes, as drivers
    /// without a resolution do: those of a pad 69 mm wide, or of another surface 150 mm along its
    /// longer side.
    var assumedUnits: PerAxis<Double> {
      if let x = surface.x.unitsPerMillimeter, let y = surface.y.unitsPerMillimeter {
        return PerAxis(x: x.value, y: y.value)
      }
      let units =
        source.kind == .touchpad
        ? padUnits(.x).value : Double(max(surface.x.range, surface.y.range)) / 150
      return PerAxis(both: units)
    }

    func units(_ length: Length, _ axis: Axis, _ setting: String) throws(ReplayError) -> Ratio {
      switch length {
      case .share(let share): return share.ratio * range(axis)
      case .millimeters(let number):
        guard let units = surface[axis].unitsPerMillimeter else {
          throw ReplayError(.unknownSize(setting: setting))
        }
        return number.ratio * units
      case .pixels(let number):
        if let units = unitsPerPixel { return number.ratio * units }
        guard source.kind == .touchpad else {
          throw ReplayError(.unknownPixels(setting: setting))
        }
        // libinput makes them on a pad of unknown size too.
        return number.ratio * padUnits(axis) / Length.gesturePixelsPerMillimeter
      }
    }

    func lengths(_ length: Length, _ setting: String) throws(ReplayError) -> PerAxis<Double> {
      let x = try units(length, .x, setting)
      let y = try units(length, .y, setting)
      guard x.numerator >= 0, y.numerator >= 0 else {
        throw ReplayError(.notPositive(setting: setting))
      }
      return PerAxis(x: x.value, y: y.value)
    }
  }
}
