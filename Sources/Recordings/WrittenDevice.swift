public import TouchInput

/// A device whose events are written.
public struct WrittenDevice: Hashable, Sendable {
  /// What it says of itself.
  public var description: DeviceDescription

  /// The device file, such as `/dev/input/event4`, if it is known.
  public var path: String?

  /// The values of its axes at the start, as far as they are known; comments say them.
  public var axisValues: [UInt16: Int32]

  /// Creates a device.
  public init(
    _ description: DeviceDescription, path: String? = nil, axisValues: [UInt16: Int32] = [:]
  ) {
    self.description = description
    self.path = path
    self.axisValues = axisValues
  }
}
