import Testing

@testable import LiveInput

@Suite struct EventDriverTests {
  @Test func `the interface is the one that has had multitouch slots`() {
    #expect(EventDriver.interfaceVersion == 0x01_0001)
  }
}
