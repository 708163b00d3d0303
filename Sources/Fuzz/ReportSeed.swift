/// A report descriptor with reports, made by hand, for the fuzzer to begin with.
struct ReportSeed {
  /// What the seed is called.
  let name: String

  private let descriptor: [UInt8]
  private let identity: (bus: UInt8, vendor: UInt16, product: UInt16)
  private let reports: [[UInt8]]

  /// Seeds of each way to send contacts.
  static var all: [Self] { [parallel, hybrid, serial, mouse] }

  /// The text of hid-recorder.
  var text: String {
    func hexadecimal(_ bytes: [UInt8]) -> String {
      "\(bytes.count)" + bytes.map { " " + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    var text = "D: 0\nR: \(hexadecimal(descriptor))\nN: \(name)\nP: \n"
    text += "I: \(identity.bus) \(String(identity.vendor, radix: 16)) "
    text += "\(String(identity.product, radix: 16))\n# a comment\n   that goes on\n"
    for (index, report) in reports.enumerated() {
      text += "E: 0.0\(10 + index)000 \(hexadecimal(report))\n"
    }
    return text
  }

  /// The bytes of the target that makes a recording itself.
  var bytes: [UInt8] {
    var bytes = [UInt8(descriptor.count >> 8), UInt8(descriptor.count & 255), identity.bus]
    for number in [identity.vendor, identity.product] {
      bytes += [UInt8(number >> 8), UInt8(number & 255)]
    }
    bytes += descriptor
    for report in reports { bytes += [UInt8(report.count)] + report }
    return bytes
  }

  // MARK: Parts

  /// A contact: three bits, an identifier, 100 mm by 50 mm with a push and a pop around them.
  private static let finger: [UInt8] = [
    0x05, 0x0d, 0x09, 0x22, 0xa1, 0x02, 0x09, 0x42, 0x09, 0x32, 0x09, 0x47, 0x15, 0x00, 0x25, 0x01,
    0x75, 0x01, 0x95, 0x03, 0x81, 0x02, 0x95, 0x05, 0x81, 0x03, 0x09, 0x51, 0x25, 0x7f, 0x75, 0x08,
    0x95, 0x01, 0x81, 0x02, 0xa4, 0x05, 0x01, 0x65, 0x11, 0x55, 0x0e, 0x09, 0x30, 0x26, 0xe8, 0x03,
    0x46, 0xe8, 0x03, 0x75, 0x10, 0x81, 0x02, 0x09, 0x31, 0x26, 0xf4, 0x01, 0x46, 0xf4, 0x01, 0x81,
    0x02, 0xb4, 0x09, 0x48, 0x09, 0x49, 0x09, 0x30, 0x75, 0x08, 0x95, 0x03, 0x81, 0x02, 0xc0,
  ]

  /// The contact count and the scan time.
  private static let count: [UInt8] = [
    0x05, 0x0d, 0x09, 0x54, 0x25, 0x7f, 0x75, 0x08, 0x95, 0x01, 0x81, 0x02, 0x09, 0x56, 0x27, 0xff,
    0xff, 0x00, 0x00, 0x75, 0x10, 0x81, 0x02,
  ]

  /// What is asked of a device: the most contacts, the type of the pad, the certificate.
  private static let features: [UInt8] = [
    0x85, 0x02, 0x09, 0x55, 0x09, 0x59, 0x25, 0x05, 0x75, 0x04, 0x95, 0x02, 0xb1, 0x02, 0x85, 0x03,
    0x06, 0x00, 0xff, 0x09, 0xc5, 0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08, 0x96, 0x00, 0x01, 0xb1,
    0x02,
  ]

  private static func application(_ usage: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    [0x05, 0x0d, 0x09, usage, 0xa1, 0x01, 0x85, 0x01] + parts.flatMap(\.self) + [0xc0]
  }

  private static func contact(_ flags: UInt8, _ identifier: UInt8, _ x: UInt8) -> [UInt8] {
    [flags, identifier, x, 1, 50, 0, 9, 7, 30]
  }

  // MARK: Seeds

  private static let parallel = Self(
    name: "parallel", descriptor: application(4, finger, finger, count, features),
    identity: (3, 0x1234, 0x5678),
    reports: [
      [1] + contact(7, 1, 10) + contact(7, 2, 90) + [2, 10, 0],
      [1] + contact(7, 2, 92) + contact(3, 1, 20) + [2, 90, 0],
      [1] + contact(4, 1, 20) + contact(0, 2, 92) + [2, 170, 0],
    ])

  private static let hybrid = Self(
    name: "hybrid",
    descriptor: application(
      5, finger, count, [0x05, 0x09, 0x19, 0x01, 0x29, 0x03, 0x25, 0x01, 0x75, 0x01, 0x95, 0x03],
      [0x81, 0x02, 0x95, 0x05, 0x81, 0x03, 0x05, 0x0d], features),
    identity: (0x18, 0x04f3, 0x300b),
    reports: [
      [1] + contact(7, 0, 10) + [2, 10, 0, 0], [1] + contact(7, 1, 60) + [0, 10, 0, 0],
      [1] + contact(7, 0, 12) + [2, 90, 0, 1], [1] + contact(5, 1, 60) + [0, 90, 0, 0],
      [1] + contact(4, 0, 12) + [1, 170, 0, 0],
    ])

  private static let serial = Self(
    name: "serial", descriptor: application(4, finger), identity: (3, 0x0eef, 0xa001),
    reports: [
      [1] + contact(7, 0, 10), [1] + contact(7, 1, 60), [1] + contact(4, 0, 10), [1],
    ])

  private static let mouse = Self(
    name: "mouse",
    descriptor: [
      0x05, 0x01, 0x09, 0x02, 0xa1, 0x01, 0x09, 0x01, 0xa1, 0x00, 0x05, 0x09, 0x19, 0x01, 0x29,
      0x03,
      0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x03, 0x81, 0x02, 0x95, 0x05, 0x81, 0x03, 0x05,
      0x01,
      0x09, 0x30, 0x09, 0x31, 0x15, 0x81, 0x25, 0x7f, 0x75, 0x08, 0x95, 0x02, 0x81, 0x06, 0xc0,
      0xc0,
    ], identity: (3, 1, 2), reports: [[1, 2, 3], [0, 0, 0]])
}
