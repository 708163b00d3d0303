import Gestures
public import Quantities
public import Recordings
public import TouchInput
import Transitions

/// What came of a sample table: its rows drove a transition.
public struct TableReplay: Sendable {
  /// The table.
  public let table: SampleTable

  /// What its values and the settings came to.
  public let plan: ReplayPlan

  /// What was found, in the order of time.
  public private(set) var findings: [Replay.Finding] = []

  /// What happened, in the order of time, if it is told.
  public private(set) var moments: [GestureMoment] = []

  /// The frames of contacts, if they are told.
  public private(set) var contacts: [ContactFrame] = []

  /// The time that the reports' times are relative to.
  public let origin: Timestamp

  /// What the compared policies made of the touches, in the order of time.
  public private(set) var comparisons: [TouchComparison] = []

  /// What there is to warn of.
  public var warnings: [Warning] { log.all }

  /// When the first of each came, in seconds since the first row, as far as it is known.
  public var warningTimes: [Warning.Code: [Double]] { log.times }

  private var log = WarningLog()

  /// Replays a table.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - settings: What is asked for, which wins over what the table says.
  /// - Throws: What neither the table nor the settings say.
  /// - Complexity: O(*n*) for *n* rows.
  public init(_ table: SampleTable, settings: ReplaySettings) throws(ReplayError) {
    guard settings.recognizer != .libinput else {
      throw ReplayError(.noTouchpad(.recognizer))
    }
    origin = table.touches.first?.samples.first?.time ?? .zero
    var engine = try Self.engine(for: table, settings, origin: origin)
    var panel =
      settings.comparedPolicies.isEmpty
      ? nil
      : try PolicyPanel(settings, origin: origin) { settings throws(ReplayError) in
        try Self.source(of: table, settings)
      }
    self.table = table
    plan = engine.plan
    plan.warnings.forEach { log.noteOnce($0) }
    if table.sampleCount == 0 { log.note(.noEvents) }
    var last: ContactFrame?
    for frame in table.frames {
      if engine.handle(frame, into: &findings) {
        log.note(.touchJump, at: frame.time.since(origin).seconds)
      }
      panel?.handle(frame)
      if settings.tellsContacts { contacts.append(frame) }
      last = frame
    }
    comparisons = panel?.takeComparisons() ?? []
    moments = engine.takeMoments()
    guard let last, last.count > 0 else { return }
    log.note(.contactLeftDown)
    let end = ContactFrame(time: last.time, interruption: .endOfRecording)
    _ = engine.handle(end, into: &findings)
    panel?.handle(end)
    if settings.tellsContacts { contacts.append(end) }
    comparisons += panel?.takeComparisons() ?? []
    moments += engine.takeMoments()
  }

  /// The engine for the policy that is asked for, or for the first of the compared ones that the
  /// table is enough for.
  private static func engine(
    for table: SampleTable, _ settings: ReplaySettings, origin: Timestamp
  ) throws(ReplayError) -> GestureEngine {
    var first: ReplayError?
    for policy in [settings.policy] + settings.comparedPolicies {
      var settings = settings
      settings.policy = policy
      do throws(ReplayError) {
        let (source, settings) = try source(of: table, settings)
        return try GestureEngine(settings, source, origin: origin, isOnSurface: true)
      } catch {
        first = first ?? error
      }
    }
    throw first ?? ReplayError(.unknownTravel)
  }

  /// What a table says of its positions; what is given on the command line wins.
  private static func source(
    of table: SampleTable, _ given: ReplaySettings
  ) throws(ReplayError) -> (ReplayPlan.Source, ReplaySettings) {
    var settings = given
    let isByPlatform = given.policy.values[.recognition] == .word("motions")
    if settings.fingers == nil { settings.fingers = .any }
    let scale = Ratio(Int128(table.scale))
    var table = table
    if table.unit == .millimeters, table.unitsPerMillimeter == nil {
      table.unitsPerMillimeter = Ratio(1)
    }
    if isByPlatform { return (try platformSource(of: table, &settings), settings) }
    if table.travel == nil, case .length(let length) = settings.travel {
      switch (length, table.unit) {
      case (.millimeters(let number), .millimeters), (.pixels(let number), .pixels),
        (.share(let number), _):
        table.travel = number
        settings.travel = nil
      default: break
      }
    }
    guard let surface = table.surface else { throw ReplayError(.unknownTravel) }
    if settings.slop == nil, settings.policy.values[.startDistance] == nil {
      settings.slop = .share(DecimalNumber(0))
      if let distance = table.activationDistance, let travel = table.travel,
        let share = DecimalNumber((distance.ratio / travel.ratio).value)
      {
        settings.slop = .share(share)
      }
    }
    let source = ReplayPlan.Source(
      kind: table.device ?? .touchscreen, surface: surface,
      unitsPerPixel: table.unit == .pixels ? scale : nil, tableTravel: table.travel,
      tableThreshold: table.threshold, isInverted: table.isInverted ?? false,
      overscroll: table.hasRubberBand ? .rubber : .clamp)
    return (source, settings)
  }

  /// What a table says of its positions to a platform's policy.
  ///
  /// Pixels are those that the policy itself counts in, and its own start distance holds.
  private static func platformSource(
    of table: SampleTable, _ settings: inout ReplaySettings
  ) throws(ReplayError) -> ReplayPlan.Source {
    let isPad = table.device == .touchpad
    var table = table
    var padSize: PerAxis<DecimalNumber>?
    if isPad, table.unit == .pixels {
      // The size tells no pixels: libinput makes the same of a millimeter on every pad.
      if table.unitsPerMillimeter == nil {
        table.unitsPerMillimeter = Length.gesturePixelsPerMillimeter
      }
      padSize = settings.size
      settings.size = nil
    } else if table.screen != nil, table.unit == .pixels {
      table.travel = nil
    }
    guard let surface = table.surface ?? (isPad ? assumedPad(table) : nil) else {
      throw ReplayError(.unknownTravel)
    }
    var source = ReplayPlan.Source(
      kind: table.device ?? .touchscreen, surface: surface,
      unitsPerPixel: table.unit == .pixels ? Ratio(Int128(table.scale)) : nil,
      isInverted: table.isInverted ?? false, overscroll: table.hasRubberBand ? .rubber : .clamp)
    source.screen = table.screen
    source.density = table.density
    source.padSize = padSize
    return source
  }

  /// The surface of a pad that does not say its size.
  private static func assumedPad(_ table: SampleTable) -> Surface? {
    guard let units = table.unitsPerMillimeter.map({ $0 * Ratio(Int128(table.scale)) }) else {
      return nil
    }
    func extent(_ axis: Axis) -> Surface.Extent? {
      let range = (Double(Ruler.assumedPad[axis]) * units.value).rounded()
      guard range >= 1, range < 0x1p48 else { return nil }
      return Surface.Extent(minimum: 0, maximum: Int(range), unitsPerMillimeter: units)
    }
    guard let x = extent(.x), let y = extent(.y) else { return nil }
    return Surface(x: x, y: y)
  }
}
