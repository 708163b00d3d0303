import Recordings
import TouchInput

/// Warnings, one a code.
struct WarningLog: Hashable, Sendable {
  /// The most lines that are remembered of a code.
  static let mostLines = 10

  private var warnings: [Warning.Code: Warning] = [:]

  /// When the first of each came, in seconds since the first event, as far as it is known.
  private(set) var times: [Warning.Code: [Double]] = [:]

  /// Creates an empty log.
  init() {}

  /// Notes a warning.
  ///
  /// - Parameters:
  ///   - code: What it is about.
  ///   - line: The line it came on, if one is to blame.
  ///   - time: When it came, in seconds since the first event, if it came at a time.
  mutating func note(_ code: Warning.Code, line: Int? = nil, at time: Double? = nil) {
    if let time, times[code, default: []].count < Self.mostLines {
      times[code, default: []].append(time)
    }
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
  mutating func note(_ issues: TouchDecoder.Issues, line: Int?, at time: Double? = nil) {
    guard !issues.isEmpty else { return }
    for (issue, code) in Self.codes where issues.contains(issue) {
      note(code, line: line, at: time)
    }
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
