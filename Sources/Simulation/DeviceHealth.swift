public import Quantities
import Recordings
import TouchInput

/// How well a device reports: the figures that a report on a faulty driver or firmware quotes.
///
/// All of it is worked out while the events go by, in constant memory.
///
/// - Complexity: O(1) an event, O(contacts) a frame.
public struct DeviceHealth: Sendable {
  /// The intervals between two frames of a touch.
  ///
  /// A touch is from the first contact down to none; the frame that ends it is none of it.
  public private(set) var intervals = IntervalHistogram()

  /// The longest time from the end of a touch to the next contact down, or `nil` without two.
  public private(set) var longestPause: Duration?

  /// Frames that hold the same events as the frame before, their times aside.
  ///
  /// The kernel reports changes alone, so that events that come twice were recorded twice or made
  /// by a driver that goes round it. Drivers of protocol A report all there is in each frame, where
  /// a contact at rest comes to the same.
  public private(set) var repeatedFrames = Occurrences()

  /// Frames without any event but the one that ends them.
  ///
  /// In protocol A this is how the last contact leaves. Frames of keys that the kernel repeats do
  /// not count.
  public private(set) var emptyFrames = Occurrences()

  /// Frames with the same time as the frame before.
  public private(set) var repeatedTimes = Occurrences()

  /// Events with an earlier time than the event before.
  public private(set) var backwardTimes = Occurrences()

  /// The largest step back in time.
  public private(set) var largestStepBack: Duration?

  /// Frames in which `BTN_TOOL_*` tells another number of fingers than there are contacts, slots
  /// that do not reach so far left out.
  public private(set) var fingerCountMismatches = Occurrences()

  /// Contacts that were down without ever having a position on both axes.
  public private(set) var contactsWithoutPosition = Occurrences()

  /// Positions outside the declared range of an axis, as far as they were reported anew.
  public private(set) var outside = PerAxis(both: Occurrences())

  /// The smallest and largest positions within the declared ranges, if there are any.
  private var inside = PerAxis<ClosedRange<Int>?>(both: nil)

  /// The noise of contacts at rest, or `nil` before the first frame.
  public private(set) var noise: RestingNoise?

  /// Which slots a contact was in, a bit each.
  private var slotMask: UInt64 = 0
  private var slot: Int32 = 0

  private var surface: Surface?
  private var lastEvent: Timestamp?
  private var lastReport: Timestamp?
  private var lastFrame: Timestamp?
  private var lastTouched: Timestamp?
  private var wasTouched = false
  /// What the events of a frame come to.
  private var digest = Digest()
  private var lastDigest: Digest?
  /// The contacts without a position that are down, with the line of their first frame.
  private var blind: [(serial: Int, line: Int?, wasSeen: Bool)] = []

  /// Creates the health of a device that has reported nothing.
  init() {}

  /// Creates the health of a table's rows, and takes all of them.
  ///
  /// The travel is no range that positions have to lie in; the screen is one.
  ///
  /// - Complexity: O(rows).
  init(of table: SampleTable) {
    surface = table.travel == nil ? table.surface : nil
    noise = RestingNoise(of: table)
    for frame in table.frames { take(frame, on: nil) }
    finish()
  }

  /// Events of a frame, told apart by the hash that Fowler, Noll and Vo call FNV-1a, of 64 bits.
  private struct Digest: Hashable {
    var count = 0
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    /// Whether a key that the kernel repeats, or a gap in the events, makes the frame no report.
    var isExempt = false

    mutating func add(_ event: InputEvent) {
      count &+= 1
      let words = UInt64(event.type) << 48 | UInt64(event.code) << 32
      var rest = words | UInt64(UInt32(bitPattern: event.value))
      for _ in 0..<8 {
        hash = (hash ^ (rest & 0xff)) &* 0x100_0000_01b3
        rest >>= 8
      }
    }
  }

  // MARK: Events

  /// Takes an event, before the frame that it closes.
  mutating func take(_ event: InputEvent, line: Int?) {
    if let lastEvent, event.time < lastEvent {
      backwardTimes.note(on: line)
      largestStepBack = max(largestStepBack ?? .zero, lastEvent.since(event.time))
    }
    lastEvent = event.time
    guard event.type == EventType.synchronization, event.code == SynchronizationCode.report else {
      note(event)
      return
    }
    if let lastReport, lastReport == event.time { repeatedTimes.note(on: line) }
    lastReport = event.time
    if !digest.isExempt {
      if digest.count == 0 { emptyFrames.note(on: line) }
      if digest.count > 0, digest == lastDigest { repeatedFrames.note(on: line) }
    }
    lastDigest = digest
    digest = Digest()
  }

  private mutating func note(_ event: InputEvent) {
    digest.add(event)
    switch (event.type, event.code) {
    case (EventType.key, _): if event.value == 2 { digest.isExempt = true }
    case (EventType.synchronization, SynchronizationCode.dropped): digest.isExempt = true
    case (EventType.absolute, AxisCode.slot): slot = event.value
    case (EventType.absolute, AxisCode.trackingID):
      if event.value >= 0, (0..<64).contains(slot) { slotMask |= 1 << UInt64(slot) }
    default: break
    }
  }

  /// How many slots a contact was in, of the first 64.
  public var slotsUsed: Int { slotMask.nonzeroBitCount }

  // MARK: Frames

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - line: The line that closed it, if there is one.
  ///   - toolCount: The fingers that `BTN_TOOL_*` tells, or 0.
  ///   - surface: What the positions lie on, if that is known; asked for once.
  mutating func take(
    _ frame: borrowing ContactFrame, line: Int? = nil, toolCount: Int = 0,
    on surface: @autoclosure () -> Surface?
  ) {
    if noise == nil, frame.count > 0 {
      self.surface = surface()
      noise = RestingNoise(on: self.surface)
    }
    let isTouched = frame.count > 0
    if isTouched, wasTouched, let lastFrame {
      intervals.add(nanoseconds: frame.time.nanoseconds(since: lastFrame))
    } else if isTouched, let lastTouched {
      longestPause = max(longestPause ?? .zero, frame.time.since(lastTouched))
    }
    if wasTouched, !isTouched { lastTouched = frame.time }
    wasTouched = isTouched
    lastFrame = frame.time
    let fingerCount = frame.fingerCount
    // The last of the keys stands for five fingers and more.
    let agrees = toolCount == fingerCount || toolCount == 5 && fingerCount > 5
    if isTouched, toolCount > 0, !agrees {
      fingerCountMismatches.note(on: line)
    }
    noise?.take(frame)
    takePositions(frame, line)
  }

  /// Takes what is not known before the events end.
  mutating func finish() {
    noise?.finish()
    for contact in blind { contactsWithoutPosition.note(on: contact.line) }
    blind = []
  }

  private mutating func takePositions(_ frame: borrowing ContactFrame, _ line: Int?) {
    for index in blind.indices { blind[index].wasSeen = false }
    for index in 0..<frame.count {
      let contact = frame[index]
      guard contact.isXKnown, contact.isYKnown else {
        if let place = blind.firstIndex(where: { $0.serial == contact.serial }) {
          blind[place].wasSeen = true
        } else {
          blind.append((contact.serial, line, true))
        }
        continue
      }
      if !blind.isEmpty { blind.removeAll { $0.serial == contact.serial } }
      guard contact.isPositionReported, let surface else { continue }
      take(contact.position.x, along: .x, in: surface.x, line)
      take(contact.position.y, along: .y, in: surface.y, line)
    }
    for contact in blind where !contact.wasSeen { contactsWithoutPosition.note(on: contact.line) }
    if !blind.isEmpty { blind.removeAll { !$0.wasSeen } }
  }

  private mutating func take(
    _ value: Int, along axis: Axis, in extent: Surface.Extent, _ line: Int?
  ) {
    guard value >= extent.minimum, value <= extent.maximum else {
      outside[axis].note(on: line)
      return
    }
    let known = inside[axis] ?? value...value
    inside[axis] = min(known.lowerBound, value)...max(known.upperBound, value)
  }

  // MARK: Figures

  /// The reports a second that the median interval makes, or `nil` without one.
  public var medianRate: Double? {
    intervals.median.flatMap { $0 > 0 ? 1000 / $0 : nil }
  }

  /// The part of the declared range of an axis that was used, 0…1; `nil` without a range or a
  /// position in it.
  public func rangeUsed(along axis: Axis) -> Double? {
    guard let surface, let range = inside[axis] else { return nil }
    return Double(range.upperBound - range.lowerBound) / Double(surface[axis].range)
  }

  /// Whether the device declares ranges, as far as something was touched.
  public var hasRange: Bool { surface != nil }
}
