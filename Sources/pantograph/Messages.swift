@preconcurrency import Glibc
import Simulation

/// What is told to a person beside the results.
enum Messages {
  /// Tells a problem, on a line of standard error.
  static func tell(_ problem: Problem) {
    var text = "pantograph: "
    if let file = problem.file {
      text += file.isEmpty ? "'':" : PlainText.escaped(SystemText.shown(file)) + ":"
      if let line = problem.line { text += "\(line):" }
      text += " "
    }
    tell(text + problem.message)
  }

  /// Tells a line.
  static func tell(_ line: String) {
    try? Output.write(Array((line + "\n").utf8), to: STDERR_FILENO)
  }
}
