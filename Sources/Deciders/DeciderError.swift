import Glibc

/// Why a program that was asked gave no answer.
public enum DeciderError: Error, Hashable, Sendable {
  /// It cannot be started, for this error of the system.
  case notStarted(Int32)

  /// It said nothing for so long.
  case silent(Duration)

  /// It ended with a status.
  case ended(Int32)

  /// A signal ended it.
  case killed(Int32)

  /// It closed its input or its output.
  case closed

  /// Its answer is longer than so many bytes.
  case tooLong(Int)

  /// It wrote what nobody had asked for: an answer is one line. The start of what it wrote.
  case unasked(String)

  /// It was ended after an error before.
  case over
}

extension DeciderError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notStarted(let error): "it cannot be started: \(String(cString: strerror(error)))"
    case .silent(let limit): "it did not answer within \(limit)"
    case .ended(let status): "it ended with status \(status) and did not answer"
    case .killed(let signal): "signal \(signal) ended it, and it did not answer"
    case .closed: "it closed its end of the pipe and did not answer"
    case .tooLong(let most): "its answer has more than \(most) bytes"
    case .unasked(let line):
      "it wrote more than the one line that answers a question: '\(line)'"
    case .over: "it has ended"
    }
  }
}
