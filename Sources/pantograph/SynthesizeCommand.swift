import Synthesis

/// `pantograph synthesize`: makes a gesture that nobody made, as a recording or a script.
enum SynthesizeCommand: Command {
  static let name = "synthesize"
  static let operands = ""
  static let takesRecordings = false
  static let summary = "make a gesture of a wanted length, velocity and rest"
  static let discussion = """
    Makes a gesture as a hand would make it and a kernel would report it, and writes
    it as an evemu recording that says how it was made. The path is one of minimum
    jerk; tremor, noise and uneven time stamps come from the seed. The same options
    make the same bytes on every machine. --to writes it in the formats of convert,
    or for a tool that plays touches; what that cannot hold is said on standard
    error.

      pantograph synthesize --distance 12mm --velocity 250mm/s | pantograph replay -
          a flick of three fingers on a touchpad: far enough?

      pantograph synthesize --distance 30mm --back 25mm --pause 0.4 -o changed.evemu
          out, almost back again, a rest, and the lift

      pantograph synthesize --device touchscreen --start edge --distance 0.5
          from the left edge of a phone half across

      pantograph synthesize --device touchscreen --to w3c-actions --surface 390x844
          the same for a browser: the body of WebDriver's Perform Actions

      pantograph synthesize --robust --want finish --policy gnome-shell --fingers 3
          the gesture that GNOME Shell finishes by the largest margin, whatever
          reports a device loses, delays or leaves out, and the margin

      pantograph synthesize --samples recordings --force
          the collection of samples, with what is expected of them
    """
  static let groups: [(title: String, options: [Option])] = [
    ("the gesture", SynthesisOptions.gesture),
    ("the hand", SynthesisOptions.hand),
    ("the device", SynthesisOptions.device),
    ("a gesture that a policy is sure to decide as wanted", RobustOptions.all),
    (
      "output",
      [
        Option("output", "o", .file("FILE"), help: "where to write [standard output]"),
        Option(
          "to", nil, .word("FORMAT", SyntheticFormat.names),
          help: "the format: one of convert's, w3c-actions (WebDriver, JSON), xcuitest (Swift) or "
            + "espresso (Kotlin) [evemu]"),
        Option(
          "surface", nil, .value("WxH"),
          help: "the viewport that is touched, in CSS pixels, for w3c-actions: 390x844"),
        Option(
          "samples", nil, .file("DIR"),
          help: "write the samples inside the program, and expectations.json, to a folder"),
        Option("force", help: "overwrite files that exist"),
        Option("help", "h", help: "print this help"),
      ]
    ),
  ]

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    if let word = arguments.operands.first {
      throw Arguments.misuse("synthesize takes no '\(Arguments.shown(word))'", name)
    }
    let isForced = arguments.has("force")
    if let folder = arguments.path("samples") {
      let others =
        (SynthesisOptions.all + RobustOptions.all).map(\.name) + ["output", "to", "surface"]
      if let other = others.first(where: arguments.has) {
        throw Arguments.misuse("--samples and --\(other) do not go together", name)
      }
      try SampleCollection.write(to: folder, isForced: isForced)
      return .done
    }
    let format = try SyntheticFormat(arguments)
    let robust = try RobustOptions.gesture(arguments)
    let gesture: GestureSpecification
    if let robust {
      gesture = robust.specification
    } else {
      gesture = try SynthesisOptions.specification(arguments)
    }
    let recording: SyntheticRecording
    do throws(SynthesisError) {
      recording = try SyntheticRecording(of: gesture)
    } catch {
      throw Problem(.misused, message(error))
    }
    let words = robust?.words ?? SynthesisOptions.words(gesture)
    let made = try format.write(
      recording, madeBy: ["pantograph", "synthesize"] + words, note: robust?.note)
    let output = arguments.path("output") ?? "-"
    try OutputFile.write(made.bytes, to: output, isForced: isForced)
    if let note = robust?.note { Messages.tell(Problem(.done, note)) }
    if let losses = made.losses { Messages.tell(Problem(.done, losses)) }
    return .done
  }

  /// What is wrong, with the option to change.
  static func message(_ error: SynthesisError) -> String {
    switch error {
    case .outOfRange: "--\(error)"
    case .leavesSurface:
      "\(error): --distance, --spread, --fingers or --size must change, or --start"
    case .tooManyContacts: "\(error): --slots or --fingers must change"
    case .tooLong, .pinchNeedsFingers, .restAfterRelease, .velocityWithoutDistance,
      .backWithoutDistance, .noButton, .thumbIsUsed, .invalidName, .unevenCourse:
      error.description
    }
  }
}
