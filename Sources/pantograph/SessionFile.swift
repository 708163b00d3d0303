import Recordings
import Simulation

/// A file that says what a person is asked for in a session.
enum SessionFile {
  /// The largest file that is read, in bytes.
  private static let largest = 4 << 20

  /// Reads it.
  ///
  /// - Throws: That it cannot be read, or the key that is wrong.
  static func read(_ path: String) throws(Problem) -> SessionPlan {
    let bytes = try Input.bytes(of: path == "-" ? "/dev/stdin" : path, atMost: largest)
    let json: JSONValue
    do throws(RecordingError) {
      json = try JSONValue(reading: bytes)
    } catch {
      throw Problem(.badInput, file: path, line: error.line, PlainText.escaped(error.description))
    }
    do throws(ExpectationError) {
      return try SessionPlan(json: json)
    } catch {
      throw Problem(.badInput, file: path, error.description)
    }
  }
}
