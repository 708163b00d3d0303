/// A reader of one format.
///
/// A recording is read through a value of this type that holds any of them: a call a chunk, however
/// many events are in it.
protocol FormatReader: Sendable {
  /// The format, or `nil` as long as that is not sure.
  var format: RecordingFormat? { get }

  /// The devices that were found.
  var devices: DeviceList { get }

  /// The tables that were found, once all has been read.
  var tables: [SampleTable] { get }

  /// Reads the next bytes.
  ///
  /// - Throws: What is wrong. Nothing is read behind it.
  mutating func read(_ chunk: UnsafeRawBufferPointer, into batch: inout EventBatch)
    throws(RecordingError)

  /// Ends the reading.
  ///
  /// - Throws: What is wrong with the end, or with the recording as a whole.
  mutating func finish(into batch: inout EventBatch) throws(RecordingError)
}

extension FormatReader {
  var devices: DeviceList { DeviceList() }
  var tables: [SampleTable] { [] }
}

extension RecordingFormat {
  /// Creates a reader at the start of a recording of the format.
  ///
  /// - Parameter layout: How wide the times of the kernel's records are, where it reads those.
  /// - Returns: The reader.
  func makeReader(_ layout: RawReader.Layout = .wide) -> any FormatReader {
    switch self {
    case .evemu: EvemuReader()
    case .libinput: LibinputReader()
    case .evtest: EvtestReader()
    case .getevent: GeteventReader()
    case .debugEvents: DebugEventsReader()
    case .uinput: UinputReader()
    case .hid: HIDReader()
    case .raw: RawReader(layout)
    case .sampleTable: SampleTableReader()
    }
  }
}
