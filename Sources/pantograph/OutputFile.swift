@preconcurrency import Glibc
import Simulation

/// A file that a command writes.
enum OutputFile {
  /// Writes a file.
  ///
  /// - Parameters:
  ///   - bytes: What it holds.
  ///   - path: Its name; `-` is standard output.
  ///   - isForced: Whether a file that is there may be overwritten.
  /// - Throws: That it cannot be created or written.
  static func write(_ bytes: [UInt8], to path: String, isForced: Bool) throws(Problem) {
    guard path != "-" else {
      try Output.write(bytes, to: STDOUT_FILENO)
      return
    }
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isForced ? O_TRUNC : O_EXCL)
    let descriptor = open(path, flags, 0o666)
    guard descriptor >= 0 else { throw problem(path, errno) }
    do throws(Problem) {
      try Output.write(bytes, to: descriptor)
    } catch {
      close(descriptor)
      throw Problem(error.status, file: path, error.message)
    }
    guard close(descriptor) == 0 else { throw problem(path, errno) }
  }

  /// Whether there is a file, or anything else, with a name.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Creates a folder, unless it is there.
  static func createFolder(_ path: String) throws(Problem) {
    guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw problem(path, errno)
  }

  private static func problem(_ path: String, _ error: Int32) -> Problem {
    switch error {
    case EEXIST: existing(path)
    case EACCES, EPERM: Problem(.noPermission, file: path, String(cString: strerror(error)))
    default: Problem(.cannotCreate, file: path, String(cString: strerror(error)))
    }
  }

  /// The problem that a file is there already.
  static func existing(_ path: String) -> Problem {
    Problem(.cannotCreate, file: path, "it exists already (--force overwrites it)")
  }
}
