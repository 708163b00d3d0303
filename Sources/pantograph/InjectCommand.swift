@preconcurrency import Glibc
import LiveInput
import Quantities
import Recordings
import Simulation
import TouchInput

/// `pantograph inject`: plays a recording as a device of this machine.
enum InjectCommand: Command {
  static let name = "inject"
  static let operands = "FILE"
  static let summary = "play a recording as a virtual device"
  static let discussion = """
    Makes a touch device as the recording describes it (name, properties, axes,
    sizes, buttons) and plays the touches on it, for everything on this machine to
    see: compositors, toolkits, libinput, 'pantograph live'. Standard output is the
    file of the device, as soon as it can be opened.

      pantograph inject swipe.evemu
          half a second for others to find the device, then the swipe, once
      pantograph inject --loop 100 --pause 1 @pad-3f-flick-right-01
      pantograph inject --start-on - --end-on - swipe.evemu
          plays at a line on standard input, keeps the device until another one

    Each frame has its moment on CLOCK_MONOTONIC, so that delays do not add up; a
    frame whose time goes back comes together with the one before. Whatever is down
    at the end is lifted, on Ctrl-C and SIGTERM too, and the device goes with the
    program. What a reader has not read by then is lost: --keep and --end-on give it
    time.

    It needs uinput ('modprobe uinput') and the right to write to /dev/uinput, which
    is the right to type anything: only touch devices are made, keys beside the
    touch surface are left out, and no other device is ever written to. For whoever
    sits at the machine, in /etc/udev/rules.d/70-uinput.rules:

      KERNEL=="uinput", SUBSYSTEM=="misc", TAG+="uaccess", \\
        OPTIONS+="static_node=uinput"
    """
  static let groups: [(title: String, options: [Option])] = [
    (
      "the device",
      SharedOptions.device.filter { ["device", "description"].contains($0.name) }
        + [Option("name", nil, .value("TEXT"), help: "its name [that of the recorded device]")]
    ),
    (
      "when",
      [
        Option("speed", nil, .value("N"), help: "N times as fast as recorded [1]"),
        Option("loop", nil, .value("N"), help: "play it N times; 0: until Ctrl-C [1]"),
        Option("pause", nil, .value("S"), help: "the time between two rounds [0.5]"),
        Option(
          "delay", nil, .value("S"),
          help: "the time from when the device can be opened to the first frame [0.5]"),
        Option(
          "start-on", nil, .file("FILE"),
          help: "play once FILE is there, or '-': once a line comes on standard input"),
        Option(
          "keep", nil, .value("S"), help: "how long the device stays after the last frame [1]"),
        Option(
          "end-on", nil, .file("FILE"),
          help: "keep the device until FILE is there, or '-': until a line comes"),
      ]
    ),
    (
      "output",
      [
        Option("json", help: "JSON lines: the device, and what was played: pantograph.inject/1"),
        Option("quiet", "q", help: "do not tell what was played, and what was left out"),
        Option("help", "h", help: "print this help"),
      ]
    ),
  ]

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    let input = try ConvertCommand.input(arguments, name)
    let plan = try plan(arguments)
    if arguments.operands == ["-"], case .line = plan.start ?? plan.end {
      throw Arguments.misuse("the recording and the line cannot both be standard input", name)
    }
    let description = try SharedOptions.description(arguments)
    var recording = try StoredRecording(input)
    if let table = recording.tables.first {
      guard recording.tables.count == 1 else {
        throw Problem(
          .badInput, file: recording.name,
          "it has several tables: 'pantograph convert --device N' makes a recording of one")
      }
      try recording.layOut(TableRecording(table))
    }
    let index = try recording.device(SharedOptions.deviceChoice(arguments))
    guard recording.events.count > 0, recording.devices.indices.contains(index) else {
      throw Problem(.badInput, file: recording.name, "it has no events to play")
    }
    let setup: VirtualDeviceSetup
    do throws(VirtualDeviceSetup.Refusal) {
      setup = try VirtualDeviceSetup(
        description ?? recording.devices[index].description, name: arguments.value("name"))
    } catch {
      throw InjectionWords.problem(error, of: recording.name)
    }
    let isQuiet = arguments.has("quiet")
    if !isQuiet { ConversionWords.tellNotices(of: recording) }

    var injection = try Injection(setup, plan, on: SuspendingClock())
    let failure = try injection.awaitNode()
    let report = InjectionReport(
      recording: recording.name, setup: setup, isJSON: arguments.has("json"))
    try report.write(node: injection.node)
    if let failure {
      Messages.tell("pantograph: \(InjectionWords.notice(failure, injection.node))")
    }
    try injection.play(recording, device: index)
    try report.write(injection.result, isQuiet: isQuiet)
    try injection.stay()
    return .done
  }

  private static func plan(_ arguments: Arguments) throws(Problem)
    -> Injection<SuspendingClock>.Plan
  {
    var plan = Injection<SuspendingClock>.Plan()
    if let speed = try arguments.read(
      "speed", as: "a number such as 2",
      { text in
        DecimalNumber(text).flatMap { $0.value >= 1e-6 && $0.value <= 1e9 ? $0.value : nil }
      })
    {
      plan.speed = speed
    }
    if let rounds = try arguments.whole("loop", 0...1_000_000_000) {
      plan.rounds = rounds == 0 ? nil : rounds
    }
    plan.pause = try arguments.duration("pause") ?? plan.pause
    plan.delay = try arguments.duration("delay") ?? plan.delay
    plan.keep = try arguments.duration("keep") ?? plan.keep
    plan.start = arguments.path("start-on").map { Cue($0) }
    plan.end = arguments.path("end-on").map { Cue($0) }
    for (time, cue) in [("delay", "start-on"), ("keep", "end-on")]
    where arguments.has(time) && arguments.has(cue) {
      throw Arguments.misuse("--\(time) and --\(cue) do not go together", name)
    }
    return plan
  }
}
