import Quantities
import TouchInput

/// What fingers do on a surface, frame by frame, as tools that play touches take it.
///
/// Positions are shares of the surface, so that they fit a screen of any size; times are whole
/// milliseconds since the first frame, each rounded for itself, so that errors do not add up.
public struct PointerScript: Hashable, Sendable {
  /// A finger in a frame.
  public struct Finger: Hashable, Sendable {
    /// Which finger it is, counted from 1 in the order of landing.
    public var number: Int

    /// Where it is, as a share of the width from the left, 0…1.
    public var x: Double

    /// Where it is, as a share of the height from the top, 0…1.
    public var y: Double
  }

  /// A frame.
  public struct Frame: Hashable, Sendable {
    /// When, in milliseconds since the first frame.
    public var time: Int

    /// The fingers that are down, in the order of landing.
    public var fingers: [Finger]
  }

  /// The frames, from the first finger's landing to the last one's lift.
  public private(set) var frames: [Frame] = []

  /// How many fingers land.
  public private(set) var fingerCount = 0

  /// Whether times had parts of a millisecond.
  public private(set) var losesTime = false

  /// Whether a button was clicked.
  public private(set) var hasButton = false

  /// Whether the kernel dropped events.
  public private(set) var hasDropped = false

  /// Creates the script of a recording.
  ///
  /// - Parameter recording: The recording; frames in which fingers are counted but have no position
  ///   hold those that have one.
  /// - Complexity: O(events × fingers).
  public init(_ recording: SyntheticRecording) {
    guard
      let surface = recording.device.surface(
        recording.device.isMultitouch ? .contacts : .single)
    else { return }
    var decoder = TouchDecoder(device: recording.device)
    var numbers: [Int: Int] = [:]
    var origin: Timestamp?
    for event in recording.events {
      if event.type == EventType.key, event.code == KeyCode.left { hasButton = true }
      if event.type == EventType.synchronization, event.code == SynchronizationCode.dropped {
        hasDropped = true
      }
      guard decoder.handle(event).isFrame else { continue }
      let contacts = decoder.frame.contacts.filter { $0.isXKnown && $0.isYKnown }
      guard origin != nil || !contacts.isEmpty else { continue }
      for contact in contacts where numbers[contact.serial] == nil {
        numbers[contact.serial] = numbers.count + 1
      }
      let start = origin ?? decoder.frame.time
      origin = start
      let nanoseconds = decoder.frame.time.nanoseconds(since: start)
      losesTime = losesTime || nanoseconds % 1_000_000 != 0
      let fingers = contacts.map { contact in
        Finger(
          number: numbers[contact.serial] ?? 0, x: Self.share(contact.position.x, surface.x),
          y: Self.share(contact.position.y, surface.y))
      }
      frames.append(
        Frame(
          time: Int((nanoseconds + 500_000) / 1_000_000),
          fingers: fingers.sorted { $0.number < $1.number }))
    }
    fingerCount = numbers.count
  }

  private static func share(_ position: Int, _ extent: Surface.Extent) -> Double {
    let range = Double(extent.maximum - extent.minimum)
    return max(0, min(1, Double(position - extent.minimum) / range))
  }

  /// A number with some digits behind the point, all of them written.
  static func fixed(_ value: Double, places: Int) -> String {
    let power = (0..<places).reduce(1.0) { power, _ in power * 10 }
    let whole = Int((value * power).rounded())
    let digits = String(whole.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = whole < 0 ? "-" : ""
    guard places > 0 else { return sign + padded }
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
