import Gestures
import Simulation
import TestSupport
import Testing
import TouchInput

@Suite struct RehearsalTests {
  private func lines(
    _ device: DeviceDescription, _ change: (inout ReplaySettings) -> Void = { _ in }
  ) -> [Substring] {
    var settings = ReplaySettings()
    change(&settings)
    let text = String(decoding: Rehearsal(on: device, settings).run(), as: UTF8.self)
    return text.split(separator: "\n")
  }

  @Test(arguments: [ReplaySettings.Recognizer.direct, .libinput])
  func `a whole gesture is rehearsed on a touchpad`(recognizer: ReplaySettings.Recognizer) {
    let lines = lines(.surface("Pad", .pointer)) { $0.recognizer = recognizer }
    #expect(lines.first?.contains(#""event":"begin""#) == true)
    #expect(lines.dropFirst().dropLast().allSatisfy { $0.contains(#""event":"progress""#) })
    #expect(lines.last?.contains(#""event":"end""#) == true && lines.count > 10)
  }

  @Test(arguments: [PanDirection.any, .horizontal, .vertical, .right, .down])
  func `it goes where the settings want it to`(direction: PanDirection) {
    let lines = lines(.surface()) { $0.direction = direction }
    #expect(lines.last?.contains(#""event":"end""#) == true && lines.count > 10)
  }

  @Test func `a device without contacts or ranges is no trouble`() {
    #expect(lines(.single()).last?.contains(#""event":"end""#) == true)
    #expect(lines(DeviceDescription()).isEmpty)
    #expect(lines(.multitouch()).count >= 0)
  }
}
