import Gestures
import Quantities
public import Recordings
import TouchInput
import Transitions

/// What came of a sample table: its rows drove a transition.
public struct TableReplay: Sendable {
  /// The table.
  public let table: SampleTable

  /// What its values and the settings came to.
  public let plan: ReplayPlan

  /// What was found, in the order of time.
  public private(set) var findings: [Replay.Finding] = []

  /// What there is to warn of.
  public var warnings: [Warning] { log.all }

  private var log = WarningLog()

  /// Replays a table.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - settings: What is asked for, which wins over what the table says.
  /// - Throws: What neither the table nor the settings say.
  /// - Complexity: O(*n*) for *n* rows.
  public init(_ table: SampleTable, settings: ReplaySettings) throws(ReplayError) {
    let (source, settings) = try Self.source(of: table, settings)
    let origin = table.touches.first?.samples.first?.time
    var engine = try GestureEngine(settings, source, origin: origin ?? .zero)
    self.table = table
    plan = engine.plan
    plan.warnings.forEach { log.noteOnce($0) }
    if table.sampleCount == 0 { log.note(.noEvents) }
    var last: ContactFrame?
    for frame in table.frames {
      if engine.handle(frame, into: &findings) { log.note(.touchJump) }
      last = frame
    }
    guard let last, last.count > 0 else { return }
    log.note(.contactLeftDown)
    let end = ContactFrame(time: last.time, interruption: .endOfRecording)
    _ = engine.handle(end, into: &findings)
  }

  /// What a table says of its positions; what is given on the command line wins.
  private static func source(
    of table: SampleTable, _ given: ReplaySettings
  ) throws(ReplayError) -> (ReplayPlan.Source, ReplaySettings) {
    var settings = given
    let scale = Ratio(Int128(table.scale))
    var table = table
    if table.unit == .millimeters, table.unitsPerMillimeter == nil {
      table.unitsPerMillimeter = Ratio(1)
    }
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
    if settings.slop == nil {
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
    if settings.fingers == nil { settings.fingers = .any }
    return (source, settings)
  }
}
