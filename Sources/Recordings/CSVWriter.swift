import Quantities
public import TouchInput

/// Writes a row for each frame and contact, with commas between the values.
///
/// The first line names the columns; a field is empty where the device says nothing:
///
/// - `t`: the time of the frame in seconds, as recorded, with six digits behind the point;
/// - `frame`: the number of the frame, counted from 1; frames without a contact have no row;
/// - `slot`: the slot, or in protocol A the number of the contact in its frame, from 0;
/// - `tracking_id`: the number of the touch; −1 in the frame in which it ends;
/// - `x`, `y`: the position, in device units;
/// - `touch_major`, `touch_minor`, `width_major`, `width_minor`, `orientation`, `tool`, `pressure`,
///   `distance`: the values of the axes `ABS_MT_…` of these names, in device units;
/// - `button`: 1 while a button is down, else 0.
public struct CSVWriter: RecordingWriter {
  /// The columns that are axes of a contact.
  static let axes: [(name: String, code: UInt16)] = [
    ("touch_major", 0x30), ("touch_minor", 0x31), ("width_major", 0x32), ("width_minor", 0x33),
    ("orientation", 0x34), ("tool", 0x37), ("pressure", 0x3a), ("distance", 0x3b),
  ]

  /// The most contacts of a frame in protocol A.
  private static let mostGroups = 64

  private var state = DeviceState()
  private var frame = 0

  /// The last event, as long as nothing closes its frame.
  private var open: InputEvent?

  /// The slots in which a touch ended in this frame.
  private var ended: Set<Int32> = []

  /// The contacts of this frame, in protocol A.
  private var groups: [[UInt16: Int32]] = []
  private var group: [UInt16: Int32] = [:]

  /// Whether the device has contacts of their own.
  private var isMultitouch = false

  /// Creates a writer at the start of a recording.
  public init() {}

  public mutating func begin(_ devices: [WrittenDevice], to bytes: inout [UInt8]) {
    isMultitouch = devices[0].description.isMultitouch
    let names = Self.axes.map(\.name).joined(separator: ",")
    bytes.append(text: "t,frame,slot,tracking_id,x,y,\(names),button\n")
  }

  public mutating func write(_ event: InputEvent, of device: Int, to bytes: inout [UInt8]) {
    open = event
    if event.type == EventType.absolute, event.code >= AxisCode.slot {
      isMultitouch = true
      if DeviceState.isContactAxis(event.code) { group[event.code] = event.value }
      if event.code == AxisCode.trackingID {
        let old = state.slots[state.slot]?[AxisCode.trackingID] ?? -1
        if event.value < 0, old >= 0 { ended.insert(state.slot) }
        if event.value >= 0 { ended.remove(state.slot) }
      }
    }
    state.handle(event)
    guard event.type == EventType.synchronization else { return }
    switch event.code {
    case SynchronizationCode.contactReport:
      if !group.isEmpty, groups.count < Self.mostGroups { groups.append(group) }
      group = [:]
    case SynchronizationCode.report:
      closeFrame(event, to: &bytes)
      open = nil
    default: break
    }
  }

  /// Closes the frame that the events end in, if they do not close it themselves.
  public mutating func finish(to bytes: inout [UInt8]) {
    if let open { closeFrame(open, to: &bytes) }
  }

  private mutating func closeFrame(_ report: InputEvent, to bytes: inout [UInt8]) {
    frame += 1
    defer {
      ended = []
      groups = []
      group = [:]
    }
    guard groups.isEmpty else {
      for (number, values) in groups.enumerated() {
        write(values, slot: Int32(number), trackingID: values[AxisCode.trackingID], report, &bytes)
      }
      return
    }
    guard isMultitouch else {
      guard state.keys.contains(KeyCode.touch), !state.axes.isEmpty else { return }
      let isOdd = state.axes[AxisCode.x] == nil && state.axes[AxisCode.z] != nil
      let axes: PositionAxes = isOdd ? .odd : .single
      write(
        [AxisCode.contactX: state.axes[axes.x], AxisCode.contactY: state.axes[axes.y]]
          .compactMapValues { $0 }, slot: 0, trackingID: nil, report, &bytes)
      return
    }
    for (slot, values) in state.slots.sorted(by: { $0.key < $1.key }) {
      let trackingID = values[AxisCode.trackingID]
      guard trackingID.map({ $0 >= 0 }) ?? true || ended.contains(slot) else { continue }
      write(values, slot: slot, trackingID: trackingID, report, &bytes)
    }
  }

  private func write(
    _ values: [UInt16: Int32], slot: Int32, trackingID: Int32?, _ report: InputEvent,
    _ bytes: inout [UInt8]
  ) {
    bytes.append(nanoseconds: report.time.nanoseconds, digits: 6)
    bytes.append(text: ",\(frame),\(slot),")
    func append(_ value: Int32?) {
      if let value { bytes.append(decimal: Int64(value), width: 1) }
      bytes.append(UInt8(ascii: ","))
    }
    append(trackingID)
    append(values[AxisCode.contactX])
    append(values[AxisCode.contactY])
    for axis in Self.axes { append(values[axis.code]) }
    let isButtonDown = (KeyCode.left...KeyCode.middle).contains { state.keys.contains($0) }
    bytes.append(text: isButtonDown ? "1\n" : "0\n")
  }
}
