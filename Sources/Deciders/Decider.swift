@preconcurrency import Glibc
import Synchronization

/// A program of somebody else that is asked by lines: one in, one out.
///
/// ```
///          ask                    ask                     an error
///    idle ─────▶ running ──────────────────▶ running ──────────────▶ over
///                   └────────────── deinit ─────────────────────────▶
/// ```
///
/// A shell runs the command when it is asked first, in a process group of its own; its messages go
/// where those of this program go. At the end its input is closed, and it is given time to end
/// before it is told to. Writing to one that has gone is an error, and no signal.
public final class Decider: Sendable {
  /// How long a program may take.
  public struct Limits: Hashable, Sendable {
    /// For an answer.
    public var silence = Duration.seconds(5)

    /// To end after its input was closed.
    public var farewell = Duration.seconds(5)

    /// To end after it was told to.
    public var termination = Duration.seconds(1)

    /// For a line that nobody asked for to come behind the last answer.
    public var afterthought = Duration.milliseconds(20)

    /// Creates the limits that hold for people.
    public init() {}
  }

  private enum State {
    /// Waits for the first question.
    case idle

    /// Waits for a question.
    case running(Child)

    /// Answers nothing more.
    case over
  }

  /// The longest answer, in bytes, without the end of its line.
  public static let longestAnswer = 1 << 16

  private let command: [CChar]
  private let limits: Limits
  private let state = Mutex(State.idle)

  /// Creates a program that has not been started.
  ///
  /// - Parameters:
  ///   - command: The command line for `sh`, with a zero at its end.
  ///   - limits: How long it may take.
  public init(command: [CChar], limits: Limits = Limits()) {
    self.command = command
    self.limits = limits
  }

  deinit {
    state.withLock { state in
      if case .running(let child) = state {
        child.end(waiting: limits.farewell, then: limits.termination)
      }
    }
  }

  /// Makes sure that it has written nothing behind its last answer: what nobody asked for may have
  /// been taken for the answer to a question that came later.
  ///
  /// What it says once it is told that there are no more questions is no matter.
  ///
  /// - Throws: What it wrote; it is ended then, and answers nothing more.
  public func checkSilence() throws(DeciderError) {
    let result = state.withLock { state -> Result<Void, DeciderError> in
      guard case .running(let child) = state else { return .success(()) }
      do throws(DeciderError) {
        return .success(try child.checkSilence(within: limits.afterthought))
      } catch {
        child.end(waiting: .zero, then: limits.termination)
        state = .over
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Asks it, and waits for the answer.
  ///
  /// - Parameter question: A line, without its end.
  /// - Returns: The line that it answers, without its end.
  /// - Throws: Why there is none; it is ended then, and answers nothing more.
  public func ask(_ question: [UInt8]) throws(DeciderError) -> [UInt8] {
    let result = state.withLock { state -> Result<[UInt8], DeciderError> in
      do throws(DeciderError) {
        let child: Child
        switch state {
        case .idle: child = try Child(command)
        case .running(let running): child = running
        case .over: throw .over
        }
        state = .running(child)
        do throws(DeciderError) {
          return .success(try child.exchange(question, within: limits.silence))
        } catch {
          // What it says from here on answers nobody.
          defer { child.end(waiting: .zero, then: limits.termination) }
          throw error == .closed ? child.ending(within: limits.termination) ?? error : error
        }
      } catch {
        state = .over
        return .failure(error)
      }
    }
    return try result.get()
  }
}
