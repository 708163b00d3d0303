import Recordings
import Simulation
import Tuning

/// Lines of features that are read again: they pass as they are, once it is clear that they are.
struct FeatureLines {
  /// The most gestures whose texts are kept while lines pass.
  private static let mostGestures = 4096

  private let file: String
  private var reader = FeatureReader(keepingLines: ())
  private var gestures = GestureTable()

  /// Creates a reader.
  ///
  /// - Parameter file: What messages call the file.
  init(_ file: String) {
    self.file = file
  }

  /// Opens an input whose start tells whether it holds features.
  ///
  /// - Returns: The input, which can be read once, and whether it does.
  /// - Throws: That it cannot be opened or read.
  static func opened(_ input: Input) throws(Problem) -> (input: Input, holdsFeatures: Bool) {
    let (input, start) = try input.opened(atMost: FeatureReader.longestLine) {
      FeatureReader.recognizes($0).isSure
    }
    return (input, FeatureReader.recognizes(start).holdsFeatures)
  }

  /// Takes a piece of the file.
  ///
  /// - Parameters:
  ///   - piece: The bytes that follow those taken before.
  ///   - bytes: Where lines go.
  /// - Throws: The first line that is wrong.
  mutating func take(
    _ piece: UnsafeRawBufferPointer, into bytes: inout [UInt8]
  ) throws(Problem) {
    defer { bytes.append(contentsOf: reader.takeLines()) }
    do throws(FeatureError) {
      try reader.read(piece, into: &gestures)
    } catch {
      throw Self.problem(error, in: file)
    }
    if gestures.count > Self.mostGestures { gestures = GestureTable() }
  }

  /// Takes the end of the file.
  ///
  /// - Throws: That its last line is wrong.
  mutating func finish(into bytes: inout [UInt8]) throws(Problem) {
    defer { bytes.append(contentsOf: reader.takeLines()) }
    do throws(FeatureError) {
      try reader.finish(into: &gestures)
    } catch {
      throw Self.problem(error, in: file)
    }
  }

  /// The problem that an error in lines of features is.
  static func problem(_ error: FeatureError, in file: String) -> Problem {
    Problem(.badInput, file: file, line: error.line, PlainText.escaped(error.description))
  }
}
