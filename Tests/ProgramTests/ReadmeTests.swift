import Foundation
import Testing

/// The commands that the README shows, run as a reader would run them.
///
/// `RECORD_README=1 swift test --filter ReadmeTests` puts what they print now into the README; the
/// difference is to be read before it is committed.
@Suite(.serialized)
struct ReadmeTests {
  /// A fenced block of the README.
  private struct Block {
    var language: String
    var lines: ArraySlice<String>
  }

  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_README"] != nil

  private var readme: URL { RunningProgram.package.appending(path: "README.md") }

  @Test func `each command prints what the README shows`() throws {
    var lines = try text(readme).components(separatedBy: "\n")
    // From the last one up, so that places above stay where they are.
    for block in blocks(lines, "console").reversed() {
      let commands = block.lines.indices.filter { lines[$0].hasPrefix("$ ") }
      #expect(!commands.isEmpty, "a console block without a command")
      for (place, command) in commands.enumerated().reversed() {
        let end = place + 1 < commands.count ? commands[place + 1] : block.lines.endIndex
        let shown = Array(lines[command + 1..<end])
        let printed = try run(String(lines[command].dropFirst(2))).output
          .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        if Self.isRecording {
          lines.replaceSubrange(command + 1..<end, with: printed)
        } else {
          #expect(printed == shown, "\(lines[command])")
        }
      }
    }
    if Self.isRecording {
      try Data(lines.joined(separator: "\n").utf8).write(to: readme)
    }
  }

  @Test func `each recorder may be put in front of the program`() throws {
    let lines = try text(readme).components(separatedBy: "\n")
    let pipes = blocks(lines, "sh").flatMap(\.lines).filter { $0.contains(" | pantograph ") }
    #expect(!pipes.isEmpty)
    for pipe in pipes {
      let command = try #require(pipe.range(of: " | pantograph "))
      let recording = "cat recordings/phone-1f-edge-right-01.evemu"
      let result = try run(recording + pipe[command.lowerBound...])
      #expect(result.status == 0, "\(pipe)")
      #expect(result.output.contains("finish"), "\(pipe)")
    }
  }

  @Test func `the sample of the library is the program that is built`() throws {
    let lines = try text(readme).components(separatedBy: "\n")
    let shown = blocks(lines, "swift").map { $0.lines.joined(separator: "\n") + "\n" }
    let consumer = RunningProgram.package.appending(path: "Tests/Consumer")
    #expect(shown.last == (try text(consumer.appending(path: "Sources/Consumer/main.swift"))))
    // What a package has to say to depend on it.
    let manifest = try text(consumer.appending(path: "Package.swift"))
    let product = try #require(shown[0].firstMatch(of: /\.product\(.*\)/))
    #expect(shown.count == 2 && manifest.contains(product.output))
  }

  @Test func `no block is empty`() throws {
    let lines = try text(readme).components(separatedBy: "\n")
    let fences = lines.indices.filter { lines[$0].hasPrefix("```") }
    #expect(fences.count.isMultiple(of: 2))
    for (start, end) in zip(fences, fences.dropFirst()) { #expect(end > start + 1) }
  }

  @Test func `a second package depends on the library`() throws {
    // The plan of an earlier build does not know of files that are new in the library.
    let build = RunningProgram.package.appending(path: ".build/consumer")
    for name in ["debug.yaml", "debug/description.json"] {
      try? FileManager.default.removeItem(at: build.appending(path: name))
    }
    // What a build says is no line of a program.
    let package = "--package-path Tests/Consumer --scratch-path .build/consumer"
    let built = try run("swift build -q \(package)")
    #expect(built.status == 0, "\(built.output)")
    let result = try run(
      "swift run -q --package-path Tests/Consumer --scratch-path .build/consumer "
        + "Consumer recordings/phone-1f-edge-right-01.evemu")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("finish by threshold at 0.46"))
    let samples = try run(
      "swift run -q --package-path Tests/Consumer --scratch-path .build/consumer Samples")
    #expect(samples.status == 0)
    #expect(samples.lines.filter { $0.hasPrefix("# ") }.count == 11)
    for line in [
      "0.400000 call dissolve completion finished=true",
      "0.500000 call flip completion finished=true",
      "0.350000 call push animationDidStop finished=true",
      "3.000000 value layer opacity=0.6 cornerRadius=25",
      "0.600000 call move animationDidStop finished=true",
      "1.500000 call transaction completion", "0.600000 value ring strokeEnd=0.75",
      "# 0.25: cancel, shows detail", "# 0.3: finish, shows list",
    ] {
      #expect(samples.lines.contains(line), "\(line)")
    }
  }

  private func text(_ file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  private func blocks(_ lines: [String], _ language: String) -> [Block] {
    var blocks: [Block] = []
    var start: Int?
    for (index, line) in lines.enumerated() where line.hasPrefix("```") {
      if let begin = start {
        if lines[begin] == "```" + language {
          blocks.append(Block(language: language, lines: lines[begin + 1..<index]))
        }
        start = nil
      } else {
        start = index
      }
    }
    return blocks
  }

  /// Runs a command as a reader would, who sees messages among the results.
  private func run(_ command: String) throws -> RunningProgram {
    try RunningProgram.shell("exec 2>&1\n" + command)
  }
}
