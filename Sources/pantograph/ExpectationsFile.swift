import Recordings
import Simulation

/// The file beside recordings that says what is expected of them.
enum ExpectationsFile {
  /// Its name.
  static let name = "expectations.json"

  /// The largest file that is read, in bytes.
  private static let largest = 64 << 20

  /// Reads it.
  ///
  /// - Throws: That it cannot be read, or the key that is wrong.
  static func read(_ path: String) throws(Problem) -> Expectations {
    var bytes: [UInt8] = []
    let input = Input(file: path)
    try input.read { chunk throws(Problem) in
      guard bytes.count + chunk.count <= largest else {
        throw Problem(.badInput, file: path, "it may have at most \(largest >> 20) MB")
      }
      bytes.append(contentsOf: chunk)
      return true
    }
    let json: JSONValue
    do throws(RecordingError) {
      json = try JSONValue(reading: bytes)
    } catch {
      throw Problem(
        .badInput, file: path, line: error.line, PlainText.escaped(error.description))
    }
    do throws(ExpectationError) {
      return try Expectations(json: json)
    } catch {
      throw Problem(.badInput, file: path, error.description)
    }
  }
}
