import Dispatch
import Synchronization

/// Brings what several threads make into the order of its numbers.
///
/// Who makes the number whose turn it is hands on what there is at once. Others keep theirs, up to
/// a size, and wait beyond it; what is done before its turn is kept, again up to a size. So memory
/// stays bounded, and whose turn it is never waits.
final class OrderedOutput: Sendable {
  /// What came of a number.
  struct Result {
    /// What is left to hand on.
    var bytes: [UInt8] = []

    /// How it ended.
    var ending: Ending
  }

  /// How a number ended.
  enum Ending {
    /// As an input does.
    case input(Input.Ending)

    /// There are no more inputs of an operand.
    case end(of: String)
  }

  fileprivate struct State {
    var turn = 0
    var done: [Int: Result] = [:]
    /// The bytes in what is done.
    var size = 0
    var waiting: [Int: DispatchSemaphore] = [:]
    var sawRecording = false
    var status = ExitStatus.done
    var failure: Problem?
  }

  /// How much a number may hold back before its turn, in bytes.
  private static let mostHeldBack = 1 << 20

  /// How much may be done before its turn, in bytes.
  private static let mostDone = 16 << 20

  private let state = Mutex(State())
  private let write: @Sendable ([UInt8]) -> Problem?

  /// Creates an output.
  ///
  /// - Parameter write: Takes bytes in their order, never at the same time; returns a problem to
  ///   end it all.
  init(_ write: @escaping @Sendable ([UInt8]) -> Problem?) {
    self.write = write
  }

  /// The status of the first problem.
  ///
  /// - Throws: What kept the output from being written.
  var status: ExitStatus {
    get throws(Problem) {
      let (status, failure) = state.withLock { ($0.status, $0.failure) }
      if let failure { throw failure }
      return status
    }
  }

  /// Hands on what there is of a number by now, if it is its turn or there is too much to keep.
  ///
  /// - Throws: What keeps the output from being written.
  func hand(_ bytes: inout [UInt8], of number: Int) throws(Problem) {
    guard !bytes.isEmpty else { return }
    if state.withLock({ $0.turn != number }) {
      guard bytes.count > Self.mostHeldBack else { return }
      try wait(for: number)
    }
    try hand(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Ends a number.
  ///
  /// - Throws: What keeps the output from being written.
  func finish(_ number: Int, _ result: Result) throws(Problem) {
    let (isKept, isTurn) = state.withLock { state -> (Bool, Bool) in
      guard state.turn != number else { return (false, true) }
      guard state.size + result.bytes.count <= Self.mostDone else { return (false, false) }
      state.done[number] = result
      state.size += result.bytes.count
      return (true, false)
    }
    guard !isKept else { return }
    if !isTurn { try wait(for: number) }
    var next: Result? = result
    while let current = next {
      try hand(current.bytes)
      let tells = state.withLock { $0.note(current.ending) }
      tells.forEach(Messages.tell)
      next = state.withLock { $0.advance() }
    }
  }

  /// Waits until it is the turn of a number.
  private func wait(for number: Int) throws(Problem) {
    let semaphore = DispatchSemaphore(value: 0)
    let waits = state.withLock { state in
      guard state.turn != number, state.failure == nil else { return false }
      state.waiting[number] = semaphore
      return true
    }
    if waits { semaphore.wait() }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  private func hand(_ bytes: [UInt8]) throws(Problem) {
    guard !bytes.isEmpty, let problem = write(bytes) else { return }
    state.withLock { state in
      state.failure = problem
      for semaphore in state.waiting.values { semaphore.signal() }
      state.waiting = [:]
    }
    throw problem
  }
}

extension OrderedOutput.State {
  /// Notes how a number ended.
  ///
  /// - Returns: What is to be told of it.
  fileprivate mutating func note(_ ending: OrderedOutput.Ending) -> [Problem] {
    var problems: [Problem] = []
    switch ending {
    case .input(.read): sawRecording = true
    case .input(.passedOver): break
    case .input(.failed(let failures)):
      sawRecording = true
      problems = failures
    case .end(of: let operand):
      if !sawRecording {
        problems = [Problem(.noInput, file: operand, "the folder holds no recording")]
      }
      sawRecording = false
    }
    if status == .done, let first = problems.first { status = first.status }
    return problems
  }

  /// Goes on to the next number.
  ///
  /// - Returns: What is to be handed on of it, if it is done.
  fileprivate mutating func advance() -> OrderedOutput.Result? {
    turn += 1
    if let result = done.removeValue(forKey: turn) {
      size -= result.bytes.count
      return result
    }
    waiting.removeValue(forKey: turn)?.signal()
    return nil
  }
}
