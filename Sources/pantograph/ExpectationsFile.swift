@preconcurrency import Glibc
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
    let json = try value(path)
    return try checked(path) { () throws(ExpectationError) in try Expectations(json: json) }
  }

  /// Adds what is known of recordings to the file beside them, which is made if there is none.
  ///
  /// Another program sees it as it was or as it is then, and two that add at once both do.
  ///
  /// - Parameters:
  ///   - update: What is known, by the names of files.
  ///   - recording: The path of one of them.
  /// - Throws: That the file cannot be read or written, or says something else.
  static func merge(_ update: ExpectationUpdate, beside recording: String) throws(Problem) {
    let folder = KnownInput.folder(of: recording)
    let path = folder + name
    let lock = open(SystemText.bytes(folder.isEmpty ? "." : folder), O_RDONLY | O_CLOEXEC)
    defer { if lock >= 0 { close(lock) } }
    if lock >= 0 { while flock(lock, LOCK_EX) != 0, errno == EINTR {} }
    let before: JSONValue? = OutputFile.exists(path) ? try value(path) : nil
    let bytes = try checked(path) { () throws(ExpectationError) in
      try update.text(updating: before)
    }
    try OutputFile.replace(path, by: bytes)
  }

  private static func value(_ path: String) throws(Problem) -> JSONValue {
    let bytes = try Input.bytes(of: path, atMost: largest)
    do throws(RecordingError) {
      return try JSONValue(reading: bytes)
    } catch {
      throw Problem(
        .badInput, file: path, line: error.line, PlainText.escaped(error.description))
    }
  }

  private static func checked<Value>(
    _ path: String, _ body: () throws(ExpectationError) -> Value
  ) throws(Problem) -> Value {
    do throws(ExpectationError) {
      return try body()
    } catch {
      throw Problem(.badInput, file: path, error.description)
    }
  }
}
