import Gestures
import Quantities
import Recordings
import Simulation
import Synthesis
import TouchInput
import Transitions

/// What a made gesture is written as: a recording, or a script for a tool that plays touches.
enum SyntheticFormat {
  /// A recording.
  case recording(WritableFormat)

  /// WebDriver's actions, for a viewport of some CSS pixels.
  case webDriver(width: Int, height: Int)

  /// Swift code of XCUITest.
  case xcuitest

  /// Kotlin code of Espresso.
  case espresso

  private static let webDriverName = "w3c-actions"
  private static let xcuitestName = "xcuitest"
  private static let espressoName = "espresso"

  /// The names of all of them.
  static let names =
    WritableFormat.allCases.map(\.rawValue) + [webDriverName, xcuitestName, espressoName]

  /// The largest viewport, in CSS pixels along an axis.
  private static let largestViewport = 1 << 16

  /// Reads the format from a command line.
  init(_ arguments: Arguments) throws(Problem) {
    let name = arguments.value("to") ?? WritableFormat.evemu.rawValue
    let surface = try arguments.read(
      "surface", as: "a width and height in pixels such as 390x844", Self.size)
    switch name {
    case Self.webDriverName:
      guard let surface else {
        throw Problem(
          .misused, "--to \(name) needs the viewport that is touched, such as --surface 390x844")
      }
      self = .webDriver(width: surface.width, height: surface.height)
      return
    case Self.xcuitestName: self = .xcuitest
    case Self.espressoName: self = .espresso
    default:
      guard let format = WritableFormat(rawValue: name) else {
        let hint = Suggestion.near(to: name, among: Self.names) ?? ""
        throw Problem(
          .misused,
          "--to takes \(Self.names.joined(separator: ", ")), not '\(Arguments.shown(name))'\(hint)")
      }
      self = .recording(format)
    }
    guard surface == nil else {
      throw Problem(.misused, "--surface is for --to \(Self.webDriverName) alone")
    }
  }

  private static func size(_ text: String) -> (width: Int, height: Int)? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      (1...largestViewport).contains(width), (1...largestViewport).contains(height)
    else { return nil }
    return (width, height)
  }

  // MARK: Writing

  /// Writes a gesture.
  ///
  /// - Parameters:
  ///   - recording: The gesture.
  ///   - command: The command that makes it again, which evemu holds.
  ///   - note: What else is to be said of it there.
  /// - Returns: The bytes, and a sentence about what the format does not hold, if that is anything.
  /// - Throws: That the format cannot hold such a gesture at all.
  func write(
    _ recording: SyntheticRecording, madeBy command: [String], note: String? = nil
  ) throws(Problem) -> (bytes: [UInt8], losses: String?) {
    switch self {
    case .recording(.evemu):
      return (SyntheticText.evemu(recording, madeBy: command, note: note), nil)
    case .recording(let format): return Self.write(recording, as: format)
    case .webDriver(let width, let height):
      let script = PointerScript(recording)
      let text = WebDriverActions(script, width: width, height: height).text
      return (
        Array(text.utf8),
        Self.sentence(
          Self.webDriverName, Self.losses(script) + ["parts of a pixel"],
          "; the driver adds its own time to each tick")
      )
    case .xcuitest:
      let script = PointerScript(recording)
      do throws(XCUITestCode.Obstacle) {
        var losses = ["the velocity along the way (there is its mean)", "when each report comes"]
        if script.fingerCount > 1 { losses.append("fingers but the first") }
        return (
          Array(try XCUITestCode(script).text.utf8),
          Self.sentence(Self.xcuitestName, losses + Self.losses(script), "")
        )
      } catch {
        throw Problem(.misused, Self.message(error))
      }
    case .espresso:
      let script = PointerScript(recording)
      guard let code = EspressoCode(script) else {
        throw Problem(
          .misused,
          "espresso takes at most \(EspressoCode.mostReports) reports of a finger, and one")
      }
      return (Array(code.text.utf8), Self.sentence(Self.espressoName, Self.losses(script), ""))
    }
  }

  private static func message(_ obstacle: XCUITestCode.Obstacle) -> String {
    switch obstacle {
    case .noFinger: "xcuitest needs a finger that has a position"
    case .turnsBack: "xcuitest drags straight to where the finger lifts, and cannot turn back"
    }
  }

  private static func sentence(_ name: String, _ losses: [String], _ more: String) -> String {
    "\(name) does not hold \(ConversionWords.list(losses))\(more)"
  }

  /// What no script holds.
  private static func losses(_ script: PointerScript) -> [String] {
    var losses = ["the device"]
    if script.hasButton { losses.append("the click") }
    if script.hasDropped { losses.append("that events were dropped") }
    if script.losesTime { losses.append("parts of a millisecond") }
    return losses
  }

  private static func write(
    _ recording: SyntheticRecording, as format: WritableFormat
  ) -> (bytes: [UInt8], losses: String?) {
    var count = LossCount(writing: format)
    let device = WrittenDevice(recording.device)
    count.note(device)
    for event in recording.events { count.note(event) }
    var start = Timestamp.zero
    if format.capacity.contains(.waits), let first = recording.events.first {
      start = first.time.advanced(by: .zero - UinputWriter.registrationWait)
    }
    var writer = format == .sampleTable ? tableWriter(recording) : format.writer()
    var bytes: [UInt8] = []
    writer.begin([device], to: &bytes)
    for var event in recording.events {
      event.time = Timestamp(nanoseconds: event.time.nanoseconds(since: start))
      writer.write(event, of: 0, to: &bytes)
    }
    writer.finish(to: &bytes)
    let losses = count.losses
    return (bytes, losses.isEmpty ? nil : ConversionWords.sentence(losses, format))
  }

  /// A writer of a table with the way that makes progress 1 by default.
  private static func tableWriter(_ recording: SyntheticRecording) -> any RecordingWriter {
    var replay = Replay(device: recording.device, settings: ReplaySettings())
    for event in recording.events { try? replay.handle(event, line: 0) }
    var axis: Axis?
    for case .gesture(let gesture) in replay.takeFindings() { axis = gesture.direction.axis }
    guard let axis, let plan = replay.plan else { return SampleTableWriter() }
    // The units of a table are those along x.
    var scale = 1.0
    if axis == .y, let x = plan.surface.x.unitsPerMillimeter,
      let y = plan.surface.y.unitsPerMillimeter
    {
      scale = (x / y).value
    }
    return SampleTableWriter(
      travel: DecimalNumber(plan.scales[axis].travel.value * scale),
      activationDistance: DecimalNumber(plan.pan.slop[axis] * scale))
  }
}
