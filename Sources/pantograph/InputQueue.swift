import Simulation
import Synchronization

/// The inputs that operands name, which several threads take one after another.
final class InputQueue: Sendable {
  /// What comes next.
  enum Step {
    /// An input.
    case input(KnownInput)

    /// Something is wrong with an operand, or beside an input.
    case problem(Problem)

    /// There are no more inputs of an operand.
    case end(of: String)
  }

  private struct State {
    var operands: ArraySlice<String>
    var operand: String?
    var inputs: ArraySlice<Input> = []
    /// What is known of folders, the latest last.
    var folders: [(path: String, expectations: Expectations?)] = []
    var steps = 0
    var isClosed = false
  }

  /// The most folders of which it is kept what is known.
  private static let mostFolders = 16

  private let state: Mutex<State>

  /// Creates a queue.
  init(_ operands: [String]) {
    state = Mutex(State(operands: operands[...]))
  }

  /// Takes the next step, with its number, from 0; `nil` at the end.
  func next() -> (number: Int, step: Step)? {
    state.withLock { state in
      guard !state.isClosed, let step = Self.step(&state) else { return nil }
      defer { state.steps += 1 }
      return (state.steps, step)
    }
  }

  /// Ends the queue early.
  func close() {
    state.withLock { $0.isClosed = true }
  }

  private static func step(_ state: inout State) -> Step? {
    if let input = state.inputs.first {
      do throws(Problem) {
        let expectations = try expectations(beside: input, &state)
        state.inputs.removeFirst()
        return .input(KnownInput(input: input, expectations: expectations))
      } catch {
        // The input itself comes next, of which nothing is known then.
        return .problem(error)
      }
    }
    if let operand = state.operand {
      state.operand = nil
      return .end(of: operand)
    }
    guard let operand = state.operands.popFirst() else { return nil }
    do throws(Problem) {
      state.inputs = try Input.all(operand)[...]
      state.operand = operand
      return step(&state)
    } catch {
      return .problem(error)
    }
  }

  private static func expectations(
    beside input: Input, _ state: inout State
  ) throws(Problem) -> Expectations? {
    guard let path = input.path else { return nil }
    let folder = KnownInput.folder(of: path)
    if let known = state.folders.last(where: { $0.path == folder }) { return known.expectations }
    if state.folders.count >= mostFolders { state.folders.removeFirst() }
    state.folders.append((folder, nil))
    let file = folder + ExpectationsFile.name
    guard OutputFile.exists(file) else { return nil }
    let expectations = try ExpectationsFile.read(file)
    state.folders[state.folders.count - 1].expectations = expectations
    return expectations
  }
}
