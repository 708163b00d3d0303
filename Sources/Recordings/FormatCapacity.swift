/// What a format can hold of a recording.
public struct FormatCapacity: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  /// Creates a set of capacities from their bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The device's name, on one line.
  public static let name = Self(rawValue: 1 << 0)

  /// Any character in the device's name.
  public static let anyName = Self(rawValue: 1 << 1)

  /// The bus, vendor, product and version.
  public static let identity = Self(rawValue: 1 << 2)

  /// The properties, such as that of a clickpad.
  public static let properties = Self(rawValue: 1 << 3)

  /// What the device can send.
  public static let codes = Self(rawValue: 1 << 4)

  /// The ranges of the axes, with resolution, fuzz and flat.
  public static let axes = Self(rawValue: 1 << 5)

  /// The device files.
  public static let devicePaths = Self(rawValue: 1 << 6)

  /// More than one device.
  public static let severalDevices = Self(rawValue: 1 << 7)

  /// The events of a device stand together, those of the first one first.
  public static let isByDevice = Self(rawValue: 1 << 8)

  /// All events, not only what comes of them.
  public static let events = Self(rawValue: 1 << 9)

  /// The values of synchronization events.
  public static let synchronizationValues = Self(rawValue: 1 << 10)

  /// Times before the clock's origin.
  public static let earlyTimes = Self(rawValue: 1 << 11)

  /// Times are of 32 bits: seconds beyond 2³¹ do not fit.
  public static let narrowTimes = Self(rawValue: 1 << 12)

  /// Times keep their nanoseconds.
  public static let nanoseconds = Self(rawValue: 1 << 13)

  /// All contacts of a frame, each with its slot.
  public static let contacts = Self(rawValue: 1 << 14)

  /// All that a sample table says.
  public static let tables = Self(rawValue: 1 << 15)

  /// In place of times there are waits of whole milliseconds, which cannot be negative, and the
  /// first of which is ``UinputWriter/registrationWait`` or more.
  public static let waits = Self(rawValue: 1 << 16)

  /// All that a device says of itself but what a line cannot hold.
  public static let description: Self = [.name, .identity, .properties, .codes, .axes]
}
