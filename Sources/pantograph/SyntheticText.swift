import Recordings
import Synthesis

/// A made gesture as the text of evemu.
enum SyntheticText {
  /// The text, with a comment that says that nobody touched anything, and which command makes it
  /// again.
  ///
  /// - Throws: What makes no sense.
  static func evemu(_ gesture: GestureSpecification) throws(SynthesisError) -> [UInt8] {
    evemu(
      try SyntheticRecording(of: gesture),
      madeBy: ["pantograph", "synthesize"] + SynthesisOptions.words(gesture))
  }

  /// The text of a recording, with a comment that says which command makes it again.
  static func evemu(
    _ recording: SyntheticRecording, madeBy command: [String], note: String? = nil
  ) -> [UInt8] {
    var writer = EvemuWriter()
    var head: [UInt8] = []
    writer.write(recording.device, to: &head)
    // evemu looks for its version in the first line.
    let end = head.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    var bytes = Array(head[..<end])
    bytes.append(contentsOf: comment(command).utf8)
    if let note { bytes.append(contentsOf: "# \(note)\n".utf8) }
    bytes.append(contentsOf: head[end...])
    for event in recording.events { writer.write(event, to: &bytes) }
    return bytes
  }

  private static func comment(_ command: [String]) -> String {
    """
    # Synthetic: a program made this gesture, and nobody touched anything. The same again:
    # \(command.map(quoted).joined(separator: " "))

    """
  }

  /// A word as a shell takes it.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "/"), UInt8(ascii: "+"),
        UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: ":"), UInt8(ascii: "%"):
        true
      default: false
      }
    }
    if isPlain, !word.isEmpty { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
