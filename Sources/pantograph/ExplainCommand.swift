/// `pantograph explain`: why a gesture went the way it went, told to a person.
enum ExplainCommand: Command {
  static let name = "explain"
  static let operands = "FILE..."
  static let summary = "why a gesture went its way, and what would change it"
  static let discussion = """
    Tells the story of each gesture in a recording: when the fingers came and went,
    how far and how fast they moved, which rule decided, and what would have changed
    the answer: so many mm more, so much less rest, another threshold.

      pantograph explain @pad-3f-flick-right-01
          a sample inside the program; '@' alone lists them
      pantograph explain --policy gnome-shell swipe.evemu
          the arithmetic of GNOME Shell, step by step
      pantograph explain --fingers 3 --direction horizontal swipe.evemu
          of all that was touched, swipes of three fingers to the sides
    """
  static let groups: [(title: String, options: [Option])] = [
    ("the gesture", SharedOptions.gesture),
    ("the device", SharedOptions.device),
    (
      "output",
      [Option("markdown", help: "Markdown for the thread of an issue")]
        + SharedOptions.presentation
    ),
  ]

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    guard !arguments.operands.isEmpty else {
      throw Arguments.misuse("explain needs a recording", name)
    }
    let runner = try RecordingRunner(
      arguments, isTraced: true, mostTraceRows: 2000, asking: Deciders())
    if arguments.has("markdown") {
      var sink = ExplainMarkdown(isQuiet: arguments.has("quiet"))
      let status = try runner.run(arguments.operands, into: &sink)
      try sink.flush()
      return status
    }
    var sink = ExplainSink(
      style: Style(try arguments.word("color", Style.Choice.self) ?? .auto),
      isQuiet: arguments.has("quiet"))
    let status = try runner.run(arguments.operands, into: &sink)
    try sink.flush()
    return status
  }
}
