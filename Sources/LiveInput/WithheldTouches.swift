import CLibevdev
import TouchInput

extension LiveDevice {
  /// Whether contacts are, or were last, elsewhere than the events have told.
  ///
  /// It asks the kernel where the contacts of the device are, which takes nothing out of the events
  /// to come. A difference that lasts while nothing can be read means that another program has
  /// grabbed the device; one in passing, that a frame is being sent.
  public var isWithheld: Bool {
    guard !hasPendingEvents else { return false }
    let slots = slotCount
    guard slots > 0 else {
      return [AxisCode.x, AxisCode.y].contains { code in
        var axis = input_absinfo()
        guard let known = value(of: code),
          pantograph_get_axis(fileDescriptor, UInt32(code), &axis) >= 0
        else { return false }
        return axis.value != known
      }
    }
    return [AxisCode.trackingID, AxisCode.contactX, AxisCode.contactY].contains { code in
      guard let current = current(code, of: slots) else { return false }
      return (0..<slots).contains { slot in
        value(of: code, in: slot).map { $0 != current[slot] } ?? false
      }
    }
  }

  /// The values that the kernel has of an axis, by slot.
  private func current(_ code: UInt16, of slots: Int) -> [Int32]? {
    var words = [Int32](repeating: 0, count: slots + 1)
    words[0] = Int32(code)
    let isKnown = words.withUnsafeMutableBytes { bytes in
      pantograph_get_slots(fileDescriptor, bytes.baseAddress, bytes.count) >= 0
    }
    return isKnown ? Array(words.dropFirst()) : nil
  }
}
