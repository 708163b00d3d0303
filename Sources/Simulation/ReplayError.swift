/// A recording, or a setting, that a replay cannot go on with.
public struct ReplayError: Error, Hashable, Sendable {
  /// What a person calls a device.
  public struct Label: Hashable, Sendable {
    /// Its number, counted from 1 in the order of the recording.
    public var number: Int

    /// Its name, or else its device file, if one of them is known.
    public var name: String?

    /// Creates a label.
    public init(number: Int, name: String?) {
      self.number = number
      self.name = name
    }
  }

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
    case severalDevices(Label, Label)

    /// No device of the recording has that number, name or device file, but some have others.
    case noSuchDevice(String, of: [Label])
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
        + "--axis-range x=A..B,y=C..D ('pantograph info FILE' tells the values seen), "
        + "or a description of the device with --description FILE"
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
      "two devices are touched, \(text(first)) and \(text(second)): choose one with "
        + "--device \(first.number) or \(second.number)"
    case .noSuchDevice(let name, let labels):
      "the recording has no device \(quoted(name))\(labels.isEmpty ? "" : ": it has ")"
        + labels.prefix(Self.mostLabels).map(text).joined(separator: ", ")
        + (labels.count > Self.mostLabels ? " and \(labels.count - Self.mostLabels) more" : "")
    }
  }

  /// The most devices that a message lists.
  private static let mostLabels = 8

  private func quoted(_ name: String) -> String { "'" + PlainText.escaped(name) + "'" }

  private func text(_ label: Label) -> String {
    label.name.map { "\(quoted($0)) (number \(label.number))" } ?? "number \(label.number)"
  }
}
