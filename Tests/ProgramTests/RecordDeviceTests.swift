import Foundation
import Testing

/// What `record` writes of devices that umockdev makes.
@Suite(
  .enabled(if: Tool.isInstalled("umockdev-run"), "umockdev is not installed"),
  .timeLimit(.minutes(5)))
struct RecordDeviceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let recording = "pad-3f-flick-right-01.evemu"

  private static func text() throws -> String {
    let url = RunningProgram.package.appending(path: "recordings/\(recording)")
    return String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  private func record(_ device: MockDevice, _ words: String) throws -> RunningProgram {
    try RunningProgram.shell(
      "umockdev-run \(try device.write(to: folder)) -- pantograph record \(words)",
      in: folder.url)
  }

  /// The gestures that replay finds, without their times, and its warnings.
  private func replay(_ path: String) throws -> (gestures: [NSDictionary], warnings: [String]) {
    let run = try RunningProgram.run(["replay", "--json", path], in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    let object =
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let gestures = object?["gestures"] as? [[String: Any]] ?? []
    let warnings = object?["warnings"] as? [[String: Any]] ?? []
    return (
      gestures.map { gesture in
        gesture.filter { !["begin", "down", "end"].contains($0.key) } as NSDictionary
      }, warnings.compactMap { $0["code"] as? String }
    )
  }

  @Test(arguments: ["evemu", "yml"])
  func `a device's gesture is recorded with all that it says of itself`(format: String) throws {
    let text = try Self.text()
    let run = try record(MockDevice(text), "--gestures 1 -o a.\(format)")
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("pantograph: recording /dev/input/event5, 'Synthetic Pad'\n"))
    let original = RunningProgram.package.appending(path: "recordings/\(Self.recording)").path
    #expect(try replay("a.\(format)").gestures == replay(original).gestures)
    let written = try folder.read("a.\(format)")
    let release = try RunningProgram.shell("uname -r").lines[0]
    #expect(
      written.contains(format == "evemu" ? "# Kernel: \(release)\n" : "  kernel: \"\(release)\"\n"))
    let info = try RunningProgram.shell(
      "pantograph info --json \"$1\" \"$2\" | jq -c .device | uniq | wc -l", original,
      "a.\(format)", in: folder.url)
    #expect(info.lines == ["1"])
  }

  @Test func `contacts that were down already are told, and replay knows of them`() throws {
    var device = MockDevice(try Self.text())
    device.touchesAtOpening = [.init(slot: 4, trackingID: 50, x: 300, y: 300)]
    device.slotAtOpening = 4
    let run = try record(device, "--gestures 1 -o a.evemu")
    #expect(run.status == 0)
    #expect(run.errors.contains("1 contact is down already"))
    #expect(try replay("a.evemu").gestures.count == 1)
    // The header tells the values of the axes, as that of evemu-record does.
    let written = try folder.read("a.evemu")
    #expect(written.contains(/Event code 47 \(ABS_MT_SLOT\)\n# +Value +4\n# +Min +0\n/))
    #expect(written.contains(/Event code 53 \(ABS_MT_POSITION_X\)\n# +Value +0\n/))
  }

  @Test func `what was down after a loss is recorded as it is followed`() throws {
    let lines = try Self.text().split(separator: "\n")
    // The gesture has been recognized by then, and the fingers are down.
    let ends = lines.indices.filter { lines[$0].contains("SYN_REPORT") }
    let end = try #require(ends.dropLast(2).last)
    let time = try #require(lines[end].split(separator: " ").dropFirst().first)
    var stream = lines[...end].map(String.init)
    stream += ["E: \(time) 0000 0003 0000", "E: \(time) 0000 0000 0000"]
    stream += lines[(end + 1)...].map(String.init)
    var device = MockDevice(stream.joined(separator: "\n") + "\n")
    device.touchesAfterDrop = [.init(slot: 0, trackingID: 70, x: 900, y: 900)]
    let run = try record(device, "--gestures 1 -o a.yml")
    #expect(run.status == 0)
    let replayed = try replay("a.yml")
    #expect(replayed.gestures.first?["end_reason"] as? String == "dropped")
    #expect(replayed.warnings.contains("dropped"))
  }

  @Test func `a keyboard is refused`() throws {
    var text = try Self.text()
    let keys = (0..<12).map { "B: 01 \($0 == 0 ? "fe ff ff ff ff" : "00 00 00 00 00") 00 00 00" }
    text =
      text.split(separator: "\n").filter { !$0.hasPrefix("B: 01") && !$0.hasPrefix("A: ") }
      .map { $0.hasPrefix("B: 03") ? "B: 03 00 00 00 00 00 00 00 00" : String($0) }
      .joined(separator: "\n") + "\n" + keys.joined(separator: "\n") + "\n"
    let run = try record(MockDevice(text), "event5 -o a.evemu")
    #expect(run.status == 69)
    #expect(run.errors.contains("is a keyboard"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!files.contains("a.evemu"))
  }
}
