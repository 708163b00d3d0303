import Quantities
import Simulation
import Transitions
import UIKitTransitions

/// `pantograph scenes`: the scenes there are, and what happens in one.
enum ScenesCommand: Command {
  static let name = "scenes"
  static let operands = "[NAME]"
  static let takesRecordings = false
  static var operandWords: [String] {
    SampleScene.allCases.map(\.rawValue) + TouchSample.allCases.map(\.rawValue)
  }
  static let summary = "the transitions there are, and the trace of one"
  static let discussion = """
    Without NAME lists the scenes: small screens and views with a transition. With
    NAME runs that one by itself and prints its trace: what was called, in which
    order, and the values that each frame shows (see 'pantograph help trace').

    Those marked "touch" have recognizers of their own, as UIKit's, and run under a
    finger that shows them. With 'replay --scene' all touches of a recording drive
    one run, in place of a gesture's progress and decision: the surface is the
    window from edge to edge, that of a pad too, at 163 points to an inch. The trace
    tells which recognizer had the touch, and what its actions did. Such a scene has
    a rule of its own: --threshold, --policy and the other options of the gesture
    tell what the gestures beside it come to, and change nothing in it.

      pantograph scenes
      pantograph scenes scale-push > expected.trace
      pantograph replay --scene swipe-back --json swipe.evemu
          the same under a recorded finger
      pantograph replay --scene edge-swipe-back --trace swipe.evemu
          recognizers, their actions and what they did
    """
  static let groups: [(title: String, options: [Option])] = [
    (
      "options",
      [
        Option("rate", nil, .value("N"), help: "frames per second, 1 to 1000 [60]"),
        Option(
          "until", nil, .value("S"), help: "when to stop what goes on for ever, up to 100 [5]"),
      ] + SharedOptions.presentation.filter { $0.name == "help" }
    )
  ]

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    guard arguments.operands.count <= 1 else {
      throw Arguments.misuse("scenes takes one name", name)
    }
    let rate = try arguments.read("rate", as: "frames per second, 1 to 1000") { text in
      DecimalNumber(text).flatMap { (1...1000).contains($0.value) ? $0.value : nil }
    }
    let end = try arguments.read("until", as: "a time such as 5s, up to 100s") { text in
      Duration(text).flatMap { $0 <= .seconds(100) ? $0 : nil }
    }
    var output = Output()
    if let word = arguments.operands.first {
      let (rate, end) = (rate ?? 60, end ?? .seconds(5))
      let report =
        switch try scene(named: word, name) {
        case .gestures(let sample): SceneReport(of: sample, rate: rate, until: end)
        case .touches(let sample): SceneReport(of: sample, rate: rate, until: end)
        }
      try output.write(report.trace.description)
    } else {
      for scene in SampleScene.allCases {
        try output.line(Words.column(scene.rawValue, 22) + scene.summary)
      }
      for scene in TouchSample.allCases {
        try output.line(Words.column(scene.rawValue, 22) + scene.summary)
      }
    }
    try output.flush()
    return .done
  }

  /// Finds a scene by its name.
  static func scene(
    named word: String, _ command: String
  ) throws(Problem) -> SceneDirector.Scene {
    if let scene = SampleScene(rawValue: word) { return .gestures(scene) }
    if let scene = TouchSample(rawValue: word) { return .touches(scene) }
    throw Arguments.unknown("scene", word, among: operandWords, command)
  }
}
