import Quantities
public import TouchInput

/// A gesture that was made: a device, and the events that it sends.
///
/// The same specification makes the same events on every machine, to the last bit.
public struct SyntheticRecording: Hashable, Sendable {
  /// What the device says of itself.
  public let device: DeviceDescription

  /// The events, from the first finger's landing to the last one's lift.
  ///
  /// The first one is at 0.000001 s, as in a recording of evemu 1.3.
  public let events: [InputEvent]

  /// Makes a gesture.
  ///
  /// - Throws: What makes no sense.
  /// - Complexity: O(reports × fingers), with at most ``GestureSpecification/mostReports``.
  public init(of gesture: GestureSpecification) throws(SynthesisError) {
    try gesture.validate()
    device = try gesture.device.description()
    events = try Performance(gesture).events()
  }
}

/// A gesture as it is performed: which finger is where at each report.
private struct Performance {
  /// A finger, and the reports that it is down in.
  private struct Finger {
    var number: Int
    /// The first report that it is down in.
    var landing: Int
    /// The first report that it is up in.
    var lift: Int
    var noise: RandomNumbers
    var isAtRest = false
  }

  /// How long before the fingers a resting thumb lands, and after them it lifts, in seconds.
  private static let thumbLead = 0.25
  private static let thumbLag = 0.12

  /// How far above the lower edge a resting thumb lies, and how far left of the hand's middle, in
  /// millimeters.
  private static let thumbHeight = 6.0
  private static let thumbAside = 12.0

  /// How much of the hand's tremor a resting thumb makes.
  private static let thumbTremor = 0.3

  /// How long a click lasts, in seconds.
  private static let clickDuration = 0.12

  /// How many reports are lost before `SYN_DROPPED` says so, at most.
  private static let mostLost = 4

  private let gesture: GestureSpecification
  private let path: HandPath
  private let interval: Double
  /// The fingers in the order of their landing.
  private var fingers: [Finger] = []
  /// When the motion begins, in seconds since the first report.
  private let motionStart: Double
  /// The report that the motion ends with.
  private let motionEnd: Int
  /// The number of reports, the one of the last lift counted.
  private let reports: Int
  private let tremorX: Tremor
  private let tremorY: Tremor

  init(_ gesture: GestureSpecification) throws(SynthesisError) {
    self.gesture = gesture
    path = try HandPath(gesture)
    let interval = gesture.device.interval
    self.interval = interval
    let hand = gesture.hand
    let lead = hand.hasThumbAtRest ? Self.thumbLead : 0
    let times = [
      lead, hand.landing.seconds, gesture.dwell.seconds, path.duration, gesture.rest.seconds,
      hand.lifting.seconds, hand.hasThumbAtRest ? Self.thumbLag : 0,
    ]
    // Each time is rounded to reports, and the last lift has one of its own.
    let most = Double(GestureSpecification.mostReports - times.count - 2)
    guard times.reduce(0, +) <= most * interval else {
      throw .tooLong(reports: GestureSpecification.mostReports)
    }
    func reports(_ seconds: Double) -> Int { Int((seconds / interval).rounded()) }

    let first = reports(lead)
    let landings = Self.times(
      gesture.fingers, over: hand.landing.seconds, seed: gesture.seed, for: Purpose.landing
    ).map { first + reports($0) }
    let ready = Double(landings.max() ?? first) * interval + gesture.dwell.seconds
    // The motion ends with a report, so that the distance is the one that was asked for.
    motionEnd = Int(((ready + path.duration) / interval - 1e-6).rounded(.up))
    motionStart = Double(motionEnd) * interval - path.duration
    let firstLift = motionEnd + reports(gesture.rest.seconds) + 1
    let lifts = Self.times(
      gesture.fingers, over: hand.lifting.seconds, seed: gesture.seed, for: Purpose.lifting
    ).map { firstLift + reports($0) }
    var last = lifts.max() ?? firstLift
    var fingers = (0..<gesture.fingers).map { number in
      Finger(
        number: number, landing: landings[number], lift: lifts[number],
        noise: RandomNumbers(seed: gesture.seed, for: Purpose.noise + UInt64(number)))
    }
    if hand.hasThumbAtRest {
      last += max(reports(Self.thumbLag), 1)
      fingers.append(
        Finger(
          number: gesture.fingers, landing: 0, lift: last,
          noise: RandomNumbers(seed: gesture.seed, for: Purpose.noise + UInt64(gesture.fingers)),
          isAtRest: true))
    }
    self.reports = last + 1
    self.fingers = fingers.sorted { ($0.landing, $0.number) < ($1.landing, $1.number) }
    let duration = Double(last) * interval
    tremorX = Tremor(
      amplitude: hand.tremor, duration: duration,
      numbers: RandomNumbers(seed: gesture.seed, for: Purpose.tremorX))
    tremorY = Tremor(
      amplitude: hand.tremor, duration: duration,
      numbers: RandomNumbers(seed: gesture.seed, for: Purpose.tremorY))
  }

  /// A time for each of some fingers: one at 0, one at the end, the others between, in any order.
  private static func times(
    _ count: Int, over length: Double, seed: UInt64, for purpose: UInt64
  ) -> [Double] {
    guard count > 1, length > 0 else { return Array(repeating: 0, count: count) }
    var numbers = RandomNumbers(seed: seed, for: purpose)
    var times = [0, length]
    while times.count < count { times.append(length * numbers.unit()) }
    for index in stride(from: count - 1, to: 0, by: -1) {
      times.swapAt(index, Int(numbers.unit() * Double(index + 1)))
    }
    return times
  }

  // MARK: Reports

  func events() -> [InputEvent] {
    var numbers = RandomNumbers(seed: gesture.seed, for: Purpose.trackingID)
    var reporter = ContactReporter(
      gesture.device, firstTrackingID: Int32(numbers.next() % 1000))
    var stamps = RandomNumbers(seed: gesture.seed, for: Purpose.jitter)
    var fingers = fingers
    let click = halfWay
    let clickEnd = min(
      click + max(Int((Self.clickDuration / interval).rounded()), 1), fingers[0].lift - 1)
    let lost = gesture.dropsEvents ? lostReports(from: click) : 0..<0
    var hasTold = !gesture.dropsEvents
    var events: [InputEvent] = []
    for report in 0..<reports {
      let stray = gesture.device.jitter.seconds * stamps.signed()
      let time = Self.timestamp(Double(report) * interval + (report > 0 ? stray : 0))
      let touches = touches(&fingers, in: report)
      let isButtonDown = gesture.clicks && (click..<max(clickEnd, click + 1)) ~= report
      let new = reporter.report(touches, isButtonDown: isButtonDown, at: time)
      guard !lost.contains(report) else { continue }
      // Only an event that finds no room makes the kernel say so.
      if report >= lost.upperBound, !hasTold, !new.isEmpty {
        hasTold = true
        events.append(
          InputEvent(
            time: time, type: EventType.synchronization, code: SynchronizationCode.dropped, value: 0
          ))
        events += new.suffix(max(new.count / 2, 1))
      } else {
        events += new
      }
    }
    return events
  }

  /// The first report in which the fingers have gone half of their way.
  private var halfWay: Int {
    let first = max(Int((motionStart / interval).rounded()), 1)
    let reports = first..<max(motionEnd, first)
    return reports.first { path.isHalfWay(at: Double($0) * interval - motionStart) } ?? motionEnd
  }

  /// The reports that are lost from one on: the reader was late, and the kernel's buffer full.
  ///
  /// Of the one behind them the second half arrives.
  private func lostReports(from first: Int) -> Range<Int> {
    let end = min(first + Self.mostLost, reports - 1)
    return min(first, end)..<end
  }

  /// A moment as the kernel stamps it, in microseconds; the first one is 1.
  private static func timestamp(_ seconds: Double) -> Timestamp {
    Timestamp(nanoseconds: (Int64((seconds * 1e6).rounded()) + 1) * 1000)
  }

  private func touches(_ fingers: inout [Finger], in report: Int) -> [ContactReporter.Touch] {
    let time = Double(report) * interval
    let tremor = Vector<Millimeters>(
      x: tremorX.displacement(at: time), y: tremorY.displacement(at: time))
    var touches: [ContactReporter.Touch] = []
    for index in fingers.indices {
      let finger = fingers[index]
      guard (finger.landing..<finger.lift) ~= report else { continue }
      var place: Vector<Millimeters>
      if finger.isAtRest {
        place = restingPlace
        place = place + Vector(x: tremor.x * Self.thumbTremor, y: tremor.y * Self.thumbTremor)
      } else {
        place = path.position(of: finger.number, at: time - motionStart) + tremor
      }
      let noise = gesture.device.noise
      place =
        place
        + Vector(
          x: noise * fingers[index].noise.normal(), y: noise * fingers[index].noise.normal())
      touches.append(touch(finger.number, at: place))
    }
    return touches
  }

  private var restingPlace: Vector<Millimeters> {
    let device = gesture.device
    let x = max(Self.thumbHeight, path.origin.x - Self.thumbAside)
    return Vector(
      x: min(x, device.width), y: max(device.height - Self.thumbHeight, device.height / 2))
  }

  /// A finger at a place in millimeters: in device units, and never beyond the surface.
  private func touch(_ finger: Int, at place: Vector<Millimeters>) -> ContactReporter.Touch {
    let device = gesture.device
    func units(_ length: Double, _ resolution: Int, _ largest: Int32) -> Int32 {
      Int32(max(0, min(Double(largest), (length * Double(resolution)).rounded())))
    }
    return ContactReporter.Touch(
      finger: finger, x: units(place.x, device.resolutionX, device.largestX),
      y: units(place.y, device.resolutionY, device.largestY))
  }
}
