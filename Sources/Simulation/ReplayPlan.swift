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

    /// The width and the height of the screen in pixels, if a table says.
    public var screen: PerAxis<DecimalNumber>?

    /// The pixels in a density-independent one, if a table says.
    public var density: DecimalNumber?

    /// The size of the pad in millimeters, where its units do not tell.
    public var padSize: PerAxis<DecimalNumber>?

    /// The travel that a table says, if the source is one.
    public var tableTravel: DecimalNumber?

    /// The threshold that a table says.
    public var tableThreshold: DecimalNumber?

    /// Whether a table turns the motion's sign round.
    public var isInverted: Bool

    /// The overscroll that a table says.
    public var overscroll: Overscroll

    /// The deltas that make positions, if the source is libinput's gestures.
    public var deltas: ReplaySettings.Deltas?

    /// Creates a source.
    public init(
      kind: DeviceDescription.Kind, surface: Surface, isClickpad: Bool = false,
      unitsPerPixel: Ratio? = nil, tableTravel: DecimalNumber? = nil,
      tableThreshold: DecimalNumber? = nil, isInverted: Bool = false,
      overscroll: Overscroll = .clamp, deltas: ReplaySettings.Deltas? = nil
    ) {
      self.kind = kind
      self.surface = surface
      self.isClickpad = isClickpad
      self.unitsPerPixel = unitsPerPixel
      self.tableTravel = tableTravel
      self.tableThreshold = tableThreshold
      self.isInverted = isInverted
      self.overscroll = overscroll
      self.deltas = deltas
    }
  }

  /// The kind of device.
  let kind: DeviceDescription.Kind

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

  /// The policy, with what is given on the command line in place of its own values.
  public let definition: PolicyDefinition

  /// What makes progress of motions, where the platform's own rule does; `nil`: the pan recognizer.
  let tracking: ResolvedPolicy?

  /// How the transition goes to its end.
  public let settle: SettleStyle

  /// What is shown beyond the ends.
  public let overscroll: Overscroll

  /// Whether the motion's sign is turned round.
  public let isInverted: Bool

  /// The settings that hold, as text: those of the user, of the table, of the device.
  public internal(set) var texts: [String: String]

  /// What there is to warn of.
  public let warnings: [Warning.Code]

  private let settings: ReplaySettings
  private let policies: PerAxis<Policy>
  private let progressUnits: PerAxis<ProgressUnits>
  private let flick: PerAxis<Policy>

  /// Works out a plan.
  ///
  /// - Parameters:
  ///   - settings: What the user asks for.
  ///   - source: Where positions come from.
  /// - Throws: What cannot be worked out for this device.
  public init(_ settings: ReplaySettings, for source: Source) throws(ReplayError) {
    self.settings = settings
    kind = source.kind
    overscroll = source.overscroll
    isInverted = settings.isInverted ?? source.isInverted
    (surface, mapping) = try Self.mapped(source.surface, settings)
    let ruler = Ruler(surface, of: source, scale: mapping?.scale ?? 1)
    let isSizeKnown = surface.millimeters != nil
    let definition = try Self.definition(settings, ruler)
    let policyRuler = PolicyRuler(ruler, of: source, for: definition)
    self.definition = definition

    let ways: Ways
    let slop: (units: PerAxis<Double>, text: String)
    if definition.value(.recognition, on: source.kind, along: .x) == .word("motions") {
      let resolved = ResolvedPolicy(definition, on: source.kind, policyRuler)
      tracking = resolved
      ways = Ways(
        travel: PerAxis(x: resolved.rule.scales.x.travel, y: resolved.rule.scales.y.travel),
        thresholds: resolved.thresholds)
      // The platform says when its gesture begins.
      slop = (PerAxis(both: 0), "")
      scales = resolved.rule.scales
      policies = resolved.policies
    } else {
      tracking = nil
      ways = try Self.ways(settings, definition, source, ruler, policyRuler)
      slop = try Self.slop(settings, definition, source, ruler, policyRuler)
      let scales = PerAxis(
        x: ProgressScale(travel: ways.travel.x), y: ProgressScale(travel: ways.travel.y))
      self.scales = scales
      policies = Self.policies(definition, source.kind, ways, policyRuler)
    }
    thresholds = ways.thresholds
    flick = Self.policies(Self.flick(like: definition), source.kind, ways, policyRuler)
    progressUnits = PerAxis(
      x: policyRuler.progressUnits(of: ways.travel.x, along: .x),
      y: policyRuler.progressUnits(of: ways.travel.y, along: .y))
    settle = settings.settle ?? PolicyValues(definition, on: source.kind, along: .x).settle

    var pan = PanSettings(
      fingers: settings.fingers ?? (source.kind == .touchpad ? .atLeast(2) : .any),
      direction: tracking == nil ? Self.turned(settings.direction, isInverted) : .any,
      slop: slop.units,
      edge: try settings.edge.map { edge throws(ReplayError) in
        try ruler.distances(in: edge, for: .edge)
      },
      surface: surface, unitsPerMillimeter: ruler.assumedUnits,
      filtersJumps: try Self.filtersJumps(settings, source, isSizeKnown: isSizeKnown),
      isCancelledByButton: settings.button.cancels(on: source),
      maximumGap: settings.maximumGap)
    if source.deltas != nil, tracking == nil { pan.headingDistance = Self.deliveredHeadingDistance }
    self.pan = pan

    var warnings: [Warning.Code] = []
    if !isSizeKnown, source.tableTravel == nil, source.padSize == nil {
      warnings.append(.unknownSize)
    }
    let axes = settings.direction.axis.map { [$0] } ?? Axis.allCases
    for axis in axes where Self.isOutOfReach(thresholds[axis], pan, along: axis) {
      warnings.append(.thresholdOutOfReach)
      break
    }
    self.warnings = warnings

    var texts = settings.texts
    texts["button"] = pan.isCancelledByButton ? "cancel" : "ignore"
    texts["fingers"] = pan.fingers.description
    texts["invert"] = isInverted ? "on" : "off"
    texts["jump_filter"] = pan.filtersJumps ? "on" : "off"
    texts["max_velocity_age"] = definition.age(on: source.kind)
    texts["settle"] = settle.description
    texts["slop"] = slop.text
    texts["threshold"] = ways.thresholdText
    texts["travel"] = ways.travelText
    if tracking != nil {
      for (key, parameter) in Self.policyTexts {
        texts[key] = definition.text(of: parameter, on: source.kind, along: settings.direction.axis)
      }
    }
    if let deltas = source.deltas {
      texts["deltas"] = deltas.rawValue
      texts["recognizer"] = "libinput"
    }
    self.texts = texts
  }

  /// The rule that decides a pan along an axis.
  public func policy(along axis: Axis) -> Policy { policies[axis] }

  /// What makes progress 1 along an axis.
  func units(along axis: Axis) -> ProgressUnits { progressUnits[axis] }

  /// The policy `flick` for a pan along an axis, with the threshold and the velocity age that hold.
  public func flick(along axis: Axis) -> Policy { flick[axis] }

  /// How the velocity is estimated.
  public var estimator: VelocityEstimator { policies.x.estimator }

  /// Which way is forward on the surface.
  var direction: PanDirection { Self.turned(settings.direction, isInverted) }

  // MARK: Policies

  /// The policy, with what is given on the command line in place of its own values.
  private static func definition(
    _ settings: ReplaySettings, _ ruler: Ruler
  ) throws(ReplayError) -> PolicyDefinition {
    var definition = settings.policy
    if let age = settings.maximumVelocityAge {
      definition.set(.stalePolicy, to: .word("zero_after"))
      definition.set(.maxVelocityAge, to: .duration(age))
    }
    guard definition.values[.recognition] == .word("motions") else { return definition }
    if case .length(let length) = settings.travel {
      let units = try ruler.units(in: length, for: .travel)
      guard units.x.numerator > 0, units.y.numerator > 0 else {
        throw ReplayError(.notPositive(.travel))
      }
      definition.set(.progressDistance, to: .length(PolicyLength(length)))
      definition.set(.progressIncludesStart, to: .flag(false))
    }
    if let slop = settings.slop {
      _ = try ruler.distances(in: slop, for: .slop)
      definition.set(.startDistance, to: .length(PolicyLength(slop)))
    }
    if let threshold = settings.threshold {
      for length in threshold.lengths { _ = try ruler.units(in: length, for: .threshold) }
      definition.set(.finishThreshold, to: .threshold(threshold))
    }
    return definition
  }

  /// The policy `flick`, with the estimator and the threshold of another one.
  private static func flick(like definition: PolicyDefinition) -> PolicyDefinition {
    var flick = PolicyDefinition.flick
    for parameter in [PolicyKey.stalePolicy, .maxVelocityAge] {
      flick.values[parameter] = definition.values[parameter]
    }
    return flick
  }

  private static func policies(
    _ definition: PolicyDefinition, _ kind: DeviceDescription.Kind, _ ways: Ways,
    _ ruler: PolicyRuler
  ) -> PerAxis<Policy> {
    func policy(_ axis: Axis) -> Policy {
      var policy = PolicyValues(definition, on: kind, along: axis)
        .policy(along: axis, travel: ways.travel[axis], ruler)
      policy.finishThreshold = (ways.thresholds[axis] / ways.travel[axis]).value
      return policy
    }
    return PerAxis(x: policy(.x), y: policy(.y))
  }

  /// The settings that a platform's policy states itself.
  private static let policyTexts = [
    ("slop", PolicyKey.startDistance), ("threshold", .finishThreshold),
    ("travel", .progressDistance),
  ]

  // MARK: Lengths

  private static let defaultThreshold = DecimalNumber(3, fractionDigits: 1)

  /// How far what libinput delivers must go before it tells an axis, in millimeters.
  ///
  /// libinput itself decides nothing on less (`tp_gesture_detect_motion_gestures`); tremor after a
  /// rest stays below.
  private static let deliveredHeadingDistance = 1.0

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

  /// A surface after sizing and calibration, and how positions get there.
  private static func mapped(
    _ surface: Surface, _ settings: ReplaySettings
  ) throws(ReplayError) -> (Surface, Calibration.Mapping?) {
    var surface = surface
    if let size = settings.size {
      for axis in Axis.allCases {
        surface[axis].unitsPerMillimeter = Ratio(Int128(surface[axis].range)) / size[axis].ratio
      }
    }
    guard let calibration = settings.calibration else { return (surface, nil) }
    guard let mapping = calibration.mapping(of: surface) else {
      throw ReplayError(.rangesTooLarge)
    }
    return (mapping.surface, mapping)
  }

  private static func filtersJumps(
    _ settings: ReplaySettings, _ source: Source, isSizeKnown: Bool
  ) throws(ReplayError) -> Bool {
    switch settings.jumpFilter {
    case .off: return false
    case .auto: return source.kind == .touchpad && isSizeKnown
    case .on:
      guard isSizeKnown || source.kind == .touchpad else {
        throw ReplayError(.unknownSize(.jumpFilter))
      }
      return true
    }
  }

  /// The ways that count, in device units.
  private struct Ways {
    var travel: PerAxis<Ratio>
    var thresholds: PerAxis<Ratio>
    var travelText = ""
    var thresholdText = ""
  }

  private static func ways(
    _ settings: ReplaySettings, _ definition: PolicyDefinition, _ source: Source, _ ruler: Ruler,
    _ policyRuler: PolicyRuler
  ) throws(ReplayError) -> Ways {
    let travel = try travel(settings, definition, source, ruler, policyRuler)
    let own = definition.stated(.finishThreshold, on: source.kind, along: .x)
    var threshold = settings.threshold
    if threshold == nil, case .threshold(let stated) = own { threshold = stated }
    let bar = threshold ?? Threshold(.share(source.tableThreshold ?? Self.defaultThreshold))
    return Ways(
      travel: travel.units,
      thresholds: PerAxis(
        x: try Self.units(in: bar, of: travel.units, along: .x, ruler),
        y: try Self.units(in: bar, of: travel.units, along: .y, ruler)),
      travelText: travel.text, thresholdText: bar.description)
  }

  private static func slop(
    _ settings: ReplaySettings, _ definition: PolicyDefinition, _ source: Source, _ ruler: Ruler,
    _ policyRuler: PolicyRuler
  ) throws(ReplayError) -> (units: PerAxis<Double>, text: String) {
    if settings.slop == nil,
      let units = policyRuler.ways(.startDistance, of: definition, on: source.kind),
      let text = definition.text(
        of: .startDistance, on: source.kind, along: settings.direction.axis)
    {
      return (PerAxis(x: units.x.value, y: units.y.value), text)
    }
    let slop = settings.slop ?? defaultSlop(isSizeKnown: ruler.surface.millimeters != nil)
    return (try ruler.distances(in: slop, for: .slop), slop.description)
  }

  private static func travel(
    _ settings: ReplaySettings, _ definition: PolicyDefinition, _ source: Source, _ ruler: Ruler,
    _ policyRuler: PolicyRuler
  ) throws(ReplayError) -> (units: PerAxis<Ratio>, text: String) {
    if case .length(let length) = settings.travel {
      let units = try ruler.units(in: length, for: .travel)
      guard units.x.numerator > 0, units.y.numerator > 0 else {
        throw ReplayError(.notPositive(.travel))
      }
      return (units, length.description)
    }
    if settings.travel == nil,
      let units = policyRuler.ways(.progressDistance, of: definition, on: source.kind),
      let text = definition.text(
        of: .progressDistance, on: source.kind, along: settings.direction.axis)
    {
      return (units, text)
    }
    let whole = PerAxis(x: ruler.range(.x), y: ruler.range(.y))
    if settings.travel == nil, let own = source.tableTravel { return (whole, "\(own) units") }
    return source.kind == .touchpad
      ? padTravel(settings.direction.axis, whole, ruler) : (whole, "1.0")
  }

  /// GNOME Shell's way of progress 1 on a touchpad, 400 px across and 300 px up, at most the pad.
  private static func padTravel(
    _ axis: Axis?, _ whole: PerAxis<Ratio>, _ ruler: Ruler
  ) -> (units: PerAxis<Ratio>, text: String) {
    let units = PerAxis(
      x: Ratio(38) * ruler.padUnits(.x), y: Ratio(285, over: 10) * ruler.padUnits(.y))
    let texts = PerAxis(
      x: units.x < whole.x ? "38mm" : "1.0", y: units.y < whole.y ? "28.5mm" : "1.0")
    return (
      PerAxis(x: min(units.x, whole.x), y: min(units.y, whole.y)),
      axis.map { texts[$0] } ?? "\(texts.x) across, \(texts.y) up"
    )
  }

  /// The least of a threshold's lengths, a share being one of the travel.
  private static func units(
    in threshold: Threshold, of travel: PerAxis<Ratio>, along axis: Axis, _ ruler: Ruler
  ) throws(ReplayError) -> Ratio {
    var least: Ratio?
    for length in threshold.lengths {
      let units: Ratio
      if case .share(let share) = length {
        units = share.ratio * travel[axis]
      } else {
        units = try ruler.units(in: length, along: axis, for: .threshold)
      }
      least = least.map { min($0, units) } ?? units
    }
    return least ?? travel[axis]
  }

  /// Whether no motion on the surface reaches a threshold; the slop before it does not count.
  private static func isOutOfReach(
    _ threshold: Ratio, _ pan: PanSettings, along axis: Axis
  ) -> Bool {
    let range = pan.surface[axis].range
    return threshold > Ratio(Int128(range)) || threshold.value + pan.slop[axis] > Double(range)
  }
}

extension ReplaySettings.Button {
  /// Whether a click cancels the gesture.
  fileprivate func cancels(on source: ReplayPlan.Source) -> Bool {
    switch self {
    case .cancel: true
    case .ignore: false
    case .auto: source.isClickpad
    }
  }
}
