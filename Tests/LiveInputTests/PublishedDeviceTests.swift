import Testing

@testable import LiveInput

@Suite struct PublishedDeviceTests {
  @Test(
    arguments: [
      ("", []), ("0", []), ("b", [0, 1, 3]), ("e520 10000 0", [80, 133, 136, 138, 141, 142, 143]),
      ("x 1", [0]), ("1 zz 0", [128]),
    ] as [(String, [UInt16])])
  func `masks are words of the kernel, the highest first`(mask: String, bits: [UInt16]) {
    #expect(PublishedDevice.bits(ofMask: mask) == bits)
  }

  @Test func `a mask that never ends gives codes that there can be`() {
    let mask = String(repeating: "ffffffffffffffff ", count: 10_000)
    #expect(PublishedDevice.bits(ofMask: mask).count == 1024)
  }

  @Test(
    arguments: [
      ("event0", 0), ("event12", 12), ("event", nil), ("event1x", nil), ("mouse0", nil),
      ("event-1", nil), ("event99999999999999999999", nil), ("event٣", nil),
    ] as [(String, Int?)])
  func `devices are found by their names`(name: String, number: Int?) {
    #expect(ConnectedDevice.number(of: name) == number)
  }
}
