@preconcurrency import Glibc

/// A file that a command writes.
enum OutputFile {
  /// Writes a file.
  ///
  /// A new file that cannot be written to its end is removed.
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
    let name = SystemText.bytes(path)
    let isNew = !isForced && !isSpecial(path)
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isNew ? O_EXCL : O_TRUNC)
    let descriptor = open(name, flags, 0o666)
    guard descriptor >= 0 else { throw problem(path, errno) }
    var failure: Problem?
    do throws(Problem) {
      try Output.write(bytes, to: descriptor)
    } catch {
      failure = Problem(error.status, file: path, error.message)
    }
    if close(descriptor) != 0, failure == nil {
      failure = Problem(.ioError, file: path, String(cString: strerror(errno)))
    }
    guard let failure else { return }
    if isNew { unlink(name) }
    throw failure
  }

  /// Writes a file in place of the one there is, if there is one, at once and whole.
  ///
  /// It keeps who may read it; where its name is a link, the file that it leads to is replaced.
  ///
  /// - Throws: That it cannot be written; then the file is as it was.
  static func replace(_ path: String, by bytes: [UInt8]) throws(Problem) {
    var target = path
    if let real = realpath(SystemText.bytes(path), nil) {
      target = SystemText.text(real)
      free(real)
    }
    var status = stat()
    let mode =
      stat(SystemText.bytes(target), &status) == 0 ? status.st_mode & 0o777 : nil
    let beside = "\(target).\(getpid())~"
    do throws(Problem) {
      try write(bytes, to: beside, isForced: true)
    } catch {
      unlink(SystemText.bytes(beside))
      throw error
    }
    if let mode { chmod(SystemText.bytes(beside), mode) }
    guard rename(SystemText.bytes(beside), SystemText.bytes(target)) != 0 else { return }
    let error = errno
    unlink(SystemText.bytes(beside))
    throw problem(path, error)
  }

  /// Whether there is a file, or anything else, with a name.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(SystemText.bytes(path), &status) == 0
  }

  /// Whether a name leads to the file that standard output goes to.
  ///
  /// Who hands on what is read would read what was written, without end.
  static func isStandardOutput(_ path: String) -> Bool {
    var (file, output) = (stat(), stat())
    return fstat(STDOUT_FILENO, &output) == 0 && output.st_mode & S_IFMT == S_IFREG
      && stat(SystemText.bytes(path), &file) == 0 && file.st_ino == output.st_ino
      && file.st_dev == output.st_dev
  }

  /// Sees to it that files can be written without a loss, before anything is worked out.
  ///
  /// - Parameters:
  ///   - paths: The files of the options that name one; `-` is standard output.
  ///   - isForced: Whether files that are there may be overwritten.
  ///   - inputs: What is read.
  /// - Throws: That one is there and may not be overwritten, that it is read itself, or that two
  ///   are one.
  static func check(
    _ paths: [String?], isForced: Bool, reading inputs: [String]
  ) throws(Problem) {
    var written: [String] = []
    for path in paths.compactMap(\.self) {
      guard !written.contains(path) else {
        throw Problem(.misused, file: path, "it cannot hold two results")
      }
      written.append(path)
      guard path != "-", isTaken(path) else { continue }
      guard isForced else { throw existing(path) }
      guard !inputs.contains(where: { isSame($0, path) }) else {
        throw Problem(.cannotCreate, file: path, "it is read, and would be lost")
      }
    }
  }

  /// Whether two names lead to the same file.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(SystemText.bytes(one), &first) == 0 && stat(SystemText.bytes(other), &second) == 0
      && first.st_ino == second.st_ino && first.st_dev == second.st_dev
  }

  /// Whether there is something with a name that would be overwritten.
  static func isTaken(_ path: String) -> Bool {
    exists(path) && !isSpecial(path)
  }

  /// Whether a name leads to a pipe, a terminal or another device, which lose nothing by writing.
  static func isSpecial(_ path: String) -> Bool {
    kind(path).map { $0 != S_IFREG && $0 != S_IFDIR } ?? false
  }

  private static func kind(_ path: String) -> mode_t? {
    var status = stat()
    return stat(SystemText.bytes(path), &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Creates a folder, unless it is there.
  static func createFolder(_ path: String) throws(Problem) {
    guard mkdir(SystemText.bytes(path), 0o777) != 0, case let error = errno,
      error != EEXIST || kind(path) != S_IFDIR
    else { return }
    throw problem(path, error)
  }

  /// The problem that a file cannot be created.
  static func problem(_ path: String, _ error: Int32) -> Problem {
    switch error {
    case EEXIST, EISDIR: existing(path)
    case EACCES, EPERM:
      Problem(.noPermission, file: path, String(cString: strerror(error)))
    default: Problem(.cannotCreate, file: path, String(cString: strerror(error)))
    }
  }

  /// The problem that a file is there already.
  static func existing(_ path: String) -> Problem {
    kind(path) == S_IFDIR
      ? Problem(.cannotCreate, file: path, "it is a folder")
      : Problem(.cannotCreate, file: path, "it exists already (--force overwrites it)")
  }
}
