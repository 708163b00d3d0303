import Quantities
import Simulation
import Transitions
import UIKitTransitions

/// `pantograph scenes`: the scenes there are, and what happens in one.
enum ScenesCommand: Command {
  static let name = "scenes"
  static let operands = "[NAME]"
  static let takesRecordings = false
  static var operandWords: [String] { SampleScene.allCases.map(\.rawValue) }
  static let summary = "the transitions there are, and the trace of one"
  static let discussion = """
    Without NAME lists the scenes: small screens and views with a transition. With
    NAME runs that one by itself and prints its trace: what was called, in which
    order, and the values that each frame shows (see 'pantograph help trace').

      pantograph scenes
      pantograph scenes scale-push > expected.trace
      pantograph replay --scene swipe-back --json swipe.evemu
          the same under a recorded finger
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
      let report = SceneReport(
        of: try scene(named: word, name), rate: rate ?? 60, until: end ?? .seconds(5))
      try output.write(report.trace.description)
    } else {
      for scene in SampleScene.allCases {
        try output.line(Words.column(scene.rawValue, 21) + scene.summary)
      }
    }
    try output.flush()
    return .done
  }

  /// Finds a scene by its name.
  static func scene(named word: String, _ command: String) throws(Problem) -> SampleScene {
    guard let scene = SampleScene(rawValue: word) else {
      throw Arguments.unknown("scene", word, among: operandWords, command)
    }
    return scene
  }
}
