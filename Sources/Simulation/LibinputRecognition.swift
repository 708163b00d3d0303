import Gestures
import Quantities
import TouchInput
import Transitions

/// A touchpad's contacts, of which libinput's rules make the gestures that drive transitions.
///
/// A compositor does not see contacts, but what libinput delivers: this is what it would have seen.
///
/// - Complexity: O(contacts) a frame, and no allocation but for what is found.
struct LibinputRecognition: Sendable {
  /// What the settings came to.
  let plan: ReplayPlan

  private var contacts: LibinputContacts
  private var engine: GestureEngine
  /// Where the contacts of the pad went; `nil` if nobody asks.
  private var recorder: ContactRecorder?
  /// When the latest gesture or touch was over, in seconds.
  private var lastEnd = -Double.infinity
  /// When the gesture began that libinput has not ended, in seconds.
  private var begin: Double?

  /// Takes out what happened since the last time, if it is told.
  mutating func takeMoments() -> [GestureMoment] { engine.takeMoments() }

  /// Creates a recognition for a touchpad.
  ///
  /// - Parameters:
  ///   - device: What the device says of itself.
  ///   - axes: The axes that its positions come on.
  ///   - source: Where they lie.
  ///   - settings: What is asked for.
  ///   - origin: The time that the reports' times are relative to.
  /// - Throws: What cannot be worked out for this source.
  init(
    device: DeviceDescription, axes: PositionAxes, source: ReplayPlan.Source,
    settings: ReplaySettings, origin: Timestamp
  ) throws(ReplayError) {
    let delivery = try PadDelivery(
      device: device, axes: axes, source: source, settings: settings)
    contacts = delivery.contacts
    engine = try GestureEngine(
      delivery.settings(settings), delivery.source, origin: origin, isOnSurface: true)
    recorder = settings.mostContactPoints.map { [surface = contacts.padSurface] most in
      ContactRecorder(surface, most: most)
    }
    plan = delivery.told(engine.plan, settings)
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - findings: Where a finding goes.
  /// - Returns: Whether a step was left out that no finger can make.
  mutating func handle(_ frame: ContactFrame, into findings: inout [Replay.Finding]) -> Bool {
    contacts.handle(frame)
    if recorder != nil {
      let mapped = contacts.mapped(frame)
      recorder?.follow(mapped, at: engine.seconds(frame.time))
    }
    for step in contacts.steps {
      if begin == nil, case .fingers(let fingers, _) = step, fingers.count > 0 {
        begin = engine.seconds(fingers.time)
      }
      let known = findings.count
      engine.follow(step, into: &findings)
      for index in known..<findings.count { addDelivery(to: &findings[index]) }
      if case .fingers(let fingers, _) = step, fingers.count == 0 { begin = nil }
    }
    return contacts.sawJump
  }

  /// Adds when libinput began, and where the contacts of the pad were: a touch may be several
  /// gestures, of which each has what came behind the one before.
  private mutating func addDelivery(to finding: inout Replay.Finding) {
    func tracks(_ down: Double, _ end: Double) -> [ContactTrack] {
      (recorder?.tracks ?? []).compactMap { $0.part(from: max(down, lastEnd), to: max(down, end)) }
    }
    switch finding {
    case .gesture(var gesture):
      gesture.deliveredBegin = begin
      gesture.contacts = tracks(gesture.down, gesture.end)
      lastEnd = gesture.end
      finding = .gesture(gesture)
    case .touch(var touch):
      touch.contacts = tracks(touch.down, touch.end)
      lastEnd = touch.end
      finding = .touch(touch)
    }
  }
}

/// A touchpad as it is for those who see what libinput delivers of its contacts.
struct PadDelivery: Sendable {
  /// What libinput makes of the contacts.
  var contacts: LibinputContacts

  /// Where the delivered positions lie.
  let source: ReplayPlan.Source

  private let matrix: String?
  private let filtersJumps: Bool

  /// Creates a delivery.
  ///
  /// - Parameters:
  ///   - device: What the device says of itself.
  ///   - axes: The axes that its positions come on.
  ///   - source: Where they lie.
  ///   - settings: What is asked for, whatever the policy.
  /// - Throws: What libinput cannot do for this source.
  init(
    device: DeviceDescription, axes: PositionAxes, source: ReplayPlan.Source,
    settings: ReplaySettings
  ) throws(ReplayError) {
    guard source.kind == .touchpad else { throw ReplayError(.noTouchpad(.recognizer)) }
    guard settings.edge == nil else { throw ReplayError(.noPositions(.edge)) }
    guard settings.deltas == .unaccelerated else { throw ReplayError(.noAcceleratedDeltas) }
    let direct = try ReplayPlan(settings, for: source)
    var pad = LibinputSettings(device: device, surface: direct.surface, axes: axes)
    pad.filtersJumps = settings.jumpFilter != .off
    filtersJumps = pad.filtersJumps
    matrix = direct.texts["matrix"]
    contacts = try LibinputContacts(pad, mapping: direct.mapping, button: settings.button)
    var source = source
    source.surface = contacts.surface
    source.deltas = .unaccelerated
    self.source = source
  }

  /// What is asked for of the delivered positions.
  func settings(_ settings: ReplaySettings) -> ReplaySettings {
    var settings = settings.asDelivered
    // They are mapped already.
    settings.calibration = nil
    return settings
  }

  /// What the settings come to.
  ///
  /// - Throws: What cannot be worked out for this source.
  func plan(_ settings: ReplaySettings) throws(ReplayError) -> ReplayPlan {
    told(try ReplayPlan(self.settings(settings), for: source), settings)
  }

  /// A plan whose texts say what was asked for, not what is left to do.
  func told(_ plan: ReplayPlan, _ settings: ReplaySettings) -> ReplayPlan {
    var plan = plan
    plan.texts["button"] = settings.button.rawValue
    plan.texts["jump_filter"] = filtersJumps ? "on" : "off"
    plan.texts["matrix"] = matrix
    return plan
  }
}

extension ReplaySettings {
  /// What is asked for of gestures that libinput delivers.
  ///
  /// Recognition is libinput's, and positions have their size already.
  var asDelivered: Self {
    var settings = self
    if slop == nil, policy.values[.startDistance] == nil {
      settings.slop = .share(DecimalNumber(0))
    }
    settings.jumpFilter = .off
    settings.button = button == .cancel ? .cancel : .ignore
    settings.size = nil
    return settings
  }

  /// What recognizes the gestures of a device: as is asked for, else as the policy wants.
  func recognizer(on kind: DeviceDescription.Kind) -> Recognizer {
    if let recognizer { return recognizer }
    guard kind == .touchpad, case .word(let word) = policy.value(.recognizer, on: kind, along: .x)
    else { return .direct }
    return Recognizer(rawValue: word) ?? .direct
  }
}
