/// What a HID device says of its reports: which bits of them mean what.
///
/// A descriptor is a program that the device hands over, so nothing in it is believed: sizes and
/// counts stay numbers, and what the kernel refuses is refused here.
///
/// The corresponding C function is `hid_open_report` in `hid-core.c`.
struct HIDDescriptor: Hashable, Sendable {
  /// The most bytes of a descriptor, `HID_MAX_DESCRIPTOR_SIZE` in the kernel.
  static let mostBytes = 4096

  /// The most usages or elements of a field, `HID_MAX_USAGES` in the kernel.
  static let mostUsages = 12_288

  /// The most fields of a report, `HID_MAX_FIELDS` in the kernel; further ones are left out.
  static let mostFields = 256

  /// The most bits of a report: `HID_MAX_BUFFER_SIZE` in the kernel, but for the report's number.
  static let mostBits = (16_384 - 1) * 8

  /// Which way a report goes, and when.
  enum Direction: Int, Hashable, Sendable {
    /// The device sends it by itself.
    case input

    /// The device takes it.
    case output

    /// The device is asked for it, or told.
    case feature
  }

  /// A report: what comes in one piece.
  struct Report: Hashable, Sendable {
    /// The number in front of the report, or 0 if there is none.
    var number: UInt8

    /// The usage of the application that the report was first declared in, or 0.
    var application: UInt32

    /// How many bits have been declared.
    var bits = 0

    /// The fields that mean something.
    var fields: [HIDField] = []
  }

  private var reports: [[Report]] = [[], [], []]

  /// Creates a description without a report.
  init() {}

  /// The reports that go a way, in the order of their declaration.
  func reports(_ direction: Direction) -> [Report] { reports[direction.rawValue] }

  /// Whether each report that the device sends has its number in front.
  var isNumbered: Bool { reports(.input).contains { $0.number != 0 } }

  /// Whether contacts are told apart by the device: the kernel's `HID_GROUP_MULTITOUCH`.
  var isMultitouch: Bool {
    reports(.input).contains { report in
      report.fields.contains { field in
        !field.flags.contains(.constant) && field.has(HIDUsage.contactIdentifier)
      }
    }
  }

  /// Whether the device is certified for Windows 8: the kernel's `HID_GROUP_MULTITOUCH_WIN_8`.
  var isCertified: Bool {
    isMultitouch
      && reports(.feature).contains { report in
        report.fields.contains { field in
          field.size == 8
            && (field.count == 256 && field.has(HIDUsage.certificationBlob)
              || field.count == 1 && field.has(HIDUsage.certificationStatus))
        }
      }
  }

  /// Whether fingers are reported in a form that nothing is known of.
  ///
  /// So do tablets that the kernel has a driver of its own for: a finger holds values, and none of
  /// them is the identifier of a contact.
  var hasVendorTouches: Bool {
    !isMultitouch && reports(.input).contains { $0.fields.contains(where: \.isOfFinger) }
  }

  /// Adds elements to a report, and a field of them if they mean something.
  ///
  /// The corresponding C function is `hid_add_field`.
  ///
  /// - Parameters:
  ///   - field: The field; its place is found here.
  ///   - number: The number of the report.
  ///   - direction: Which way the report goes.
  /// - Returns: Whether the report has room for them.
  mutating func append(
    _ field: HIDField, toReport number: UInt8, _ direction: Direction
  ) -> Bool {
    let way = direction.rawValue
    let index =
      reports[way].lastIndex { $0.number == number }
      ?? {
        reports[way].append(Report(number: number, application: field.application))
        return reports[way].count - 1
      }()
    let offset = reports[way][index].bits
    // At most 256 bits in each of 12 288 elements.
    let end = offset + field.size * field.count
    guard end <= Self.mostBits else { return false }
    reports[way][index].bits = end
    guard !field.usages.isEmpty, reports[way][index].fields.count < Self.mostFields else {
      return true
    }
    reports[way][index].fields.append(field)
    reports[way][index].fields[reports[way][index].fields.count - 1].offset = offset
    return true
  }
}
