public import TouchInput

/// Writes a recording in a format, in one pass and constant memory.
///
/// What is read again from it is the same as far as the format can hold it: see
/// ``WritableFormat/capacity``. Times keep their whole microseconds.
///
/// ```
/// var writer = format.writer()
/// writer.begin(devices, to: &bytes)
/// for event in events { writer.write(event, of: 0, to: &bytes); … }
/// writer.finish(to: &bytes)
/// ```
public protocol RecordingWriter: Sendable {
  /// Appends what stands in front of the events.
  ///
  /// - Parameters:
  ///   - devices: The devices, at least one; only a format that holds several writes all of them.
  ///   - bytes: Where it goes.
  mutating func begin(_ devices: [WrittenDevice], to bytes: inout [UInt8])

  /// Appends an event.
  ///
  /// - Parameters:
  ///   - event: The event; its time is one that a reader gives.
  ///   - device: The index of its device; where ``FormatCapacity/isByDevice`` holds it is never
  ///     below that of the event before.
  ///   - bytes: Where it goes. A writer may keep it back up to the end of its frame.
  mutating func write(_ event: InputEvent, of device: Int, to bytes: inout [UInt8])

  /// Appends what stands behind the events.
  mutating func finish(to bytes: inout [UInt8])
}
