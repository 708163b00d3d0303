import Foundation
import Testing

/// What a command prints of devices that umockdev makes.
@Suite(
  .enabled(if: Tool.isInstalled("umockdev-run"), "umockdev is not installed"),
  .enabled(if: Tool.isInstalled("jq"), "jq is not installed"), .timeLimit(.minutes(5)))
struct LiveDeviceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let recordings = RunningProgram.package.appending(path: "recordings").path

  private static func text(_ recording: String) throws -> String {
    let url = URL(filePath: recordings).appending(path: recording + ".evemu")
    return String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  /// Runs a command where some devices are all that there are.
  private func run(_ devices: [MockDevice], _ command: String) throws -> RunningProgram {
    let options = try devices.map { try $0.write(to: folder) }.joined(separator: " ")
    return try RunningProgram.shell("umockdev-run \(options) -- \(command)", in: folder.url)
  }

  /// Follows a device until a number of lines have come, and tells it to end then.
  ///
  /// - Parameters:
  ///   - devices: The devices that there are.
  ///   - command: What follows one of them.
  ///   - count: How many lines are waited for.
  ///   - ending: What the line begins with that is waited for, in place of a number of them.
  /// - Returns: What it printed, before and after it was told; the status is its own.
  /// - Throws: That it cannot be run.
  private func follow(
    _ devices: [MockDevice], _ command: String, until count: Int, orLine ending: String = "-"
  ) throws -> RunningProgram {
    try folder.write(
      """
      exec 3< <(exec \(command))
      pid=$!
      n=0
      while [ $n -lt \(count) ] && read -t 120 -r line <&3; do
        n=$((n + 1))
        printf '%s\\n' "$line"
        case $line in \(ending)) break;; esac
      done
      kill -TERM $pid
      cat <&3
      wait $pid

      """, to: "follow.sh")
    return try run(devices, "bash follow.sh")
  }

  /// The lines that `replay` has for the gestures of a recording.
  private func replayed(_ recording: String, _ options: String = "") throws -> [String] {
    try RunningProgram.shell(
      "pantograph replay --json \(options) \(recording) | jq -c '.gestures[]'", in: folder.url
    ).lines
  }

  // MARK: Gestures

  @Test(arguments: [
    "pad-3f-flick-right-01", "bigpad-4f-thumb-right-01", "minipad-2f-click-right-01",
    "phone-1f-back-right-01", "tablet-5f-flick-left-01",
  ])
  func `a device gives the lines that its recording gives`(recording: String) throws {
    let device = MockDevice(try Self.text(recording))
    let expected = try replayed("\(Self.recordings)/\(recording).evemu")
    let live = try follow([device], "pantograph live --json", until: expected.count)
    #expect(live.status == 0)
    #expect(live.lines == expected)
    #expect(!expected.isEmpty)
    #expect(live.errors.contains("following /dev/input/event5, 'Synthetic "))
  }

  @Test func `frames of a device are those of its recording, with the kernel's time`() throws {
    let name = "pad-3f-flick-right-01"
    let device = MockDevice(try Self.text(name))
    let strip =
      #"jq -c 'del(.clock, .format, .recording, .timestamp_us)' | grep -v '"event":"stop"'"#
    let expected = try RunningProgram.shell(
      "pantograph replay --frames '\(Self.recordings)/\(name).evemu' | \(strip)", in: folder.url)
    let live = try follow(
      [device], "pantograph live --frames", until: 10_000, orLine: #"*'"event":"end"'*"#)
    try folder.write(live.output, to: "frames")
    let stripped = try RunningProgram.shell("cat frames | \(strip)", in: folder.url)
    #expect(stripped.lines == expected.lines)
    #expect(expected.lines.count > 4)
    // umockdev refuses every clock, and the time stamps are those of the recording.
    #expect(live.lines.first?.contains(#""clock":"realtime""#) == true)
    #expect(live.lines.dropFirst().dropLast().allSatisfy { $0.contains("timestamp_us") })
    #expect(live.lines.last?.contains(#""event":"stop""#) == true)
  }

  @Test func `a loss ends the gesture, and what is down after it makes none`() throws {
    let name = "pad-3f-drop-left-01"
    var device = MockDevice(try Self.text(name))
    // All three fingers stay down, and go on.
    device.touchesAfterDrop = (0..<3).map { slot in
      .init(slot: slot, trackingID: Int32(900 + slot), x: Int32(300 + 200 * slot), y: 385)
    }
    let expected = try replayed("\(Self.recordings)/\(name).evemu")
    let live = try follow([device], "pantograph live --json --all", until: expected.count)
    #expect(live.lines == expected)
    #expect(live.lines.count == 1)
    #expect(live.lines.first?.contains(#""end_reason":"dropped""#) == true)
    #expect(live.lines.first?.contains(#""outcome":"cancel""#) == true)
  }

  @Test func `contacts that are down already make no gesture, and are told`() throws {
    var device = MockDevice(
      try Fixture.synthetic("--device", "touchpad", "--fingers", "2", "--seed", "3"))
    device.touchesAtOpening = [.init(slot: 3, trackingID: 7, x: 500, y: 300)]
    let live = try follow([device], "pantograph live --json", until: 1)
    #expect(live.errors.contains("1 contact is down already; no gesture comes of it"))
    #expect(live.lines.count == 1)
  }

  @Test func `a program that goes on needs no device of its own`() throws {
    let device = MockDevice(try Self.text("pad-3f-flick-right-01"))
    let live = try follow([device], "pantograph live --grab --json event5", until: 1)
    #expect(live.status == 0)
    #expect(live.lines.count == 1)
  }

  @Test func `a reader that goes away ends it quietly`() throws {
    let device = MockDevice(
      try Self.text("pad-3f-flick-right-01") + Self.text("pad-3f-flick-right-02"))
    let run = try run([device], "bash -c 'pantograph live --frames -q 2>errors | head -n 3'")
    #expect(run.lines.count == 3)
    #expect(try folder.read("errors") == "")
  }

  // MARK: Choosing

  private static func keyboard(_ number: Int) -> MockDevice {
    MockDevice(Fixture.keyboard, number: number)
  }

  @Test func `the only touch device is taken, beside keyboards`() throws {
    let device = MockDevice(try Self.text("pad-3f-flick-right-01"), number: 7)
    let live = try follow([Self.keyboard(2), device], "pantograph live --json", until: 1)
    #expect(live.errors.contains("following /dev/input/event7"))
    #expect(live.lines.count == 1)
  }

  @Test func `of several the command line has to say which`() throws {
    let devices = [
      MockDevice(try Self.text("phone-1f-flick-left-01"), number: 4),
      MockDevice(try Self.text("pad-3f-flick-right-01"), number: 11),
    ]
    let several = try run(devices, "pantograph live")
    #expect(several.status == 64)
    #expect(several.errors.contains("2 devices can be touched: event4 'Synthetic "))
    #expect(several.errors.contains("event11 'Synthetic Pad'"))
    #expect(several.errors.contains("'pantograph live event4'"))
    let same = try run(devices, "pantograph live Synthetic")
    #expect(same.status == 64)
    #expect(same.errors.contains("2 devices are called 'Synthetic'"))
    let named = try follow(devices, "pantograph live --json 'Synthetic Pad'", until: 1)
    #expect(named.errors.contains("following /dev/input/event11"))
    let numbered = try follow(devices, "pantograph live --json 11", until: 1)
    #expect(numbered.lines == named.lines)
  }

  @Test func `what cannot be followed says why`() throws {
    let keyboard = Self.keyboard(3)
    let typed = try run([keyboard], "pantograph live event3")
    #expect(typed.status == 69)
    #expect(
      typed.errors
        == "pantograph: /dev/input/event3: 'AT Keyboard' is a keyboard, "
        + "and no touchpad or touchscreen\n")
    let none = try run([keyboard], "pantograph live")
    #expect(none.status == 69)
    #expect(none.errors.contains("there is no touchpad and no touchscreen"))
    let missing = try run([keyboard], "pantograph live event9")
    #expect(missing.status == 66)
    #expect(
      missing.errors == "pantograph: /dev/input/event9: there is no such device\n")
    let unknown = try run([keyboard], "pantograph live Lab")
    #expect(unknown.status == 69)
    #expect(unknown.errors.contains("no device is called 'Lab'"))
  }

  @Test func `a name is shown without what it would do to a terminal`() throws {
    var recording = try Self.text("pad-3f-flick-right-01")
    recording.replace("N: Synthetic Pad", with: "N: Evil \u{1b}[2J\u{7}Pad")
    let devices = [MockDevice(recording)]
    let listed = try run(devices, "pantograph devices")
    #expect(listed.status == 0)
    #expect(listed.output.contains("Evil"))
    #expect(!listed.output.contains("\u{1b}") && !listed.output.contains("\u{7}"))
    let live = try follow(devices, "pantograph live", until: 1)
    #expect(live.errors.contains("Evil") && !live.errors.contains("\u{1b}"))
    #expect(!live.output.contains("\u{1b}"))
  }

  // MARK: devices

  @Test func `devices are listed as what they are`() throws {
    let devices = [
      Self.keyboard(0), MockDevice(try Self.text("phone-1f-flick-left-01"), number: 12),
      MockDevice(try Self.text("pad-3f-flick-right-01"), number: 5),
    ]
    let touched = try run(devices, "pantograph devices")
    #expect(touched.status == 0)
    #expect(touched.lines.count == 2)
    #expect(touched.lines[0].hasPrefix("/dev/input/event5   clickpad "))
    #expect(touched.lines[0].hasSuffix("'Synthetic Pad'    104 x 70 mm  5 slots   readable"))
    #expect(touched.lines[1].hasPrefix("/dev/input/event12  touchscreen "))
    let all = try run(devices, "pantograph devices --all")
    #expect(all.lines.count == 3)
    #expect(all.lines[0].hasPrefix("/dev/input/event0   keyboard     'AT Keyboard'"))
    let kinds = try run(
      devices, "bash -c 'pantograph devices --all --json | jq -c \"[.devices[].kind]\"'")
    #expect(kinds.lines == [#"["keyboard","touchpad","touchscreen"]"#])
  }

  @Test func `without a touch device that is said, and is the status`() throws {
    let none = try RunningProgram.run(["devices"])
    let typed = try run([Self.keyboard(0)], "pantograph devices")
    #expect(typed.status == 69)
    #expect(typed.output == "")
    #expect(typed.errors.contains("there is no touchpad and no touchscreen: "))
    if none.status != 0 { #expect(none.status == 69 || none.status == 77) }
  }
}
