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

    /// One that is open, whose start has been read.
    case opened(OpenFile, path: String?, start: [UInt8])
  }

  /// The name that messages and reports have for it.
  let name: String

  /// What there is to read.
  private(set) var source: Source

  /// Whether it was found in a folder, where files that are no recordings are passed over.
  let isFromFolder: Bool

  /// Whether nothing of the results is seen before all has been read.
  var isSilent = false

  /// The file's path, or `nil` if it is none.
  var path: String? {
    switch source {
    case .file(let path): path
    case .opened(_, let path, _): path
    case .standardInput, .sample: nil
    }
  }

  /// What came of an input.
  enum Ending {
    /// It is a recording, and was read.
    case read

    /// It was found in a folder, and is no recording.
    case passedOver

    /// It could not be read, or not to its end; of a table each variant has a problem of its own.
    case failed([Problem])
  }

  /// Does something with each input that operands name: files, `-`, samples such as
  /// `@pad-3f-flick-right-01`, and the files of folders, in the order of names.
  ///
  /// One that cannot be read does not stop the others.
  ///
  /// - Parameters:
  ///   - operands: The operands.
  ///   - body: Does it, and hands on to the system what it printed.
  /// - Returns: The status of the first problem; all have been told.
  /// - Throws: What keeps the results from being written, which ends it all.
  static func forEach(
    _ operands: [String], _ body: (Input) throws(Problem) -> Ending
  ) throws(Problem) -> ExitStatus {
    var status = ExitStatus.done
    func note(_ problem: Problem) {
      Messages.tell(problem)
      if status == .done { status = problem.status }
    }
    for operand in operands {
      let inputs: [Input]
      do throws(Problem) {
        inputs = try all(operand)
      } catch {
        note(error)
        continue
      }
      var sawRecording = false
      for input in inputs {
        switch try body(input) {
        case .read: sawRecording = true
        case .passedOver: break
        case .failed(let problems):
          sawRecording = true
          problems.forEach(note)
        }
      }
      if !sawRecording {
        note(Problem(.noInput, file: operand, "the folder holds no recording"))
      }
    }
    return status
  }

  /// The inputs that an operand names.
  static func all(_ operand: String) throws(Problem) -> [Input] {
    if operand.first == SampleCollection.mark { return [try sample(operand)] }
    guard operand != "-", let names = try folder(operand) else { return [Input(operand)] }
    let prefix = operand.hasSuffix("/") ? operand : operand + "/"
    return names.map { Input(file: prefix + $0, isFromFolder: true) }
  }

  /// The input that a path names: a file, or standard input where it is `-`.
  init(_ path: String) {
    self.init(file: path)
    if path == "-" { source = .standardInput }
  }

  /// A file, whatever it is called.
  init(file path: String, isFromFolder: Bool = false) {
    name = SystemText.shown(path)
    source = .file(path)
    self.isFromFolder = isFromFolder
  }

  private init(_ sample: Sample, called name: String) {
    self.name = name
    source = .sample(sample)
    isFromFolder = false
  }

  /// The sample that an operand names.
  static func sample(_ operand: String) throws(Problem) -> Input {
    Input(try SampleCollection.sample(operand), called: operand)
  }

  /// The names of the files in a folder, or `nil` if it is none.
  static func folder(_ path: String) throws(Problem) -> [String]? {
    guard kind(of: path) == S_IFDIR else { return nil }
    guard let folder = opendir(SystemText.bytes(path)) else { throw problem(path, errno) }
    defer { closedir(folder) }
    var names: [(bytes: [UInt8], text: String)] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { SystemText.text($0) }
      }
      guard !name.hasPrefix("."), name != ExpectationsFile.name else { continue }
      guard kind(of: path + "/" + name) == S_IFREG else { continue }
      names.append((SystemText.bytes(name).map { UInt8(bitPattern: $0) }, name))
    }
    return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.text)
  }

  /// The kind of file that a path leads to, as `st_mode` has it, or `nil` if there is none.
  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(SystemText.bytes(path), &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Reads it to the end, in pieces.
  ///
  /// - Parameter body: Takes a piece; returns false to stop reading.
  /// - Throws: That it cannot be opened or read, or what the body throws.
  func read(_ body: (UnsafeRawBufferPointer) throws(Problem) -> Bool) throws(Problem) {
    let file: OpenFile
    switch source {
    case .standardInput: file = .standardInput
    case .file(let path): file = try OpenFile(path)
    case .sample(let sample):
      _ = try Self.hand(try SampleCollection.bytes(sample), to: body)
      return
    case .opened(let opened, _, let start):
      guard try Self.hand(start, to: body) else { return }
      file = opened
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: RecordingReader.chunkSize, alignment: 64)
    defer { buffer.deallocate() }
    var meter = ProgressMeter(name: name, descriptor: file.descriptor, isSilent: isSilent)
    defer { meter.end() }
    while case let count = try file.read(into: buffer, name), count > 0 {
      meter.add(count)
      guard try body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return }
    }
  }

  /// Opens it, and reads its start, so that what it is can be told before it is read.
  ///
  /// - Parameters:
  ///   - most: How much is read at most.
  ///   - isEnough: Whether what was read by now is enough.
  /// - Returns: The input, which can be read once, and its start; a sample has none.
  /// - Throws: That it cannot be opened or read.
  func opened(
    atMost most: Int, until isEnough: ([UInt8]) -> Bool
  ) throws(Problem) -> (input: Input, start: [UInt8]) {
    let file: OpenFile
    switch source {
    case .standardInput: file = .standardInput
    case .file(let path): file = try OpenFile(path)
    case .sample, .opened: return (self, [])
    }
    var start: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: RecordingReader.chunkSize, alignment: 64)
    defer { buffer.deallocate() }
    while start.count < most, case let count = try file.read(into: buffer, name), count > 0 {
      start.append(contentsOf: buffer[..<count])
      if isEnough(start) { break }
    }
    var input = self
    input.source = .opened(file, path: path, start: start)
    return (input, start)
  }

  /// Reads a small file whole, or standard input where its path is `-`.
  ///
  /// - Throws: That it cannot be read, or is larger than some number of bytes.
  static func bytes(of path: String, atMost largest: Int) throws(Problem) -> [UInt8] {
    var bytes: [UInt8] = []
    try Input(path).read { chunk throws(Problem) in
      guard bytes.count + chunk.count <= largest else {
        throw Problem(.badInput, file: path, "it may have at most \(largest >> 20) MB")
      }
      bytes.append(contentsOf: chunk)
      return true
    }
    return bytes
  }

  /// Hands bytes on that are there already.
  ///
  /// - Returns: Whether more is wanted.
  private static func hand(
    _ bytes: [UInt8], to body: (UnsafeRawBufferPointer) throws(Problem) -> Bool
  ) throws(Problem) -> Bool {
    guard !bytes.isEmpty else { return true }
    let result = bytes.withUnsafeBytes { buffer -> Result<Bool, Problem> in
      do throws(Problem) {
        return .success(try body(buffer))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Reads it as a recording, piece by piece.
  ///
  /// - Parameters:
  ///   - format: The format, or `nil` to find it out.
  ///   - take: Takes what a piece held; returns a problem to stop reading.
  /// - Returns: The reader as it is at the end, and the problem that ended the reading early.
  func readRecording(
    as format: RecordingFormat? = nil,
    _ take: (_ batch: EventBatch, _ reader: RecordingReader) -> Problem?
  ) -> (reader: RecordingReader, problem: Problem?) {
    var reader = format.map { RecordingReader(assuming: $0) } ?? RecordingReader()
    var batch = EventBatch()
    var problem: Problem?
    var isEmpty = true
    do throws(Problem) {
      try read { chunk throws(Problem) in
        isEmpty = false
        batch.removeAll()
        do throws(RecordingError) {
          try reader.read(chunk, into: &batch)
        } catch {
          problem = Self.problem(self, error, reader.format)
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
      problem = Self.problem(self, error, reader.format)
      if isEmpty { problem?.message = "it is empty" }
    }
    let other = take(batch, reader)
    return (reader, problem ?? other)
  }

  /// The problem that an error of a reader is.
  static func problem(
    _ input: Input, _ error: RecordingError, _ format: RecordingFormat?
  ) -> Problem {
    var problem = Problem(
      .badInput, file: input.name, line: error.line, PlainText.escaped(error.description))
    if case .unsupportedFormat = error.reason { return problem }
    problem.isNoRecording = format == nil
    return problem
  }

  /// The problem that an error of the system is.
  static func problem(_ file: String, _ error: Int32) -> Problem {
    if error == EISDIR { return Problem(.badInput, file: file, "it is a folder, not a recording") }
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
