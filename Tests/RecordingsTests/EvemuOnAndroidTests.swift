import Foundation
import Recordings
import Testing
import TouchInput

/// What Android's `uinput` takes of evemu's format, which is less than evemu takes.
///
/// - A line is a comment from its first `#` on, but that of the name; blanks around what is left
///   are dropped then, and an empty line is none.
/// - Each line has `: ` behind its letter. The order is N, I, P, B, A, L, S, E; N and I stand once.
/// - Parts are separated by one blank each: four of I and E, five or six of A, two or more of B.
/// - A time has one point, never goes back, and numbers have 32 bits.
private struct AndroidEvemu {
  private var lines: [Substring]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
      guard let comment = line.firstIndex(of: "#"), !line.hasPrefix("N: ") else {
        return line.isEmpty ? nil : line
      }
      let rest = line[..<comment].trimmingCharacters(in: .whitespacesAndNewlines)
      return rest.isEmpty ? nil : rest[...]
    }
  }

  /// What is refused, with its line, or `nil` if all is taken.
  mutating func problem() -> String? {
    lines.reverse()
    guard next("N") != nil else { return refused("N") }
    guard let identity = next("I"), isNumbers(identity, 4, radix: 16) else { return refused("I") }
    while let line = next("P") {
      guard isBytes(parts(line)) else { return line }
    }
    while let line = next("B") {
      let parts = parts(line)
      guard parts.count >= 2, Int32(parts[0], radix: 16) != nil, isBytes(parts.dropFirst()) else {
        return line
      }
    }
    while let line = next("A") {
      let parts = parts(line)
      guard parts.count == 5 || parts.count == 6, Int32(parts[0], radix: 16) != nil,
        parts.dropFirst().allSatisfy({ Int32($0) != nil })
      else { return line }
    }
    for letter in ["L", "S"] { while next(letter) != nil {} }
    var last: Int64?
    while !lines.isEmpty {
      guard let line = next("E") else { return refused("E") }
      let parts = parts(line)
      guard parts.count == 4, let time = microseconds(parts[0]), time >= last ?? time,
        Int32(parts[1], radix: 16) != nil, Int32(parts[2], radix: 16) != nil, Int32(parts[3]) != nil
      else { return line }
      last = time
    }
    return nil
  }

  private func refused(_ letter: String) -> String {
    "\(letter) in place of \(lines.last ?? "the end")"
  }

  /// The rest of the next line, if it begins with a letter.
  private mutating func next(_ letter: String) -> String? {
    guard let line = lines.last, let colon = line.firstRange(of: ": "),
      line[..<colon.lowerBound] == letter
    else { return nil }
    lines.removeLast()
    return String(line[colon.upperBound...])
  }

  private func parts(_ line: String) -> [String] {
    line.trimmingCharacters(in: .whitespacesAndNewlines).components(separatedBy: " ")
  }

  private func isNumbers(_ line: String, _ count: Int, radix: Int) -> Bool {
    let parts = parts(line)
    return parts.count == count && parts.allSatisfy { Int32($0, radix: radix) != nil }
  }

  private func isBytes(_ parts: some Collection<String>) -> Bool {
    parts.allSatisfy { Int32($0, radix: 16).map { (0...255).contains($0) } ?? false }
  }

  private func microseconds(_ text: String) -> Int64? {
    let parts = text.components(separatedBy: ".")
    guard parts.count == 2, let seconds = Int64(parts[0]), let rest = Int32(parts[1]) else {
      return nil
    }
    return seconds * 1_000_000 + Int64(rest)
  }
}

@Suite struct EvemuOnAndroidTests {
  @Test func `Android takes what is written for evemu`() throws {
    let folder = Repository.folder.appending(path: "recordings")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".evemu") }
    #expect(names.count == 40)
    for name in names {
      let whole = Written(Reading([UInt8](try Data(contentsOf: folder.appending(path: name)))))
      var android = AndroidEvemu(String(decoding: whole.bytes(.evemu), as: UTF8.self))
      #expect(android.problem() == nil, "\(name)")
    }
  }

  @Test(arguments: ["#1 Pad", "a # b", "N: x", "\"x\": y", " x ", ""])
  func `Android takes a device of any name`(name: String) {
    var whole = Written(Reading(Sample.getevent)).only(1)
    whole.devices[0].description.name = name
    var android = AndroidEvemu(String(decoding: whole.bytes(.evemu), as: UTF8.self))
    #expect(android.problem() == nil)
  }

  @Test(arguments: [
    ("N: x\n", "I in place of the end"), ("# a\nI: 1 2 3 4\n", "N in place of I: 1 2 3 4"),
    ("N: x\nI: 1 2 3 4\nA: 0 1 2\n", "0 1 2"), ("N: x\nI: 1 2 3 4\nB: 1\n", "1"),
    ("N: x\nI: 1 2 3 4\nE: 0.1 0 0  1\n", "0.1 0 0  1"),
    ("N: x\nI: 1 2 3 4\nE: 1.0 0 0 1\nE: 0.9 0 0 1 # x\n", "0.9 0 0 1"),
    ("N: x\nI: 1 2 3 4\nA: 0 1 2 3 4\nB: 1 0\n", "E in place of B: 1 0"),
  ])
  func `the checker refuses what Android refuses`(text: String, problem: String) {
    var android = AndroidEvemu(text)
    #expect(android.problem() == problem)
  }
}
