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
    let bytes = try Input.bytes(of: path, atMost: largest)
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
