import Testing

@testable import LiveInput

@Suite struct LiveDeviceErrorTests {
  private func reason(of path: String) -> LiveDeviceError.Reason? {
    do throws(LiveDeviceError) {
      let device = try LiveDevice(path: path)
      _ = device.path
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(
    arguments: [
      ("/nonexistent/event0", .noSuchDevice), ("/dev/null", .notAnEventDevice),
      ("/dev", .notAnEventDevice), ("/proc/self/status", .notAnEventDevice),
      ("/dev/null/event0", .noSuchDevice),
    ] as [(String, LiveDeviceError.Reason)])
  func `what is no device says why`(path: String, reason: LiveDeviceError.Reason) {
    #expect(self.reason(of: path) == reason)
  }

  @Test func `words are made of reasons`() {
    #expect(LiveDeviceError(.busy, path: "").description == "another program has grabbed it")
    #expect(
      LiveDeviceError(.refused(4), path: "").description == "Interrupted system call")
  }
}
