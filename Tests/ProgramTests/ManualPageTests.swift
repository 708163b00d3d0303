import Foundation
import Testing

@Suite struct ManualPageTests {
  private let page: RunningProgram
  private let folder: TemporaryFolder

  init() throws {
    page = try RunningProgram.run(["help", "--man"])
    folder = try TemporaryFolder()
    try folder.write(page.output, to: "pantograph.1")
  }

  /// The page as a terminal shows it, each paragraph on a line.
  private func rendered() throws -> RunningProgram {
    try RunningProgram.shell(
      "groff -man -Tascii -P-cbou -rLL=2000n pantograph.1", in: folder.url)
  }

  @Test func `the page is plain text, the same each time`() throws {
    #expect(page.status == 0)
    #expect(page.errors.isEmpty)
    #expect(page.output.utf8.allSatisfy { $0 == 0x0a || (0x20..<0x7f).contains($0) })
    #expect(try RunningProgram.run(["help", "--man"]).output == page.output)
    #expect(page.output.contains(".TH PANTOGRAPH 1 "))
    let wrong = try RunningProgram.run(["help", "--man", "replay"])
    #expect(wrong.status == 64)
    #expect(wrong.errors.hasPrefix("pantograph: --man takes no 'replay'"))
    #expect(try RunningProgram.run(["help", "--mn"]).errors.contains("did you mean '--man'?"))
  }

  @Test(
    .enabled(if: Tool.isInstalled("groff"), "groff is not installed (package groff-base)"),
    arguments: ["ascii", "utf8", "ps"])
  func `groff has nothing to warn of`(device: String) throws {
    // The page has to be without a warning of any kind, not to be shown.
    let run = try RunningProgram.shell("groff -man -ww -z -T\(device) pantograph.1", in: folder.url)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test(.enabled(if: Tool.isInstalled("man"), "man is not installed (package man-db)"))
  func `man has nothing to warn of`() throws {
    for width in ["72", "80", "132"] {
      let run = try RunningProgram.shell(
        "man --warnings -l pantograph.1", environment: ["MANWIDTH": width, "LC_ALL": "C.UTF-8"],
        in: folder.url)
      #expect(run.status == 0)
      #expect(run.errors.isEmpty, "\(run.errors)")
      #expect(run.output.contains("NAME"))
    }
  }

  @Test(.enabled(if: Tool.isInstalled("groff"), "groff is not installed (package groff-base)"))
  func `each command, option and status of the help is in it`() throws {
    let shown = try rendered()
    #expect(shown.status == 0)
    let text = shown.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    for command in HelpTests.commands {
      #expect(text.contains { $0.hasPrefix("pantograph \(command) [options]") })
      let help = try RunningProgram.run(["help", command])
      for line in help.lines {
        guard let match = line.prefixMatch(of: /^  (-[a-z], |    )--([a-z-]+)( \S+)?/) else {
          continue
        }
        // Short ones have what they mean behind them.
        let entry = line[match.range].trimmingCharacters(in: .whitespaces)
        #expect(text.contains { $0 == entry || $0.hasPrefix(entry + " ") }, "\(command) \(entry)")
      }
    }
    for status in [0, 1, 64, 65, 66, 69, 73, 74, 77] {
      #expect(text.contains { $0.hasPrefix("\(status) ") }, "\(status)")
    }
    for title in [
      "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "FORMATS", "EXIT STATUS", "ENVIRONMENT",
      "FILES", "EXAMPLES", "SEE ALSO",
    ] { #expect(text.contains(title)) }
    for word in ["NO_COLOR", "TERM", "expectations.json"] {
      #expect(text.contains { $0 == word || $0.hasPrefix(word + " ") }, "\(word)")
    }
  }

  @Test(.enabled(if: Tool.isInstalled("groff"), "groff is not installed (package groff-base)"))
  func `what the help shows of a command stands in it letter by letter`() throws {
    let text = Set(try rendered().lines.map { $0.trimmingCharacters(in: .whitespaces) })
    for command in HelpTests.commands {
      let help = try RunningProgram.run(["help", command]).lines
      // From the discussion to the first list of options; what is indented is kept as it is.
      let discussion = help.dropFirst(2).prefix { !($0.hasSuffix(":") && $0.count < 20) }
      for line in discussion where line.hasPrefix("  ") {
        #expect(text.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
      }
    }
  }

  @Test func `each example runs`() throws {
    let examples = page.output.components(separatedBy: ".SH EXAMPLES\n")[1]
      .components(separatedBy: ".SH")[0]
    let commands = examples.matches(of: /\.TP\n\\fB(.*)\\fP/).map { match in
      match.1.replacing("\\-", with: "-").replacing("\\(aq", with: "'")
    }
    #expect(commands.count >= 5)
    for command in commands {
      let run = try RunningProgram.shell(String(command))
      #expect(run.status == 0, "\(command): \(run.errors)")
      #expect(!run.output.isEmpty)
    }
  }
}
