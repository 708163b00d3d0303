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

  /// What finds the format out, until there is a reader of it.
  private var detection = FormatDetection()

  /// The reader of the format, once that is known.
  private var reader: (any FormatReader)?

  /// What ended the reading.
  private var failure: RecordingError?

  /// The format, or `nil` as long as nothing has told it.
  public var format: RecordingFormat? { reader?.format }

  /// The devices that have been described so far; events name them by their index.
  ///
  /// It is empty, or shorter than an event's index says, where a recording describes none.
  public var devices: [DeviceDescription] { reader?.devices.descriptions ?? [] }

  /// The device files, such as `/dev/input/event4`, where the recording names them; as many as
  /// there are devices.
  public var devicePaths: [String?] { reader?.devices.paths ?? [] }

  /// The tables of a file of sample tables, one a variant, once all of it has been read.
  public var tables: [SampleTable] { reader?.tables ?? [] }

  /// Creates a reader at the start of a recording.
  public init() {}

  /// Creates a reader of a format, whatever the content is like.
  package init(assuming format: RecordingFormat) {
    reader = format.makeReader()
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

  private mutating func parse(_ chunk: UnsafeRawBufferPointer, into batch: inout EventBatch)
    throws(RecordingError)
  {
    if reader == nil {
      guard let finding = detection.look(at: chunk) else { return }
      try start(finding, into: &batch)
    } else {
      try reader?.read(chunk, into: &batch)
    }
  }

  private mutating func end(into batch: inout EventBatch) throws(RecordingError) {
    if reader == nil { try start(detection.finish(), into: &batch) }
    try reader?.finish(into: &batch)
  }

  /// Chooses the reader by what the head told, and hands the head to it.
  private mutating func start(
    _ finding: FormatDetection.Finding, into batch: inout EventBatch
  ) throws(RecordingError) {
    switch finding {
    case .unknown(let error): throw error
    case .raw(let layout): reader = RecordingFormat.raw.makeReader(layout)
    case .found(let format): reader = format.makeReader()
    }
    let head = detection.head
    detection = FormatDetection()
    try head.withUnsafeBytes { bytes -> Result<Void, RecordingError> in
      Result { () throws(RecordingError) in try reader?.read(bytes, into: &batch) }
    }.get()
  }
}
