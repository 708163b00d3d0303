import Gestures
import Quantities
import Simulation
import Synthesis

/// The options that describe a gesture to be made: read from a command line, and written as one.
enum SynthesisOptions {
  /// What the fingers do.
  private enum Kind: String, CaseIterable {
    case swipe, pinch, tap
  }

  static let gesture: [Option] = [
    Option(
      "kind", nil, .word("K", Kind.allCases.map(\.rawValue)),
      help: "swipe: all fingers go one way; pinch: they go apart; "
        + "tap: they stay where they land [swipe]"),
    Option(
      "fingers", nil, .value("N"),
      help: "how many, 1 to 5; the fifth is the thumb [touchpad 3, touchscreen 1]"),
    Option(
      "direction", nil, .word("D", Heading.allCases.map(\.rawValue)),
      help: "which way: right, left, up, down [right]"),
    Option(
      "distance", nil, .value("L"),
      help: "how far until the lift: 25mm, 0.4 (of the axis), negative the other way; "
        + "in a pinch how far the outermost goes outwards [25mm; pinch 10mm]"),
    Option("back", nil, .value("L"), help: "how far it then goes back [0mm]"),
    Option(
      "slant", nil, .value("L"),
      help: "how far the path goes across in its first two thirds, positive to the right or down: "
        + "it begins slanted and ends straight [0mm]"),
    Option(
      "duration", nil, .value("S"),
      help: "how long the fingers move: 0.25, 250ms [0.25; tap 0.08]"),
    Option("velocity", nil, .value("V"), help: "the largest velocity, in its place: 300mm/s"),
    Option(
      "release", nil, .value("SHARE"),
      help: "lift after this share of the motion's time, still moving: 0.6 "
        + "[1: the motion comes to rest first]"),
    Option("dwell", nil, .value("S"), help: "the rest after landing [0.03]"),
    Option("pause", nil, .value("S"), help: "the rest before the lift [0]"),
    Option(
      "start", nil, .value("P"),
      help: "where the hand lands: center, edge (1 mm from the one that the way leads away from), "
        + "or its middle as 20,35mm from left and top [center]"),
  ]

  static let hand: [Option] = [
    Option("spread", nil, .value("L"), help: "the way from finger to finger [18mm]"),
    Option(
      "landing", nil, .value("S"), help: "the time from the first finger down to the last [0]"),
    Option("lifting", nil, .value("S"), help: "the time from the first finger up to the last [0]"),
    Option(
      "tremor", nil, .value("L"), help: "how far the hand trembles, at about 10 Hz [0.03mm]"),
    Option("thumb", help: "a thumb rests near the lower edge all the time"),
    Option("click", help: "the button is clicked half way"),
    Option("drop", help: "the kernel drops events half way (SYN_DROPPED)"),
  ]

  static let device: [Option] = [
    Option(
      "device", nil, .word("K", SyntheticDevice.Kind.allCases.map(\.rawValue)),
      help: "touchpad or touchscreen [touchpad]"),
    Option("name", nil, .value("TEXT"), help: "what the device calls itself"),
    Option(
      "size", nil, .value("WxHmm"), help: "its size [touchpad 104x70mm, touchscreen 68x150mm]"),
    Option(
      "resolution", nil, .value("N"),
      help: "units per mm: 31, or 42x68 across and down [touchpad 31, touchscreen 16]"),
    Option(
      "report-rate", nil, .value("HZ"),
      help: "reports per second, 10 to 1000 [touchpad 125, touchscreen 120]"),
    Option(
      "jitter", nil, .value("S"),
      help: "how far time stamps stray from even intervals: 2ms [0; with --robust what it must "
        + "stand: 8ms]"),
    Option(
      "noise", nil, .value("L"),
      help: "the sensor's noise, root mean square, of each coordinate [0.02mm]"),
    Option(
      "slots", nil, .value("N"),
      help: "contacts with a position; a touchpad counts fingers beyond "
        + "[touchpad 5, touchscreen 10]"),
    Option("single-touch", help: "one position alone, as old devices report it"),
    Option("no-clickpad", help: "a touchpad with buttons beside it"),
    Option(
      "seed", nil, .value("N"), help: "what the random numbers are made from: another gesture [1]"),
  ]

  /// All of them.
  static var all: [Option] { gesture + hand + device }

  // MARK: Reading

  /// Reads a gesture from a command line.
  static func specification(_ arguments: Arguments) throws(Problem) -> GestureSpecification {
    let device = try readDevice(arguments)
    var gesture = GestureSpecification(device: device)
    let kind = try arguments.word("kind", Kind.self) ?? .swipe
    gesture.fingers =
      try arguments.whole("fingers", 1...5) ?? defaultFingers(device, isPinch: kind == .pinch)
    gesture.motion = try motion(kind, device, arguments)
    if kind == .tap { gesture.pace = .duration(defaultTap) }
    if let duration = try arguments.duration("duration") { gesture.pace = .duration(duration) }
    if let velocity = try arguments.velocity("velocity") {
      guard !arguments.has("duration") else {
        throw Problem(.misused, "--duration and --velocity say the same: give one of them")
      }
      gesture.pace = .velocity(velocity)
    }
    gesture.release = try arguments.number("release", as: "a share such as 0.6") ?? 1
    gesture.dwell = try arguments.duration("dwell") ?? gesture.dwell
    gesture.rest = try arguments.duration("pause") ?? gesture.rest
    gesture.start = try start(arguments)
    gesture.hand = try readHand(arguments)
    gesture.clicks = arguments.has("click")
    gesture.dropsEvents = arguments.has("drop")
    gesture.seed = try seed(arguments)
    return gesture
  }

  private static func start(
    _ arguments: Arguments
  ) throws(Problem) -> GestureSpecification.Start {
    try arguments.read("start", as: "center, edge or a place such as 20,35mm", start) ?? .center
  }

  private static func seed(_ arguments: Arguments) throws(Problem) -> UInt64 {
    try arguments.read("seed", as: "a whole number of 0 or more") { UInt64($0) } ?? 1
  }

  /// A hand that does not tremble, on a device without noise, as yet without a motion; and which way
  /// it is to go.
  static func still(
    _ arguments: Arguments
  ) throws(Problem) -> (gesture: GestureSpecification, heading: Heading) {
    var device = try readDevice(arguments)
    device.jitter = .zero
    device.noise = 0
    var gesture = GestureSpecification(device: device)
    gesture.hand = try readHand(arguments)
    gesture.hand.tremor = 0
    gesture.fingers =
      try arguments.whole("fingers", 1...5) ?? defaultFingers(device, isPinch: false)
    gesture.start = try start(arguments)
    gesture.seed = try seed(arguments)
    return (gesture, try arguments.word("direction", Heading.self) ?? .right)
  }

  private static let defaultTap = Duration.milliseconds(80)

  private static func defaultFingers(_ device: SyntheticDevice, isPinch: Bool) -> Int {
    device.kind == .touchpad ? 3 : (isPinch ? 2 : 1)
  }

  private static func defaultDistance(_ kind: Kind) -> Double {
    kind == .pinch ? 10 : 25
  }

  private static func motion(
    _ kind: Kind, _ device: SyntheticDevice, _ arguments: Arguments
  ) throws(Problem) -> GestureSpecification.Motion {
    let heading = try arguments.word("direction", Heading.self) ?? .right
    let length = device.size[heading.axis]
    let distance = try arguments.millimeters("distance", of: length) ?? defaultDistance(kind)
    switch kind {
    case .tap: return .tap
    case .pinch: return .pinch(distance)
    case .swipe:
      return .swipe(
        GestureSpecification.Swipe(
          along: heading.axis, by: distance * Double(heading.sign),
          back: try arguments.millimeters("back", of: length) ?? 0,
          slant: try arguments.millimeters("slant", of: length) ?? 0))
    }
  }

  private static func start(_ text: String) -> GestureSpecification.Start? {
    if text == "center" { return .center }
    if text == "edge" { return .edge }
    guard text.hasSuffix("mm") else { return nil }
    let parts = text.dropLast(2).split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let x = DecimalNumber(parts[0]), let y = DecimalNumber(parts[1]) else {
      return nil
    }
    return .point(x: x.value, y: y.value)
  }

  private static func readHand(_ arguments: Arguments) throws(Problem) -> Hand {
    var hand = Hand()
    hand.spread = try arguments.millimeters("spread") ?? hand.spread
    hand.tremor = try arguments.millimeters("tremor") ?? hand.tremor
    hand.landing = try arguments.duration("landing") ?? hand.landing
    hand.lifting = try arguments.duration("lifting") ?? hand.lifting
    hand.hasThumbAtRest = arguments.has("thumb")
    return hand
  }

  private static func readDevice(_ arguments: Arguments) throws(Problem) -> SyntheticDevice {
    var device = defaultDevice(
      try arguments.word("device", SyntheticDevice.Kind.self) ?? .touchpad)
    device.name = arguments.value("name") ?? device.name
    if let size = try arguments.read(
      "size", as: "a width and height such as 104x70mm", SharedOptions.size)
    {
      (device.width, device.height) = (size.x.value, size.y.value)
    }
    if let resolution = try arguments.read(
      "resolution", as: "units per mm such as 31 or 42x68", resolution)
    {
      (device.resolutionX, device.resolutionY) = resolution
    }
    let rate = try arguments.number("report-rate", as: "reports per second such as 125")
    device.reportRate = rate ?? device.reportRate
    device.jitter = try arguments.duration("jitter") ?? device.jitter
    device.noise = try arguments.millimeters("noise") ?? device.noise
    device.slots = try arguments.whole("slots", 1...32) ?? device.slots
    device.isSingleTouch = arguments.has("single-touch")
    if arguments.has("no-clickpad") { device.isClickpad = false }
    return device
  }

  private static func defaultDevice(_ kind: SyntheticDevice.Kind) -> SyntheticDevice {
    switch kind {
    case .touchpad: .touchpad
    case .touchscreen: .touchscreen
    }
  }

  private static func resolution(_ text: String) -> (Int, Int)? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    switch parts.count {
    case 1: return parts[0].map { ($0, $0) }
    case 2: return parts[0].flatMap { x in parts[1].map { (x, $0) } }
    default: return nil
    }
  }

  // MARK: Writing

  /// The words of a command that makes a gesture again, without those that say a default.
  static func words(_ gesture: GestureSpecification) -> [String] {
    var words = deviceWords(gesture.device)
    func add(_ name: String, _ value: String, unless isDefault: Bool) {
      if !isDefault { words += ["--" + name, value] }
    }
    var isPinch = false
    var isTap = false
    switch gesture.motion {
    // Its options are those of what it was found by.
    case .course: break
    case .tap:
      isTap = true
      words += ["--kind", Kind.tap.rawValue]
    case .pinch(let distance):
      isPinch = true
      words += ["--kind", Kind.pinch.rawValue, "--distance", length(distance)]
    case .swipe(let swipe):
      let heading = Heading(axis: swipe.axis, isPositive: swipe.distance >= 0)
      words += ["--direction", heading.rawValue, "--distance", length(swipe.distance.magnitude)]
      add("back", length(swipe.back), unless: swipe.back == 0)
      add("slant", length(swipe.slant), unless: swipe.slant == 0)
    }
    add(
      "fingers", "\(gesture.fingers)",
      unless: gesture.fingers == defaultFingers(gesture.device, isPinch: isPinch))
    let standard = GestureSpecification()
    let pace = isTap ? .duration(defaultTap) : standard.pace
    switch gesture.pace {
    case .duration(let duration): add("duration", time(duration), unless: gesture.pace == pace)
    case .velocity(let velocity): words += ["--velocity", number(velocity) + "mm/s"]
    }
    add("release", number(gesture.release), unless: gesture.release == 1)
    add("dwell", time(gesture.dwell), unless: gesture.dwell == standard.dwell)
    add("pause", time(gesture.rest), unless: gesture.rest == .zero)
    switch gesture.start {
    case .center: break
    case .edge: words += ["--start", "edge"]
    case .point(let x, let y): words += ["--start", "\(number(x)),\(length(y))"]
    }
    add("spread", length(gesture.hand.spread), unless: gesture.hand.spread == standard.hand.spread)
    add("landing", time(gesture.hand.landing), unless: gesture.hand.landing == .zero)
    add("lifting", time(gesture.hand.lifting), unless: gesture.hand.lifting == .zero)
    add("tremor", length(gesture.hand.tremor), unless: gesture.hand.tremor == standard.hand.tremor)
    if gesture.hand.hasThumbAtRest { words.append("--thumb") }
    if gesture.clicks { words.append("--click") }
    if gesture.dropsEvents { words.append("--drop") }
    return words + ["--seed", "\(gesture.seed)"]
  }

  private static func deviceWords(_ device: SyntheticDevice) -> [String] {
    let standard = defaultDevice(device.kind)
    var words = ["--device", device.kind.rawValue]
    func add(_ name: String, _ value: String, unless isDefault: Bool) {
      if !isDefault { words += ["--" + name, value] }
    }
    add("name", device.name, unless: device.name == standard.name)
    add(
      "size", number(device.width) + "x" + length(device.height),
      unless: device.width == standard.width && device.height == standard.height)
    let isSquare = device.resolutionX == device.resolutionY
    add(
      "resolution",
      isSquare ? "\(device.resolutionX)" : "\(device.resolutionX)x\(device.resolutionY)",
      unless: device.resolutionX == standard.resolutionX
        && device.resolutionY == standard.resolutionY)
    add(
      "report-rate", number(device.reportRate), unless: device.reportRate == standard.reportRate)
    add("jitter", time(device.jitter), unless: device.jitter == .zero)
    add("noise", length(device.noise), unless: device.noise == standard.noise)
    add("slots", "\(device.slots)", unless: device.slots == standard.slots)
    if device.isSingleTouch { words.append("--single-touch") }
    if device.kind == .touchpad, !device.isClickpad { words.append("--no-clickpad") }
    return words
  }

  /// A number as options are read: never with an exponent.
  private static func number(_ value: Double) -> String {
    DecimalNumber(value)?.description ?? DecimalText.significant(value)
  }

  private static func length(_ value: Double) -> String { number(value) + "mm" }
  private static func time(_ value: Duration) -> String { number(value.seconds) }
}
