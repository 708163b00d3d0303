import Quantities
import Recordings
import TouchInput

/// Picks the events that are written out of those of a recording.
struct EventPicker {
  /// How far the events of a device have come.
  private struct Device {
    var frame = 0
    var isAtStart = true
    var isInside = false
    var part = RecordingPart()
    var filter = TouchFilter(isAnonymous: true)
  }

  private let selection: Selection

  /// The events of which device alone are wanted.
  private let only: Int?

  private var devices: [Int: Device] = [:]
  private var picked: [InputEvent] = []

  /// Creates a picker at the start of a recording.
  ///
  /// - Parameters:
  ///   - selection: What is written.
  ///   - only: The index of the device whose events alone are wanted, or `nil` for all that are
  ///     written.
  init(_ selection: Selection, only: Int? = nil) {
    self.selection = selection
    self.only = only
    for index in selection.devices where only ?? index == index { devices[index] = Device() }
  }

  /// Takes an event of the recording.
  ///
  /// - Returns: The events to be written, of the same device.
  mutating func pick(_ recorded: RecordedEvent) -> [InputEvent] {
    guard var device = devices[recorded.device] else { return [] }
    // Its state is out of the table while it changes: else it would be copied.
    devices[recorded.device] = Device()
    defer { devices[recorded.device] = device }
    let event = recorded.event
    picked.removeAll(keepingCapacity: true)
    if device.isAtStart {
      switch selection.part {
      case .whole: device.isInside = true
      case .times(let range): device.isInside = range.contains(event.time)
      case .frames(let range): device.isInside = range.contains(device.frame)
      }
    }
    device.isAtStart =
      event.type == EventType.synchronization && event.code == SynchronizationCode.report
    if device.isAtStart { device.frame += 1 }
    if case .whole = selection.part {
      picked.append(event)
    } else if device.isInside {
      device.part.take(event, into: &picked)
    } else {
      device.part.skip(event)
    }
    guard selection.isAnonymous else { return picked }
    var kept: [InputEvent] = []
    for event in picked { device.filter.take(event, into: &kept) }
    return kept
  }
}
