import TouchInput

/// What the compared policies ask for on the device of a recording, worked out.
///
/// It is most of the work of a short recording, and the same for the next one of the same device
/// under the same settings.
package struct PreparedPanel: Sendable {
  /// What it depends on besides the settings.
  struct Device: Hashable {
    var description: DeviceDescription
    var axes: PositionAxes
    var source: ReplayPlan.Source
  }

  /// The device that it is for; `nil`: none yet.
  private var device: Device?
  private var panel: PolicyPanel?

  /// Creates one of which nothing is worked out.
  package init() {}

  /// The panel for a device, before its first frame.
  ///
  /// - Parameters:
  ///   - wanted: The device.
  ///   - make: Works it out, where it is another device than before.
  /// - Returns: The panel.
  /// - Throws: What keeps all policies from being followed.
  mutating func panel(
    for wanted: Device, _ make: () throws(ReplayError) -> PolicyPanel
  ) throws(ReplayError) -> PolicyPanel {
    if let panel, device == wanted { return panel }
    let made = try make()
    (device, panel) = (wanted, made)
    return made
  }
}
