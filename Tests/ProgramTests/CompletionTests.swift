import Foundation
import Testing

/// What shells make of the scripts that complete the command line.
@Suite struct CompletionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "swipe.evemu")
  }

  /// A shell, and a script that prints how it completes the line in `$1`, a word a line.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// Types the line on a terminal, as a person does, and has it printed.
    var script: String {
      switch self {
      case .bash:
        #"""
        printf '%s\n%s\e*\001r \nexit\n' \
          'source <(pantograph completion bash); r() { printf "R: %s\n" "$@"; }' "$1" \
          | TERM=dumb script -qec 'bash --norc --noprofile -i' /dev/null
        """#
      case .zsh:
        #"""
        printf '%s\n%s\n%s\t\001r \005\nexit\n' \
          'autoload -Uz compinit; compinit -u -D; r() { printf "R: %s\n" "$@" }' \
          'source <(pantograph completion zsh)' "$1" \
          | TERM=dumb script -qec 'zsh -f -i' /dev/null
        """#
      case .fish:
        #"""
        fish -c 'source (pantograph completion fish | psub); complete -C $argv[1]' "$1" \
          | sed "s/^/R: /; s/\t.*//"
        """#
      }
    }
  }

  /// The shells that are installed; those of `.ci/packages` all are where everything is tested.
  static let shells: [Shell] = Shell.allCases.filter { shell in
    let isThere = (try? RunningProgram.shell("command -v \(shell) script").status == 0) ?? false
    let isExpected = ProcessInfo.processInfo.environment["PANTOGRAPH_CI"] != nil
    if !isThere { print("completion is not tested in \(shell), which is not installed") }
    return isThere || isExpected
  }

  /// What the last word of a line may become.
  private func completions(of line: String, in shell: Shell) throws -> [String] {
    let run = try RunningProgram.shell(
      shell.script, line, environment: ["HOME": folder.url.path], in: folder.url)
    let words = run.output.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("R: ") }
      .map { String($0.dropFirst(3)) }
    guard shell != .fish else { return words }
    // The line as it is now, with each way to complete its last word.
    return Array(words.dropFirst(line.split(separator: " ").count - (line.hasSuffix(" ") ? 0 : 1)))
  }

  static let lines: [(line: String, words: [String])] = [
    ("pantograph rep", ["replay", "report"]),
    ("pantograph help inf", ["info"]),
    ("pantograph help --m", ["--man"]),
    ("pantograph replay --poli", ["--policy"]),
    ("pantograph replay --policy fli", ["flick"]),
    ("pantograph replay --button ", ["auto", "cancel", "ignore"]),
    ("pantograph replay --fingers 3 --invert --dir", ["--direction"]),
    ("pantograph replay swi", ["swipe.evemu"]),
    ("pantograph replay --json swi", ["swipe.evemu"]),
    ("pantograph explain @pad-3f-flick-u", ["@pad-3f-flick-up-01"]),
    ("pantograph test @pad-3f-flick-u", ["@pad-3f-flick-up-01"]),
    ("pantograph info --description swi", ["swipe.evemu"]),
    ("pantograph synthesize --kind p", ["pinch"]),
    // The words of an option are those of the command.
    ("pantograph synthesize --device touchp", ["touchpad"]),
    ("pantograph synthesize --direction r", ["right"]),
    ("pantograph completion fi", ["fish"]),
    ("pantograph schema sam", ["sample-table"]),
  ]

  @Test(arguments: shells, lines)
  func `a shell completes what a command takes`(
    shell: Shell, completed: (line: String, words: [String])
  ) throws {
    // zsh asks where there are several.
    guard shell != .zsh || completed.words.count == 1 else { return }
    #expect(try completions(of: completed.line, in: shell) == completed.words)
  }

  @Test(arguments: shells)
  func `a word behind an equals sign is completed too`(shell: Shell) throws {
    #expect(
      try completions(of: "pantograph replay --policy=fli", in: shell) == ["--policy=flick"])
  }

  @Test(arguments: shells)
  func `a name with a blank stays whole`(shell: Shell) throws {
    try folder.write("", to: "my swipe.evemu")
    #expect(try completions(of: "pantograph replay my", in: shell) == ["my swipe.evemu"])
  }

  @Test(arguments: shells.filter { $0 != .zsh })
  func `several samples are offered`(shell: Shell) throws {
    #expect(
      try completions(of: "pantograph explain @pad-3f-flick-r", in: shell)
        == ["@pad-3f-flick-right-01", "@pad-3f-flick-right-02"])
  }

  /// Lines behind which nothing of the kind can follow.
  static let ends = [
    "pantograph info --poli", "pantograph synthesize swi", "pantograph replay --button x",
    "pantograph completion --jso", "pantograph nonsense --poli",
  ]

  @Test(arguments: shells, ends)
  func `nothing is completed that a command does not take`(shell: Shell, line: String) throws {
    let last = String(line.split(separator: " ").last ?? "")
    let found = try completions(of: line, in: shell)
    #expect(found.isEmpty || found == [last])
  }

  @Test(arguments: Shell.allCases)
  func `a script is plain text, and the same each time`(shell: Shell) throws {
    let run = try RunningProgram.run(["completion", shell.rawValue])
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output.utf8.allSatisfy { $0 == 0x0a || (0x20..<0x7f).contains($0) })
    #expect(try RunningProgram.run(["completion", shell.rawValue]).output == run.output)
  }
}
