import TouchInput

/// The touchpad of Wacom's Bamboo tablets of the first generation, whose reports have two contacts
/// in a form of the vendor's own.
///
/// The descriptor tells where the positions lie and how large the pad is, not where the contacts
/// are. The corresponding C function is `wacom_bpt_touch` in the kernel's `wacom_wac.c`.
enum HIDBamboo {
  /// The number of the report, and the bytes in it, `WACOM_PKGLEN_BBTOUCH` in the kernel.
  static let reportNumber: UInt8 = 2
  static let reportSize = 20

  /// The bits that the kernel shifts the pad's coarse positions by, `WACOM_QUIRK_BBTOUCH_LOWRES`.
  static let shift: Int32 = 5

  /// The contacts that a report has.
  static let contactCount = 2

  /// Wacom's number as a vendor.
  private static let vendor: UInt16 = 0x056a

  /// The fields of the position, if the device is such a pad.
  static func position(
    in descriptor: HIDDescriptor, of identity: DeviceDescription.Identity
  ) -> (x: HIDField, y: HIDField)? {
    guard identity.vendor == vendor, descriptor.hasVendorTouches,
      let report = descriptor.reports(.input).first(where: { $0.number == reportNumber }),
      report.bits == (reportSize - 1) * 8,
      let x = report.fields.first(where: { $0.has(HIDUsage.x) }),
      let y = report.fields.first(where: { $0.has(HIDUsage.y) }),
      [x, y].allSatisfy({ (1...0x7ff).contains($0.logicalMaximum) })
    else { return nil }
    return (x, y)
  }

  /// The axis that positions are sent on.
  ///
  /// The descriptor gives the size in hundredths of a millimeter, and no unit.
  static func axis(_ field: HIDField) -> DeviceDescription.AbsoluteAxis {
    let maximum = field.logicalMaximum << shift
    let isKnown = (1...1_000_000).contains(field.physicalMaximum)
    return DeviceDescription.AbsoluteAxis(
      minimum: 0, maximum: maximum, resolution: isKnown ? maximum * 100 / field.physicalMaximum : 0)
  }

  /// Where the contacts of a report are, those that are down; `nil` if it is another report.
  static func positions(in report: [UInt8]) -> [(x: Int32, y: Int32)?]? {
    guard report.count >= reportSize, report[0] == reportNumber else { return nil }
    // A pad that has no pressure leaves out a byte of each contact.
    let distance = report[1] & 0x80 != 0 ? 8 : 9
    return (0..<contactCount).map { index in
      let start = index * distance + 3
      func value(at place: Int) -> Int32 {
        (Int32(report[place]) << 8 | Int32(report[place + 1])) & 0x7ff
      }
      guard report[start] & 0x80 != 0 else { return nil }
      return (value(at: start) << shift, value(at: start + 2) << shift)
    }
  }
}
