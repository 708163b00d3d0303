import Foundation

/// A program in C that does the same work, compiled when the benchmark runs.
struct Peer {
  /// What came of a run.
  struct Result {
    var events: Int
    var sum: Int
    var seconds: Double
  }

  private let program: URL

  /// Compiles a peer.
  ///
  /// - Parameters:
  ///   - name: The name of the source file, without its ending.
  ///   - libraries: What it links, as the compiler's arguments.
  ///   - folder: Where the program goes.
  /// - Throws: What the compiler says.
  init(_ name: String, libraries: [String] = [], in folder: URL) throws {
    program = folder.appending(path: name)
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Peers")
    let source = sources.appending(path: name + ".c").path
    _ = try Child.run(
      "/usr/bin/env",
      ["cc", "-O2", "-o", program.path, source] + libraries)
  }

  /// Runs it on a file.
  func callAsFunction(_ file: URL) throws -> Result {
    let text = try Child.run(program.path, [file.path]).output
    let parts = text.split(whereSeparator: \.isWhitespace)
    guard parts.count == 3, let events = Int(parts[0]), let sum = Int(parts[1]),
      let seconds = Double(parts[2])
    else { throw Child.Failure(description: "\(program.lastPathComponent) printed '\(text)'") }
    return Result(events: events, sum: sum, seconds: seconds)
  }
}
