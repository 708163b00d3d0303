@preconcurrency import Glibc
import LiveInput
import Simulation

/// `pantograph live`: follows a device, or a pipe, as it happens.
enum LiveCommand: Command {
  static let name = "live"
  static let operands = "[DEVICE|-]"
  static let takesRecordings = false
  static let summary = "follow a touchpad or touchscreen as it happens"
  static let discussion = """
    Follows a touchpad or touchscreen of this machine, or a pipe that a recording
    comes from. On a terminal it shows the pad, the progress against the threshold,
    and what became of each gesture; keys change threshold and policy and judge the
    last gestures anew (? tells them all). Elsewhere it prints a line a gesture as
    soon as it is over: what replay prints of the same events. DEVICE is a number
    (5), a file (/dev/input/event5), a name or part of one; without it, it is the
    only one there is. It is read, and neither written to nor kept from other
    programs. Ctrl-C ends it.

      pantograph live
          the only touchpad or touchscreen
      pantograph live --policy flick --threshold 25mm event5
          one of several, under another rule
      adb shell getevent -lt | pantograph live --axis-range x=0..1079,y=0..1919 -
          a phone's
      pantograph live --json | jq -c '[.direction, .outcome]'
          for programs: the elements of gestures of replay --json
      pantograph live --frames | my-animation
          progress as it happens, a line a frame: pantograph schema frames
    """
  static let groups: [(title: String, options: [Option])] = [
    ("the gesture", SharedOptions.gesture),
    ("the device", SharedOptions.device + [grab]),
    (
      "output",
      [
        Option("json", help: "a line a gesture: the elements of gestures of pantograph.replay/1"),
        Option("all", help: "list touches that were no gesture, with the reason"),
      ] + FrameOptions.all + SharedOptions.presentation
    ),
    ("the view on a terminal", LiveFullScreen.options),
  ]

  private static let grab = Option(
    "grab", help: "keep the device from all other programs, the desktop too, while it is followed")

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    guard arguments.operands.count <= 1 else {
      throw Arguments.misuse("live follows one device", name)
    }
    let runner = try RecordingRunner(arguments, isTraced: false)
    let operand = arguments.operands.first
    let problems: [Problem]
    if operand == "-" {
      guard !arguments.has("grab") else {
        throw Problem(.misused, "--grab needs a device, and '-' is none")
      }
      var source = PipeSource()
      problems = try follow(&source, arguments, runner)
    } else {
      var source = DeviceSource(try device(operand, isGrabbed: arguments.has("grab")))
      _ = Rehearsal(on: source.facts.devices[0], runner.settings).run()
      if !arguments.has("quiet") { source.announce() }
      problems = try follow(&source, arguments, runner)
    }
    problems.forEach(Messages.tell)
    return problems.first?.status ?? .done
  }

  /// Follows a source, and shows what happens as the command line says.
  ///
  /// - Returns: The problems that ended it, none of them told yet.
  private static func follow(
    _ source: inout some LiveSource & ~Copyable, _ arguments: Arguments, _ runner: RecordingRunner
  ) throws(Problem) -> [Problem] {
    let listsTouches = arguments.has("all")
    if let extent = try FrameOptions.extent(arguments, rate: runner.settings.frameRate) {
      var runner = runner
      runner.settings.tellsMoments = true
      var sink = FramesSink(extent)
      return try follow(&source, runner, into: &sink)
    }
    if arguments.has("json") {
      var sink = LiveLines(listsTouches: listsTouches)
      return try follow(&source, runner, into: &sink)
    }
    if LiveFullScreen.isWanted(arguments) {
      let view = try LiveFullScreen(arguments, runner.settings)
      // The kernel's own clock is that of a device of this machine.
      if var sink = view.sink(on: source.facts.clock == nil ? nil : .this) {
        var runner = runner
        runner.settings = view.following
        return try follow(&source, runner, into: &sink)
      }
    }
    let style = Style(try arguments.word("color", Style.Choice.self) ?? .auto)
    var sink = TextSink(
      style: style, isQuiet: arguments.has("quiet"), listsTouches: listsTouches, pace: nil)
    return try follow(&source, runner, into: &sink)
  }

  private static func follow(
    _ source: inout some LiveSource & ~Copyable, _ runner: RecordingRunner,
    into sink: inout some LiveSink & ~Copyable
  ) throws(Problem) -> [Problem] {
    let loop = LiveLoop(runner: runner, clock: ContinuousClock())
    let problems = try loop.follow(&source, into: &sink)
    if sink.lingers {
      var ended = EndedSource(name: source.name, facts: source.facts)
      _ = try loop.follow(&ended, into: &sink)
    }
    return problems
  }

  private static func device(
    _ operand: String?, isGrabbed: Bool
  ) throws(Problem) -> LiveDevice {
    var device = try DeviceArgument.open(operand, for: name)
    guard isGrabbed else { return device }
    do throws(LiveDeviceError) {
      try device.grab()
    } catch {
      throw DeviceArgument.problem(error)
    }
    return device
  }
}
