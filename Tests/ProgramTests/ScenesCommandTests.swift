import Foundation
import Testing

@Suite struct ScenesCommandTests {
  private let recordings = RunningProgram.package.appending(path: "recordings").path

  @Test func `the scenes are listed, and each can be run`() throws {
    let list = try RunningProgram.run(["scenes"])
    #expect(list.status == 0)
    #expect(list.lines.allSatisfy { $0.count <= 80 })
    let names = list.lines.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(names.count == 18)
    for name in names {
      let run = try RunningProgram.run(["scenes", "--rate", "10", "--until", "1s", name])
      #expect(run.status == 0)
      #expect(run.lines.first == "# pantograph.trace/1", "\(name)")
      #expect(run.lines.count > 1, "\(name)")
    }
  }

  @Test func `a trace is that of the transition, and does not depend on the rate`() throws {
    let folder = try TemporaryFolder()
    for rate in ["30", "120"] {
      let run = try RunningProgram.run(["scenes", "scale-push", "--rate", rate])
      try folder.write(run.output, to: rate)
      #expect(run.lines.contains("0.400000 call context completeTransition didComplete=true"))
    }
    let words = ["trace", "diff", "--only", "call,state", "30", "120"]
    #expect(try RunningProgram.run(words, in: folder.url).status == 0)
    #expect(try RunningProgram.run(["trace", "diff", "30", "120"], in: folder.url).status == 1)
  }

  private struct Scene: Decodable {
    var calls: [String]
    var completed: Bool?
    var name: String
    var shown: [String]
    var trace: [String]
  }

  private struct Recording: Decodable {
    struct Gesture: Decodable {
      var outcome: String
      var scene: Scene?
      var trace: [[Double?]]?
    }

    var gestures: [Gesture]
    var scene: Scene?
  }

  @Test(
    arguments: [
      ("phone-1f-edge-right-01", true, ["container", "home"]),
      ("phone-1f-edge-right-02", false, ["container", "list"]),
      ("tablet-1f-edge-right-01", true, ["container", "home"]),
      ("phone-1f-back-right-01", nil, ["container", "list"]),
    ] as [(String, Bool?, [String])])
  func `touches drive a scene of recognizers, once for the whole recording`(
    recording: String, isComplete: Bool?, shown: [String]
  ) throws {
    let run = try RunningProgram.run([
      "replay", "--json", "--scene", "edge-swipe-back", "\(recordings)/\(recording).evemu",
    ])
    let read = try JSONDecoder().decode(Recording.self, from: Data(run.output.utf8))
    let scene = try #require(read.scene)
    #expect(read.gestures.allSatisfy { $0.scene == nil && $0.trace == nil })
    #expect(scene.name == "edge-swipe-back")
    #expect(scene.completed == isComplete)
    #expect(scene.shown == shown)
    #expect(scene.calls.count { $0 == "context.completeTransition" } == (isComplete == nil ? 0 : 1))
    let edge = isComplete == nil ? "failed" : "began"
    #expect(scene.trace.contains { $0.hasSuffix(" state edgePan \(edge)") })
  }

  @Test(arguments: [
    "edge-swipe-back", "edge-swipe-projected", "paging", "free-scroll", "sheet-swipe",
    "sheet-held",
  ])
  func `a scene of recognizers runs under every recording, and ends what it begins`(
    scene: String
  ) throws {
    let run = try RunningProgram.run(["replay", "--json", "--scene", scene, recordings])
    #expect(run.status == 0)
    for line in run.lines {
      let read = try JSONDecoder().decode(Recording.self, from: Data(line.utf8))
      let calls = try #require(read.scene).calls
      #expect(
        calls.count { $0 == "context.completeTransition" }
          == calls.count { $0 == "interaction.startInteractiveTransition" })
      #expect(
        calls.count { $0 == "scrollDelegate.willBeginDragging" }
          == calls.count { $0 == "scrollDelegate.didEndDragging" })
      #expect(
        calls.count { $0 == "scrollDelegate.willBeginDecelerating" }
          >= calls.count { $0 == "scrollDelegate.didEndDecelerating" })
    }
  }

  @Test func `text tells the end of a scene of recognizers after the gestures`() throws {
    let words = ["replay", "-q", "--scene", "paging", "@phone-1f-flick-left-01"]
    let run = try RunningProgram.run(words)
    #expect(run.lines.last == "  scene paging: no transition, shows container, pages")
    let traced = try RunningProgram.run(words + ["--trace"])
    #expect(traced.lines.contains { $0.contains(" call scrollDelegate willBeginDragging") })
    #expect(traced.lines.contains { $0.contains(" value pages bounds.origin=(") })
    // A pad that libinput watched has no places.
    let blind = try RunningProgram.run(
      ["replay", "--json", "--scene", "paging", "-"],
      input: """
        -event6   DEVICE_ADDED  Some Pad  seat0 default group1  cap:pg  size 100x60mm tap(dl off)
         event6   GESTURE_SWIPE_BEGIN  +1.000s\t3
         event6   GESTURE_SWIPE_UPDATE +1.010s\t3 10.00/ 0.00 (10.00/ 0.00 unaccelerated)
         event6   GESTURE_SWIPE_END    +1.100s\t3

        """)
    #expect(blind.output.contains(",\"scene\":null,"))
  }

  @Test(arguments: [
    ("pad-3f-flick-right-01", "finish", ["container", "list"]),
    ("pad-3f-drop-left-01", "cancel", ["container", "detail"]),
  ])
  func `a gesture drives a scene, and the JSON says who is shown and what was called`(
    recording: String, outcome: String, shown: [String]
  ) throws {
    let policy = outcome == "finish" ? "flick" : "threshold"
    let run = try RunningProgram.run([
      "replay", "--json", "--policy", policy, "--scene", "swipe-back",
      "\(recordings)/\(recording).evemu",
    ])
    let read = try JSONDecoder().decode(Recording.self, from: Data(run.output.utf8))
    let gesture = try #require(read.gestures.first)
    let scene = try #require(gesture.scene)
    #expect(gesture.outcome == outcome)
    #expect(gesture.trace == nil)
    #expect(scene.name == "swipe-back")
    #expect(scene.completed == (outcome == "finish"))
    #expect(scene.shown == shown)
    #expect(scene.calls.count { $0 == "context.completeTransition" } == 1)
    #expect(scene.calls.contains("delegate.didShow") == (outcome == "finish"))
    #expect(scene.trace.contains { $0.contains(" value detail position=") })
  }

  @Test func `a scene of recognizers has a rule of its own, and help says so`() throws {
    let ends = try ["0.01", "0.99"].map { threshold in
      try RunningProgram.run([
        "replay", "-q", "--threshold", threshold, "--scene", "edge-swipe-back",
        "@phone-1f-edge-right-01",
      ])
    }
    #expect(ends[0].lines.dropLast() != ends[1].lines.dropLast())
    #expect(ends[0].lines.last == ends[1].lines.last)
    let help = try RunningProgram.run(["help", "scenes"]).output
    #expect(help.contains("a rule of its own: --threshold, --policy"))
  }

  @Test func `text tells the end of the scene, and an unknown one is told`() throws {
    let run = try RunningProgram.run(["replay", "--scene", "view-flip", "@pad-3f-drop-left-01"])
    #expect(
      run.lines.contains("      scene view-flip: cancelled, shows container, card, firstView"))
    let wrong = try RunningProgram.run(["replay", "--scene", "view-flop", "a"])
    #expect(wrong.status == 64)
    #expect(
      wrong.errors.hasPrefix("pantograph: unknown scene 'view-flop', did you mean 'view-flip'?"))
    let frames = try RunningProgram.run(["replay", "--frames", "--scene", "view-flip", "a"])
    #expect(frames.status == 64)
    #expect(frames.errors == "pantograph: --frames and --scene are two kinds of output\n")
    #expect(
      try RunningProgram.run(["scenes", "a", "b"]).errors.hasPrefix(
        "pantograph: scenes takes one name"))
  }
}
