import LiveInput
import Recordings
import Simulation

/// `pantograph record`: records a device, or a pipe, as it happens.
enum RecordCommand: Command {
  static let name = "record"
  static let operands = "[DEVICE|-] -o FILE"
  static let takesRecordings = false
  static let summary = "record what a touchpad or touchscreen sends"
  static let discussion = """
    Records a touchpad or touchscreen of this machine, or a pipe that a recording
    comes from, in the format of evemu-record or libinput record. DEVICE is a number
    (5), a file (/dev/input/event5) or a name or part of one; without it, it is the
    only one there is. Ctrl-C ends it. Whatever ends it, what was seen by then is in
    the file, up to the last whole frame.

      pantograph record -o swipes.evemu
          until Ctrl-C
      pantograph record --split --label finish --gestures 20 -o yes.evemu
          yes-001.evemu to yes-020.evemu, and what was meant in expectations.json
      pantograph record --ring 60s -o bug.yml
          nothing, until space or SIGUSR1 says that the last minute is wanted
      pantograph record --session plan.json -o p7.evemu
          asks a person for swipes, to be tuned from ('pantograph schema session')
      adb shell getevent -lt | pantograph record --axis-range x=0..1079,y=0..1919 \\
        --duration 10 - -o phone.evemu
          a phone's, for ten seconds

    What is typed is never recorded: a keyboard is refused, and of a device that is
    both only what touches send is written. The recording says the model of the
    machine and its kernel, as those tools do; 'pantograph anonymize' removes it.
    """
  static let groups: [(title: String, options: [Option])] = [
    (
      "the recording",
      [
        Option("output", "o", .file("FILE"), help: "where to write; '-' is standard output"),
        Option(
          "to", nil, .word("FORMAT", formats.map(\.rawValue)),
          help: "the format of FILE: evemu, libinput [by its name, else evemu]"),
        Option("force", help: "overwrite files that exist"),
        Option("duration", nil, .value("S"), help: "end after S: 30, 30s [until Ctrl-C]"),
        Option("gestures", nil, .value("N"), help: "end after N gestures"),
        Option(
          "split",
          help: "a file a gesture, FILE-001 and so on, each of which replays alone as it did"),
        Option(
          "label", nil, .word("INTENT", RecordingExpectation.Intent.allCases.map(\.rawValue)),
          help: "what is meant by what is recorded: finish, cancel, none; it goes into "
            + "expectations.json beside FILE"),
        Option(
          "ring", nil, .value("S"),
          help: "keep the last S, and write them as FILE-001 and so on when space is pressed or "
            + "SIGUSR1 comes"),
        Option(
          "session", nil, .file("PLAN"),
          help: "ask a person for the swipes of a plan, a file each; r makes the last one anew, "
            + "q ends it"),
        Option("participant", nil, .value("NAME"), help: "who swipes, in place of the plan's"),
        Option("hand", nil, .value("HAND"), help: "with which hand, in place of the plan's"),
        Option("seed", nil, .value("N"), help: "what chooses the order, in place of the plan's"),
      ]
    ),
    ("the gesture", SharedOptions.gesture),
    ("the device", SharedOptions.device),
    (
      "output",
      [Option("json", help: "a line for each thing that happens: pantograph.record/1")]
        + SharedOptions.presentation.filter { $0.name != "color" }
    ),
  ]

  private static let formats = [WritableFormat.evemu, .libinput]

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    guard arguments.operands.count <= 1 else {
      throw Arguments.misuse("record takes one device", name)
    }
    var job = try job(arguments)
    if job.output != "-" { try check(job) }
    let pick = DevicePick(
      job.settings, choice: SharedOptions.deviceChoice(arguments),
      description: try SharedOptions.description(arguments))
    let report = RecordReport(isJSON: arguments.has("json"), isQuiet: arguments.has("quiet"))
    guard arguments.operands.first == "-" else {
      job.machine = .this
      var source = DeviceSource(try DeviceArgument.open(arguments.operands.first, for: name))
      let down = source.device.contactsAtOpening
      if down > 0, !arguments.has("quiet") {
        Messages.tell(
          "pantograph: \(Words.count(down, "contact")) \(down == 1 ? "is" : "are") down already: "
            + "how \(down == 1 ? "it" : "they") came there is not recorded")
      }
      return try record(&source, pick, job, report)
    }
    var source = PipeSource()
    return try record(&source, pick, job, report)
  }

  private static func record(
    _ source: inout some LiveSource & ~Copyable, _ pick: DevicePick, _ job: RecordJob,
    _ report: consuming RecordReport
  ) throws(Problem) -> ExitStatus {
    let loop = RecordLoop(job: job, clock: ContinuousClock())
    let problem: Problem?
    switch job.mode {
    case .whole:
      var recorder = WholeRecorder(job)
      problem = try loop.follow(&source, pick, by: &recorder, &report)
    case .gestures:
      var recorder = GestureRecorder(job)
      problem = try loop.follow(&source, pick, by: &recorder, &report)
    case .ring(let time):
      var recorder = RingRecorder(job, keeping: time)
      problem = try loop.follow(&source, pick, by: &recorder, &report)
    case .session(let plan):
      var recorder = GestureRecorder(job, asking: SessionDialog(plan, policy: job.policy))
      problem = try loop.follow(&source, pick, by: &recorder, &report)
    }
    guard let problem else { return .done }
    Messages.tell(problem)
    return problem.status
  }

  // MARK: The command line

  private static func job(_ arguments: Arguments) throws(Problem) -> RecordJob {
    let output = try ConvertCommand.output(arguments, name)
    let chosen = try arguments.read("to", as: formats.map(\.rawValue).joined(separator: " or ")) {
      text in formats.first { $0.rawValue == text }
    }
    let format = if let chosen { chosen } else { try format(of: output) }
    let mode = try mode(arguments)
    let job = RecordJob(
      output: output, format: format,
      isForced: arguments.has("force"), mode: mode,
      intent: try arguments.word("label", RecordingExpectation.Intent.self),
      duration: try arguments.duration("duration"),
      mostGestures: try arguments.whole("gestures", 1...1_000_000),
      settings: try SharedOptions.settings(arguments))
    if output == "-" {
      guard case .whole = mode else {
        throw Arguments.misuse("standard output is one file: -o names those there will be", name)
      }
      for word in ["json", "label"] where arguments.has(word) {
        throw Arguments.misuse("--\(word) does not go with -o -", name)
      }
    }
    if case .session = mode {
      if job.intent != nil {
        throw Arguments.misuse("the plan says what is meant: no --label", name)
      }
    } else if let word = ["participant", "hand", "seed"].first(where: arguments.has) {
      throw Arguments.misuse("--\(word) is for --session", name)
    }
    return job
  }

  private static func format(of output: String) throws(Problem) -> WritableFormat {
    guard let named = WritableFormat(fileName: output) else { return .evemu }
    guard formats.contains(named) else {
      throw Arguments.misuse(
        "record writes evemu or libinput, not \(named.rawValue) (pantograph convert does)", name)
    }
    return named
  }

  private static func mode(_ arguments: Arguments) throws(Problem) -> RecordJob.Mode {
    let modes = ["split", "ring", "session"].filter(arguments.has)
    guard modes.count < 2 else {
      throw Arguments.misuse("--\(modes[0]) and --\(modes[1]) do not go together", name)
    }
    if arguments.has("split") { return .gestures }
    if let time = try arguments.duration("ring") {
      guard time > .zero, time <= .seconds(3600) else {
        throw Arguments.misuse("--ring takes a time of at most an hour, such as 60s", name)
      }
      return .ring(time)
    }
    guard let path = arguments.path("session") else { return .whole }
    guard path != "-" || arguments.operands.first != "-" else {
      throw Arguments.misuse("the plan and the events cannot both be standard input", name)
    }
    var plan = try SessionFile.read(path)
    if let participant = arguments.value("participant") {
      plan.facts["participant"] = .string(participant)
    }
    if let hand = arguments.value("hand") { plan.facts["hand"] = .string(hand) }
    if let seed = try arguments.whole("seed", 0...Int.max) { plan.seed = seed }
    return .session(plan)
  }

  /// Makes sure that nothing stands in the way of what will be written.
  private static func check(_ job: RecordJob) throws(Problem) {
    if case .whole = job.mode {
      try Conversion(target: job.format, output: job.output, isForced: job.isForced).checkOutput()
    }
    let expectations = KnownInput.folder(of: job.output) + ExpectationsFile.name
    let isAdded = if case .session = job.mode { true } else { job.intent != nil }
    if isAdded, OutputFile.exists(expectations) { _ = try ExpectationsFile.read(expectations) }
  }
}
