import Foundation
import Testing

/// What `inject` refuses before there is a device; what it makes is for a kernel of its own, in the
/// guest.
@Suite struct InjectCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ words: String..., input: String = "") throws -> RunningProgram {
    let run = try RunningProgram.run(["inject"] + words, input: input, in: folder.url)
    #expect(run.output.isEmpty)
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    return run
  }

  @Test func `one recording is played`() throws {
    for words in [[], ["a", "b"]] {
      let run = try RunningProgram.run(["inject"] + words)
      #expect(run.status == 64)
      #expect(run.errors.hasPrefix("pantograph: inject takes one recording"))
    }
    #expect(try run("missing.evemu").status == 66)
    let folder = try run(".")
    #expect(folder.status == 65)
    #expect(folder.errors.contains("it is a folder, not a recording"))
  }

  @Test func `a recording without a description says what helps`() throws {
    try folder.write(Fixture.withoutRanges, to: "bare.getevent")
    let run = try run("bare.getevent")
    #expect(run.status == 65)
    #expect(run.errors.contains("bare.getevent: it does not say what its device can send"))
    #expect(run.errors.contains("--description FILE"))
  }

  @Test func `a keyboard is not made, whatever plays on it`() throws {
    try folder.write(Fixture.keyboard, to: "keyboard.evemu")
    let refused = try run("keyboard.evemu")
    #expect(refused.status == 65)
    #expect(refused.errors.contains("only touch devices are made"))
    try folder.write(Fixture.withoutRanges, to: "bare.getevent")
    #expect(try run("--description", "keyboard.evemu", "bare.getevent").status == 65)
  }

  @Test func `a recording without events plays nothing`() throws {
    let header = try Fixture.synthetic().split(separator: "\n").filter { !$0.hasPrefix("E:") }
    try folder.write(header.joined(separator: "\n") + "\n", to: "header.evemu")
    let run = try run("header.evemu")
    #expect(run.status == 65)
    #expect(run.errors.contains("it has no events to play"))
  }

  static let misuse: [([String], String)] = [
    (["--speed", "0"], "--speed takes a number such as 2, not '0'"),
    (["--speed", "-1"], "--speed takes a number such as 2, not '-1'"),
    (["--loop", "-1"], "--loop takes a whole number of 0 to 1000000000, not '-1'"),
    (["--pause", "x"], "--pause takes a time such as 0.25 or 250ms, not 'x'"),
    (["--delay", "1", "--start-on", "-"], "--delay and --start-on do not go together"),
    (["--keep", "1", "--end-on", "x"], "--keep and --end-on do not go together"),
  ]

  @Test(arguments: misuse)
  func `a wrong option is told`(words: [String], message: String) throws {
    try folder.write(try Fixture.synthetic(), to: "swipe.evemu")
    let run = try RunningProgram.run(["inject"] + words + ["swipe.evemu"], in: folder.url)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("pantograph: " + message), "\(run.errors)")
  }

  @Test func `a line and the recording are not both on standard input`() throws {
    for option in ["--start-on", "--end-on"] {
      let run = try run(option, "-", "-", input: try Fixture.synthetic())
      #expect(run.status == 64)
      #expect(run.errors.contains("cannot both be standard input"))
    }
  }

  @Test(
    .enabled(
      if: access("/dev/uinput", W_OK) != 0,
      "this user can make devices; the guest tests what it is without"))
  func `without uinput, or the right to use it, it is said what to do`() throws {
    try folder.write(try Fixture.synthetic(), to: "swipe.evemu")
    let run = try run("swipe.evemu")
    #expect(run.errors.hasPrefix("pantograph: /dev/uinput: "))
    switch run.status {
    case 69: #expect(run.errors.contains("'modprobe uinput' as root"))
    case 77: #expect(run.errors.contains("install the udev rule"))
    default: Issue.record("status \(run.status): \(run.errors)")
    }
  }
}
