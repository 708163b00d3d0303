import Foundation
import Quantities

/// Lines of gestures as `features` prints them, as many as a study of many persons has.
///
/// A few recordings that are really made and followed are the pattern of all: each line has the
/// progress and the velocities of one of them, somewhat further or faster.
struct GestureLines {
  /// How many recordings are the pattern.
  private static let patterns = 100
  private static let persons = 40

  private enum Piece {
    case text([UInt8])
    case progress(Double)
    case velocity(Double)
    /// What stands before the name of the recording.
    case recording
  }

  private var lines: [[Piece]] = []

  /// Makes the pattern.
  ///
  /// - Parameters:
  ///   - program: The program that makes recordings and follows them.
  ///   - folder: Where they go.
  /// - Throws: That it fails.
  init(by program: String, in folder: URL) throws {
    var recordings: [String] = []
    for number in 0..<Self.patterns {
      let isFinish = number.isMultiple(of: 2)
      let name = "\(number).evemu"
      let way = isFinish ? 12 + number % 17 : 4 + number % 9
      _ = try Child.run(
        program,
        [
          "synthesize", "--seed", "\(number)", "--distance", "\(way)mm", "--duration",
          "\(100 + 50 * (number % 7))ms", "--pause", number % 3 == 0 ? "0.2" : "0", "-o",
          folder.appending(path: name).path,
        ])
      recordings.append(
        #""\#(name)":{"intent":"\#(isFinish ? "finish" : "cancel")","#
          + #""participant":"p\#(number % Self.persons)"}"#)
    }
    let expectations =
      #"{"recordings":{\#(recordings.joined(separator: ","))},"#
      + #""schema":"pantograph.expectations/1"}"#
    try Data(expectations.utf8).write(to: folder.appending(path: "expectations.json"))
    let text = try Child.run(program, ["features", folder.path]).output
    for line in text.split(separator: "\n") { lines.append(Self.pieces(of: line)) }
  }

  private static func pieces(of line: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var rest = line
    for match in line.matches(of: /"(progress|velocity)":(-?[0-9.e+-]+)|"recording":"/) {
      let end = match.output.2?.startIndex ?? match.range.upperBound
      pieces.append(.text(Array(rest[..<end].utf8)))
      rest = line[match.range.upperBound...]
      guard let name = match.output.1, let value = match.output.2.flatMap({ Double($0) }) else {
        pieces.append(.recording)
        continue
      }
      pieces.append(name == "progress" ? .progress(value) : .velocity(value))
    }
    return pieces + [.text(Array(rest.utf8) + [UInt8(ascii: "\n")])]
  }

  /// Writes lines.
  ///
  /// - Throws: That there is no room for them.
  func write(_ count: Int, to file: URL) throws {
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    var random = RandomNumbers(seed: 1, for: 1)
    var bytes: [UInt8] = []
    for number in 0..<count {
      let (further, faster) = (1 + 0.15 * random.normal(), 1 + 0.2 * random.normal())
      for piece in lines[number % lines.count] {
        switch piece {
        case .text(let text): bytes.append(contentsOf: text)
        case .progress(let value): bytes.append(contentsOf: (value * further).description.utf8)
        case .velocity(let value): bytes.append(contentsOf: (value * faster).description.utf8)
        case .recording: bytes.append(contentsOf: "\(number / lines.count)/".utf8)
        }
      }
      guard bytes.count > 1 << 20 || number == count - 1 else { continue }
      try handle.write(contentsOf: Data(bytes))
      bytes.removeAll(keepingCapacity: true)
    }
  }
}
