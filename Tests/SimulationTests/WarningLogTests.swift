import Recordings
@testable import Simulation
import Testing
import TouchInput

@Suite struct WarningLogTests {
  @Test func `a code has one entry, with a count and its first lines`() {
    var log = WarningLog()
    for line in 1...25 { log.note(.touchJump, line: line * 2) }
    log.note(Warning.Code.dropped, line: 9)
    #expect(
      log.all == [
        Warning(code: .dropped, count: 1, lines: [9]),
        Warning(code: .touchJump, count: 25, lines: Array(stride(from: 2, through: 20, by: 2))),
      ])
  }

  @Test func `a line is named once, and lines go up`() {
    var log = WarningLog()
    for line in [5, 5, 7, 3] { log.note(Warning.Code.valueOutOfRange, line: line) }
    #expect(log.all == [Warning(code: .valueOutOfRange, count: 4, lines: [5, 7])])
  }

  @Test func `no line is to blame for some`() {
    var log = WarningLog()
    log.noteOnce(.noEvents)
    log.noteOnce(.noEvents)
    log.note(.touchJump)
    log.note(.touchJump, line: 4)
    #expect(
      log.all == [
        Warning(code: .noEvents, count: 1, lines: []),
        Warning(code: .touchJump, count: 2, lines: [4]),
      ])
  }

  @Test func `what a decoder finds has a code each`() {
    let issues: [(TouchDecoder.Issues, Warning.Code)] = [
      (.timeBackwards, .timeBackwards), (.slotOutOfRange, .slotOutOfRange),
      (.trackingIDReplaced, .trackingIDReplaced), (.toolCountMismatch, .toolCountMismatch),
      (.valueOutOfRange, .valueOutOfRange), (.joinedLate, .joinedLate), (.dropped, .dropped),
      (.frameNotClosed, .frameNotClosed), (.tooManyContacts, .tooManyContacts),
    ]
    for (issue, code) in issues {
      var log = WarningLog()
      log.note(issue, line: 3)
      #expect(log.all == [Warning(code: code, count: 1, lines: [3])])
    }
    var log = WarningLog()
    log.note([.dropped, .timeBackwards], line: nil)
    log.note([], line: 1)
    #expect(log.all.map(\.code) == [.timeBackwards, .dropped])
    // Whatever bit a decoder may set in future, there is a code for it.
    let known = issues.reduce(into: TouchDecoder.Issues()) { $0.formUnion($1.0) }
    #expect(known.rawValue == (1 << issues.count) - 1)
  }

  @Test(arguments: [
    (EventBatch.Notice.Kind.unknownLine, Warning.Code.unknownLine), (.fileCut, .fileCut),
    (.noTimestamps, .noTimestamps), (.touchNotFollowed, .touchNotFollowed),
  ])
  func `what a reader finds has a code each`(kind: EventBatch.Notice.Kind, code: Warning.Code) {
    var log = WarningLog()
    log.note(EventBatch.Notice(kind, line: 12))
    #expect(log.all == [Warning(code: code, count: 1, lines: [12])])
  }

  @Test(arguments: Warning.Code.allCases)
  func `a code is written in small letters and hyphens, with words`(code: Warning.Code) throws {
    #expect(code.rawValue.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
    let message = code.message(on: .touchpad)
    #expect(!message.isEmpty && !message.hasSuffix("."))
    let json = Warning(code: code, count: 3, lines: [4, 6]).json(on: .touchpad).line
    #expect(
      json
        == "{\"code\":\"\(code.rawValue)\",\"count\":3,\"line\":4,\"lines\":[4,6],"
        + "\"message\":\"\(message)\"}")
    let lineless = Warning(code: code, count: 1, lines: []).json(on: nil).line
    #expect(lineless.contains(#""line":null,"lines":[]"#))
  }
}
