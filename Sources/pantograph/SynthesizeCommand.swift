import Synthesis

/// `pantograph synthesize`: makes a gesture that nobody made, as an evemu recording.
enum SynthesizeCommand: Command {
  static let name = "synthesize"
  static let operands = ""
  static let takesRecordings = false
  static let summary = "make a gesture of a wanted length, velocity and rest"
  static let discussion = """
    Makes a gesture as a hand would make it and a kernel would report it, and writes
    it as an evemu recording that says how it was made. The path is one of minimum
    jerk; tremor, noise and uneven time stamps come from the seed. The same options
    make the same bytes on every machine.

      pantograph synthesize --distance 12mm --velocity 250mm/s | pantograph replay -
          a flick of three fingers on a touchpad: far enough?

      pantograph synthesize --distance 30mm --back 25mm --pause 0.4 -o changed.evemu
          out, almost back again, a rest, and the lift

      pantograph synthesize --device touchscreen --start edge --distance 0.5
          from the left edge of a phone half across

      pantograph synthesize --samples recordings --force
          the collection of samples, with what is expected of them
    """
  static let groups: [(title: String, options: [Option])] = [
    ("the gesture", SynthesisOptions.gesture),
    ("the hand", SynthesisOptions.hand),
    ("the device", SynthesisOptions.device),
    (
      "output",
      [
        Option("output", "o", .file("FILE"), help: "where to write [standard output]"),
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
      let others = SynthesisOptions.all.map(\.name) + ["output"]
      if let other = others.first(where: arguments.has) {
        throw Arguments.misuse("--samples and --\(other) do not go together", name)
      }
      try SampleCollection.write(to: folder, isForced: isForced)
      return .done
    }
    let gesture = try SynthesisOptions.specification(arguments)
    let bytes: [UInt8]
    do throws(SynthesisError) {
      bytes = try SyntheticText.evemu(gesture)
    } catch {
      throw Problem(.misused, message(error))
    }
    try OutputFile.write(bytes, to: arguments.path("output") ?? "-", isForced: isForced)
    return .done
  }

  /// What is wrong, with the option to change.
  private static func message(_ error: SynthesisError) -> String {
    switch error {
    case .outOfRange: "--\(error)"
    case .leavesSurface:
      "\(error): --distance, --spread, --fingers or --size must change, or --start"
    case .tooManyContacts: "\(error): --slots or --fingers must change"
    case .tooLong, .pinchNeedsFingers, .restAfterRelease, .velocityWithoutDistance,
      .backWithoutDistance, .noButton, .thumbIsUsed, .invalidName:
      error.description
    }
  }
}
