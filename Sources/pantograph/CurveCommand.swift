import Curves
import Quantities
import Simulation

/// `pantograph curve`: the values of a timing curve, an interpolator or a spring.
enum CurveCommand: Command {
  static let name = "curve"
  static let operands = "SPEC"
  static let takesRecordings = false
  static var operandWords: [String] {
    TimingCurve.named.map(\.key) + [
      "accelerate", "decelerate", "accelerate-decelerate", "anticipate", "overshoot",
      "anticipate-overshoot", "bounce", "spring", "uiview-spring",
    ] + CurveSpecification.presets.map(\.key)
  }
  static let summary = "values and a plot of a timing curve or a spring"
  static let discussion = """
    Prints how far an animation is over time: a plot, and a table of time, share of
    the duration, value (0 at the start, 1 at the end) and velocity per second.

    SPEC is a way from 0 to 1, with its duration in front if you like:
      linear, ease, ease-in, ease-out, ease-in-out, fast-out-slow-in,
      linear-out-slow-in, fast-out-linear-in, fast-out-extra-slow-in
      cubic-bezier(X1, Y1, X2, Y2)    control points, as CSS has them
      'M0,0 C0.1,0 0.2,1 1,1'         a path of cubic pieces, as SVG has it
      accelerate(F), decelerate(F), anticipate(T), overshoot(T),
      anticipate-overshoot(T, X), accelerate-decelerate, bounce, cycle(N)
                                      Android's interpolators; ones without brackets
                                      have Android's numbers
      spring(MASS, STIFFNESS, DAMPING[, VELOCITY])
                                      Core Animation's; plain: 1, 100, 10, 0
      spring response=0.4s damping=0.8 velocity=0
                                      by the time of a swing and the damping ratio
      spring duration=0.5s bounce=0.3 SwiftUI's; also smooth, snappy, bouncy
      spring mass=1 stiffness=100 damping=30 overdamping=1
                                      one that may creep; else at most critical
      uiview-spring 0.4s 0.7 0.3      UIView's: duration, damping ratio, velocity
    A spring runs in absolute time until it settles; a duration cuts it off.

      pantograph curve 0.35s ease-in-out
      pantograph curve --svg spring.svg spring response=0.4s damping=0.7
      pantograph curve --csv --samples 60 'cubic-bezier(0.2, 0, 0, 1)'
    """
  static let groups: [(title: String, options: [Option])] = [
    (
      "output",
      [
        Option(
          "duration", nil, .value("S"),
          help: "how long it takes; else as SPEC says, 1s, or until a spring settles"),
        Option("samples", nil, .value("N"), help: "steps of the table, 1 to 10000 [20]"),
        Option("json", help: "a JSON object: pantograph.curve/1"),
        Option("csv", help: "the table alone, with commas"),
        Option("svg", nil, .file("FILE"), help: "write a picture; '-' is standard output"),
        Option("force", help: "overwrite a file that is there"),
      ] + SharedOptions.presentation.filter { $0.name == "help" }
    )
  ]

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    guard !arguments.operands.isEmpty else {
      throw Arguments.misuse("curve needs a curve such as ease-in-out", name)
    }
    // Blanks need no quotes.
    let text = arguments.operands.joined(separator: " ")
    guard let curve = CurveSpecification(text) else {
      throw Arguments.misuse("'\(Arguments.shown(text))' is no curve\(hint(for: text))", name)
    }
    let stated = try arguments.read("duration", as: "a time such as 0.35s or 350ms, up to a day") {
      Duration($0).flatMap {
        (.microseconds(100)...CurveSpecification.longest).contains($0) ? $0 : nil
      }
    }
    let table = CurveTable(
      curve, duration: stated ?? curve.duration,
      steps: try arguments.whole("samples", 1...10_000) ?? 20)
    if arguments.has("json"), arguments.has("csv") {
      throw Arguments.misuse("--json and --csv are two ways to print the same", name)
    }
    if let path = arguments.path("svg") {
      try OutputFile.write(
        Array(CurveSVG.text(table).utf8), to: path, isForced: arguments.has("force"))
      if path == "-" { return .done }
    }
    var output = Output()
    if arguments.has("json") {
      try output.line(table.json.line)
    } else if arguments.has("csv") {
      try output.write(table.csv)
    } else {
      for line in CurveText.lines(table) { try output.line(line) }
    }
    try output.flush()
    return .done
  }

  /// What may be wrong with a text that is no curve.
  private static func hint(for text: String) -> String {
    let words = text.split { " (".contains($0) }.map(String.init)
    if let known = words.first(where: operandWords.contains) {
      return ": a number before or after '\(known)' is missing, too much or out of range"
    }
    return Suggestion.near(to: text, among: operandWords) ?? ""
  }
}
