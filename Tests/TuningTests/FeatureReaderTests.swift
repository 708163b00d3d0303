import Gestures
import Quantities
import Simulation
import TestSupport
import Testing

@testable import Tuning

@Suite struct FeatureReaderTests {
  static let line = #"""
    {"begin":0.02,"device":{"height_mm":70.1,"kind":"touchpad","name":"Pad \"1\"","width_mm":104.2},"direction":"right","down":1.5,"end":2.25,"end_reason":"lift","feedback":null,"fingers":3,"frames":40,"gesture":2,"hand":"left","intent":"cancel","participant":"p1","peak":0.43,"policies":{"niri":{"began":false,"progress":0,"units":{"px":300},"velocity":0},"threshold":{"began":true,"progress":0.6,"units":{"mm":38.0,"px":400},"velocity":-1.25}},"policy_in_force":{"finish_threshold":0.3},"recording":"dir/a.evemu","report_rate":125.0,"rest":0.012,"schema":"pantograph.features/1","session":"s1","travel":0.41,"travel_mm":null}
    """#

  static func error(_ text: String) -> FeatureError? {
    do {
      _ = try GestureTable(text)
      return nil
    } catch {
      return error as? FeatureError
    }
  }

  @Test func `a line is read`() throws {
    let table = try GestureTable(Self.line)
    #expect(table.count == 1)
    let row = try #require(table.rows.first)
    #expect(table.recordings.texts == ["dir/a.evemu"])
    #expect(table.participants.texts == ["p1"])
    #expect(table.sessions.texts == ["s1"])
    #expect(table.hands.texts == ["left"])
    #expect(row.gesture == 2)
    #expect(row.intent == .cancel)
    #expect(row.direction == .right)
    #expect((row.down, row.end, row.travel) == (1.5, 2.25, 0.41))
    #expect(row.fingers == 3)
    #expect(row.endReason == .lift)
    #expect(
      table.devices == [
        GestureTable.Device(kind: "touchpad", name: "Pad \"1\"", width: 104.2, height: 70.1)
      ])
    #expect(table.policies.map(\.id) == ["niri", "threshold"])
    let column = try #require(table.policy("threshold"))
    #expect(column.began(0))
    #expect(column.progress == [0.6])
    #expect(column.velocity == [-1.25])
    #expect(
      column.situations[column.situation(0)]
        == GestureTable.Situation(units: ["mm": 38, "px": 400]))
    #expect(try #require(table.policy("niri")).began(0) == false)
    #expect(PolicyInForce(json: table.policiesInForce.texts[0])?.threshold == 0.3)
  }

  @Test func `chunks may be cut anywhere`() throws {
    let text =
      "\u{FEFF}\(Self.line)\r\n\n  \n" + Self.line.replacing("\"gesture\":2", with: "\"gesture\":3")
    for size in [1, 2, 3, 7, 64, 500, 100_000] {
      let table = try GestureTable(text, chunk: size)
      #expect(table.rows.map(\.gesture) == [2, 3])
      #expect(table.policy("threshold")?.progress == [0.6, 0.6])
      #expect(table.devices.count == 1)
    }
  }

  @Test func `policies that nobody wants are not kept, and need not be in each line`() throws {
    #expect(
      try GestureTable(Self.line, policies: ["threshold"]).policies.map(\.id) == ["threshold"])
    let other = Self.line.replacing("\"gesture\":2", with: "\"gesture\":3")
      .replacing("\"niri\"", with: "\"kwin\"")
    let table = try GestureTable("\(Self.line)\n\(other)")
    #expect(table.policies.map(\.id) == ["niri", "threshold", "kwin"])
    #expect(
      table.policies.map { [$0.isKnown(0), $0.isKnown(1)] } == [
        [true, false], [true, true], [false, true],
      ])
  }

  @Test func `a policy may decide ends that others do not`() throws {
    let text = Self.line.replacing(
      "\"end_reason\":\"lift\"", with: "\"end_reason\":\"cancel-event\""
    )
    .replacing("{\"began\":true,", with: "{\"began\":true,\"decided\":true,")
    let table = try GestureTable(text)
    #expect(table.policies.map { $0.isDecided(0) } == [false, true])
    #expect(try GestureTable(Self.line).policies.map { $0.isDecided(0) } == [true, true])
  }

  @Test func `a gesture that comes twice counts once`() throws {
    let table = try GestureTable("\(Self.line)\n\(Self.line)")
    #expect(table.count == 1)
    #expect(table.repetitions == 1)
  }

  @Test func `keys that are not known are skipped, whatever they hold`() throws {
    let odd = #""x":[[],{"a":[1e3,-0.5,"\\\"",null,true,false]},"é\u0041"],"\"y":{},"#
    let table = try GestureTable(Self.line.replacing("{\"begin\"", with: "{\(odd)\"begin\""))
    #expect(table.count == 1)
  }

  @Test func `escapes are decoded`() throws {
    let table = try GestureTable(
      Self.line.replacing("dir/a.evemu", with: #"a\/\n\t\u00e9\ud83d\ude00\\"#))
    #expect(table.recordings.texts == ["a/\n\té😀\\"])
  }

  @Test func `who is not known is not`() throws {
    let table = try GestureTable(
      #"{"end_reason":"palm","gesture":1,"intent":null,"participant":null,"policies":{},"#
        + #""recording":"a","schema":"pantograph.features/1"}"#)
    let row = try #require(table.rows.first)
    #expect((row.participant, row.session, row.device) == (-1, -1, -1))
    #expect(row.intent == nil)
    #expect(row.endReason == .palm)
  }

  @Test(arguments: [
    ("{", FeatureError.Reason.malformed("a text is missing")),
    ("[]", .malformed("an object is missing")),
    ("{}", .otherSchema(nil)),
    (#"{"schema":"pantograph.replay/1"}"#, .otherSchema("pantograph.replay/1")),
    (#"{"schema":1}"#, .otherSchema(nil)),
    (#"{"schema":"pantograph.features/1"}"#, .missing("recording")),
    (#"{"a" 1}"#, .malformed("a colon is missing")),
    (#"{"a":1 "b":2}"#, .malformed("a comma is missing")),
    (#"{"a":01}"#, .malformed("a value is not a number that fits: '01'")),
    (#"{"a":1e999}"#, .malformed("a value is not a number that fits: '1e999'")),
    (#"{"down":-1e308}"#, .malformed("a value is not a number that fits: '-1e308'")),
    (#"{"a":"#, .malformed("a value is missing")),
    (#"{"a":"b"#, .malformed("a text does not end in its line")),
    (#"{"a":"\"#, .malformed("a text does not end in its line")),
    (#"{"a":tru}"#, .malformed("neither true nor false stands here")),
    (#"{"down":"x"}"#, .expected("a number", key: "down")),
    (#"{"gesture":1.5}"#, .expected("a whole number of 1 or more", key: "gesture")),
    (#"{"gesture":0}"#, .expected("a whole number of 1 or more", key: "gesture")),
    (#"{"gesture":1e99}"#, .expected("a whole number of 1 or more", key: "gesture")),
    (#"{"direction":"any"}"#, .expected("one of right, left, up, down", key: "direction")),
    (#"{"rest":"long"}"#, .expected("a number", key: "rest")),
    (#"{"velocity_mm":{}}"#, .expected("a number", key: "velocity_mm")),
    (#"{"fingers":-1}"#, .expected("a whole number of 0 or more", key: "fingers")),
    (#"{"intent":"maybe"}"#, .expected("one of finish, cancel, none", key: "intent")),
    (#"{"participant":5}"#, .expected("a text", key: "participant")),
    (#"{"device":5}"#, .expected("an object", key: "device")),
    (#"{"policies":{"a":{"began":1}}}"#, .expected("true or false", key: "began")),
    (#"{"policies":{"a":{}}}"#, .missing("began")),
    (
      #"{"policies":{"a":{"units":{"mm":0}}}}"#,
      .expected("amounts of more than 0", key: "units")
    ),
  ])
  func `what is wrong is told with its line`(text: String, reason: FeatureError.Reason) {
    #expect(Self.error("\(Self.line)\n\(text)") == FeatureError(reason, line: 2))
    #expect(Self.error("\(text)\n\(Self.line)") == FeatureError(reason, line: 1))
  }

  @Test func `values may not be nested without end, nor lines be long without end`() {
    let deep = #"{"a":"# + String(repeating: "[", count: 100_000)
    #expect(Self.error(deep)?.reason == .malformed("the values are nested too deeply"))
    let long = #"{"a":""# + String(repeating: "x", count: FeatureReader.longestLine)
    #expect(Self.error(long)?.reason == .tooLong(limit: FeatureReader.longestLine))
  }

  @Test func `any byte may change: it is an error or gestures`() {
    var random = Seeded(7)
    let bytes = Array("\(Self.line)\n".utf8)
    var errors = 0
    for _ in 0..<4_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<changed.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: changed[place] = UInt8.random(in: 0...255, using: &random)
        case 1: changed.remove(at: place)
        default: changed.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
      }
      var table = GestureTable()
      var reader = FeatureReader()
      changed.withUnsafeBytes { buffer in
        do {
          try reader.read(buffer, into: &table)
          try reader.finish(into: &table)
        } catch {
          errors += 1
        }
      }
      #expect(table.count <= 4)
    }
    #expect(errors > 1_000)
  }

  @Test func `a text of the schema is recognized by its first line that is not blank`() {
    func isFeatures(_ text: String) -> Bool {
      FeatureReader.recognizes(Array(text.utf8)).holdsFeatures
    }
    #expect(isFeatures(Self.line + "\n"))
    #expect(isFeatures("\u{FEFF}\n \r\n" + Self.line))
    #expect(!isFeatures("# EVEMU 1.3\n\(Self.line)"))
    #expect(!isFeatures("{}\n\(Self.line)"))
    #expect(!isFeatures(#"{"schema":"sample-table/1"}"#))
    #expect(!isFeatures(""))
    #expect(FeatureReader.recognizes(Array("{".utf8)).isSure == false)
    #expect(FeatureReader.recognizes(Array("{}\n".utf8)).isSure)
  }

  @Test func `what is measured is kept for those who ask for it`() throws {
    var table = GestureTable(measuring: ())
    var reader = FeatureReader(keepingLines: ())
    let text = "\u{FEFF}\r\n" + Self.line + "\r\n \n" + Self.line
    try Array(text.utf8).withUnsafeBytes { try reader.read($0, into: &table) }
    #expect(String(decoding: reader.takeLines(), as: UTF8.self) == Self.line + "\n")
    try reader.finish(into: &table)
    // Lines pass as they are, whether they come again or not.
    #expect(String(decoding: reader.takeLines(), as: UTF8.self) == Self.line + "\n")
    #expect(reader.takeLines() == [] && table.count == 2)
    #expect(GestureSample(table, policy: "threshold").repetitions == 1)
    let record = table.record(0, seenBy: table.policy("threshold"))
    #expect((record.recording, record.gesture) == ("dir/a.evemu", 2))
    #expect((record.deviceKind, record.deviceName) == ("touchpad", "Pad \"1\""))
    #expect((record.participant, record.session) == ("p1", "s1"))
    #expect((record.direction, record.fingers, record.endReason) == (.right, 3, .lift))
    #expect((record.down, record.end, record.rest, record.reportRate) == (1.5, 2.25, 0.012, 125))
    #expect((record.travel, record.peak, record.travelMillimeters) == (0.41, 0.43, nil))
    #expect(record.velocity == nil && record.intent == .cancel)
    #expect(
      record.views == [
        "threshold": FeatureRecord.View(
          began: true, isDecided: true, progress: 0.6, velocity: -1.25)
      ])
    #expect(table.record(0, seenBy: nil).views.isEmpty)
  }
}
