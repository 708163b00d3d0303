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
    guard source.kind == .touchpad else { throw ReplayError(.noTouchpad(.recognizer)) }
    guard settings.edge == nil else { throw ReplayError(.noPositions(.edge)) }
    guard settings.deltas == .unaccelerated else { throw ReplayError(.noAcceleratedDeltas) }
    let direct = try ReplayPlan(settings, for: source)
    var pad = LibinputSettings(device: device, surface: direct.surface, axes: axes)
    pad.filtersJumps = settings.jumpFilter != .off
    contacts = try LibinputContacts(pad, mapping: direct.mapping, button: settings.button)

    let button = settings.button
    var source = source
    source.surface = contacts.surface
    source.deltas = .unaccelerated
    var settings = settings.asDelivered
    settings.calibration = nil
    engine = try GestureEngine(settings, source, origin: origin)
    var plan = engine.plan
    plan.texts["button"] = button.rawValue
    plan.texts["jump_filter"] = pad.filtersJumps ? "on" : "off"
    plan.texts["matrix"] = direct.texts["matrix"]
    self.plan = plan
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - findings: Where a finding goes.
  /// - Returns: Whether a step was left out that no finger can make.
  mutating func handle(_ frame: ContactFrame, into findings: inout [Replay.Finding]) -> Bool {
    contacts.handle(frame)
    engine.follow(contacts.steps, into: &findings)
    return contacts.sawJump
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
