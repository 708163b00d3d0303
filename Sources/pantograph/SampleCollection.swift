import Gestures
import Quantities
import Simulation
import Synthesis
import Transitions

/// The samples inside the program, as recordings with what is expected of them.
enum SampleCollection {
  /// What stands in front of a sample's name where a file is asked for.
  static let mark: Character = "@"

  /// The name of a sample's file.
  static func file(_ sample: Sample) -> String { sample.name + ".evemu" }

  /// The text of a sample.
  ///
  /// - Throws: That it cannot be made; no sample of the program is like that.
  static func bytes(_ sample: Sample) throws(Problem) -> [UInt8] {
    do throws(SynthesisError) {
      return try SyntheticText.evemu(sample.specification)
    } catch {
      throw Problem(.badInput, file: "\(mark)\(sample.name)", error.description)
    }
  }

  /// The sample that an operand such as `@pad-3f-flick-right-01` names.
  ///
  /// - Throws: That there is none, and the nearest that there is.
  static func sample(_ operand: String) throws(Problem) -> Sample {
    let name = String(operand.dropFirst())
    if let sample = Samples.named(name) { return sample }
    guard !name.isEmpty else {
      throw Problem(.misused, "'\(mark)' lists the samples where it stands alone")
    }
    let hint = Suggestion.near(to: operand, among: Samples.all.map { "\(mark)\($0.name)" }) ?? ""
    throw Problem(
      .noInput, file: operand,
      "there is no such sample\(hint) ('pantograph explain @' lists them)")
  }

  /// A line a sample: its name, and its story.
  static var list: String {
    let width = Samples.all.map(\.name.count).max() ?? 0
    return Samples.all.map { sample in
      let name = "\(mark)\(sample.name)"
      return Words.column(name, width + 3) + story(sample) + "\n"
    }.joined()
  }

  private static func story(_ sample: Sample) -> String {
    var parts = [Words.count(sample.specification.fingers, "finger"), sample.story.rawValue]
    switch sample.circumstance {
    case .plain: break
    case .edge: parts.append("from the edge")
    case .slant: parts.append("slanted at first")
    case .thumb: parts.append("a thumb at rest")
    case .click: parts.append("a click")
    case .drop: parts.append("events dropped")
    case .landing: parts.append("staggered landing")
    case .lifting: parts.append("staggered lift")
    }
    parts.append("meant: \(sample.intent.rawValue)")
    return parts.joined(separator: ", ")
  }

  // MARK: Expectations

  /// What is expected of all samples, by the names of their files.
  static var expectations: Expectations {
    Expectations(
      recordings: Dictionary(
        uniqueKeysWithValues: Samples.all.map { (file($0), expectation(of: $0)) }))
  }

  /// What is expected of a sample: worked out from its story, not from what the engine answers.
  static func expectation(of sample: Sample) -> RecordingExpectation {
    RecordingExpectation(
      gestures: gesture(of: sample).map { [$0] } ?? [],
      intent: RecordingExpectation.Intent(rawValue: sample.intent.rawValue),
      options: options(sample),
      facts: [
        "circumstance": .string(sample.circumstance.rawValue), "hand": .string("right"),
        "participant": .string(sample.participant), "session": .string(sample.session),
        "story": .string(sample.story.rawValue), "synthetic": .bool(true),
      ])
  }

  /// The bar of a share of the way that holds by default.
  private static let threshold = 0.3

  /// How near to the edge a gesture must start that comes from it.
  private static let edge = "5mm"

  private static func heading(_ sample: Sample) -> Heading? {
    guard case .swipe(let swipe) = sample.specification.motion else { return nil }
    return Heading(axis: swipe.axis, isPositive: swipe.distance >= 0)
  }

  private static func options(_ sample: Sample) -> [String] {
    var options = ["--fingers", "\(sample.specification.fingers)"]
    if let heading = heading(sample) { options += ["--direction", heading.rawValue] }
    if sample.circumstance == .edge { options += ["--edge", edge] }
    if sample.decidesByVelocity {
      options += ["--policy", ReplaySettings.PolicyName.flick.rawValue]
    }
    return options
  }

  private static func gesture(of sample: Sample) -> GestureExpectation? {
    guard let heading = heading(sample), let progress = sample.progress else { return nil }
    let gesture = sample.specification
    var expectation = GestureExpectation(
      fingers: gesture.fingers, direction: heading, axis: heading.axis)
    expectation.endReason = endReason(gesture)
    guard expectation.endReason?.isDecided ?? true else {
      expectation.outcome = .cancel
      expectation.rule = .interrupted
      return expectation
    }
    // The slop lies on the path: where that is slanted, less of it is along the axis.
    expectation.progress = (progress * 10_000).rounded() / 10_000
    expectation.tolerance = sample.circumstance == .slant ? 0.04 : 0.02
    if sample.decidesByVelocity {
      // The fingers lift in motion, many times as fast as what decides.
      expectation.outcome = .finish
      expectation.rule = .velocity
    } else {
      expectation.outcome = progress >= threshold ? .finish : .cancel
      expectation.rule = .threshold
      expectation.minimumMargin = 0.01
    }
    return expectation
  }

  private static func endReason(_ gesture: GestureSpecification) -> PanEnd {
    if gesture.dropsEvents { return .dropped }
    if gesture.clicks, gesture.device.isClickpad { return .button }
    // Fingers that lift within half a report lift in the same one.
    let isStaggered =
      gesture.fingers > 1 && gesture.hand.lifting.seconds * gesture.device.reportRate >= 0.5
    return isStaggered ? .fingersChanged : .lift
  }

  // MARK: Writing

  /// Writes all samples, and what is expected of them, to a folder, which is created if need be.
  ///
  /// - Throws: That a file exists, before any is written, or that one cannot be written.
  static func write(to folder: String, isForced: Bool) throws(Problem) {
    var files: [(path: String, bytes: [UInt8])] = []
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    for sample in Samples.all { files.append((prefix + file(sample), try bytes(sample))) }
    files.append((prefix + ExpectationsFile.name, Array(expectations.text.utf8)))
    if !isForced, let existing = files.first(where: { OutputFile.isTaken($0.path) }) {
      throw OutputFile.existing(existing.path)
    }
    try OutputFile.createFolder(folder)
    for file in files { try OutputFile.write(file.bytes, to: file.path, isForced: isForced) }
  }
}
