import CLibevdev
import TouchInput

extension LiveDevice {
  /// Whether somebody touches the device in another way than its events have told.
  ///
  /// It asks the kernel which touches there are, which takes nothing out of the events to come. A
  /// difference that lasts while nothing can be read means that another program has grabbed the
  /// device. Devices without slots never tell.
  public var isWithheld: Bool {
    let slots = knownTrackingIDs
    guard !slots.isEmpty, var answer = currentTrackingIDs(slots.count) else { return false }
    if answer == slots { return false }
    // What happened in between is about to be read.
    guard !hasPendingEvents else { return false }
    answer = currentTrackingIDs(slots.count) ?? slots
    return answer != slots && !hasPendingEvents
  }

  /// The touches that the kernel has, by slot.
  private func currentTrackingIDs(_ count: Int) -> [Int32]? {
    var words = [Int32](repeating: 0, count: count + 1)
    words[0] = Int32(AxisCode.trackingID)
    let isKnown = words.withUnsafeMutableBytes { bytes in
      pantograph_get_slots(fileDescriptor, bytes.baseAddress, bytes.count) >= 0
    }
    return isKnown ? Array(words.dropFirst()) : nil
  }
}
