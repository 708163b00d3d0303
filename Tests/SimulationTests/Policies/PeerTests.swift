import Foundation
import Gestures
import Quantities
import Recordings
import Simulation
import TestSupport
import Testing
import Transitions

/// What other systems make of the same gestures: when they begin, progress, velocity, outcome and
/// rule.
///
/// The folder holds sample tables and recordings, each with an answer.
@Suite(.enabled(if: PeerCase.folder != nil, "PANTOGRAPH_PEERS names no folder"))
struct PeerTests {
  @Test func `each preset answers as its system does`() throws {
    let cases = try PeerCase.all(in: #require(PeerCase.folder))
    #expect(!cases.isEmpty)
    for peer in cases where peer.skip == nil {
      let verdict = try peer.verdict()
      #expect((verdict != nil) == peer.began, "\(peer.name)")
      guard let verdict, peer.began else { continue }
      #expect(peer.outcomes.contains(verdict.decision.outcome.rawValue), "\(peer.name)")
      #expect(
        peer.progresses.contains { abs(verdict.progress - $0) <= peer.progressTolerance },
        "\(peer.name): progress \(verdict.progress)")
      if let velocity = peer.velocity {
        #expect(
          abs(verdict.velocity - velocity) <= peer.velocityTolerance,
          "\(peer.name): velocity \(verdict.velocity)")
      }
      if let rule = peer.rule, verdict.decision.outcome.rawValue == peer.outcomes.first {
        #expect(verdict.decision.rule.rawValue == rule, "\(peer.name)")
      }
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

  var name: String
  var file: URL
  var policy: String
  var options: [String]
  var skip: String?
  var began: Bool
  var progresses: [Double]
  var progressTolerance: Double
  var velocity: Double?
  var velocityTolerance: Double
  var outcomes: [String]
  var rule: String?

  /// Reads all cases of a folder: tables with their answer inside, recordings with theirs in
  /// `evdev-expected.json`.
  static func all(in folder: String) throws -> [Self] {
    let folder = URL(filePath: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    var answers: [String: VectorValue] = [:]
    for name in names where name.hasSuffix("expected.json") {
      var members = try Members(value(folder.appending(path: name)), at: "\(name): ")
      guard try members.text("schema") == "evdev-peers/1" else {
        throw Unknown(description: "\(name): the schema is not known")
      }
      let recordings = try members.required("recordings") { value, _ in value }
      guard case .object(let values) = recordings else {
        throw Unknown(description: "\(name): recordings is no object")
      }
      answers.merge(values) { first, _ in first }
    }
    return try names.filter { !$0.hasSuffix("expected.json") }.map { name in
      let file = folder.appending(path: name)
      if let answer = answers[name] { return try Self(name, file, answer) }
      var table = try Members(value(file), at: "\(name): ")
      return try Self(name, file, table.required("expect") { value, _ in value })
    }
  }

  private static func value(_ file: URL) throws -> VectorValue {
    try JSONDecoder().decode(VectorValue.self, from: Data(contentsOf: file))
  }

  private init(_ name: String, _ file: URL, _ answer: VectorValue) throws {
    self.name = name
    self.file = file
    var expect = try Members(answer, at: "\(name): ")
    let system = try expect.text("system")
    let stated = expect.value("policy") ?? .null
    let policy = stated == .null ? system : try stated.asText("policy")
    guard let policy else { throw Unknown(description: "\(name): it names no policy") }
    self.policy = policy
    options = try (expect.list("options") ?? []).map { try $0.asText("options") }
    // A system that has a preset by now is compared.
    let skip = try expect.text("skip")
    self.skip = stated == .null && PolicyLibrary.policy(named: policy) != nil ? nil : skip
    began = try expect.required("began") { try $0.asFlag($1) }
    let others = try (expect.list("progress_alternatives") ?? []).map {
      try $0.asNumber("progress")
    }
    progresses = try [expect.required("progress") { try $0.asNumber($1) }] + others
    velocity = try expect.numberOrNull("velocity")
    var tolerance = try expect.required("tolerance") { try Members($0, at: $1 + ".") }
    progressTolerance = try tolerance.required("progress") { try $0.asNumber($1) }
    velocityTolerance = try tolerance.numberOrNull("velocity") ?? 0
    let outcome = try expect.required("outcome") { try $0.asText($1) }
    outcomes =
      try [outcome] + (expect.list("outcome_alternatives") ?? []).map { try $0.asText("outcome") }
    let rule = expect.value("rule") ?? .null
    self.rule = rule == .null ? nil : try rule.asText("rule")
  }

  /// What the preset makes of the gesture.
  func verdict() throws -> PolicyVerdict? {
    var settings = ReplaySettings()
    settings.comparedPolicies = [try #require(PolicyLibrary.policy(named: policy), "\(name)")]
    for (option, text) in zip(options, options.dropFirst()) where option.hasPrefix("--") {
      switch option {
      case "--slop": settings.slop = Length(text)
      case "--direction": settings.direction = try #require(PanDirection(rawValue: text))
      case "--size":
        let parts = text.dropLast(2).split(separator: "x")
        settings.size = PerAxis(
          x: try #require(DecimalNumber(parts[0])), y: try #require(DecimalNumber(parts[1])))
      default: throw Unknown(description: "\(name): the option \(option) is not known")
      }
    }
    return try Comparing.comparisons(of: Data(contentsOf: file), settings)
      .compactMap { $0.verdicts[0] }.first
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
