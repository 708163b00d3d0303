@preconcurrency import Glibc
import Recordings
import Simulation
import Synthesis

/// Where a recording comes from.
struct Input {
  /// What there is to read.
  enum Source {
    case standardInput
    case file(String)
    case sample(Sample)
  }

  /// The name that messages and reports have for it.
  let name: String

  /// What there is to read.
  let source: Source

  /// Whether it was found in a folder, where files that are no recordings are passed over.
  let isFromFolder: Bool

  /// The inputs that operands name: files, `-`, samples such as `@pad-3f-flick-right-01`, and the
  /// files of folders, in the order of names.
  static func all(_ operands: [String]) -> (inputs: [Input], problems: [Problem]) {
    var inputs: [Input] = []
    var problems: [Problem] = []
    for operand in operands {
      if operand == "-" {
        inputs.append(Input(name: "-", source: .standardInput, isFromFolder: false))
        continue
      }
      do throws(Problem) {
        if operand.first == SampleCollection.mark {
          inputs.append(try sample(operand))
          continue
        }
        guard let names = try folder(operand) else {
          inputs.append(Input(name: operand, source: .file(operand), isFromFolder: false))
          continue
        }
        let prefix = operand.hasSuffix("/") ? operand : operand + "/"
        for name in names {
          let path = prefix + name
          inputs.append(Input(name: path, source: .file(path), isFromFolder: true))
        }
      } catch {
        problems.append(error)
      }
    }
    return (inputs, problems)
  }

  /// The sample that an operand names.
  static func sample(_ operand: String) throws(Problem) -> Input {
    let sample = try SampleCollection.sample(operand)
    return Input(name: operand, source: .sample(sample), isFromFolder: false)
  }

  /// The names of the files in a folder, or `nil` if it is none.
  static func folder(_ path: String) throws(Problem) -> [String]? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    guard let folder = opendir(path) else { throw problem(path, errno) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix("."), name != ExpectationsFile.name else { continue }
      var status = stat()
      guard stat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        continue
      }
      names.append(name)
    }
    return names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }

  /// Reads it to the end, in pieces.
  ///
  /// - Parameter body: Takes a piece; returns false to stop reading.
  /// - Throws: That it cannot be opened or read, or what the body throws.
  func read(_ body: (UnsafeRawBufferPointer) throws(Problem) -> Bool) throws(Problem) {
    var descriptor = STDIN_FILENO
    switch source {
    case .standardInput: break
    case .file(let path):
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Self.problem(path, errno) }
    case .sample(let sample):
      try Self.hand(try SampleCollection.bytes(sample), to: body)
      return
    }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: RecordingReader.chunkSize, alignment: 64)
    defer { buffer.deallocate() }
    var meter = ProgressMeter(name: name, descriptor: descriptor)
    defer { meter.end() }
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw Self.problem(name, errno)
      }
      guard count > 0 else { return }
      meter.add(count)
      guard try body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return }
    }
  }

  /// Hands bytes on that are there already.
  private static func hand(
    _ bytes: [UInt8], to body: (UnsafeRawBufferPointer) throws(Problem) -> Bool
  ) throws(Problem) {
    let result = bytes.withUnsafeBytes { buffer -> Result<Bool, Problem> in
      do throws(Problem) {
        return .success(try body(buffer))
      } catch {
        return .failure(error)
      }
    }
    _ = try result.get()
  }

  /// Reads it as a recording, piece by piece.
  ///
  /// - Parameter take: Takes what a piece held; returns a problem to stop reading.
  /// - Returns: The reader as it is at the end, and the problem that ended the reading early.
  func readRecording(
    _ take: (_ batch: EventBatch, _ reader: RecordingReader) -> Problem?
  ) -> (reader: RecordingReader, problem: Problem?) {
    var reader = RecordingReader()
    var batch = EventBatch()
    var problem: Problem?
    do throws(Problem) {
      try read { chunk throws(Problem) in
        batch.removeAll()
        do throws(RecordingError) {
          try reader.read(chunk, into: &batch)
        } catch {
          problem = Self.problem(self, error)
        }
        // What came before the error counts.
        let other = take(batch, reader)
        problem = problem ?? other
        return problem == nil
      }
    } catch {
      problem = problem ?? error
    }
    guard problem == nil else { return (reader, problem) }
    batch.removeAll()
    do throws(RecordingError) {
      try reader.finish(into: &batch)
    } catch {
      problem = Self.problem(self, error)
    }
    let other = take(batch, reader)
    return (reader, problem ?? other)
  }

  /// The problem that an error of a reader is.
  private static func problem(_ input: Input, _ error: RecordingError) -> Problem {
    Problem(.badInput, file: input.name, line: error.line, PlainText.escaped(error.description))
  }

  /// The problem that an error of the system is.
  static func problem(_ file: String, _ error: Int32) -> Problem {
    let message = String(cString: strerror(error))
    let status: ExitStatus =
      switch error {
      case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: .noInput
      case EACCES, EPERM: .noPermission
      default: .ioError
      }
    return Problem(status, file: file, message)
  }
}
