import Testing

@testable import Tuning

@Suite struct IntentTableTests {
  @Test func `a table is read`() throws {
    let table = try IntentTable(
      tabSeparated:
        "\u{FEFF}recording\tintent\tnote\tparticipant\tsession\thand\tdevice\tgesture\r\n"
        + "a.evemu\tfinish\tx\tp1\ts1\tleft\tPad\t2\r\n\r\nb c.evemu\t\t\tp2\n")
    #expect(table.entries.count == 2)
    #expect(table.entries[0].intent == .finish)
    #expect(table.entries[0].gesture == 2)
    #expect(table.entries[0].device == "Pad")
    #expect(table.entries[1].recording == "b c.evemu")
    #expect(table.entries[1].intent == nil)
    #expect(table.entries[1].participant == "p2")
  }

  @Test(arguments: [
    ("", 1, "the first line must name the columns"),
    ("recording\n", 1, "the first line must name a column 'intent'"),
    ("recording\tintent\tintent\n", 1, "two columns are named 'intent'"),
    ("recording\tintent\n\na\tmaybe\n", 3, "the intent must be one of finish, cancel, none"),
    ("recording\tintent\n\tfinish\n", 2, "the recording is missing"),
    ("recording\tintent\na\tfinish\tx\n", 2, "there are 3 fields, and 2 columns"),
    ("recording\tintent\tgesture\na\tfinish\t0\n", 2, "the gesture must be a number from 1"),
  ])
  func `what is wrong is told with its line`(text: String, line: Int, description: String) {
    #expect(throws: IntentTable.Failure(line: line, description: description)) {
      _ = try IntentTable(tabSeparated: text)
    }
  }

  @Test func `entries are about recordings whose path ends so`() throws {
    let gestures = ["x/a.evemu", "y/a.evemu", "y/ba.evemu"].map {
      Persons.Gesture(intent: nil, recording: $0)
    }
    var table = try GestureTable(gestures)
    var named = IntentTable.Entry(recording: "y/a.evemu", intent: .cancel)
    named.participant = "somebody"
    named.device = "Other"
    let unused = table.apply(
      IntentTable(entries: [
        IntentTable.Entry(recording: "a.evemu", intent: .finish), named,
        IntentTable.Entry(recording: "c.evemu", intent: .finish),
        IntentTable.Entry(recording: "ba.evemu", gesture: 7, intent: .finish),
      ]))
    #expect(table.intents == [.finish, .cancel, nil])
    #expect(unused.map(\.recording) == ["c.evemu", "ba.evemu"])
    #expect(table.participants.texts[Int(table.rows[1].participant)] == "somebody")
    #expect(table.deviceName(table.rows[1].device) == "Other")
    #expect(table.deviceName(table.rows[0].device) == "Pad")
  }
}
