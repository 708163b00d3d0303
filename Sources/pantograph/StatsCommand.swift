import Simulation
import Tuning

/// `pantograph stats`: how gestures are distributed, and how two sets differ.
enum StatsCommand: Command {
  static let name = "stats"
  static let operands = "PATH..."
  static let summary = "how travel, velocity and times are distributed"
  static let discussion = """
    Counts gestures, and shows how their travel, largest travel, velocity, duration,
    rest before the lift and report rate are distributed: quartiles and a histogram
    of each; how many finish at each threshold; and which thresholds separate best
    what was meant to finish from what was meant to cancel.

      pantograph stats recordings/
      pantograph stats --by device --by label recordings/
          a table for each device and what was meant on it
      pantograph stats --against after/ before/
          two sets, and how they differ
      pantograph features corpus/ > gestures; pantograph stats gestures
          what features printed, in place of the recordings

    PATH is a recording, a folder, what 'pantograph features' printed, or '-'.
    Shares are those of the axis. What counts is what is a gesture under --policy,
    which is one here; thresholds are compared with its progress at the lift,
    whatever else it looks at. Quartiles are those of R and NumPy.

    Of two sets, 'larger' is how probable it is that a gesture of the second has
    more of something than one of the first, and p how probable as large a
    difference is without a reason (U test of Mann and Whitney). Both take gestures
    as independent; those of one person are not, so that sets differ less clearly
    than p says.
    """
  static let groups: [(title: String, options: [Option])] = [
    (
      "what is compared",
      [
        Option(
          "by", nil, .word("TRAIT", GestureSample.Trait.allCases.map(\.rawValue)),
          help: "a table for each device, direction, label, person, session or number of fingers; "
            + "several may be given"),
        Option("against", nil, .file("PATH"), help: "compare with another set; may be repeated"),
      ]
    ),
    ("the work", FeatureRunner.options),
    ("the gesture", SharedOptions.gesture),
    ("the device", SharedOptions.device),
    (
      "output",
      [
        Option("json", help: "a JSON object: pantograph.stats/1"),
        Option("csv", help: "a table as CSV"),
        Option("markdown", help: "a table as Markdown"),
        Option(
          "table", nil, .word("T", StatsTable.Kind.allCases.map(\.rawValue)),
          help: "which table --csv and --markdown print: measures, finished, differences "
            + "[measures; differences with --against]"),
      ] + SharedOptions.presentation
    ),
  ]

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    guard !arguments.operands.isEmpty else {
      throw Arguments.misuse("stats needs recordings, or what features printed", name)
    }
    let forms = ["json", "csv", "markdown"].filter(arguments.has)
    guard forms.count < 2 else {
      throw Arguments.misuse("--\(forms[0]) and --\(forms[1]) do not go together", name)
    }
    let others = arguments.paths("against")
    guard !arguments.operands.contains("-") || !others.contains("-") else {
      throw Problem(.misused, "--against and PATH cannot both be standard input")
    }
    let kind = try arguments.word("table", StatsTable.Kind.self)
    guard kind != .differences || !others.isEmpty else {
      throw Arguments.misuse("--table differences needs --against", name)
    }
    let traits = try traits(arguments)
    let policy = try policy(arguments)
    let runner = try FeatureRunner(arguments, policies: [policy])
    let style = Style(try arguments.word("color", Style.Choice.self) ?? .auto)
    let (sample, status) = try read(arguments.operands, by: runner, traits, policy.id)
    var other: GestureSample?
    var otherStatus = ExitStatus.done
    if !others.isEmpty {
      let (sample, status) = try read(others, by: runner, traits, policy.id)
      (other, otherStatus) = (sample, status)
    }
    let statistics = SampleReport(sample, against: other)
    if !arguments.has("quiet") {
      for note in notes(statistics) { Messages.tell("pantograph: \(note)") }
    }
    var output = Output()
    switch forms.first {
    case "json": try output.line(StatsJSON.value(statistics).line)
    case "csv"?, "markdown"?:
      let table = StatsTable(kind ?? (other == nil ? .measures : .differences), of: statistics)
      try output.write(forms[0] == "csv" ? table.csv : table.markdown)
    default: for line in StatsText(statistics, style: style).lines { try output.line(line) }
    }
    try output.flush()
    return status == .done ? otherStatus : status
  }

  /// What a person should know of the sets.
  private static func notes(_ report: SampleReport) -> [String] {
    let sets = [report.part] + (report.other.map { [$0] } ?? [])
    var notes: [String] = []
    for set in sets where set.counts.repetitions > 0 {
      let count = set.counts.repetitions
      notes.append(Words.count(count, "gesture") + " came more than once, and counted once")
    }
    for set in sets where set.counts.unknowns > 0 {
      notes.append(
        Words.count(set.counts.unknowns, "gesture")
          + " told nothing of the policy '\(PlainText.escaped(report.policy))', and did not count")
    }
    return notes
  }

  private static func traits(_ arguments: Arguments) throws(Problem) -> [GestureSample.Trait] {
    var traits: [GestureSample.Trait] = []
    for word in arguments.paths("by") {
      guard let trait = GestureSample.Trait(rawValue: word) else {
        let known = GestureSample.Trait.allCases.map(\.rawValue)
        let hint = Suggestion.near(to: word, among: known) ?? ""
        throw Problem(
          .misused,
          "--by takes \(known.joined(separator: ", ")), not '\(Arguments.shown(word))'\(hint)")
      }
      if !traits.contains(trait) { traits.append(trait) }
    }
    return traits
  }

  private static func policy(_ arguments: Arguments) throws(Problem) -> PolicyDefinition {
    let names = arguments.paths("policy")
    guard names.count < 2 else { throw Arguments.misuse("stats takes one --policy", name) }
    return try names.first.map { name throws(Problem) in
      try PolicyArgument.policy(
        name,
        refusing: PolicyArgument.Refusal(
          reason: "stats needs what the policy sees, and no verdict"))
    }
      ?? .threshold
  }

  /// Reads the gestures of some operands.
  private static func read(
    _ operands: [String], by runner: FeatureRunner, _ traits: [GestureSample.Trait],
    _ policy: String
  ) throws(Problem) -> (GestureSample, ExitStatus) {
    var table = GestureTable(measuring: ())
    let status = try GestureInput.read(operands, by: runner, policies: [policy], into: &table)
    return (GestureSample(table, by: traits, policy: policy), status)
  }
}
