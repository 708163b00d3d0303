import Deciders
import Simulation
import Synchronization
import Transitions

/// The programs that `--policy exec:CMD` names: one process each for the whole run.
final class Deciders: Sendable {
  /// A program, and how often it has been asked.
  private struct Asked {
    let decider: Decider
    var count = 0
  }

  private let asked = Mutex<[String: Asked]>([:])

  /// Asks the program that a question names.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - gesture: Which gesture of the recording it is, counted from 1.
  ///   - facts: What is known of the recording.
  /// - Returns: What it decides.
  /// - Throws: That it decides nothing, which ends it all: whoever has answered wrongly may have an
  ///   answer on the way that would be taken for that to another question.
  func decision(
    on question: DecisionQuestion, gesture: Int, _ facts: RecordingFacts
  ) throws(Problem) -> Decision {
    let (decider, id) = asked.withLock { all -> (Decider, Int) in
      var asked =
        all[question.command]
        ?? Asked(decider: Decider(command: SystemText.bytes(question.command)))
      asked.count += 1
      all[question.command] = asked
      return (asked.decider, asked.count)
    }
    let place = "gesture \(gesture): exec:\(Arguments.shown(question.command)): "
    var line: [UInt8] = []
    question.write(
      id: id, recording: facts.name, gesture: gesture, device: facts.deviceJSON, to: &line)
    let answer: [UInt8]
    do throws(DeciderError) {
      answer = try decider.ask(line)
    } catch {
      throw Problem(.ioError, file: facts.name, place + PlainText.escaped(error.description))
    }
    do throws(DecisionAnswerError) {
      return try Decision(answer: answer, to: id)
    } catch {
      throw Problem(
        .badInput, file: facts.name, place + "its answer is wrong: \(error.description)")
    }
  }
}

extension Deciders {
  /// Tells of programs that wrote more lines than they were asked for, once all has been asked: of
  /// their answers nobody knows which question they belong to.
  ///
  /// - Parameter status: The status so far.
  /// - Returns: The status of the first problem.
  func end(_ status: ExitStatus) -> ExitStatus {
    var status = status
    for (command, asked) in asked.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      do throws(DeciderError) {
        try asked.decider.checkSilence()
      } catch {
        Messages.tell(
          Problem(
            .ioError,
            "exec:\(Arguments.shown(command)): \(PlainText.escaped(error.description)) (after "
              + "\(Words.count(asked.count, "question")))"))
        if status == .done { status = .ioError }
      }
    }
    return status
  }
}

/// Has the open gestures of a recording decided, as long as that works.
struct GestureAsker {
  /// What is known of the recording.
  var facts: RecordingFacts

  /// Why there are no more decisions, if so.
  private(set) var failure: Problem?

  private let deciders: Deciders?
  private var gestures = 0
  private var comparisons = 0

  init(_ deciders: Deciders?, _ facts: RecordingFacts) {
    self.deciders = deciders
    self.facts = facts
  }

  /// A finding whose gesture is decided; `nil` after a failure.
  mutating func decided(_ finding: Replay.Finding) -> Replay.Finding? {
    guard failure == nil else { return nil }
    guard case .gesture(var gesture) = finding else { return finding }
    gestures += 1
    guard var question = gesture.question else { return finding }
    question.settings = facts.settings
    guard let decision = decision(on: question, gesture: gestures) else { return nil }
    gesture.decide(decision)
    return .gesture(gesture)
  }

  /// A comparison whose verdicts are decided; `nil` after a failure.
  mutating func decided(_ comparison: TouchComparison) -> TouchComparison? {
    guard failure == nil else { return nil }
    guard deciders != nil, comparison.verdicts.contains(where: { $0 != nil }) else {
      return comparison
    }
    comparisons += 1
    var comparison = comparison
    for index in comparison.verdicts.indices {
      guard let question = comparison.verdicts[index]?.question else { continue }
      guard let decision = decision(on: question, gesture: comparisons) else { return nil }
      comparison.verdicts[index]?.decide(decision)
    }
    return comparison
  }

  private mutating func decision(on question: DecisionQuestion, gesture: Int) -> Decision? {
    guard let deciders else { return nil }
    do throws(Problem) {
      return try deciders.decision(on: question, gesture: gesture, facts)
    } catch {
      failure = error
      return nil
    }
  }
}
