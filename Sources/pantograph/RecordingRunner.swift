import Quantities
import Recordings
import Simulation
import TouchInput

/// Replays inputs under the same settings.
struct RecordingRunner {
  private let settings: ReplaySettings
  private let device: DeviceChoice
  private let description: DeviceDescription?

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
  /// - Throws: What is wrong with the command line.
  init(
    _ arguments: Arguments, isTraced: Bool, mostTraceRows: Int? = nil,
    mostContactPoints: Int? = nil, comparing policies: [PolicyDefinition] = [],
    by policy: PolicyDefinition? = nil, varying variation: Variation? = nil
  ) throws(Problem) {
    var settings = try SharedOptions.settings(arguments)
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
    try Input.forEach(operands) { input throws(Problem) in
      let result = try run(input, into: &sink)
      try sink.flush()
      return result
    }
  }

  /// Replays an input.
  ///
  /// - Throws: What is wrong with the output.
  func run(
    _ input: Input, into sink: inout some ReplaySink & ~Copyable
  ) throws(Problem) -> Input.Ending {
    var replay = RecordingReplay(settings: settings, device: device, description: description)
    var outputProblem: Problem?
    var hasBegun = false
    /// Hands on what was found; gives what is wrong with the output.
    func hand(_ reader: RecordingReader, isLast: Bool) -> Problem? {
      let findings = replay.takeFindings()
      let others = replay.takeLibinputFindings()
      let comparisons = replay.takeComparisons()
      guard !findings.isEmpty || !others.isEmpty || !comparisons.isEmpty || isLast else {
        return nil
      }
      do throws(Problem) {
        if !hasBegun { try sink.begin(Self.facts(replay, reader, input)) }
        hasBegun = true
        for finding in findings { try sink.take(finding) }
        for finding in others { try sink.takeLibinput(finding) }
        for comparison in comparisons { try sink.take(comparison) }
        try sink.flush()
        return nil
      } catch {
        return error
      }
    }
    let (reader, ended) = input.readRecording { batch, reader in
      var problem: Problem?
      do throws(ReplayError) {
        try replay.handle(batch, of: reader)
      } catch {
        problem = Self.problem(input.name, error)
      }
      outputProblem = hand(reader, isLast: false)
      return problem ?? outputProblem
    }
    if let outputProblem { throw outputProblem }
    var problem = ended
    if input.isFromFolder, problem?.isNoRecording ?? false { return .passedOver }
    if problem == nil {
      do throws(ReplayError) {
        try replay.finish(of: reader)
      } catch {
        problem = Self.problem(input.name, error)
      }
    }
    if !replay.tables.isEmpty { return try report(replay, reader, input, to: &sink) }
    if problem != nil { replay.abandon() }
    if let failure = hand(reader, isLast: problem == nil) { throw failure }
    var facts = Self.facts(replay, reader, input)
    facts.problem = problem
    facts.longestLoss = replay.longestLoss
    try sink.end(facts)
    return problem.map { .failed([$0]) } ?? .read
  }

  private static func facts(
    _ replay: RecordingReplay, _ reader: RecordingReader, _ input: Input
  ) -> RecordingFacts {
    RecordingFacts(
      name: input.name, format: reader.format, device: replay.device, kind: replay.kind,
      size: replay.size, followsContacts: replay.followsContacts, plan: replay.plan,
      settings: replay.texts, warnings: replay.warnings, warningTimes: replay.warningTimes)
  }

  // MARK: Tables

  /// Hands on what came of tables, each as a recording of its own.
  private func report(
    _ replay: RecordingReplay, _ reader: RecordingReader, _ input: Input,
    to sink: inout some ReplaySink & ~Copyable
  ) throws(Problem) -> Input.Ending {
    var problems: [Problem] = []
    for (table, result) in zip(reader.tables, replay.tables) {
      let name = input.name + (table.variant.map { "#" + $0 } ?? "")
      var facts = RecordingFacts(name: name, format: .sampleTable, kind: table.device)
      facts.settings = settings.texts
      facts.longestLoss = replay.longestLoss
      switch result {
      case .success(let replay):
        facts.size = replay.plan.surface.millimeters
        facts.plan = replay.plan
        facts.settings = replay.plan.texts
        facts.warnings = replay.warnings
        facts.warningTimes = replay.warningTimes
        try sink.begin(facts)
        for finding in replay.findings { try sink.take(finding) }
        for comparison in replay.comparisons { try sink.take(comparison) }
      case .failure(let error):
        let problem = Self.problem(name, error)
        facts.problem = problem
        problems.append(problem)
      }
      try sink.end(facts)
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
