import Quantities
import Simulation
import TouchInput

/// Watches a device for gestures while it is recorded, as replay will do with the recording.
struct GestureWatch {
  private var replay: Replay
  private var count = 0

  /// What keeps gestures from being recognized, if anything does.
  private(set) var failure: ReplayError?

  /// Watches a device.
  init(_ device: DeviceDescription, _ settings: ReplaySettings) {
    var settings = settings
    settings.tellsMoments = true
    replay = Replay(device: device, settings: settings)
  }

  /// Takes an event.
  ///
  /// - Returns: What happened by it.
  mutating func take(_ event: InputEvent) -> [GestureMoment] {
    guard failure == nil else { return [] }
    count &+= 1
    do throws(ReplayError) {
      try replay.handle(event, line: count)
    } catch {
      failure = error
      return []
    }
    return moments
  }

  /// Ends what goes on.
  ///
  /// - Parameter interruption: What ends it, or `nil` if the events end by themselves.
  /// - Returns: What happened by it.
  mutating func finish(by interruption: ContactFrame.Interruption?) -> [GestureMoment] {
    guard failure == nil else { return [] }
    if let interruption { replay.end(interruption) } else { try? replay.finish() }
    return moments
  }

  private var moments: [GestureMoment] {
    mutating get {
      let moments = replay.takeMoments()
      if !moments.isEmpty { _ = replay.takeFindings() }
      return moments
    }
  }
}
