import Foundation
import Testing

/// The page on logging touches: its loggers run, and what it shows is read.
@Suite struct LoggingTouchesTests {
  private let folder: TemporaryFolder
  private let page: String

  init() throws {
    folder = try TemporaryFolder()
    let file = RunningProgram.package.appending(
      path: "Sources/Recordings/Recordings.docc/LoggingTouches.md")
    page = String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  /// The fenced blocks of a language.
  private func blocks(_ language: String) -> [String] {
    page.components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```\n").first }
  }

  /// What a replay says of a table that a logger made of ``fingers``.
  private func check(_ table: String, time: Double) throws {
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(table.utf8)) as? [String: Any], "\(table)")
    #expect(json["schema"] as? String == "sample-table/1")
    #expect(json["device"] as? String == "touchscreen")
    #expect(json["unit"] as? String == "px")
    #expect(json["surface"] as? [String: Double] == ["width": 400, "height": 800])
    #expect(json["columns"] as? [String] == ["t", "x", "y"])
    let gestures = try #require(json["gestures"] as? [[String: Any]])
    // Coalesced motions have rows of their own; the second finger has none.
    #expect(
      gestures.first?["samples"] as? [[Double]] == [
        [time, 20, 400], [time + 0.004, 60, 400.5], [time + 0.008, 100, 401],
        [time + 0.016, 180, 402],
      ])
    let lift = try #require(gestures.first?["end"] as? [String: Any])
    #expect(lift["kind"] as? String == "lift")
    #expect(lift["t"] as? Double == time + 0.024 && lift["x"] as? Double == 220)
    #expect((gestures.last?["end"] as? [String: Any])?["kind"] as? String == "cancel")
    #expect(gestures.count == 2)
    for options in [[], ["--json", "--slop", "0"]] {
      let run = try RunningProgram.run(["replay"] + options + ["-"], input: table)
      #expect(run.status == 0)
      #expect(run.errors.isEmpty, "\(run.errors)")
      guard !options.isEmpty else { continue }
      let report = try #require(
        JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      let found = try #require(report["gestures"] as? [[String: Any]])
      #expect(found.map { $0["end_reason"] as? String } == ["lift", "cancel-event"])
      #expect(found.map { $0["outcome"] as? String } == ["finish", "cancel"])
      // From 20 to 220 of 400.
      #expect(found.first?["progress"] as? Double == 0.5)
    }
  }

  // MARK: Loggers

  @Test(.enabled(if: Tool.isInstalled("node"), "node is not installed (package nodejs)"))
  func `the logger of a page logs a swipe and a touch that is taken away`() throws {
    let blocks = blocks("js")
    try #require(blocks.count == 1)
    try folder.write(
      """
      globalThis.innerWidth = 400;
      globalThis.innerHeight = 800;
      \(blocks[0])
      const listeners = {};
      const table = logTouches({
        addEventListener(type, listener) { (listeners[type] ??= []).push(listener); },
      });
      function send(type, time, x, y, { id = 1, pointerType = "touch", coalesced } = {}) {
        const event = { type, pointerId: id, pointerType, timeStamp: time, clientX: x, clientY: y };
        // Old browsers have no such function, and made events have an empty list.
        if (coalesced) {
          event.getCoalescedEvents = () =>
            coalesced.map(([timeStamp, clientX, clientY]) => ({ timeStamp, clientX, clientY }));
        }
        for (const listener of listeners[type] ?? []) listener(event);
      }
      send("pointermove", 900, 5, 5);
      send("pointerup", 901, 5, 5);
      send("pointerdown", 902, 5, 5, { id: 9, pointerType: "mouse" });
      send("pointerdown", 1000, 20, 400);
      send("pointermove", 1008, 100, 401, { coalesced: [[1004, 60, 400.5], [1008, 100, 401]] });
      send("pointerdown", 1010, 300, 700, { id: 2 });
      send("pointermove", 1012, 310, 700, { id: 2, coalesced: [] });
      send("pointermove", 1016, 180, 402, { coalesced: [] });
      send("pointerup", 1020, 310, 700, { id: 2 });
      send("pointerup", 1024, 220, 402);
      send("pointermove", 1030, 1, 1);
      send("pointerdown", 1100, 20, 400, { id: 3 });
      send("pointermove", 1116, 390, 400, { id: 3 });
      send("pointercancel", 1124, 390, 400, { id: 3 });
      console.log(table());
      """, to: "page.js")
    let run = try RunningProgram.shell("node page.js", in: folder.url)
    #expect(run.errors.isEmpty, "\(run.errors)")
    try check(run.output, time: 1)
  }

  @Test func `the logger of iOS logs the same, where UIKit is a stand-in`() throws {
    let blocks = blocks("swift")
    try #require(blocks.count == 1)
    try folder.write(blocks[0], to: "LoggingWindow.swift")
    try folder.write(Self.standIn, to: "UIKit.swift")
    try folder.write(Self.fakeTouches, to: "main.swift")
    let run = try RunningProgram.shell(
      """
      swiftc -swift-version 6 -parse-as-library -module-name UIKit -emit-module -c UIKit.swift \
        -emit-module-path UIKit.swiftmodule -o UIKit.o &&
      swiftc -swift-version 6 -warnings-as-errors -I . main.swift LoggingWindow.swift UIKit.o \
        -o logger && ./logger
      """, in: folder.url)
    #expect(run.errors.isEmpty, "\(run.errors)")
    try check(run.output, time: 1)
  }

  /// As much of UIKit as the logger uses.
  private static let standIn = """
    @_exported import Foundation

    public class UIView {}

    @MainActor public final class UITouch: Hashable {
      public enum Phase: Sendable { case began, moved, stationary, ended, cancelled }
      public var phase: Phase
      public var timestamp: TimeInterval
      private var place: CGPoint
      public init(_ phase: Phase, _ timestamp: TimeInterval, _ x: Double, _ y: Double) {
        self.phase = phase
        self.timestamp = timestamp
        place = CGPoint(x: x, y: y)
      }
      public func move(to x: Double, _ y: Double) { place = CGPoint(x: x, y: y) }
      public func preciseLocation(in view: UIView?) -> CGPoint { place }
      public nonisolated static func == (left: UITouch, right: UITouch) -> Bool { left === right }
      public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
      }
    }

    @MainActor public final class UIEvent {
      public let allTouches: Set<UITouch>?
      private let coalesced: [UITouch]?
      public init(_ touches: Set<UITouch>, coalesced: [UITouch]? = nil) {
        allTouches = touches
        self.coalesced = coalesced
      }
      public func coalescedTouches(for touch: UITouch) -> [UITouch]? { coalesced }
    }

    @MainActor open class UIWindow {
      public var bounds = CGRect(x: 0, y: 0, width: 400, height: 800)
      public init() {}
      open func sendEvent(_ event: UIEvent) {}
    }
    """

  /// The same touches as those of the page; a touch of UIKit moves itself.
  private static let fakeTouches = """
    import UIKit

    let window = LoggingWindow()
    let first = UITouch(.began, 1, 20, 400)
    let other = UITouch(.began, 1.01, 300, 700)
    window.sendEvent(UIEvent([UITouch(.moved, 0.9, 5, 5)]))
    window.sendEvent(UIEvent([first]))
    first.phase = .moved
    let between = [UITouch(.moved, 1.004, 60, 400.5), UITouch(.moved, 1.008, 100, 401)]
    window.sendEvent(UIEvent([first], coalesced: between))
    first.phase = .stationary
    window.sendEvent(UIEvent([first, other]))
    first.phase = .moved
    window.sendEvent(UIEvent([first], coalesced: [UITouch(.moved, 1.016, 180, 402)]))
    first.phase = .ended
    first.timestamp = 1.024
    first.move(to: 220, 402)
    window.sendEvent(UIEvent([first]))
    let second = UITouch(.began, 1.1, 20, 400)
    window.sendEvent(UIEvent([second]))
    second.phase = .moved
    second.timestamp = 1.116
    second.move(to: 390, 400)
    window.sendEvent(UIEvent([second]))
    second.phase = .cancelled
    second.timestamp = 1.124
    window.sendEvent(UIEvent([second]))
    print(String(decoding: try window.table(), as: UTF8.self))
    """

  @Test func `each logger writes the keys that a table has`() throws {
    for language in ["js", "swift", "kotlin"] {
      let code = try #require(blocks(language).first)
      for key in [
        "schema", "device", "touchscreen", "unit", "px", "surface", "width", "height", "columns",
        "gestures", "samples", "kind", "lift", "cancel", "sample-table/1",
      ] { #expect(code.contains(key), "\(language): \(key)") }
      #expect(code.components(separatedBy: "\n").allSatisfy { $0.count <= 110 })
    }
  }

  // MARK: What is shown

  @Test func `each table that is shown is read`() throws {
    let tables = blocks("json")
    #expect(tables.count == 2)
    for table in tables {
      for command in ["info", "replay", "explain"] {
        let run = try RunningProgram.run([command, "-"], input: table)
        #expect(run.status == 0)
        #expect(run.errors.isEmpty, "\(run.errors)")
      }
    }
    let replay = try RunningProgram.run(["replay", "-"], input: tables[0])
    #expect(replay.output.contains("right"))
    #expect(replay.output.contains("finish"))
  }

  @Test func `each command that is shown runs on what adb prints`() throws {
    let ranges = """
      add device 1: /dev/input/event4
        name:     "touch_panel"
        events:
          ABS (0003): 002f  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                      0035  : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0
                      0036  : value 0, min 0, max 2339, fuzz 0, flat 0, resolution 0
                      0039  : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
        input props:
          INPUT_PROP_DIRECT

      """
    let events = Fixture.withoutRanges.replacing("] EV_", with: "] /dev/input/event4: EV_")
    try folder.write(ranges, to: "ranges")
    let head = "add device 1: /dev/input/event4\n  name:     \"touch_panel\"\n"
    try folder.write(head + events, to: "events")
    try folder.write(blocks("json")[0], to: "touches.json")
    try folder.write(
      """
      #!/bin/sh
      # adb, of a phone that is swiped once.
      case "$*" in
        "shell getevent -p") cat ranges ;;
        "shell getevent -lt") cat events ;;
        *) exit 1 ;;
      esac
      """, to: "adb")
    let commands = blocks("sh").flatMap { $0.split(separator: "\n") }
    #expect(commands.count == 6)
    for command in commands {
      let run = try RunningProgram.shell(
        "chmod +x adb; PATH=.:$PATH; \(command)", in: folder.url)
      #expect(run.status == 0, "\(command): \(run.errors)")
      #expect(run.errors.isEmpty, "\(run.errors)")
      if command.contains("adb"), command.contains("replay") {
        #expect(run.output.contains("finish"), "\(command)")
      }
    }
  }

  @Test func `the README names the page`() throws {
    let readme = try Data(contentsOf: RunningProgram.package.appending(path: "README.md"))
    #expect(
      String(decoding: readme, as: UTF8.self)
        .contains("(Sources/Recordings/Recordings.docc/LoggingTouches.md)"))
  }
}
