import LiveView
import Quantities
import Simulation
import TouchInput

/// What touches are judged by in the view, as keys change it.
struct LiveViewSettings {
  /// What the command line asks for.
  private let base: ReplaySettings

  /// The policies that keys go through, that of the command line first.
  private let policies: [PolicyDefinition]

  /// The policies that every touch is compared under.
  let compared: [PolicyDefinition]

  /// What is asked for now.
  private(set) var current: ReplaySettings

  /// Creates the settings of a command line.
  init(_ base: ReplaySettings, comparing compared: [PolicyDefinition]) {
    self.base = base
    self.compared = compared
    current = base
    policies = [base.policy] + PolicyLibrary.all.filter { $0.id != base.policy.id }
  }

  /// The choice that the command line makes.
  var choice: LiveChoice {
    LiveChoice(policies: policies.map(\.id), threshold: base.threshold)
  }

  /// What the compared platforms follow touches by: the device as it is told to be, and nothing of
  /// what the person tries out.
  var comparing: ReplaySettings {
    var settings = base
    settings.policy = .threshold
    settings.comparedPolicies = compared
    (settings.threshold, settings.travel, settings.slop) = (nil, nil, nil)
    (settings.settle, settings.maximumVelocityAge, settings.recognizer) = (nil, nil, nil)
    return settings
  }

  /// What the device is followed by while fingers move.
  var following: ReplaySettings {
    var settings = current
    settings.tellsContacts = true
    settings.tellsMoments = true
    return settings
  }

  /// Takes what keys have chosen.
  mutating func choose(_ choice: LiveChoice) {
    current.policy = policies[min(choice.policy, policies.count - 1)]
    current.threshold = choice.threshold
  }

  /// What is asked for comes to on a device; `nil` as long as its ranges are not known.
  ///
  /// - Throws: What keeps it from being followed there.
  func plan(for device: DeviceDescription) throws(ReplayError) -> ReplayPlan? {
    guard let source = source(device) else { return nil }
    return try ReplayPlan(current, for: source)
  }

  /// Where the contacts of a device are.
  func surface(of device: DeviceDescription) -> Surface? {
    let declared = device.surface(device.isMultitouch ? .contacts : .single)
    guard let ranges = base.axisRanges,
      let x = Surface.Extent(
        minimum: ranges.x.lowerBound, maximum: ranges.x.upperBound,
        unitsPerMillimeter: declared?.x.unitsPerMillimeter),
      let y = Surface.Extent(
        minimum: ranges.y.lowerBound, maximum: ranges.y.upperBound,
        unitsPerMillimeter: declared?.y.unitsPerMillimeter)
    else { return declared }
    return Surface(x: x, y: y)
  }

  private func source(_ device: DeviceDescription) -> ReplayPlan.Source? {
    guard let surface = surface(of: device) else { return nil }
    return ReplayPlan.Source(
      kind: device.kind ?? .touchscreen, surface: surface,
      isClickpad: device.properties.contains(.clickpad))
  }

  /// The size of a device in millimeters, if it is known.
  func size(of device: DeviceDescription) -> Size? {
    base.size.map { Size(width: $0.x.value, height: $0.y.value) }
      ?? surface(of: device)?.millimeters
  }
}
