import Foundation
import Quantities
import Recordings
import Testing
import TouchInput

/// What other tools make of what is written: the real ones, run here.
@Suite(.serialized) struct ToolTests {
  /// The recordings of the project, and those published ones that have a description.
  private func recordings() throws -> [(name: String, whole: Written)] {
    let folder = Repository.folder.appending(path: "recordings")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("-01.evemu") }.sorted()
    var recordings = try names.map { name in
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      return (name, Written(Reading(bytes)))
    }
    if let folder = Corpus.path {
      for row in try Corpus.rows(in: folder) where row.file.contains("hid-devices-3.10.x-e") {
        recordings.append((row.file, Written(Reading(try row.bytes))))
      }
    }
    return recordings
  }

  /// A recording as the tools of these tests print it.
  private func printed(_ whole: Written) -> [String] {
    whole.devices.indices.flatMap { index in
      let device = whole.devices[index].description
      let id = device.identity
      func hex(_ number: UInt16) -> String { String(number, radix: 16) }
      var lines = [
        "name \(device.name ?? "")",
        "id \(hex(id.bus)) \(hex(id.vendor)) \(hex(id.product)) \(hex(id.version))",
      ]
      for property in 0..<32 where device.properties.rawValue >> property & 1 == 1 {
        lines.append("property \(property)")
      }
      for (type, codes) in device.codes.sorted(by: { $0.key < $1.key }) {
        for code in codes.sorted() {
          lines.append("code \(type) \(code)")
          guard type == EventType.absolute else { continue }
          let axis = device.axes[code] ?? .init(minimum: 0, maximum: 0)
          lines.append(
            "axis \(code) \(axis.minimum) \(axis.maximum) \(axis.fuzz) \(axis.flat) "
              + "\(axis.resolution)")
        }
      }
      for event in whole.events where event.device == index {
        let microseconds = event.event.time.nanoseconds / 1000
        lines.append(
          "event \(microseconds / 1_000_000) \(microseconds % 1_000_000) \(event.event.type) "
            + "\(event.event.code) \(event.event.value)")
      }
      return lines
    }
  }

  @Test(.enabled(if: Tool.exists("/usr/include/evemu.h"), "there is no libevemu"))
  func `evemu's own library reads what is written for it`() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appending(path: "evemu").path
    try Tool.run(
      "/usr/bin/env",
      ["cc", "-o", program, Tool.file("evemu.c"), "-levemu"])
    for (name, whole) in try recordings() {
      let path = folder.appending(path: "a.evemu")
      try Data(whole.bytes(.evemu)).write(to: path)
      let lines = try Tool.run(program, [path.path])
      #expect(lines == printed(whole), "\(name)")
    }
  }

  @Test(.enabled(if: Tool.exists(Tool.replay), "there is no libinput replay"))
  func `libinput replay reads what is written for it`() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var wholes = try recordings()
    // Several devices, and a name with what YAML takes for something else.
    var several = Written(Reading(Sample.getevent))
    several.devices[0].description.name = "it's \"\\x41\" # \u{1b}[31m: ®"
    wholes.append(("several", several.held(by: [.isByDevice, .devicePaths, .description])))
    var paths: [String] = []
    for (number, recording) in wholes.enumerated() {
      paths.append(folder.appending(path: "\(number).yml").path)
      try Data(recording.whole.bytes(.libinput)).write(to: URL(filePath: paths[number]))
    }
    let lines = try Tool.run("/usr/bin/python3", [Tool.file("libinput.py")] + paths)
    let files = lines.split(omittingEmptySubsequences: false) { $0.hasPrefix("file ") }.dropFirst()
    #expect(files.count == wholes.count)
    for ((name, whole), lines) in zip(wholes, files) {
      #expect(Array(lines) == printed(whole), "\(name)")
    }
  }

  @Test(.enabled(if: Tool.exists("/usr/lib/python3/dist-packages/yaml"), "there is no PyYAML"))
  func `a YAML parser reads the names of devices as they are`() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var whole = Written(Reading(Sample.getevent))
    whole.devices = RecordingWriterTests.names.map { WrittenDevice(DeviceDescription(name: $0)) }
    whole.events = []
    let path = folder.appending(path: "a.yml").path
    try Data(whole.bytes(.libinput)).write(to: URL(filePath: path))
    let script = """
      import sys, yaml
      for device in yaml.safe_load(open(sys.argv[1], encoding="utf-8"))["devices"]:
          print("-".join(str(ord(letter)) for letter in device["evdev"]["name"]) + ".")
      """
    let names = RecordingWriterTests.names.map { name in
      name.unicodeScalars.map { "\($0.value)" }.joined(separator: "-") + "."
    }
    #expect(try Tool.run("/usr/bin/python3", ["-c", script, path]) == names)
  }

  @Test(.enabled(if: Tool.exists(Tool.analysis), "there is no libinput analyze"))
  func `libinput analyze follows the slots`() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let whole = try #require(recordings().first { $0.name == "pad-3f-flick-right-01.evemu" })
    let path = folder.appending(path: "a.yml")
    try Data(whole.whole.bytes(.libinput)).write(to: path)
    let lines = try Tool.run("/usr/bin/python3", [Tool.analysis, path.path])
    #expect(lines.count { $0.contains(" TRI ") } > 10)
    #expect(lines.first?.contains("+++++++      |     +++++++") ?? false)
  }

  @Test(.enabled(if: Tool.exists("/usr/bin/umockdev-run"), "there is no umockdev-run"))
  func `umockdev plays what is written for evemu as the kernel's records`() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let whole = try #require(recordings().first { $0.name == "pad-3f-flick-right-01.evemu" }).whole
    // It takes microseconds with a zero in front for octal ones, so that it gets none.
    let text = String(decoding: whole.bytes(.evemu), as: UTF8.self)
      .split(separator: "\n").filter { $0.hasPrefix("E:") }
      .map { String($0).replacing(/\.0+(?=[0-9])/, with: ".", maxReplacements: 1) }
      .joined(separator: "\n")
    let path = folder.appending(path: "a.events").path
    try Data((text + "\n").utf8).write(to: URL(filePath: path))
    let records = whole.bytes(.raw)
    let copy = folder.appending(path: "a.raw").path
    try Tool.run(
      "/usr/bin/umockdev-run",
      [
        "-d", Tool.file("pad.umockdev"), "-e", "/dev/input/event5=\(path)", "--", "dd",
        "if=/dev/input/event5", "of=\(copy)", "bs=24", "iflag=fullblock",
        "count=\(whole.events.count)",
      ])
    #expect([UInt8](try Data(contentsOf: URL(filePath: copy))) == records)
  }
}

/// Another tool.
enum Tool {
  static let replay = "/usr/libexec/libinput/libinput-replay"
  static let analysis = "/usr/libexec/libinput/libinput-analyze-per-slot-delta"

  /// What went wrong with a tool.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Whether one of some files is there.
  static func exists(_ paths: String...) -> Bool {
    paths.contains { FileManager.default.fileExists(atPath: $0) }
  }

  /// A file beside the tests.
  static func file(_ name: String) -> String {
    Repository.folder.appending(path: "Tests/RecordingsTests/Tools/\(name)").path
  }

  /// A folder of its own.
  static func folder() throws -> URL {
    let url = FileManager.default.temporaryDirectory.appending(path: "pantograph-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  /// Runs a tool.
  ///
  /// - Returns: The lines it printed.
  @discardableResult
  static func run(_ path: String, _ arguments: [String]) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let problem = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(path): \(process.terminationStatus) \(problem)")
    }
    return text.split(separator: "\n").map(String.init)
  }
}
