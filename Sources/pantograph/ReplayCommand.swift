import Quantities
import Simulation

/// `pantograph replay`: runs recordings, and says what each gesture came to.
enum ReplayCommand: Command {
  static let name = "replay"
  static let operands = "FILE..."
  static let summary = "what gestures came to, and which rule decided"
  static let discussion = """
    Runs recordings through recognition, progress, decision and settling, and prints
    a line a gesture: when, how many fingers, how far against the threshold, the
    verdict, the rule that decided and by how much.

      pantograph replay swipe.evemu
          what came of it
      pantograph replay --policy flick --threshold 25mm recordings/
          a whole folder, under another rule
      pantograph replay --json swipe.evemu | jq -c '.gestures[] | .outcome'
          the same for programs
      evemu-record /dev/input/event5 | pantograph replay -
          a line a gesture, as it happens
      pantograph replay --policy 'exec:python3 decide.py' recordings/
          under a rule of your own

    exec:CMD has a shell start CMD once, when the first gesture is over. Each
    gesture that fingers ended is a line of JSON on its standard input, with all
    that is known of it ('pantograph schema question'). It has 5 s to answer with a
    line such as {"outcome":"finish","rule":"mine"} ('pantograph schema answer'). A
    wrong answer or none is an error that ends the run, and never a verdict.
    """
  static let groups: [(title: String, options: [Option])] = [
    ("the gesture", SharedOptions.gesture),
    ("the device", SharedOptions.device),
    (
      "output",
      [
        Option("json", help: "a JSON object a recording: pantograph.replay/1"),
        Option(
          "trace",
          help: "a row a frame of each gesture, settling included: "
            + "time, progress, velocity, progress shown"),
        Option(
          "scene", nil, .word("NAME", ScenesCommand.operandWords),
          help: "let gestures, or touches, drive a scene, and add what was called and shown; "
            + "'pantograph scenes' lists them; with --trace frame by frame"),
        Option("all", help: "list touches that were no gesture, with the reason"),
      ] + FrameOptions.all + [
        Option("speed", nil, .value("N"), help: "pace the output to recorded time / N")
      ] + SharedOptions.presentation
    ),
  ]

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    guard !arguments.operands.isEmpty else {
      throw Arguments.misuse("replay needs a recording", name)
    }
    let director = try director(arguments)
    var runner = try RecordingRunner(
      arguments, isTraced: arguments.has("trace") || director?.followsTouches == false,
      asking: Deciders())
    runner.settings.tellsContacts = director?.followsTouches ?? false
    let listsTouches = arguments.has("all")
    let pace = try arguments.read("speed", as: "a number such as 10") { text in
      DecimalNumber(text).flatMap { $0.digits > 0 ? Pace(speed: $0.value) : nil }
    }
    let style = Style(try arguments.word("color", Style.Choice.self) ?? .auto)
    if let extent = try FrameOptions.extent(arguments, rate: runner.settings.frameRate) {
      guard runner.settings.policy.command == nil else {
        throw Arguments.misuse(
          "frames are told while a gesture goes on, and a program is asked when it is over", name)
      }
      runner.settings.tellsMoments = true
      var sink = FramesSink(extent, pace: pace)
      let status = try runner.run(arguments.operands, into: &sink)
      try sink.flush()
      return status
    }
    if arguments.has("json") {
      var sink = JSONSink(listsTouches: listsTouches, pace: pace, director: director)
      let status = try runner.run(arguments.operands, into: &sink)
      try sink.flush()
      return status
    }
    var sink = TextSink(
      style: style, isQuiet: arguments.has("quiet"), listsTouches: listsTouches, pace: pace,
      director: director)
    let status = try runner.run(arguments.operands, into: &sink)
    try sink.flush()
    return status
  }

  private static func director(_ arguments: Arguments) throws(Problem) -> SceneDirector? {
    guard let word = arguments.value("scene") else { return nil }
    return SceneDirector(
      scene: try ScenesCommand.scene(named: word, name),
      rate: try SharedOptions.settings(arguments, refusing: nil).frameRate,
      keepsRows: arguments.has("trace"))
  }
}
