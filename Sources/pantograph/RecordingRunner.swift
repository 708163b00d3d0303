import Quantities
import Recordings
import Simulation
import TouchInput

/// Replays inputs under the same settings.
struct RecordingRunner {
  /// What is asked for.
  var settings: ReplaySettings

  private let device: DeviceChoice
  private let description: DeviceDescription?
  private let deciders: Deciders?

  /// Reads the settings of a command line.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - isTraced: Whether gestures have a trace.
  ///   - mostTraceRows: The most rows of it before it gets coarse; `nil`: all.
  ///   - mostContactPoints: The most points of the contacts' tracks; `nil`: there are none.
  ///   - policies: What every touch is compared under, besides.
  ///   - policy: What recognizes gestures whatever `--policy` says, if anything does.
  ///   - variation: What is made of the recordings before, if anything.
  ///   - deciders: The programs that may be asked; `nil`: none may.
  /// - Throws: What is wrong with the command line.
  init(
    _ arguments: Arguments, isTraced: Bool, mostTraceRows: Int? = nil,
    mostContactPoints: Int? = nil, comparing policies: [PolicyDefinition] = [],
    by policy: PolicyDefinition? = nil, varying variation: Variation? = nil,
    asking deciders: Deciders? = nil
  ) throws(Problem) {
    var settings = try SharedOptions.settings(
      policy == nil ? arguments : arguments.without("policy"),
      refusing: deciders == nil ? .bare : nil)
    self.deciders = deciders
    settings.isTraced = isTraced
    settings.mostTraceRows = mostTraceRows
    settings.comparedPolicies = policies
    if let policy { settings.policy = policy }
    settings.mostContactPoints = mostContactPoints
    settings.variation = variation
    self.settings = settings
    device = SharedOptions.deviceChoice(arguments)
    description = try SharedOptions.description(arguments)
  }

  /// Replays all inputs that operands name; one that cannot be read does not stop the others.
  ///
  /// - Returns: The status of the first problem.
  func run(
    _ operands: [String], into sink: inout some ReplaySink & ~Copyable
  ) throws(Problem) -> ExitStatus {
    var prepared = PreparedPanel()
    let status = try Input.forEach(operands) { input throws(Problem) in
      let result = try run(input, into: &sink, with: &prepared)
      try sink.flush()
      return result
    }
    return deciders?.end(status) ?? status
  }

  /// Starts a replay.
  ///
  /// - Parameter name: What messages and reports call the recording, or the device.
  /// - Returns: A replay that nothing has been read for.
  func start(_ name: String) -> RunningReplay {
    RunningReplay(
      RecordingReplay(settings: settings, device: device, description: description), name: name,
      asking: deciders)
  }

  /// Replays an input.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - sink: Takes what comes of it.
  ///   - prepared: What was worked out for the inputs before.
  /// - Returns: How it ended.
  /// - Throws: What is wrong with the output, or that a program that is asked is gone.
  func run(
    _ input: Input, into sink: inout some ReplaySink & ~Copyable,
    with prepared: inout PreparedPanel
  ) throws(Problem) -> Input.Ending {
    var running = start(input.name)
    running.replay.prepared = prepared
    defer { prepared = running.replay.prepared }
    var outputProblem: Problem?
    let (reader, ended) = input.readRecording { batch, reader in
      var problem: Problem?
      do throws(ReplayError) {
        try running.replay.handle(batch, of: reader)
      } catch {
        problem = Self.problem(input.name, error)
      }
      do throws(Problem) {
        try running.hand(reader.format, to: &sink)
      } catch {
        outputProblem = error
      }
      return problem ?? running.failure ?? outputProblem
    }
    if let outputProblem { throw outputProblem }
    if input.isFromFolder, ended?.isNoRecording ?? false { return .passedOver }
    return try finish(&running, of: reader, after: ended, to: &sink)
  }

  /// Ends a replay, and hands on what came of it.
  ///
  /// - Parameters:
  ///   - running: The replay.
  ///   - reader: The reader, at its end.
  ///   - ended: The problem that ended the reading early.
  ///   - sink: Where it goes.
  /// - Returns: What came of the input.
  /// - Throws: What is wrong with the output.
  func finish(
    _ running: inout RunningReplay, of reader: RecordingReader, after ended: Problem?,
    to sink: inout some ReplaySink & ~Copyable
  ) throws(Problem) -> Input.Ending {
    var problem = ended
    if problem == nil {
      do throws(ReplayError) {
        try running.replay.finish(of: reader)
      } catch {
        problem = Self.problem(running.name, error)
      }
    }
    if !running.replay.tables.isEmpty { return try report(running, reader, to: &sink) }
    if problem != nil { running.replay.abandon() }
    if running.failure == nil {
      try running.hand(reader.format, isLast: problem == nil, to: &sink)
    }
    problem = problem ?? running.failure
    var facts = running.facts(reader.format)
    facts.problem = problem
    facts.longestLoss = running.replay.longestLoss
    try sink.end(facts)
    try check(running.failure, &sink)
    return problem.map { .failed([$0]) } ?? .read
  }

  /// Ends it all where nothing decides any more.
  private func check(
    _ failure: Problem?, _ sink: inout some ReplaySink & ~Copyable
  ) throws(Problem) {
    guard let failure else { return }
    try sink.flush()
    throw failure
  }

  /// Replays an input, as the first one of its kind.
  func run(
    _ input: Input, into sink: inout some ReplaySink & ~Copyable
  ) throws(Problem) -> Input.Ending {
    var prepared = PreparedPanel()
    return try run(input, into: &sink, with: &prepared)
  }

  // MARK: Tables

  /// Hands on what came of tables, each as a recording of its own.
  private func report(
    _ running: RunningReplay, _ reader: RecordingReader,
    to sink: inout some ReplaySink & ~Copyable
  ) throws(Problem) -> Input.Ending {
    let replay = running.replay
    var problems: [Problem] = []
    for (table, result) in zip(reader.tables, replay.tables) {
      let name = running.name + (table.variant.map { "#" + $0 } ?? "")
      var facts = RecordingFacts(name: name, format: .sampleTable, kind: table.device)
      facts.settings = settings.texts
      facts.longestLoss = replay.longestLoss
      var asker = GestureAsker(deciders, facts)
      switch result {
      case .success(let replay):
        facts.size = replay.plan.surface.millimeters
        facts.plan = replay.plan
        facts.settings = replay.plan.texts
        facts.warnings = replay.warnings
        facts.warningTimes = replay.warningTimes
        try sink.begin(facts)
        for frame in replay.contacts {
          try sink.take(frame, on: replay.plan, since: replay.origin)
        }
        for moment in replay.moments { try sink.take(moment) }
        asker = GestureAsker(deciders, facts)
        for finding in replay.findings {
          if let finding = asker.decided(finding) { try sink.take(finding) }
        }
        for comparison in replay.comparisons {
          if let comparison = asker.decided(comparison) { try sink.take(comparison) }
        }
        facts.problem = asker.failure
        if let problem = facts.problem { problems.append(problem) }
      case .failure(let error):
        let problem = Self.problem(name, error)
        facts.problem = problem
        problems.append(problem)
      }
      try sink.end(facts)
      try check(asker.failure, &sink)
    }
    return problems.isEmpty ? .read : .failed(problems)
  }

  // MARK: Problems

  /// The problem that an error of a replay is.
  static func problem(_ file: String, _ error: ReplayError) -> Problem {
    let status: ExitStatus
    switch error.reason {
    case .noTouchDevice: status = .noDevice
    default: status = error.isMisuse ? .misused : .badInput
    }
    let advice = error.advice.map { ": " + $0 } ?? ""
    return Problem(status, file: file, line: error.line, error.description + advice)
  }
}
