import Simulation

/// A problem that is told to the person and decides the exit status.
struct Problem: Error {
  /// The exit status.
  var status: ExitStatus

  /// The file it is about, if any.
  var file: String?

  /// The line it is about, if any.
  var line: Int?

  /// What is wrong.
  var message: String

  /// Whether nothing in the file is like a recording: among the files of a folder it is no problem.
  var isNoRecording = false

  init(_ status: ExitStatus, file: String? = nil, line: Int? = nil, _ message: String) {
    self.status = status
    self.file = file
    self.line = line
    self.message = message
  }
}

extension Problem {
  /// The problem as every schema has it.
  var json: JSONValue {
    .object(["line": line.map(JSONValue.integer) ?? .null, "message": .string(message)])
  }
}
