public import Quantities

/// A finger, or something else, that touches the surface.
public struct Contact: Hashable, Sendable {
  /// What touches.
  public enum Tool: UInt8, Hashable, Sendable {
    /// A finger, `MT_TOOL_FINGER` in the kernel.
    case finger = 0

    /// A pen, `MT_TOOL_PEN` in the kernel.
    case pen = 1

    /// A palm, which means nothing, `MT_TOOL_PALM` in the kernel.
    case palm = 2

    /// The tool that a value of `ABS_MT_TOOL_TYPE` stands for; one that is unknown is a finger.
    init(kernelValue value: Int32) {
      self = UInt8(exactly: value).flatMap(Self.init) ?? .finger
    }
  }

  /// The number of the touch, counted from 1; no two touches of a recording share it.
  ///
  /// Unlike a tracking ID it also exists where the driver has none, and never comes back.
  public var serial: Int

  /// The position, in device units.
  public var position: Vector<Device>

  /// Whether the x coordinate has been reported yet; without it the contact moves nothing along x.
  public var isXKnown: Bool

  /// Whether the y coordinate has been reported yet; without it the contact moves nothing along y.
  public var isYKnown: Bool

  /// Whether this frame reports the position, changed or not.
  public var isPositionReported: Bool

  /// What touches.
  public var tool: Tool

  /// Creates a contact.
  public init(
    serial: Int, position: Vector<Device>, isXKnown: Bool = true, isYKnown: Bool = true,
    isPositionReported: Bool = true, tool: Tool = .finger
  ) {
    self.serial = serial
    self.position = position
    self.isXKnown = isXKnown
    self.isYKnown = isYKnown
    self.isPositionReported = isPositionReported
    self.tool = tool
  }
}
