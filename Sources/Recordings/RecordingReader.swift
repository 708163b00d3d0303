public import TouchInput

/// Reads a recording of any format in one pass, in constant memory.
///
/// Feed it the bytes as they come, from a file or a pipe. The format is found out by the content:
/// what the first telling line is like. Only sample tables are read whole.
///
/// ```
/// while let chunk = nextChunk() { try reader.read(chunk, into: &batch); …; batch.removeAll() }
/// try reader.finish(into: &batch)
/// ```
public struct RecordingReader: Sendable {
  /// The most devices that a recording may describe.
  public static let mostDevices = 64

  /// The bytes that are best read at a time.
  public static let chunkSize = 1 << 17

  private enum Parser: Sendable {
    /// Waiting for what tells the format.
    case undecided(FormatDetection)
    case evemu(LineSplitter<EvemuReader>)
    case libinput(LineSplitter<LibinputReader>)
    case evtest(LineSplitter<EvtestReader>)
    case getevent(LineSplitter<GeteventReader>)
    case raw(RawReader)
    case sampleTable(SampleTableReader)

    /// Its state is out of here while it changes: else it would be copied.
    case busy
  }

  private var parser = Parser.undecided(FormatDetection())

  /// What ended the reading.
  private var failure: RecordingError?

  /// The format, or `nil` as long as nothing has told it.
  public private(set) var format: RecordingFormat?

  /// The devices that have been described so far; events name them by their index.
  ///
  /// It is empty, or shorter than an event's index says, where a recording describes none.
  public var devices: [DeviceDescription] { list.descriptions }

  /// The device files, such as `/dev/input/event4`, where the recording names them; as many as
  /// there are devices.
  public var devicePaths: [String?] { list.paths }

  /// The tables of a file of sample tables, one a variant, once all of it has been read.
  public private(set) var tables: [SampleTable] = []

  /// Creates a reader at the start of a recording.
  public init() {}

  /// Creates a reader of a format, whatever the content is like.
  package init(assuming format: RecordingFormat) {
    self.format = format
    parser =
      switch format {
      case .evemu: .evemu(LineSplitter(EvemuReader()))
      case .libinput: .libinput(LineSplitter(LibinputReader()))
      case .evtest: .evtest(LineSplitter(EvtestReader()))
      case .getevent: .getevent(LineSplitter(GeteventReader()))
      case .raw: .raw(RawReader(.wide))
      case .sampleTable: .sampleTable(SampleTableReader())
      }
  }

  /// Reads the next bytes of the recording.
  ///
  /// - Parameters:
  ///   - chunk: The bytes; a line may go on in the next chunk.
  ///   - batch: Where the events of the chunk go, behind those that it holds.
  /// - Throws: What is wrong, at the line it is wrong on. The events before it are in the batch.
  ///   Reading on throws the same again.
  public mutating func read(_ chunk: UnsafeRawBufferPointer, into batch: inout EventBatch)
    throws(RecordingError)
  {
    if let failure { throw failure }
    do throws(RecordingError) {
      try parse(chunk, into: &batch)
    } catch {
      failure = error
      throw error
    }
  }

  /// Ends the reading.
  ///
  /// - Throws: What is wrong with the last line, or with the recording as a whole.
  public mutating func finish(into batch: inout EventBatch) throws(RecordingError) {
    if let failure { throw failure }
    do throws(RecordingError) {
      try end(into: &batch)
    } catch {
      failure = error
      throw error
    }
  }

  private var list: DeviceList {
    switch parser {
    case .evemu(let lines): lines.parser.devices
    case .libinput(let lines): lines.parser.devices
    case .evtest(let lines): lines.parser.devices
    case .getevent(let lines): lines.parser.devices
    case .undecided, .raw, .sampleTable, .busy: DeviceList()
    }
  }

  private mutating func parse(_ chunk: UnsafeRawBufferPointer, into batch: inout EventBatch)
    throws(RecordingError)
  {
    switch parser {
    case .undecided(var detection):
      parser = .busy
      guard let finding = detection.look(at: chunk) else {
        parser = .undecided(detection)
        return
      }
      try start(finding, behind: detection.head, into: &batch)
    case .evemu(var lines):
      parser = .busy
      defer { parser = .evemu(lines) }
      try lines.read(chunk, into: &batch)
    case .libinput(var lines):
      parser = .busy
      defer { parser = .libinput(lines) }
      try lines.read(chunk, into: &batch)
    case .evtest(var lines):
      parser = .busy
      defer { parser = .evtest(lines) }
      try lines.read(chunk, into: &batch)
    case .getevent(var lines):
      parser = .busy
      defer { parser = .getevent(lines) }
      try lines.read(chunk, into: &batch)
    case .raw(var reader):
      parser = .busy
      defer { parser = .raw(reader) }
      try reader.read(chunk, into: &batch)
    case .sampleTable(var reader):
      parser = .busy
      defer { parser = .sampleTable(reader) }
      try reader.read(chunk)
    case .busy: break
    }
  }

  private mutating func end(into batch: inout EventBatch) throws(RecordingError) {
    if case .undecided(var detection) = parser {
      let finding = detection.finish()
      try start(finding, behind: detection.head, into: &batch)
    }
    switch parser {
    case .undecided, .busy: break
    case .evemu(var lines):
      parser = .busy
      defer { parser = .evemu(lines) }
      try lines.finish(into: &batch)
    case .libinput(var lines):
      parser = .busy
      defer { parser = .libinput(lines) }
      try lines.finish(into: &batch)
    case .evtest(var lines):
      parser = .busy
      defer { parser = .evtest(lines) }
      try lines.finish(into: &batch)
    case .getevent(var lines):
      parser = .busy
      defer { parser = .getevent(lines) }
      try lines.finish(into: &batch)
    case .raw(var reader):
      parser = .busy
      reader.finish(into: &batch)
      parser = .raw(reader)
    case .sampleTable(let reader):
      format = reader.namesSchema ? .sampleTable : nil
      tables = try reader.tables()
    }
  }

  /// Chooses the parser by what the head told, and hands the head to it.
  private mutating func start(
    _ finding: FormatDetection.Finding, behind head: [UInt8], into batch: inout EventBatch
  ) throws(RecordingError) {
    switch finding {
    case .unknown(let error): throw error
    case .raw(let layout):
      format = .raw
      parser = .raw(RawReader(layout))
    case .found(let found):
      // JSON is a table only if its schema says so.
      format = found == .sampleTable ? nil : found
      switch found {
      case .evemu: parser = .evemu(LineSplitter(EvemuReader()))
      case .libinput: parser = .libinput(LineSplitter(LibinputReader()))
      case .evtest: parser = .evtest(LineSplitter(EvtestReader()))
      case .getevent: parser = .getevent(LineSplitter(GeteventReader()))
      case .sampleTable: parser = .sampleTable(SampleTableReader())
      case .raw: throw RecordingError(.unknownFormat, line: nil)
      }
    }
    try head.withUnsafeBytes { bytes -> Result<Void, RecordingError> in
      Result { () throws(RecordingError) in try parse(bytes, into: &batch) }
    }.get()
  }
}
