public import TouchInput

/// A device whose events are written.
public struct WrittenDevice: Hashable, Sendable {
  /// What it says of itself.
  public var description: DeviceDescription

  /// The device file, such as `/dev/input/event4`, if it is known.
  public var path: String?

  /// Creates a device.
  public init(_ description: DeviceDescription, path: String? = nil) {
    self.description = description
    self.path = path
  }
}
