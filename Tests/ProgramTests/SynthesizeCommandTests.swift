import Foundation
import Testing

@Suite struct SynthesizeCommandTests {
  private func synthesize(_ arguments: String...) throws -> RunningProgram {
    try RunningProgram.run(["synthesize"] + arguments)
  }

  @Test func `the same options make the same bytes, another seed others`() throws {
    let first = try synthesize("--seed", "5")
    #expect(first.status == 0)
    #expect(first.errors.isEmpty)
    #expect(try synthesize("--seed", "5").output == first.output)
    #expect(try synthesize("--seed", "6").output != first.output)
  }

  @Test func `the head says that nobody touched anything`() throws {
    let lines = try synthesize().lines
    #expect(lines[0] == "# EVEMU 1.3")
    #expect(lines[1].contains("Synthetic") && lines[1].contains("nobody touched anything"))
    #expect(
      lines[2]
        == "# pantograph synthesize --device touchpad --direction right --distance 25mm --seed 1")
    #expect(lines.contains { $0.hasPrefix("E: 0.000001 0003 0039 ") })
  }

  static let commands: [[String]] = [
    ["--distance", "0.4", "--velocity", "310mm/s", "--release", "0.62", "--seed", "99"],
    [
      "--direction", "up", "--distance", "-17.25mm", "--back", "3.5mm", "--slant", "-2mm",
      "--pause", "350ms", "--dwell", "0", "--start", "60,30mm", "--fingers", "2",
    ],
    [
      "--device", "touchscreen", "--name", "it's a $(name)", "--size", "216.5x144mm",
      "--resolution", "8x12", "--report-rate", "61.5", "--jitter", "2ms", "--noise", "0.125mm",
      "--slots", "3", "--start", "edge", "--distance", "0.333",
    ],
    ["--kind", "pinch", "--distance", "12mm", "--fingers", "2", "--duration", "0.4"],
    [
      "--kind", "tap", "--fingers", "4", "--landing", "25ms", "--lifting", "0.05", "--tremor",
      "1mm",
    ],
    ["--thumb", "--click", "--no-clickpad", "--single-touch", "--spread", "17.5mm"],
    ["--drop", "--noise", "0.00000001mm"],
  ]

  @Test(arguments: commands)
  func `the command in the head makes the same bytes again`(options: [String]) throws {
    let made = try RunningProgram.run(["synthesize"] + options)
    #expect(made.status == 0, "\(made.errors)")
    let command = try #require(made.lines.first { $0.hasPrefix("# pantograph ") }).dropFirst(2)
    #expect(try RunningProgram.shell(String(command)).output == made.output)
  }

  @Test func `a gesture goes on to replay through a pipe`() throws {
    let made = try synthesize("--distance", "20.5mm", "--fingers", "3", "--direction", "left")
    let replayed = try RunningProgram.run(["replay", "--json", "-"], input: made.output)
    #expect(replayed.status == 0)
    // 20.5 mm, less 1.5 mm of slop, are half of 38 mm.
    #expect(replayed.output.contains("\"direction\":\"left\""))
    #expect(replayed.output.contains("\"outcome\":\"finish\""))
    let text = try #require(replayed.output.firstMatch(of: /"progress":([0-9.]+)/)).1
    #expect(abs(try #require(Double(text)) - 0.5) < 0.01)
  }

  @Test func `a file is written once, unless it is forced`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.evemu")
    #expect(try synthesize("-o", path).status == 0)
    let text = try folder.read("a.evemu")
    let refused = try synthesize("--output", path, "--seed", "2")
    #expect(refused.status == 73)
    #expect(refused.errors == "pantograph: \(path): it exists already (--force overwrites it)\n")
    #expect(try folder.read("a.evemu") == text)
    #expect(try synthesize("-o", path, "--seed", "2", "--force").status == 0)
    #expect(try folder.read("a.evemu") != text)
    #expect(try synthesize("-o", folder.path("no/such/folder")).status == 73)
    #expect(try synthesize("-o", "-").output.hasPrefix("# EVEMU 1.3\n"))
  }

  static let misuses: [([String], String)] = [
    (["--fingers", "6"], "--fingers takes a whole number of 1 to 5, not '6'"),
    (["--distance", "40px"], "--distance takes a length such as 25mm"),
    (["--noise", "0.5"], "--noise takes a length such as 0.5mm, not '0.5'"),
    (["--distance", "99mm"], "the fingers would leave the surface by"),
    (["--start", "99,35mm"], "the fingers would leave the surface by"),
    (["--report-rate", "5"], "--report-rate must be 10 to 1000 Hz"),
    (["--jitter", "1s"], "--jitter must be 0 to 0.0036 s"),
    (["--duration", "100"], "--duration must be 0 to 60 s"),
    (["--velocity", "0"], "--velocity must be 1 to 20000 mm/s"),
    (["--duration", "1", "--velocity", "9"], "--duration and --velocity say the same"),
    (["--release", "0.5", "--pause", "1"], "cannot pause before the lift"),
    (["--kind", "pinch", "--fingers", "1"], "a pinch needs two fingers or more"),
    (["--kind", "tap", "--velocity", "9"], "a velocity needs a distance"),
    (["--device", "touchscreen", "--click"], "a touchscreen has no button to click"),
    (
      ["--device", "touchscreen", "--slots", "1", "--fingers", "2"],
      "the device has 1 slot, too few"
    ),
    (["--name", ""], "a name has 1 to 80 bytes"),
    (["--name", "a\u{1b}[2J"], "a name has 1 to 80 bytes and no control characters"),
    (["--seed", "-1"], "--seed takes a whole number of 0 or more"),
    (["--directon", "up"], "did you mean '--direction'?"),
    (["--direction", "any"], "--direction takes right, left, up, down"),
    (["a.evemu"], "synthesize takes no 'a.evemu'"),
    (["--samples", "x", "--seed", "1"], "--samples and --seed do not go together"),
  ]

  @Test(arguments: misuses)
  func `nonsense is told, with the option`(options: [String], message: String) throws {
    let run = try RunningProgram.run(["synthesize"] + options)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.hasPrefix("pantograph: "))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func `samples are written all or none`() throws {
    let folder = try TemporaryFolder()
    let place = folder.path("samples")
    #expect(try synthesize("--samples", place).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: place)
    #expect(names.count == 41)
    let first = place + "/" + (names.sorted().first { $0.hasSuffix(".evemu") } ?? "")
    let kept = try Data(contentsOf: URL(filePath: first))
    let last = place + "/" + (names.sorted().last { $0.hasSuffix(".evemu") } ?? "")
    try FileManager.default.removeItem(atPath: last)
    let refused = try synthesize("--samples", place)
    #expect(refused.status == 73)
    #expect(!FileManager.default.fileExists(atPath: last))
    #expect(try synthesize("--samples", place, "--force").status == 0)
    #expect(FileManager.default.fileExists(atPath: last))
    #expect(try Data(contentsOf: URL(filePath: first)) == kept)
  }

  @Test func `help teaches`() throws {
    let help = try RunningProgram.run(["help", "synthesize"])
    #expect(help.status == 0)
    #expect(try synthesize("--help").output == help.output)
    #expect(help.lines.allSatisfy { $0.count <= 100 })
    for option in ["--velocity V", "--thumb", "-o, --output FILE", "--samples DIR", "--seed N"] {
      #expect(help.output.contains(option))
    }
  }
}
