import Foundation
import Gestures
import Quantities
import TestSupport
import Testing
import Transitions

/// What other systems make of the same gestures: velocity, outcome and the rule that decided.
///
/// The folder holds sample tables with an answer each. Where a recognizer begins is not looked at
/// here: the progress is the one that the answer states.
@Suite(.enabled(if: PeerCase.folder != nil, "PANTOGRAPH_PEERS names no folder"))
struct PeerTests {
  let cases: [PeerCase]

  init() throws {
    cases = try PeerCase.all(in: #require(PeerCase.folder))
      .filter { PeerSystem.inexpressible[$0.system] == nil }
  }

  @Test func `the velocity is that of the system`() throws {
    #expect(!cases.isEmpty)
    for peer in cases {
      guard let velocity = peer.velocity else { continue }
      let actual = try PeerSystem(of: peer).velocity(of: peer)
      #expect(abs(actual - velocity) <= peer.velocityTolerance, "\(peer.id): \(actual)")
    }
  }

  @Test func `the decision is that of the system`() throws {
    for peer in cases where peer.isDecided {
      let system = try PeerSystem(of: peer)
      let decision = system.policy.decision(
        atProgress: peer.progress, velocity: system.velocity(of: peer))
      #expect(peer.outcomes.contains(decision.outcome), "\(peer.id): \(decision)")
      if let rule = peer.rule { #expect(decision.rule == rule, "\(peer.id): \(decision)") }
    }
  }
}

/// A gesture and what a system made of it.
struct PeerCase {
  /// The folder that the environment names, if it does.
  static var folder: String? {
    let path = ProcessInfo.processInfo.environment["PANTOGRAPH_PEERS"]
    return path == "" ? nil : path
  }

  /// A case that is not of the shape that is known.
  struct Unknown: Error, CustomStringConvertible {
    var description: String
  }

  var id: String
  var system: String
  var isTouch: Bool

  /// The width of the screen in pixels, and its pixels in a density-independent one.
  var width: Double?
  var density: Double

  /// The times in seconds and the ways since the landing in pixels.
  var samples: [(time: Double, way: Double)]
  var release: Double

  /// Whether the gesture began, and nothing keeps its answer from being compared.
  var isDecided: Bool
  var progress: Double
  var velocity: Double?
  var velocityTolerance: Double
  var outcomes: [Outcome]
  var rule: Decision.Rule?

  /// Reads all sample tables of a folder.
  ///
  /// Recordings need a recognizer that loses what libinput loses; they and their answers are left
  /// to be compared from outside.
  static func all(in folder: String) throws -> [Self] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".json") }
      .compactMap { name in
        let file = URL(filePath: folder).appending(path: name)
        let value = try JSONDecoder().decode(VectorValue.self, from: Data(contentsOf: file))
        var table = try Members(value, at: "\(name): ")
        let schema = try table.text("schema")
        guard schema != "evdev-peers/1" else { return nil }
        guard schema == "sample-table/1" else {
          throw Unknown(description: "\(name): the schema \(schema ?? "") is not known")
        }
        do {
          return try Self(&table)
        } catch {
          throw Unknown(description: "\(name): \(error)")
        }
      }
  }

  private init(_ table: inout Members) throws {
    id = try table.required("id") { try $0.asText($1) }
    isTouch = try table.text("device") == "touchscreen"
    var surface = try table.members("surface")
    width = try surface?.number("width")
    _ = try surface?.number("height")
    density = try surface?.number("density") ?? 1
    samples = try Self.samples(&table)
    var end = try table.required("end") { try Members($0, at: $1 + ".") }
    release = try end.required("t") { try $0.asNumber($1) }
    guard try table.text("unit") == "px", let kind = try end.text("kind"),
      ["lift", "cancel"].contains(kind)
    else { throw Unknown(description: "the unit or the end is not known") }
    // For people.
    for name in ["title", "source", "derived_by", "derived_by_note", "note"] {
      _ = table.value(name)
    }

    var expect = try table.required("expect") { try Members($0, at: $1 + ".") }
    var tolerance = try expect.required("tolerance") { try Members($0, at: $1 + ".") }
    // What the program makes of it is compared from outside.
    _ = (
      expect.value("options"), expect.value("progress_alternatives"), tolerance.value("progress")
    )
    let policy = expect.value("policy")
    system = try (expect.value("system") ?? policy ?? .null).asText("system")
    let hasBegun = try expect.required("began") { try $0.asFlag($1) }
    isDecided = try expect.text("skip") == nil && hasBegun
    progress = try expect.required("progress") { try $0.asNumber($1) }
    velocity = try expect.numberOrNull("velocity")
    velocityTolerance = try tolerance.numberOrNull("velocity") ?? 0
    let alternatives = try expect.list("outcome_alternatives") ?? []
    let outcome = expect.value("outcome") ?? .null
    let words = try ([outcome] + alternatives).map { try $0.asText("outcome") }
    outcomes = words.compactMap(Outcome.init)
    let rule = expect.value("rule") ?? .null
    self.rule = rule == .null ? nil : Decision.Rule(rawValue: try rule.asText("rule"))
    guard !hasBegun || outcomes.count == words.count, rule == .null || self.rule != nil else {
      throw Unknown(description: "an outcome of \(words), or the rule \(rule)")
    }
    let unknown = table.unknown + end.unknown + expect.unknown + tolerance.unknown
    guard unknown.isEmpty, surface?.unknown.isEmpty ?? true else {
      throw Unknown(description: unknown.joined(separator: ", "))
    }
  }

  private static func samples(_ table: inout Members) throws -> [(time: Double, way: Double)] {
    let columns = try (table.list("columns") ?? []).map { try $0.asText("columns") }
    let isMotion = columns == ["t", "dx"] || columns == ["t", "dy"]
    guard isMotion || columns == ["t", "x"] || columns == ["t", "y"] else {
      throw Unknown(description: "the columns \(columns) are not known")
    }
    var way = 0.0
    var landing: Double?
    return try (table.list("samples") ?? []).map { row in
      guard case .list(let values) = row, values.count == 2 else {
        throw Unknown(description: "the row \(row) is not known")
      }
      let number = try values[1].asNumber("samples")
      let first = landing ?? number
      landing = first
      way = isMotion ? way + number : number - first
      return (try values[0].asNumber("samples"), way)
    }
  }
}

extension Members {
  /// A member that has to be there.
  fileprivate mutating func required<Value>(
    _ name: String, _ read: (VectorValue, String) throws -> Value
  ) throws -> Value {
    try read(value(name) ?? .null, name)
  }

  /// A number, or `nil` without one or for null.
  fileprivate mutating func numberOrNull(_ name: String) throws -> Double? {
    let number = value(name) ?? .null
    return number == .null ? nil : try number.asNumber(name)
  }
}

/// A system with public rules, as a policy of this package.
private struct PeerSystem {
  /// Where the system begins to remember motions.
  enum Memory {
    /// With the landing.
    case landing

    /// With the first motion.
    case firstMotion

    /// With the motion that makes the way so many pixels long; what went before is lost.
    case distance(Double)
  }

  /// The systems that no policy can stand for, each with why.
  static let inexpressible = [
    "wayfire": "its velocity is the sum of the last two motions, whatever their times"
  ]

  /// The parts of a pixel that ways are counted in.
  static let partsPerPixel = 1000.0

  var policy: Policy
  var memory = Memory.landing

  /// The pixels that make progress 1.
  var travel: Double

  /// The velocity at the release, in progress per second or per event.
  func velocity(of peer: PeerCase) -> Double {
    var history = MotionHistory()
    var lost = 0.0
    for (index, sample) in peer.samples.enumerated() {
      let time = Timestamp(seconds: sample.time) ?? .zero
      let isFirst = history.count == 0
      switch memory {
      case .landing where isFirst:
        history.restart(at: time)
        continue
      case .firstMotion where index == 0: continue
      case .distance(let distance) where isFirst:
        guard sample.way.magnitude >= distance else {
          lost = sample.way
          continue
        }
        history.restart(at: time)
      case .landing, .firstMotion, .distance: break
      }
      let way = ((sample.way - lost) * Self.partsPerPixel).rounded()
      let parts = Int(way) * Centroid.partsPerUnit
      history.append(.init(time: time, displacement: Vector(x: parts, y: 0)))
    }
    let release = Timestamp(seconds: peer.release) ?? .zero
    return policy.estimator.velocity(of: history, along: .x, at: release)
      / (travel * Self.partsPerPixel)
  }
}

extension PeerSystem {
  /// The rules of the system that a case is of.
  ///
  /// - Throws: That the system is not known.
  init(of peer: PeerCase) throws {
    let width = peer.width ?? .nan
    switch peer.system {
    case "gnome-shell", "libadwaita": self = Self.gnome(peer)
    case "niri":
      self.init(
        policy: Policy(
          estimator: Self.window(dropsFirst: false, .zeroSampleAtRelease),
          projection: .linear(horizon: 0.3328), finishThreshold: 0.5),
        memory: .firstMotion, travel: 300)
    case "cosmic-comp":
      // 0.02 widths of the output per second.
      let fling = 0.02 * width / 150
      self.init(
        policy: Policy(
          estimator: Self.window(dropsFirst: false, .keep), flingForward: fling,
          flingBackward: fling, finishThreshold: 0.5, tie: .cancel),
        memory: .firstMotion, travel: 150)
    case "hyprland":
      self.init(
        policy: Policy(
          estimator: VelocityEstimator(.meanPerEvent, staleness: .keep),
          minimumProgress: 2 / 300, forceSpeed: 30 / 300, finishThreshold: 0.5),
        travel: 300)
    case "kwin": self.init(policy: .threshold(0.25), travel: 200)
    case "touchegg": self.init(policy: .threshold(0.2), travel: 1)
    case "firefox":
      self.init(
        policy: Policy(
          estimator: Self.lastPair(.milliseconds(8)), vetoVelocity: 1e-7,
          projection: .linear(horizon: 0.05), finishThreshold: 0.25),
        travel: 1100)
    case "webkitgtk":
      let travel = peer.isTouch ? width : 400
      let bar = 0.4 * 1000 / travel
      self.init(
        policy: Policy(
          estimator: Self.lastPair(.zero), vetoVelocity: bar, vetoProgress: 0.5, flingForward: bar,
          finishThreshold: 0.5, tie: .cancel),
        travel: travel)
    case "flutter-cupertino":
      self.init(
        policy: Policy(
          estimator: Self.parabola, flingForward: 1, flingBackward: 1, finishThreshold: 0.5),
        travel: width)
    case "android-viewpager":
      let fling = 400 * peer.density / width
      self.init(
        policy: Policy(
          estimator: Self.parabola, flingForward: fling, flingBackward: fling,
          flingMinimumProgress: 25 * peer.density / width, finishThreshold: 0.6),
        travel: width)
    case "react-navigation-stack":
      self.init(
        policy: Policy(projection: .linear(horizon: 0.3), finishThreshold: 0.5, tie: .cancel),
        travel: width)
    case "floatingpanel":
      self.init(
        policy: Policy(projection: .linear(horizon: 0.499), finishThreshold: 0.5, tie: .cancel),
        travel: width)
    case "sidemenu":
      self.init(
        policy: Policy(vetoVelocity: 50 / width, flingForward: 100 / width, finishThreshold: 0.5),
        travel: width)
    case "chromium-touchpad": self.init(policy: .threshold(0.3), travel: width)
    default:
      throw PeerCase.Unknown(description: "\(peer.id): the system \(peer.system) is not known")
    }
  }

  /// The tracker that GNOME Shell and libadwaita share, but for two things.
  private static func gnome(_ peer: PeerCase) -> Self {
    let isShell = peer.system == "gnome-shell"
    let travel = peer.isTouch ? peer.width ?? .nan : 400
    let bar = (peer.isTouch ? 0.3 : 0.6) * 1000 / travel
    return Self(
      policy: Policy(
        estimator: window(dropsFirst: true, isShell ? .keep : .trimAtRelease), flingForward: bar,
        projection: .curve(
          rate: peer.isTouch ? 0.998 : 0.997, knee: 2, multiplier: 0.35,
          pixelsPerMillisecond: travel / 1000),
        projectionMinimumSpeed: bar, finishThreshold: 0.5, tie: .cancel),
      memory: isShell ? .distance(16) : .landing, travel: travel)
  }

  private static func window(
    dropsFirst: Bool, _ staleness: VelocityEstimator.Staleness
  ) -> VelocityEstimator {
    VelocityEstimator(
      .windowSlope(window: .milliseconds(150), dropsFirst: dropsFirst), staleness: staleness)
  }

  private static func lastPair(_ minimum: Duration) -> VelocityEstimator {
    VelocityEstimator(.lastPair(minimumInterval: minimum), staleness: .keep)
  }

  private static var parabola: VelocityEstimator {
    VelocityEstimator(
      .leastSquares(horizon: .milliseconds(100), stopGap: .milliseconds(40), minimumCount: 3),
      staleness: .keep)
  }
}
