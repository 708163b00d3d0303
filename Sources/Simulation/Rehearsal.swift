import Gestures
import Quantities
import Recordings
package import TouchInput

/// A made-up swipe over a device, of which nobody is told.
///
/// The first frames of a program are its slowest: its code comes from the disk as it runs, and what
/// libraries do is looked up when they are first asked. The kernel keeps a few milliseconds of
/// events for a reader, so that a fast device would lose its first touch. After a rehearsal all that
/// follows a touch has run once.
package struct Rehearsal {
  private let device: DeviceDescription
  private let settings: ReplaySettings

  /// The swipe's frames, the time between them, and the share of the surface that it crosses.
  private static let frames = 24
  private static let interval = Duration.milliseconds(20)
  private static let way = 0.6

  /// Creates a rehearsal.
  ///
  /// - Parameters:
  ///   - device: What the device says of itself.
  ///   - settings: What its touches will be followed by.
  package init(on device: DeviceDescription, _ settings: ReplaySettings) {
    self.device = device
    var settings = settings
    settings.tellsMoments = true
    self.settings = settings
  }

  /// Follows the swipe.
  ///
  /// - Returns: What happened in it, as lines of `pantograph.frames/1`; nothing where the settings
  ///   suit no swipe of this device.
  package func run() -> [UInt8] {
    var lines: [UInt8] = []
    var replay = RecordingReplay(settings: settings, description: device)
    var news = ReplayNews()
    var batch = EventBatch()
    for frame in 0...Self.frames {
      batch.removeAll()
      batch.append(events(of: frame), after: 0)
      guard (try? replay.handle(batch, of: [device])) != nil else { return lines }
      replay.take(into: &news)
      for moment in news.moments {
        moment.writeJSON(hasTimestamp: true, to: &lines)
        lines.append(UInt8(ascii: "\n"))
      }
    }
    return lines
  }

  /// The events of a frame; in the last one the fingers are up.
  private func events(of frame: Int) -> [InputEvent] {
    let time = Timestamp.zero.advanced(by: Self.interval * (frame + 1))
    var events: [InputEvent] = []
    func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(InputEvent(time: time, type: type, code: code, value: value))
    }
    let isUp = frame == Self.frames
    let (x, y) =
      device.isMultitouch
      ? (AxisCode.contactX, AxisCode.contactY) : (AxisCode.x, AxisCode.y)
    for finger in 0..<fingers {
      if device.isMultitouch {
        send(EventType.absolute, AxisCode.slot, Int32(finger))
        if isUp || frame == 0 {
          send(EventType.absolute, AxisCode.trackingID, isUp ? -1 : Int32(finger))
        }
      }
      guard !isUp else { continue }
      let along = Double(frame) / Double(Self.frames) * Self.way
      let isVertical = settings.direction.axis == .y
      let across = 0.2 + 0.1 * Double(finger)
      // Rightwards or downwards, as the settings may want; the other ways are as good as these.
      let (right, down) = isVertical ? (across, 0.2 + along) : (0.2 + along, across)
      send(EventType.absolute, x, value(of: x, at: right))
      send(EventType.absolute, y, value(of: y, at: down))
    }
    if isUp || frame == 0 { send(EventType.key, KeyCode.touch, isUp ? 0 : 1) }
    send(EventType.synchronization, SynchronizationCode.report, 0)
    return events
  }

  private var fingers: Int {
    let wanted = settings.fingers?.least ?? (device.kind == .touchpad ? 3 : 1)
    return device.isMultitouch ? min(max(wanted, 1), ContactFrame.capacity) : 1
  }

  /// The value at a share of an axis.
  private func value(of axis: UInt16, at share: Double) -> Int32 {
    guard let range = device.axes[axis] else { return 0 }
    let (low, high) = (Double(range.minimum), Double(range.maximum))
    return Int32(clamping: Int64(low + (high - low) * share))
  }
}
