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

  /// The most bytes that are looked through for a telling line.
  static let longestHead = 1 << 16

  private enum Parser: Sendable {
    /// Waiting for a line that tells the format.
    case undecided(head: [UInt8])
    case evemu(EvemuReader)
  }

  private var parser = Parser.undecided(head: [])
  private var lines = LineSplitter()

  /// Creates a reader at the start of a recording.
  public init() {}

  /// The format, or `nil` as long as no line has told it.
  public var format: RecordingFormat? {
    switch parser {
    case .undecided: nil
    case .evemu: .evemu
    }
  }

  /// The devices that have been described so far; events name them by their index.
  ///
  /// It is empty, or shorter than an event's index says, where a recording describes none.
  public var devices: [DeviceDescription] {
    switch parser {
    case .undecided: []
    case .evemu(let reader): reader.devices
    }
  }

  /// The tables of a file of sample tables, once all of it has been read.
  public var tables: [SampleTable] { [] }

  /// Reads the next bytes of the recording.
  ///
  /// - Parameters:
  ///   - chunk: The bytes; a line may go on in the next chunk.
  ///   - batch: Where the events of the chunk go, behind those that it holds.
  /// - Throws: What is wrong, at the line it is wrong on. The events before it are in the batch.
  public mutating func read(_ chunk: UnsafeRawBufferPointer, into batch: inout EventBatch)
    throws(RecordingError)
  {
    switch parser {
    case .undecided(var head):
      parser = .undecided(head: [])
      head.append(contentsOf: chunk)
      try decide(head, isWhole: false, into: &batch)
    case .evemu(var reader):
      parser = .undecided(head: [])
      defer { parser = .evemu(reader) }
      try lines.split(chunk, with: &reader, into: &batch)
    }
  }

  /// Ends the reading.
  ///
  /// - Throws: What is wrong with the last line, or with the recording as a whole.
  public mutating func finish(into batch: inout EventBatch) throws(RecordingError) {
    if case .undecided(let head) = parser {
      guard !head.isEmpty else { throw RecordingError(.unknownFormat, line: nil) }
      try decide(head, isWhole: true, into: &batch)
    }
    switch parser {
    case .undecided: throw RecordingError(.unknownFormat, line: nil)
    case .evemu(var reader):
      parser = .undecided(head: [])
      defer { parser = .evemu(reader) }
      try lines.finish(with: &reader, into: &batch)
      reader.finish(into: &batch)
    }
  }

  /// Chooses the parser by the head of the recording, and hands the head to it.
  private mutating func decide(_ head: [UInt8], isWhole: Bool, into batch: inout EventBatch)
    throws(RecordingError)
  {
    switch FormatDetection.format(of: head, isWhole: isWhole || head.count >= Self.longestHead) {
    case .undecided: parser = .undecided(head: head)
    case .unknown(let error): throw error
    case .found(let format):
      switch format {
      case .evemu: parser = .evemu(EvemuReader())
      case .libinput, .evtest, .getevent, .raw, .sampleTable:
        throw RecordingError(.unknownFormat, line: nil)
      }
      let result = head.withUnsafeBytes { bytes -> Result<Void, RecordingError> in
        do throws(RecordingError) {
          try read(bytes, into: &batch)
          return .success(())
        } catch {
          return .failure(error)
        }
      }
      try result.get()
    }
  }
}
