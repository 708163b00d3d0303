/// A recording, or a setting, that a replay cannot go on with.
public struct ReplayError: Error, Hashable, Sendable {
  /// What stands in the way.
  public enum Reason: Hashable, Sendable {
    /// The recording does not say the ranges of its axes.
    case unknownRanges

    /// A length in millimeters was given, and the size is unknown.
    case unknownSize(setting: String)

    /// A length in pixels was given, and the device has none.
    case unknownPixels(setting: String)

    /// A length is 0 or negative where that means nothing.
    case notPositive(setting: String)

    /// The table does not say which way makes progress 1.
    case unknownTravel

    /// The ranges are too large for a matrix.
    case rangesTooLarge

    /// Nobody touches any device of the recording.
    case noTouchDevice(name: String?)

    /// Two devices of the recording are touched.
    case severalDevices(String, String)

    /// No device of the recording has that number or name.
    case noSuchDevice(String)
  }

  /// What stands in the way.
  public var reason: Reason

  /// The line that it was found on, if one is to blame.
  public var line: Int?

  /// Creates an error.
  public init(_ reason: Reason, line: Int? = nil) {
    self.reason = reason
    self.line = line
  }

  /// Whether what was asked for is at fault, and not the recording.
  public var isMisuse: Bool {
    switch reason {
    case .unknownSize, .unknownPixels, .notPositive, .noSuchDevice: true
    case .unknownRanges, .unknownTravel, .rangesTooLarge, .noTouchDevice, .severalDevices: false
    }
  }
}

extension ReplayError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .unknownRanges:
      "the recording does not say the ranges of its axes: give them with "
        + "--axis-range x=A..B,y=C..D (`pantograph info` tells the largest values seen)"
    case .unknownSize(let setting):
      "the device does not say how large it is, so \(setting) cannot be in mm: "
        + "give its size with --size WxHmm, or a share such as 0.3"
    case .unknownPixels(let setting):
      "the device has no pixels, so \(setting) cannot be in px: give mm, or a share such as 0.3"
    case .notPositive(let setting): "\(setting) must be more than 0"
    case .unknownTravel:
      "the table does not say which way makes progress 1: give it with --travel, "
        + "or a travel in the table"
    case .rangesTooLarge: "--matrix needs axes of fewer than 16777216 units"
    case .noTouchDevice(let name):
      "no device of the recording can be touched" + (name.map { " (\(quoted($0)))" } ?? "")
    case .severalDevices(let first, let second):
      "two devices are touched, \(quoted(first)) and \(quoted(second)): choose one with --device"
    case .noSuchDevice(let name): "the recording has no device \(quoted(name))"
    }
  }

  private func quoted(_ name: String) -> String { "'" + PlainText.escaped(name) + "'" }
}
