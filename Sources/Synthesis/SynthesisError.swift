/// A gesture, or a device, that makes no sense.
public enum SynthesisError: Error, Hashable, Sendable {
  /// A number of a specification.
  public enum Field: String, Hashable, Sendable, CaseIterable {
    /// How far the fingers go back, in millimeters.
    case back

    /// How far the fingers go, in millimeters.
    case distance

    /// The time that the fingers move, in seconds.
    case duration

    /// The time before they move, in seconds.
    case dwell

    /// The number of fingers.
    case fingers

    /// How far the reports' time stamps stray, in seconds.
    case jitter

    /// The time over which the fingers land, in seconds.
    case landing

    /// The time over which the fingers lift, in seconds.
    case lifting

    /// The noise of a coordinate, in millimeters.
    case noise

    /// The rest before the lift, in seconds.
    case pause

    /// The share of the motion's time after which the fingers lift.
    case release

    /// The reports in a second.
    case reportRate = "report-rate"

    /// The device units in a millimeter.
    case resolution

    /// The width or the height, in millimeters.
    case size

    /// How far the fingers go across the axis, in millimeters.
    case slant

    /// The number of slots.
    case slots

    /// The way from one finger to the next, in millimeters.
    case spread

    /// A coordinate of where the hand lands, in millimeters.
    case start

    /// How far the hand trembles, in millimeters.
    case tremor

    /// The largest velocity, in millimeters per second.
    case velocity
  }

  /// The number is not within the range that makes sense, or not finite.
  case outOfRange(Field, ClosedRange<Double>)

  /// The fingers would leave the surface, by this many millimeters at most.
  case leavesSurface(by: Double)

  /// The device has fewer slots than there are contacts, and no other way to count them.
  case tooManyContacts(slots: Int)

  /// The gesture has more reports than this.
  case tooLong(reports: Int)

  /// One finger alone cannot pinch.
  case pinchNeedsFingers

  /// The fingers cannot lift in motion and rest before.
  case restAfterRelease

  /// The fingers have a velocity, and no way to go.
  case velocityWithoutDistance

  /// The fingers go back, and did not go out.
  case backWithoutDistance

  /// The device has no button to click.
  case noButton

  /// The hand has no sixth finger to rest.
  case thumbIsUsed

  /// The name is empty, longer than 80 bytes, or has control characters.
  case invalidName

  /// A course has 1 to 64 places, none before the one in front of it.
  case unevenCourse

  /// Checks that a number is within a range.
  static func check(
    _ value: Double, _ field: Field, in range: ClosedRange<Double>
  ) throws(SynthesisError) {
    // A comparison with a number that is none is false.
    guard value >= range.lowerBound, value <= range.upperBound else {
      throw .outOfRange(field, range)
    }
  }
}

extension SynthesisError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .outOfRange(let field, let range):
      "\(field.rawValue) must be \(Self.text(range.lowerBound)) to "
        + "\(Self.text(range.upperBound))\(field.unit)"
    case .leavesSurface(let length):
      // Rounded up: with that much less they do stay on it.
      "the fingers would leave the surface by \(Self.text((length * 10).rounded(.up) / 10)) mm"
    case .tooManyContacts(let slots):
      "the device has \(slots) slot\(slots == 1 ? "" : "s"), too few for all contacts"
    case .tooLong(let reports): "the gesture would have more than \(reports) reports"
    case .pinchNeedsFingers: "a pinch needs two fingers or more"
    case .restAfterRelease:
      "fingers that lift in motion (release below 1) cannot pause before the lift"
    case .velocityWithoutDistance: "a velocity needs a distance"
    case .backWithoutDistance: "fingers cannot go back that did not go out"
    case .unevenCourse: "a course has 1 to 64 places in the order of time"
    case .noButton: "a touchscreen has no button to click"
    case .thumbIsUsed: "all five fingers move, so no thumb can rest"
    case .invalidName: "a name has 1 to 80 bytes and no control characters"
    }
  }

  /// A number with at most six digits behind the point.
  private static func text(_ value: Double) -> String {
    let rounded = (value * 1e6).rounded() / 1e6
    let text = "\(rounded)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension SynthesisError.Field {
  /// The unit of the number, as a message has it.
  var unit: String {
    switch self {
    case .back, .distance, .noise, .size, .slant, .spread, .start, .tremor: " mm"
    case .duration, .dwell, .jitter, .landing, .lifting, .pause: " s"
    case .velocity: " mm/s"
    case .reportRate: " Hz"
    case .resolution: " units per mm"
    case .fingers, .release, .slots: ""
    }
  }
}
