public import TouchInput

/// Writes the kernel's records, one after the other, little endian.
///
/// The corresponding C type is `struct input_event`.
public struct RawWriter: RecordingWriter {
  private let layout: RawReader.Layout

  /// Creates a writer of records of a layout.
  init(_ layout: RawReader.Layout) {
    self.layout = layout
  }

  /// Appends nothing: records have no head.
  public mutating func begin(_ devices: [WrittenDevice], to bytes: inout [UInt8]) {}

  public mutating func write(_ event: InputEvent, of device: Int, to bytes: inout [UInt8]) {
    let (seconds, microseconds) = event.time.secondsAndMicroseconds
    switch layout {
    case .wide:
      bytes.append(littleEndian: seconds)
      bytes.append(littleEndian: microseconds)
    case .narrow:
      bytes.append(littleEndian: Int32(clamping: seconds))
      bytes.append(littleEndian: Int32(clamping: microseconds))
    }
    bytes.append(littleEndian: event.type)
    bytes.append(littleEndian: event.code)
    bytes.append(littleEndian: event.value)
  }

  public mutating func finish(to bytes: inout [UInt8]) {}
}

extension [UInt8] {
  /// Appends the bytes of a number, the lowest first.
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
