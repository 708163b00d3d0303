import Foundation

/// Gestures that follow one another on one device, as evemu prints them.
struct TouchStream {
  /// The head of the recording, and the gestures so far.
  private(set) var text = ""

  private var start = 0

  /// The time between two gestures, in microseconds.
  private let pause: Int

  /// Begins a stream.
  init(pause: Double = 1.5) {
    self.pause = Int(pause * 1e6)
  }

  /// Adds a gesture.
  ///
  /// - Parameter options: What `pantograph synthesize` is asked for.
  /// - Returns: What it adds, with the head if it is the first one.
  /// - Throws: That the program cannot be run.
  @discardableResult
  mutating func add(_ options: String...) throws -> String {
    var added = ""
    var last = start
    for line in try RunningProgram.run(["synthesize"] + options).lines {
      guard let match = line.wholeMatch(of: /E: ([0-9]+)\.([0-9]{6}) (.*)/) else {
        if text.isEmpty, !line.hasPrefix("# Synthetic"), !line.hasPrefix("# pantograph") {
          added += line + "\n"
        }
        continue
      }
      last = start + (Int(match.1) ?? 0) * 1_000_000 + (Int(match.2) ?? 0)
      // Each begins with the slots as they are at the start.
      if !added.contains("\nE: "), !added.hasPrefix("E: ") {
        added += Self.event(last, "0003 002f 0000")
      }
      added += Self.event(last, String(match.3))
    }
    start = last + pause
    text += added
    return added
  }

  /// An event as evemu prints it.
  static func event(_ microseconds: Int, _ rest: String) -> String {
    let fraction = String(microseconds % 1_000_000)
    let zeros = String(repeating: "0", count: 6 - fraction.count)
    return "E: \(microseconds / 1_000_000).\(zeros)\(fraction) \(rest)\n"
  }

  /// Three gestures that go on, spring back, and go on the other way.
  static func three() throws -> Self {
    var stream = Self()
    try stream.add("--distance", "30mm")
    try stream.add("--distance", "5mm", "--seed", "2")
    try stream.add("--distance", "25mm", "--direction", "left", "--seed", "3")
    return stream
  }
}
