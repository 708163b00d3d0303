import Foundation
import Testing

/// What `live` makes of pipes.
@Suite(.timeLimit(.minutes(5)))
struct LiveCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let recordings = RunningProgram.package.appending(path: "recordings").path

  /// Runs a script that has the folder of recordings as `$1`.
  private func shell(_ script: String) throws -> RunningProgram {
    try RunningProgram.shell(script, Self.recordings, in: folder.url)
  }

  /// What `live` prints of a pipe, without the heading that names it.
  private func lines(_ run: RunningProgram) -> [String] { Array(run.lines.dropFirst()) }

  @Test(arguments: ["evemu", "libinput", "evtest", "getevent", "raw"])
  func `a pipe gives the lines that the file gives, in any format`(format: String) throws {
    let file = "recording.\(format)"
    let made = try shell(
      "pantograph convert -q --to \(format) -o \(file) \"$1\"/pad-3f-flick-right-01.evemu")
    #expect(made.status == 0)
    let options =
      ["getevent", "raw"].contains(format)
      ? "--description \"$1\"/pad-3f-flick-right-01.evemu" : ""
    let replayed = try shell("pantograph replay \(options) \(file)")
    let followed = try shell("cat \(file) | pantograph live \(options) -")
    #expect(lines(followed) == lines(replayed))
    #expect(followed.lines.count == 2)
    #expect((followed.status, followed.errors) == (0, ""))
  }

  @Test func `all recordings give the same through a pipe, gestures, touches and warnings`() throws
  {
    let difference = try shell(
      """
      for file in "$1"/*.evemu; do
        diff <(pantograph replay --all "$file" | tail -n +2) \\
          <(cat "$file" | pantograph live --all - | tail -n +2) || echo "$file"
        diff <(pantograph replay --json "$file" | jq -c '.gestures[]') \\
          <(cat "$file" | pantograph live --json -) || echo "$file"
      done
      """)
    #expect(difference.output == "")
    #expect(difference.errors == "")
  }

  @Test func `frames agree with the gesture they belong to, in a pipe and in a file`() throws {
    let file = "\(Self.recordings)/pad-3f-flick-right-01.evemu"
    let frames = try shell("pantograph replay --frames --settling '\(file)'")
    let piped = try shell("cat '\(file)' | pantograph live --frames --settling -")
    #expect(piped.lines.dropFirst() == frames.lines.dropFirst())
    struct Line: Decodable {
      struct Gesture: Decodable {
        var progress: Double
        var begin: Double
        var end: Double
        var frames: Int
        var outcome: String
      }

      var event: String
      var time: Double?
      var progress: Double?
      var shown: Double?
      var gesture: Gesture?
    }
    let lines = try frames.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    let gesture = try #require(lines.first { $0.event == "end" }?.gesture)
    let progress = lines.filter { $0.event == "progress" }
    #expect(progress.last?.progress == gesture.progress)
    #expect(progress.first?.time == gesture.begin)
    // The lift is no frame of progress.
    #expect(progress.count == gesture.frames - 1)
    let settling = lines.filter { $0.event == "settle" }
    #expect(settling.last?.shown == (gesture.outcome == "finish" ? 1 : 0))
    #expect(settling.allSatisfy { $0.time ?? 0 > gesture.end })
    let order = lines.map(\.event)
    #expect(order.first == "start" && order.dropFirst().first == "begin" && order.last == "stop")
  }

  @Test func `a gesture is printed before the pipe goes on`() throws {
    let run = try shell(
      """
      mkfifo pipe
      exec 3< <(exec pantograph live --json - < pipe)
      exec 4> pipe
      cat "$1"/phone-1f-back-right-01.evemu >&4
      read -t 120 -r line <&3 && echo "first $line"
      exec 4>&-
      cat <&3
      """)
    #expect(run.lines.count == 1)
    #expect(run.output.hasPrefix(#"first {"axis":"x","#))
  }

  @Test func `a signal ends it cleanly, in the middle of a gesture too`() throws {
    let run = try shell(
      """
      mkfifo pipe
      exec 3< <(exec pantograph live --frames - < pipe)
      pid=$!
      exec 4> pipe
      # Without the lift.
      head -n -60 "$1"/phone-1f-back-right-01.evemu >&4
      read -t 120 -r line <&3 && echo "$line"
      kill -TERM $pid
      cat <&3
      wait $pid
      """)
    #expect(run.status == 0)
    #expect(run.lines.first?.contains(#""event":"start""#) == true)
    #expect(run.lines.last?.contains(#""event":"stop""#) == true)
    #expect(run.output.contains(#""end_reason":"end-of-recording""#))
  }

  @Test func `what is wrong with a pipe is told as of a file`() throws {
    let empty = try shell("true | pantograph live -")
    #expect((empty.status, empty.errors) == (65, "pantograph: -: it is empty\n"))
    let keys = try RunningProgram.run(["live", "-"], input: Fixture.keyboard)
    #expect(keys.status == 69)
    let bare = try RunningProgram.run(["live", "-"], input: Fixture.withoutRanges)
    #expect(bare.status == 65)
    #expect(bare.errors.contains("does not say the ranges of its axes"))
    let ranged = try RunningProgram.run(
      ["live", "--axis-range", "x=0..1079,y=0..1919", "-"], input: Fixture.withoutRanges)
    #expect(ranged.status == 0)
    #expect(ranged.lines.count > 1)
    let table = try RunningProgram.run(["live", "-"], input: Fixture.table([0, 10, 30, 40]))
    #expect(table.status == 0)
    #expect(table.output.contains("finish"))
  }

  @Test func `what cannot be together is refused`() throws {
    for (words, message) in [
      (["live", "a", "b"], "live follows one device"),
      (["live", "--grab", "-"], "--grab needs a device"),
      (["live", "--settling", "-"], "--settling needs --frames"),
      (["live", "--frames", "--json", "-"], "two kinds of output"),
      (["replay", "--frames", "--trace", "-"], "two kinds of output"),
      (["devices", "x"], "devices takes no 'x'"),
    ] {
      let run = try RunningProgram.run(words)
      #expect(run.status == 64)
      #expect(run.errors.contains(message), "\(run.errors)")
    }
    let file = try folder.write(Fixture.keyboard, to: "keyboard.evemu")
    let recording = try RunningProgram.run(["live", file])
    #expect(recording.status == 69)
    #expect(recording.errors.contains("a recording is for pantograph replay"))
  }

  @Test func `the rule for udev is printed, and is for touch devices alone`() throws {
    let rule = try RunningProgram.run(["devices", "--rule"])
    #expect(rule.status == 0)
    let lines = rule.lines.filter { !$0.hasPrefix("#") }
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix(#"SUBSYSTEM=="input", KERNEL=="event*", "#) })
    #expect(lines.allSatisfy { $0.contains(#"ENV{ID_INPUT_KEYBOARD}!="1""#) })
    #expect(lines.allSatisfy { $0.hasSuffix(#"TAG+="uaccess""#) })
  }
}
