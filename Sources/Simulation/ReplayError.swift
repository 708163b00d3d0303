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

  /// A setting that asks for something.
  public enum Setting: String, Hashable, Sendable, CaseIterable {
    /// ``ReplaySettings/travel``.
    case travel

    /// ``ReplaySettings/threshold``.
    case threshold

    /// ``ReplaySettings/slop``.
    case slop

    /// ``ReplaySettings/edge``.
    case edge

    /// ``ReplaySettings/jumpFilter``.
    case jumpFilter = "jump filter"

    /// ``ReplaySettings/recognizer``.
    case recognizer
  }

  /// What stands in the way.
  public enum Reason: Hashable, Sendable {
    /// The recording does not say the ranges of its axes.
    case unknownRanges

    /// A setting needs millimeters, and the size is unknown.
    case unknownSize(Setting)

    /// A length in pixels was given, and the device has none.
    case unknownPixels(Setting)

    /// A length is negative, or 0 where that means nothing.
    case notPositive(Setting)

    /// The table does not say which way makes progress 1.
    case unknownTravel

    /// A setting needs positions, and gestures of libinput have none.
    case noPositions(Setting)

    /// A setting needs a touchpad, and this is none.
    case noTouchpad(Setting)

    /// Accelerated deltas were asked for, and contacts do not tell how the pointer is accelerated.
    case noAcceleratedDeltas

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
    case .unknownSize, .unknownPixels, .notPositive, .noPositions, .noTouchpad,
      .noAcceleratedDeltas, .noSuchDevice:
      true
    case .unknownRanges, .unknownTravel, .rangesTooLarge, .noTouchDevice, .severalDevices: false
    }
  }
}

extension ReplayError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .unknownRanges: "the recording does not say the ranges of its axes"
    case .unknownSize(.jumpFilter):
      "the device does not say how large it is, which the jump filter needs"
    case .unknownSize(let setting):
      "the device does not say how large it is, so the \(setting.rawValue) cannot be in mm"
    case .unknownPixels(let setting):
      "the device has no pixels, so the \(setting.rawValue) cannot be in px"
    case .notPositive(.travel): "the travel must be more than 0"
    case .notPositive(let setting): "the \(setting.rawValue) must be 0 or more"
    case .unknownTravel: "the table does not say which way makes progress 1"
    case .noPositions(let setting):
      "the gestures of libinput have no positions, which the \(setting.rawValue) needs"
    case .noTouchpad(let setting):
      "libinput recognizes gestures in the contacts of touchpads alone, and so does the "
        + setting.rawValue + " libinput"
    case .noAcceleratedDeltas:
      "contacts do not tell how the pointer is accelerated, so the deltas are unaccelerated"
    case .rangesTooLarge: "a matrix needs axes of fewer than 16777216 units"
    case .noTouchDevice(let name):
      "no device of the recording can be touched" + (name.map { " (\(quoted($0)))" } ?? "")
    case .severalDevices(let first, let second):
      "two devices are touched, \(text(first)) and \(text(second))"
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
