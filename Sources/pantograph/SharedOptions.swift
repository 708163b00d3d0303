import Gestures
import Quantities
import Recordings
import Simulation
import TouchInput
import Transitions

/// The options that every command shares which replays recordings.
enum SharedOptions {
  /// What a gesture is, and how it is decided.
  static let gesture: [Option] = [
    Option(
      "fingers", nil, .value("F"),
      help: "contacts the gesture needs: 3, 3,4, 3+, any, auto "
        + "(any on a touchscreen, 2+ on a touchpad) [auto]"),
    Option(
      "direction", nil, .word("D", PanDirection.allCases.map(\.rawValue)),
      help: "which way is forward: right, left, up, down; or horizontal, "
        + "vertical, any, where the first motion decides [any]"),
    Option(
      "travel", nil, .value("L"),
      help: "the way that makes progress 1: 1.0 (of the axis), 60mm, 400px, auto "
        + "(the axis of a touchscreen; 38mm across, 28.5mm up a touchpad) [auto]"),
    Option(
      "threshold", nil, .value("T"),
      help: "finish at or above: 0.3 (of the travel), 25mm, 120px, min(0.3,60mm) [0.3]"),
    Option(
      "policy", nil, .word("P", PolicyLibrary.names),
      help: "what decides: threshold (progress alone), flick (0.5 /s either way, else the "
        + "threshold), a platform's (compare --list), a file such as policy.json, or "
        + "'exec:CMD', a program that is asked (schema question) [threshold]"),
    Option(
      "recognizer", nil, .word("R", ReplaySettings.Recognizer.allCases.map(\.rawValue)),
      help: "what follows the fingers: direct (the contacts themselves), libinput "
        + "(what it would have delivered of a touchpad: swipes and scrolls without their first 2 mm, "
        + "ended by another number of fingers) [direct; for a compositor's policy on a touchpad "
        + "libinput]"),
    Option(
      "edge", nil, .value("L"),
      help: "the gesture must start within L of the edge that it leads away from: "
        + "5mm, 0.1 (of the axis) [anywhere]"),
    Option(
      "slop", nil, .value("L"),
      help: "motion before the gesture is recognized; progress starts at 0 there "
        + "[1.5mm; 0.01 of the axis if the size is unknown]"),
    Option("invert", help: "turn the motion's sign round (natural scrolling)"),
    Option(
      "deltas", nil, .word("D", ReplaySettings.Deltas.allCases.map(\.rawValue)),
      help: "which deltas of libinput's gestures make progress: unaccelerated (10.52 px to a mm), "
        + "accelerated [unaccelerated]"),
    Option(
      "max-velocity-age", nil, .value("S"),
      help: "a velocity older than S at the lift is 0: 0.1, 100ms [0.1]"),
    Option(
      "jump-filter", nil, .word("C", ReplaySettings.Choice.allCases.map(\.rawValue)),
      help: "leave out steps that no finger can make: on, off, auto "
        + "(on touchpads with a size) [auto]"),
    Option(
      "button", nil, .word("C", ReplaySettings.Button.allCases.map(\.rawValue)),
      help: "what a click in the gesture does: cancel, ignore, auto (cancel on a clickpad) [auto]"),
    Option(
      "max-gap", nil, .value("S"),
      help: "a pause of more than S in a touch ends the gesture: 10, 500ms [10]"),
    Option(
      "settle", nil, .value("SPEC"),
      help: "how the rest is animated: '0.35s ease-in-out', "
        + "'spring response=0.4s damping=1', none [0.35s ease-in-out]"),
    Option("rate", nil, .value("N"), help: "frames per second of settling and trace [60]"),
  ]

  /// What the device is.
  static let device: [Option] = [
    Option(
      "axis-range", nil, .value("R"),
      help: "ranges for a recording that has none: 'x=0..1079,y=0..1919'"),
    Option(
      "size", nil, .value("WxHmm"),
      help: "the size of the surface, whatever the device says: 104x70mm"),
    Option(
      "matrix", nil, .value("M"),
      help: "calibration matrix on normalized coordinates, as libinput has it: '0 1 0 -1 0 1'"),
    Option(
      "device", nil, .value("N|NAME"),
      help: "which device of a recording with several: its number, its name or a part of it, "
        + "or its file, such as event4 [the one that is touched]"),
    Option(
      "description", nil, .file("FILE"),
      help: "a recording that describes the device, for one of events alone"),
  ]

  /// Whether colors are used, and whether more than results is printed.
  static let presentation: [Option] = [
    Option(
      "color", nil, .word("WHEN", Style.Choice.allCases.map(\.rawValue)),
      help: "auto, always, never; auto follows NO_COLOR and TERM [auto]"),
    Option("quiet", "q", help: "print results alone, no warnings"),
    Option("help", "h", help: "print this help"),
  ]

  /// Reads the settings from a command line.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - refusal: Why no program is asked to decide, if so.
  /// - Returns: The settings.
  /// - Throws: What is wrong with the command line.
  static func settings(
    _ arguments: Arguments, refusing refusal: PolicyArgument.Refusal? = .bare
  ) throws(Problem) -> ReplaySettings {
    var settings = ReplaySettings()
    try readGesture(arguments, &settings)
    try readDecision(arguments, &settings)
    if let name = arguments.path("policy") {
      settings.policy = try PolicyArgument.policy(name, refusing: refusal)
    }
    try readDevice(arguments, &settings)
    return settings
  }

  private static func readGesture(
    _ arguments: Arguments, _ settings: inout ReplaySettings
  ) throws(Problem) {
    if arguments.value("fingers") != "auto" {
      settings.fingers = try arguments.read("fingers", as: "3, 3,4, 3+, any or auto") {
        FingerRequirement($0)
      }
    }
    if let direction = try arguments.word("direction", PanDirection.self) {
      settings.direction = direction
    }
    settings.edge = try arguments.lengthOnAxis("edge")
    settings.slop = try arguments.lengthOnAxis("slop")
    if arguments.has("invert") { settings.isInverted = true }
    if let deltas = try arguments.word("deltas", ReplaySettings.Deltas.self) {
      settings.deltas = deltas
    }
    if let choice = try arguments.word("jump-filter", ReplaySettings.Choice.self) {
      settings.jumpFilter = choice
    }
    if let button = try arguments.word("button", ReplaySettings.Button.self) {
      settings.button = button
    }
    if let gap = try arguments.duration("max-gap") { settings.maximumGap = gap }
  }

  private static func readDecision(
    _ arguments: Arguments, _ settings: inout ReplaySettings
  ) throws(Problem) {
    if arguments.value("travel") == "auto" {
      settings.travel = .auto
    } else if let length = try arguments.length("travel") {
      guard length.number.digits > 0 else {
        throw Problem(.misused, "--travel must be more than 0")
      }
      settings.travel = .length(length)
    }
    settings.threshold = try arguments.read(
      "threshold", as: "a share, mm or px such as 0.3, 25mm, min(0.3,60mm)"
    ) { text in
      Threshold(text).flatMap { bar in
        bar.lengths.allSatisfy { $0.number.digits >= 0 } ? bar : nil
      }
    }
    if let recognizer = try arguments.word("recognizer", ReplaySettings.Recognizer.self) {
      settings.recognizer = recognizer
    }
    if let age = try arguments.duration("max-velocity-age") { settings.maximumVelocityAge = age }
    if let settle = try arguments.read(
      "settle", as: "'0.35s ease-in-out', 'spring response=0.4s damping=1' or none",
      { SettleStyle($0) })
    {
      settings.settle = settle
    }
    if let rate = try arguments.read(
      "rate", as: "frames per second, 1 to 1000",
      { text in
        DecimalNumber(text).flatMap { (1...1000).contains($0.value) ? $0.value : nil }
      })
    {
      settings.frameRate = rate
    }
  }

  private static func readDevice(
    _ arguments: Arguments, _ settings: inout ReplaySettings
  ) throws(Problem) {
    settings.axisRanges = try arguments.read(
      "axis-range", as: "two ranges such as x=0..1079,y=0..1919", axisRanges)
    settings.size = try arguments.read("size", as: "a width and a height such as 104x70mm", size)
    settings.calibration = try arguments.read(
      "matrix", as: "six numbers such as \"0 1 0 -1 0 1\", with at most 6 digits behind the point"
    ) { Calibration($0) }
  }

  /// Reads which device is meant.
  static func deviceChoice(_ arguments: Arguments) -> DeviceChoice {
    guard let text = arguments.value("device") else { return .touched }
    return Int(text).map(DeviceChoice.number) ?? .name(text)
  }

  /// Reads what another recording says of the device.
  ///
  /// - Returns: The description, or `nil` if none is asked for.
  static func description(_ arguments: Arguments) throws(Problem) -> DeviceDescription? {
    guard let path = arguments.path("description") else { return nil }
    guard path != "-" || !arguments.operands.contains("-") else {
      throw Problem(.misused, "--description and the recording cannot both be standard input")
    }
    let input = path.first == SampleCollection.mark ? try Input.sample(path) : Input(path)
    let (reader, problem) = input.readRecording { _, _ in nil }
    if let problem { throw problem }
    // Ranges alone do not say what it is, but where its contacts are.
    let devices = reader.devices.filter { $0.kind.map { $0 != .other } ?? !$0.axes.isEmpty }
    guard let device = devices.first else {
      throw Problem(.badInput, file: path, "it describes no touch device")
    }
    return device
  }

  private static func axisRanges(
    _ text: String
  ) -> PerAxis<ClosedRange<Int>>? {
    var ranges: [String: ClosedRange<Int>] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let dots = pair[1].firstRange(of: "..") else { return nil }
      guard let low = Int32(pair[1][..<dots.lowerBound]),
        let high = Int32(pair[1][dots.upperBound...]), low < high
      else { return nil }
      guard ranges.updateValue(Int(low)...Int(high), forKey: String(pair[0])) == nil else {
        return nil
      }
    }
    guard ranges.count == 2, let x = ranges["x"], let y = ranges["y"] else { return nil }
    return PerAxis(x: x, y: y)
  }

  /// Reads a size such as `104x70mm`.
  static func size(_ text: String) -> PerAxis<DecimalNumber>? {
    guard text.hasSuffix("mm") else { return nil }
    let parts = text.dropLast(2).split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = DecimalNumber(parts[0]),
      let height = DecimalNumber(parts[1]), width.digits > 0, height.digits > 0
    else { return nil }
    return PerAxis(x: width, y: height)
  }
}
