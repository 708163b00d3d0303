import Recordings
import TouchInput

/// Warnings, one a code.
struct WarningLog: Hashable, Sendable {
  /// The most lines that are remembered of a code.
  static let mostLines = 10

  private var warnings: [Warning.Code: Warning] = [:]

  /// Creates an empty log.
  init() {}

  /// Notes a warning.
  mutating func note(_ code: Warning.Code, line: Int? = nil) {
    var warning = warnings[code] ?? Warning(code: code, count: 0, lines: [])
    warning.count &+= 1
    if let line, warning.lines.count < Self.mostLines, warning.lines.last ?? 0 < line {
      warning.lines.append(line)
    }
    warnings[code] = warning
  }

  /// Notes a warning unless it is there.
  mutating func noteOnce(_ code: Warning.Code, line: Int? = nil) {
    if warnings[code] == nil { note(code, line: line) }
  }

  /// Notes that there are no events, unless touches were told of in another way.
  mutating func noteNoEvents() {
    if warnings[.touchNotFollowed] == nil { noteOnce(.noEvents) }
  }

  /// Notes what a decoder found.
  mutating func note(_ issues: TouchDecoder.Issues, line: Int?) {
    guard !issues.isEmpty else { return }
    for (issue, code) in Self.codes where issues.contains(issue) { note(code, line: line) }
  }

  /// Notes what a reader found.
  mutating func note(_ notice: EventBatch.Notice) {
    switch notice.kind {
    case .unknownLine: note(.unknownLine, line: notice.line)
    case .fileCut: note(.fileCut, line: notice.line)
    case .noTimestamps: note(.noTimestamps, line: notice.line)
    case .touchNotFollowed: note(.touchNotFollowed, line: notice.line)
    }
  }

  /// Adds the warnings of another log.
  mutating func merge(_ other: Self) {
    for (code, added) in other.warnings {
      guard let known = warnings[code] else {
        warnings[code] = added
        continue
      }
      let lines = Set(known.lines + added.lines).sorted().prefix(Self.mostLines)
      warnings[code] = Warning(
        code: code, count: known.count &+ added.count, lines: Array(lines))
    }
  }

  /// The warnings, in the order of their codes' declaration.
  var all: [Warning] {
    Warning.Code.allCases.compactMap { warnings[$0] }
  }

  private static var codes: KeyValuePairs<TouchDecoder.Issues, Warning.Code> {
    [
      .timeBackwards: .timeBackwards, .slotOutOfRange: .slotOutOfRange,
      .trackingIDReplaced: .trackingIDReplaced, .toolCountMismatch: .toolCountMismatch,
      .valueOutOfRange: .valueOutOfRange, .joinedLate: .joinedLate, .dropped: .dropped,
      .frameNotClosed: .frameNotClosed, .tooManyContacts: .tooManyContacts,
    ]
  }
}
