import Foundation

/// The program as it was built beside the tests, run the way a person runs it.
struct RunningProgram {
  /// The exit status, or the negative number of the signal that ended it.
  let status: Int32

  /// What it wrote to standard output.
  let output: String

  /// What it wrote to standard error.
  let errors: String

  /// Where the program is.
  static var url: URL {
    get throws {
      guard let tests = Bundle.main.executableURL else { throw CocoaError(.fileNoSuchFile) }
      return tests.deletingLastPathComponent().appending(path: "pantograph")
    }
  }

  /// The folder of the package.
  static var package: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: The words of the command line.
  ///   - input: What it can read from standard input.
  ///   - environment: What is added to the environment of the tests; neither has a color.
  ///   - folder: Where it runs.
  /// - Returns: What came of it.
  /// - Throws: That it cannot be run.
  static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    in folder: URL? = nil
  ) throws -> Self {
    try Self(url, arguments, input, environment, folder ?? package)
  }

  /// Runs a script in bash, which finds the program.
  ///
  /// - Parameters:
  ///   - script: The script; the status is that of the last command that fails in a pipe.
  ///   - arguments: The words that it has as `$1` and so on.
  ///   - environment: What is added to the environment of the tests; neither has a color.
  ///   - folder: Where it runs.
  /// - Returns: What came of it.
  /// - Throws: That it cannot be run.
  static func shell(
    _ script: String, _ arguments: String..., environment: [String: String] = [:],
    in folder: URL? = nil
  ) throws -> Self {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let program = try url.deletingLastPathComponent().path
    return try Self(
      URL(filePath: "/bin/bash"), ["-o", "pipefail", "-c", script, "bash"] + arguments, "",
      environment.merging(["PATH": "\(program):\(path)"]) { given, _ in given },
      folder ?? package)
  }

  private init(
    _ executable: URL, _ arguments: [String], _ input: String, _ environment: [String: String],
    _ folder: URL
  ) throws {
    let place = try TemporaryFolder()
    // Files rather than pipes: none can fill up while nobody reads it.
    func file(_ name: String, _ text: String = "") throws -> URL {
      URL(filePath: try place.write(text, to: name))
    }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var variables = ProcessInfo.processInfo.environment
    for name in ["NO_COLOR", "TERM", "COLUMNS"] { variables[name] = nil }
    process.environment = variables.merging(environment) { _, new in new }
    process.standardInput = try FileHandle(forReadingFrom: file("input", input))
    process.standardOutput = try FileHandle(forWritingTo: file("output"))
    process.standardError = try FileHandle(forWritingTo: file("errors"))
    try process.run()
    process.waitUntilExit()
    let status = process.terminationStatus
    self.status = process.terminationReason == .exit ? status : -status
    output = try place.read("output")
    errors = try place.read("errors")
  }

  /// What it wrote to standard output, line by line.
  var lines: [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}

/// A folder of its own for a test, which goes with it.
final class TemporaryFolder {
  /// Where it is.
  let url: URL

  /// Creates it.
  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "pantograph-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of a file in it.
  func path(_ name: String) -> String {
    url.appending(path: name).path
  }

  /// Writes a file in it.
  ///
  /// - Returns: The file's path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: url.appending(path: name))
    return path(name)
  }

  /// Reads a file in it.
  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
  }
}
