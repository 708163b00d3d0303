import Foundation
import Testing

@Suite struct HelpTests {
  static let commands = [
    "replay",
    "explain",
    "report",
    "compare",
    "features",
    "stats",
    "tune",
    "test",
    "info",
    "convert",
    "anonymize",
    "synthesize",
    "devices",
    "live",
    "record",
    "inject",
    "curve",
    "trace",
    "scenes",
    "schema",
    "completion",
  ]

  private func run(_ arguments: String...) throws -> RunningProgram {
    try RunningProgram.run(arguments)
  }

  @Test(arguments: commands)
  func `help of a command is the same in each way to ask for it`(command: String) throws {
    let help = try run("help", command)
    #expect(help.status == 0)
    #expect(help.errors.isEmpty)
    #expect(help.output.hasPrefix("usage: pantograph \(command) "))
    #expect(help.lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
    for words in [["--help"], ["-h"], ["--bogus", "--help"], ["no-such-file", "-h"]] {
      let other = try RunningProgram.run([command] + words)
      #expect(other.status == 0)
      #expect(other.output == help.output)
    }
  }

  @Test func `help of the program names each command, and each exit status`() throws {
    let help = try run("--help")
    #expect(help.status == 0)
    #expect(help.errors.isEmpty)
    #expect(help.lines.allSatisfy { $0.count <= 80 })
    for words in [[], ["help"], ["-h"], ["help", "help"], ["help", "--help"]] {
      #expect(try RunningProgram.run(words).output == help.output)
    }
    let list = help.lines.drop { $0 != "commands:" }.dropFirst().prefix { !$0.isEmpty }
      .filter { !$0.hasPrefix("   ") }
    #expect(list.map { $0.split(separator: " ")[0] } == (Self.commands + ["help"]).map { $0[...] })
    for status in [0, 1, 64, 65, 66, 69, 73, 74, 77] {
      #expect(help.output.contains(" \(status) "), "\(status)")
    }
  }

  /// The options that the help of a command lists, with whether a value follows.
  private func options(of command: String) throws -> [(name: String, takesValue: Bool)] {
    try run("help", command).lines.compactMap { line in
      line.prefixMatch(of: /^  (?:-[a-z], |    )--([a-z-]+)( \S+)?/)
        .map { (String($0.1), $0.2 != nil) }
    }
  }

  @Test(arguments: commands)
  func `each option that help lists is taken, and completed`(command: String) throws {
    let options = try options(of: command)
    #expect(options.contains { $0.name == "help" })
    let scripts = try ["bash", "zsh", "fish"].map { try run("completion", $0).output }
    for option in options {
      let words = ["--" + option.name] + (option.takesValue ? [] : ["--color"])
      // What is wrong is the missing value, so the option itself is known.
      let errors = try RunningProgram.run([command] + words).errors
      #expect(!errors.contains("unknown option '--\(option.name)'"))
      if option.takesValue { #expect(errors.contains("option '--\(option.name)' needs a value")) }
      #expect(scripts[0].contains("--\(option.name)"))
      #expect(scripts[1].contains("--\(option.name)"))
      #expect(scripts[2].contains("-l \(option.name)"))
    }
  }

  @Test func `each option of the shared table is one of each command that replays`() throws {
    let shared = [
      "fingers", "direction", "travel", "threshold", "policy", "recognizer", "edge", "slop",
      "invert", "max-velocity-age", "jump-filter", "button", "max-gap", "settle", "rate",
      "axis-range", "size", "matrix", "device",
    ]
    for command in ["replay", "explain", "features", "stats", "test"] {
      let names = try options(of: command).map(\.name)
      #expect(shared.filter { !names.contains($0) }.isEmpty, "\(command)")
    }
    let names = try options(of: "replay").map(\.name)
    #expect(["trace", "json", "all", "speed", "color", "quiet"].allSatisfy(names.contains))
  }

  @Test func `each option that the README names is one of some command`() throws {
    let readme = String(
      decoding: try Data(contentsOf: RunningProgram.package.appending(path: "README.md")),
      as: UTF8.self)
    let known = try Self.commands.flatMap { try options(of: $0).map(\.name) }
    // What help takes, and other programs.
    let others = ["man", "static-swift-stdlib", "with-libinput"]
    for match in readme.matches(of: /--([a-z][a-z-]+)/) {
      let name = String(match.1)
      #expect(known.contains(name) || others.contains(name), "--\(name)")
    }
  }

  @Test func `the version is a line`() throws {
    let version = try run("--version")
    #expect(version.status == 0)
    #expect(version.output.wholeMatch(of: /pantograph [0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
    #expect(version.errors.isEmpty)
  }

  static let unknown: [([String], String)] = [
    (["repaly"], "unknown command 'repaly', did you mean 'replay'? (see 'pantograph --help')"),
    (["exp"], "unknown command 'exp', did you mean 'explain'? (see 'pantograph --help')"),
    (["help", "inof"], "unknown command 'inof', did you mean 'info'? (see 'pantograph --help')"),
    (["zzzzzzzz"], "unknown command 'zzzzzzzz'; the nearest is "),
    (["--verison"], "unknown option '--verison', did you mean '--version'?"),
    (
      ["replay", "--treshold", "1", "a"], "unknown option '--treshold', did you mean '--threshold'?"
    ),
    (["replay", "--thresh=1", "a"], "unknown option '--thresh', did you mean '--threshold'?"),
    (["replay", "-json", "a"], "unknown option '-json', did you mean '--json'?"),
    (["info", "-x", "a"], "unknown option '-x'; the nearest is "),
    (["explain", "--xyzzyxyzzy", "a"], "unknown option '--xyzzyxyzzy'; the nearest is "),
    (["schema", "reply"], "unknown schema 'reply', did you mean 'replay'?"),
    (["schema", "info", "replay"], "schema takes one name (see 'pantograph help schema')"),
    (["completion", "bsh"], "unknown shell 'bsh', did you mean 'bash'?"),
    (
      ["replay", "--policy", "flik", "a"],
      "--policy knows no 'flik', did you mean 'flick'?"
    ),
    (["replay", "--\u{1b}[2J", "a"], #"unknown option '--\x1b[2J'"#),
    (["help", "replay", "info"], "help takes one command, and no 'info'"),
    (["replay", "--json=yes", "a"], "option '--json' takes no value"),
    (["replay", "--threshold"], "option '--threshold' needs a value"),
    (["replay"], "replay needs a recording (see 'pantograph help replay')"),
    (["explain"], "explain needs a recording (see 'pantograph help explain')"),
    (["info", "-q"], "info needs a recording (see 'pantograph help info')"),
    (["features"], "features needs a recording or a folder (see 'pantograph help features')"),
    (["features", "--jobs", "0", "a"], "--jobs takes a whole number of 1 to 1024, not '0'"),
    (
      ["features", "--policy", "niri", "--policy", "niri", "a"], "--policy has two called 'niri'"
    ),
    (["completion"], "completion needs a shell: bash, zsh or fish"),
  ]

  @Test(arguments: unknown)
  func `what is not known is told with what is`(words: [String], message: String) throws {
    let run = try RunningProgram.run(words)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("pantograph: " + message), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func `dashes end the options`() throws {
    let folder = try TemporaryFolder()
    try folder.write(try Fixture.synthetic(), to: "--json")
    let run = try RunningProgram.run(["replay", "--", "--json"], in: folder.url)
    #expect(run.status == 0)
    #expect(run.lines[0].hasPrefix("--json: touchpad"))
    #expect(try RunningProgram.run(["replay", "--", "--help"], in: folder.url).status == 66)
  }
}
