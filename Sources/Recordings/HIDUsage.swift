/// What the values in HID reports mean: the page of a usage is its upper half.
///
/// The names are those of the HID Usage Tables.
enum HIDUsage {
  /// The pages of usages.
  enum Page {
    static let button: UInt32 = 0x09
    static let digitizer: UInt32 = 0x0d
  }

  static let x: UInt32 = 0x1_0030
  static let y: UInt32 = 0x1_0031

  /// An application that shows what is touched.
  static let touchScreen: UInt32 = 0xd_0004

  /// An application that moves a pointer.
  static let touchPad: UInt32 = 0xd_0005

  /// A collection of what belongs to one contact.
  static let finger: UInt32 = 0xd_0022

  static let tipPressure: UInt32 = 0xd_0030
  static let inRange: UInt32 = 0xd_0032
  static let tipSwitch: UInt32 = 0xd_0042

  /// Whether a contact is meant: a finger, no palm.
  static let confidence: UInt32 = 0xd_0047

  static let width: UInt32 = 0xd_0048
  static let height: UInt32 = 0xd_0049
  static let contactIdentifier: UInt32 = 0xd_0051
  static let contactCount: UInt32 = 0xd_0054
  static let contactCountMaximum: UInt32 = 0xd_0055

  /// When the device looked, in units of 100 µs.
  static let scanTime: UInt32 = 0xd_0056

  /// Whether the pad itself is the button.
  static let buttonType: UInt32 = 0xd_0059

  /// What an N-trig screen says of a contact, behind it.
  static let contactMark: UInt32 = 0xff00_0002

  /// What devices that are certified for Windows 8 carry: a signed blob of 256 bytes.
  static let certificationBlob: UInt32 = 0xff00_00c5

  /// Whether a device has such a blob.
  static let certificationStatus: UInt32 = 0xff00_00c6
}
