import Foundation
import Testing

/// `pantograph live` on a terminal, driven by keys and looked at.
@Suite(.serialized, .enabled(if: Tool.isInstalled("tmux"), "tmux is not installed"))
struct LiveViewTests {
  /// The script of a view that follows the pipe, between what was on the screen and what comes then.
  private func view(_ options: String = "", before: String = "") -> String {
    """
    echo what was on the screen
    \(before)
    stty -a > stty-before
    pantograph live \(options) - <&3
    echo "status $?"
    stty -a > stty-after
    """
  }

  /// Whether a screen has one of the colors of the view.
  private func hasColors(_ screen: String) -> Bool {
    ["31", "32", "33", "36"].contains { screen.contains("\u{1b}[\($0)m") }
  }

  /// Checks that the terminal is as it was before.
  private func checkRestored(_ terminal: TmuxTerminal) throws {
    let screen = try terminal.wait(for: "the script is over")
    #expect(screen.contains("what was on the screen"))
    #expect(!screen.contains("policy threshold"))
    let folder = try #require(terminal.folder)
    let (before, after) = (try folder.read("stty-before"), try folder.read("stty-after"))
    #expect(before == after)
  }

  @Test func `a gesture is shown, judged, labelled, saved, and the terminal is left as it was`()
    throws
  {
    let terminal = try TmuxTerminal(view())
    try terminal.wait(for: "no event yet")
    try terminal.play("pad-3f-flick-right-01.evemu")
    var screen = try terminal.wait(for: "1 gesture: 0 finish, 1 cancel")
    for text in [
      "104 × 70 mm", "policy threshold at 30%", "cancelled", "30%, 11.4 mm",
      "threshold, 4.7% short of it",
      "9.6 of 11.4 mm", "gnome-shell", "niri", "firefox", "q quit",
    ] {
      #expect(screen.contains(text), "\(text)")
    }

    // Another threshold judges it anew, at once.
    try terminal.press("-")
    screen = try terminal.wait(for: "1 gesture: 1 finish, 0 cancel")
    #expect(screen.contains("policy threshold at 25%"))
    #expect(screen.contains("threshold, 0.3% past it"))
    try terminal.press("]")
    try terminal.wait(for: "1 gesture: 0 finish, 1 cancel")
    try terminal.press("[")
    try terminal.wait(for: "1 gesture: 1 finish, 0 cancel")

    // So does another policy.
    try terminal.press("p")
    try terminal.wait(for: "policy flick at 25%")
    try terminal.press("P")
    try terminal.wait(for: "policy threshold at 25%")

    try terminal.press("c")
    try terminal.wait(for: "labels: 0 of 1 right")
    try terminal.press("f")
    try terminal.wait(for: "labels: 1 of 1 right")
    try terminal.press("s")
    try terminal.wait(for: "saved as gesture-001.evemu, meant to finish")
    // The name is taken now.
    try terminal.press("s")
    try terminal.wait(for: "saved as gesture-002.evemu, meant to finish")
    let folder = try #require(terminal.folder)
    let replay = try RunningProgram.run(
      ["replay", "--threshold", "0.25", folder.path("gesture-001.evemu")])
    #expect(replay.status == 0)
    #expect(replay.output.contains("threshold, 0.3% past it"))
    #expect(
      try folder.read("expectations.json").contains(#""gesture-001.evemu":{"intent":"finish"}"#))

    try terminal.press("?")
    try terminal.wait(for: "All gestures of the list are judged anew")
    try terminal.press("x")
    try terminal.wait("no help") { !$0.contains("judged anew") }

    try terminal.resize(columns: 130, rows: 40)
    screen = try terminal.wait(for: "gnome-shell  niri  firefox ──")
    #expect(
      screen.split(separator: "\n").contains {
        $0.hasSuffix("policy threshold at 25%") && $0.count > 120
      })
    try terminal.resize(columns: 50, rows: 12)
    try terminal.wait(for: "50 × 12 is too small; it takes 64 × 18")
    try terminal.resize(columns: 80, rows: 24)
    try terminal.wait(for: "s save")

    try terminal.press("q")
    try terminal.wait(for: "status 0")
    try checkRestored(terminal)
  }

  @Test func `contacts are seen while they are down, and several gestures are remembered`() throws {
    let terminal = try TmuxTerminal(view())
    let bytes = try Data(
      contentsOf: RunningProgram.package.appending(path: "recordings/pad-3f-rest-right-01.evemu"))
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    // The fingers are down, and far on their way.
    let cut = lines.count * 2 / 3
    try terminal.send(Data(lines[..<cut].joined(separator: "\n").utf8))
    let screen = try terminal.wait(for: "following right  3 fingers")
    #expect(screen.contains("●"))
    #expect(screen.contains { ("\u{2801}"..."\u{28ff}").contains($0) })
    // It changes under the fingers.
    try terminal.press("+")
    try terminal.wait(for: "policy threshold at 35%")
    try terminal.send(Data(("\n" + lines[cut...].joined(separator: "\n")).utf8))
    try terminal.wait(for: "1 gesture: 1 finish, 0 cancel")
    try terminal.press("+")
    try terminal.wait(for: "1 gesture: 0 finish, 1 cancel")
    try terminal.press("0")
    try terminal.wait(for: "policy threshold at 30%")
    try terminal.press("q")
    try checkRestored(terminal)
  }

  @Test func `after the end of the events it stays, until it is left`() throws {
    let terminal = try TmuxTerminal(
      """
      echo what was on the screen
      stty -a > stty-before
      cat '\(RunningProgram.package.path)/recordings/pad-3f-flick-right-02.evemu' \
        | pantograph live --compare niri -
      echo "status $?"
      stty -a > stty-after
      """)
    let screen = try terminal.wait(for: "nothing more will come")
    #expect(screen.contains("1 gesture: 1 finish, 0 cancel"))
    #expect(!screen.contains("firefox"))
    try terminal.press("+", "+", "+")
    try terminal.wait(for: "1 gesture: 0 finish, 1 cancel")
    try terminal.press("q")
    try terminal.wait(for: "status 0")
    try checkRestored(terminal)
  }

  @Test func `a signal ends it and leaves the terminal as it was`() throws {
    // A trap of Swift's is one of ILL and TRAP.
    let signals = [
      "INT": 0, "TERM": 0, "HUP": 0, "QUIT": 131, "ILL": 132, "TRAP": 133, "ABRT": 134, "BUS": 135,
      "FPE": 136, "USR1": 138, "SEGV": 139, "USR2": 140, "PIPE": 141, "ALRM": 142, "STKFLT": 144,
      "XCPU": 152, "VTALRM": 154, "PROF": 155, "IO": 157, "PWR": 158, "SYS": 159, "RTMIN": 162,
    ]
    let names = signals.keys.sorted()
    let terminal = try TmuxTerminal(
      """
      echo what was on the screen
      stty -a > stty-before
      for signal in \(names.joined(separator: " ")); do
        bash -c 'echo $$ > pid; exec pantograph live -' <&3 2>/dev/null
        status=$?
        stty -a | cmp -s - stty-before && echo "$signal=$status" >> ends || echo "$signal set it" >> ends
        echo "behind $signal"
      done 2>/dev/null
      stty -a > stty-after
      """)
    let folder = try #require(terminal.folder)
    var last = ""
    for name in names {
      try terminal.wait("a view to be ended by \(name)") { screen in
        let pid = (try? folder.read("pid")) ?? ""
        guard pid != last, pid.hasSuffix("\n"), screen.contains("no event yet") else {
          return false
        }
        last = pid
        return true
      }
      let pid = last.trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(try RunningProgram.shell("kill -\(name) \(pid)").status == 0)
    }
    let screen = try terminal.wait(for: "the script is over")
    let ends = try folder.read("ends").split(separator: "\n").map(String.init)
    #expect(ends == names.map { "\($0)=\(signals[$0] ?? 0)" })
    // Each left the screen that was there before it.
    let seen = screen.split(separator: "\n").filter { $0.hasPrefix("behind ") }
    #expect(seen.map(String.init) == names.suffix(seen.count).map { "behind \($0)" })
    #expect(seen.count > 15)
  }

  @Test func `without colors, and on a terminal without Unicode, all is said`() throws {
    let terminal = try TmuxTerminal(view("", before: "export NO_COLOR=1 LC_ALL=C"))
    try terminal.play("pad-3f-flick-right-01.evemu")
    let screen = try terminal.wait(for: "1 gesture: 0 finish, 1 cancel")
    #expect(screen.allSatisfy { $0.isASCII })
    #expect(try !hasColors(terminal.coloredScreen))
    try terminal.press("q")
    try checkRestored(terminal)
  }

  @Test func `an old terminal gets no colors`() throws {
    let terminal = try TmuxTerminal(view("", before: "export TERM=vt100"))
    try terminal.play("pad-3f-flick-right-01.evemu")
    try terminal.wait(for: "1 gesture: 0 finish, 1 cancel")
    #expect(try !hasColors(terminal.coloredScreen))
    try terminal.press("q")
    try terminal.wait(for: "the script is over")
  }

  @Test func `colors tell finish from cancel`() throws {
    let terminal = try TmuxTerminal(view())
    try terminal.play("pad-3f-flick-right-01.evemu")
    try terminal.wait(for: "1 gesture: 0 finish, 1 cancel")
    #expect(try hasColors(terminal.coloredScreen))
    #expect(try terminal.coloredScreen.contains("\u{1b}[31mcancel"))
    try terminal.press("q")
    try checkRestored(terminal)
  }

  @Test(arguments: ["export TERM=dumb", "export TERM=nothing-that-exists", "unset TERM"])
  func `a terminal that cannot show it gets lines`(before: String) throws {
    let terminal = try TmuxTerminal(view("", before: before))
    try terminal.play("pad-3f-flick-right-01.evemu")
    try terminal.wait("a line") { $0.contains("4.7% short of it") }
    #expect(try !terminal.screen.contains("q quit"))
  }

  @Test func `lines can be asked for`() throws {
    let terminal = try TmuxTerminal(view("--lines"))
    try terminal.play("pad-3f-flick-right-01.evemu")
    try terminal.wait("a line") { $0.contains("4.7% short of it") }
    #expect(try !terminal.screen.contains("q quit"))
  }

  @Test(arguments: [
    (["--compare", "niri,kwin,firefox,webkitgtk"], "3 policies at most"),
    (["--compare", "nirri"], "knows no 'nirri'"),
    (["--save-as", "csv"], "csv"),
  ])
  func `what is wrong with the command line is said before`(
    options: [String], message: String
  ) throws {
    let terminal = try TmuxTerminal(view(options.joined(separator: " ")))
    try terminal.wait(for: "status 64")
    #expect(try terminal.screen.contains(message))
  }
}
