import Dispatch
@preconcurrency import Glibc
import Simulation

/// Makes lines of features of recordings, on several threads at once, in the order of the inputs.
struct FeatureRunner {
  private let runner: RecordingRunner
  private let policies: [PolicyDefinition]
  private let jobs: Int

  /// The options that it reads, besides the shared ones.
  static let options = [
    Option(
      "jobs", nil, .value("N"), help: "how many recordings are worked on at once [one a core]")
  ]

  /// The most threads.
  private static let mostJobs = 1024

  /// Reads the settings of a command line.
  ///
  /// - Throws: What is wrong with the command line.
  init(_ arguments: Arguments) throws(Problem) {
    let names = arguments.paths("policy")
    let policies = try PolicyArgument.policies(
      names,
      refusing: PolicyArgument.Refusal(
        reason: "lines of features hold what policies see, and no verdict"))
    for (index, policy) in policies.enumerated() {
      guard let other = policies[..<index].firstIndex(where: { $0.id == policy.id }) else {
        continue
      }
      let what = names.isEmpty ? "" : " (\(Arguments.shown(names[other])))"
      throw Problem(
        .misused, "--policy has two called '\(Arguments.shown(policy.id))'\(what)")
    }
    try self.init(arguments, policies: policies)
  }

  /// Reads the settings of a command line, whatever `--policy` says.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - policies: The policies that see the gestures, no two with the same name.
  /// - Throws: What is wrong with the command line.
  init(_ arguments: Arguments, policies: [PolicyDefinition]) throws(Problem) {
    self.policies = policies
    // What is known of a gesture besides the policies does not depend on them.
    runner = try RecordingRunner(
      arguments, isTraced: false, comparing: policies, by: .threshold)
    jobs = try arguments.whole("jobs", 1...Self.mostJobs) ?? Self.cores
  }

  /// Makes lines of all inputs that operands name; one that cannot be read does not stop the
  /// others.
  ///
  /// - Parameters:
  ///   - operands: Recordings, folders, and files of lines, which pass as they are.
  ///   - write: Takes lines in their order, never at the same time; returns a problem to end it
  ///     all.
  /// - Returns: The status of the first problem; all have been told.
  /// - Throws: The problem that ended it all.
  func run(
    _ operands: [String], _ write: @escaping @Sendable ([UInt8]) -> Problem?
  ) throws(Problem) -> ExitStatus {
    let queue = InputQueue(operands)
    let output = OrderedOutput(write)
    if jobs == 1 {
      work(queue, output)
    } else {
      DispatchQueue.concurrentPerform(iterations: jobs) { _ in work(queue, output) }
    }
    return try output.status
  }

  /// Makes lines of an input that can be read but once, of which nothing else is known.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - write: As above.
  /// - Returns: The status of its problem, which has been told.
  /// - Throws: The problem that ended it all.
  func run(
    _ input: Input, _ write: @escaping @Sendable ([UInt8]) -> Problem?
  ) throws(Problem) -> ExitStatus {
    let output = OrderedOutput(write)
    var prepared = PreparedPanel()
    try run(KnownInput(input: input, expectations: nil), 0, output, with: &prepared)
    return try output.status
  }

  /// Takes inputs as long as there are any.
  private func work(_ queue: InputQueue, _ output: OrderedOutput) {
    var prepared = PreparedPanel()
    while let (number, step) = queue.next() {
      do throws(Problem) {
        switch step {
        case .input(let known): try run(known, number, output, with: &prepared)
        case .problem(let problem):
          try output.finish(number, OrderedOutput.Result(ending: .input(.failed([problem]))))
        case .end(of: let operand):
          try output.finish(number, OrderedOutput.Result(ending: .end(of: operand)))
        }
      } catch {
        // The output knows what is wrong with it.
        queue.close()
      }
    }
  }

  private func run(
    _ known: KnownInput, _ number: Int, _ output: OrderedOutput,
    with prepared: inout PreparedPanel
  ) throws(Problem) {
    if let path = known.input.path, OutputFile.isStandardOutput(path) {
      let problem = Problem(.badInput, file: path, "it is where the output goes")
      let ending: Input.Ending = known.input.isFromFolder ? .passedOver : .failed([problem])
      try output.finish(number, OrderedOutput.Result(ending: .input(ending)))
      return
    }
    let opened: (input: Input, holdsFeatures: Bool)
    do throws(Problem) {
      opened = try FeatureLines.opened(known.input)
    } catch {
      try output.finish(number, OrderedOutput.Result(ending: .input(.failed([error]))))
      return
    }
    guard !opened.holdsFeatures else { return try pass(opened.input, number, output) }
    var sink = FeaturesSink(known, policies, number: number, to: output)
    let ending = try runner.run(opened.input, into: &sink, with: &prepared)
    try sink.flush()
    try output.finish(number, OrderedOutput.Result(bytes: sink.bytes, ending: .input(ending)))
  }

  /// Hands on lines of features.
  private func pass(
    _ input: Input, _ number: Int, _ output: OrderedOutput
  ) throws(Problem) {
    var lines = FeatureLines(input.name)
    var bytes: [UInt8] = []
    var failure: Problem?
    var problems: [Problem] = []
    do throws(Problem) {
      try input.read { piece throws(Problem) in
        try lines.take(piece, into: &bytes)
        do throws(Problem) {
          try output.hand(&bytes, of: number)
        } catch {
          failure = error
        }
        return failure == nil
      }
      try lines.finish(into: &bytes)
    } catch {
      problems = [error]
    }
    if let failure { throw failure }
    let ending: Input.Ending = problems.isEmpty ? .read : .failed(problems)
    try output.finish(number, OrderedOutput.Result(bytes: bytes, ending: .input(ending)))
  }

  /// The processors of the machine.
  private static var cores: Int {
    min(mostJobs, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}
