import Foundation

/// Programs of others that tests use, as `.ci/packages` lists them.
enum Tool {
  /// Whether a command succeeds, so that a test can use what it needs; where everything is tested,
  /// it must.
  static func works(_ command: String) -> Bool {
    ProcessInfo.processInfo.environment["PANTOGRAPH_CI"] != nil
      || (try? RunningProgram.shell(command).status == 0) ?? false
  }

  /// Whether a program is installed.
  static func isInstalled(_ name: String) -> Bool { works("command -v \(name)") }
}
