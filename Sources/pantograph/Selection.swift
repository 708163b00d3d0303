import Quantities

/// What is written of a recording.
struct Selection {
  /// Which frames of a device.
  enum Part {
    /// All of them.
    case whole

    /// Those that begin in a time.
    case times(ClosedRange<Timestamp>)

    /// Those with some numbers, counted from 0.
    case frames(ClosedRange<Int>)
  }

  /// The devices, by their index in the recording.
  var devices: [Int]

  /// Which frames of them.
  var part = Part.whole

  /// Whether what is no touch is left out.
  var isAnonymous = false

  /// Whether all events of the devices are written.
  var isWhole: Bool {
    if case .whole = part { !isAnonymous } else { false }
  }
}
