public import Quantities

/// A gesture to be made: what the hand does, on which device, and by which random numbers.
///
/// ```
/// fingers land   dwell   the motion, out and maybe back   rest   fingers lift
/// ├─ landing ───┼───────┼────────────────────────────────┼──────┼─ lifting ──┤
/// ```
///
/// Each way of the motion is one of minimum jerk, 10u³ − 15u⁴ + 6u⁵ for u of 0…1: the smoothest
/// from rest to rest, which hands make (Flash and Hogan, "The coordination of arm movements",
/// 1985). Its largest velocity is 15/8 of the mean one, in its middle.
public struct GestureSpecification: Hashable, Sendable {
  /// What the fingers do.
  public enum Motion: Hashable, Sendable {
    /// All go one way, and maybe back.
    case swipe(Swipe)

    /// They go away from the middle of the hand, the outermost by some millimeters, the others in
    /// proportion; negative: towards it.
    case pinch(Double)

    /// They stay where they landed.
    case tap

    /// All go straight from place to place along an axis, at an even speed between each two; the pace
    /// does not matter.
    case course(Course)
  }

  /// A way along an axis, from place to place.
  public struct Course: Hashable, Sendable {
    /// A place, and when the fingers are there.
    public struct Place: Hashable, Sendable {
      /// Seconds since the motion began, 0 or more, not before the place in front of it.
      public var time: Double

      /// Millimeters from where the fingers landed, positive towards larger coordinates.
      public var way: Double

      /// Creates a place.
      public init(time: Double, way: Double) {
        self.time = time
        self.way = way
      }
    }

    /// The axis.
    public var axis: Axis

    /// The places, 1…64; before the first one the fingers are where they landed, behind the last one
    /// they stay.
    public var places: [Place]

    /// Creates a way.
    public init(along axis: Axis, through places: [Place]) {
      self.axis = axis
      self.places = places
    }

    /// The way at a moment, in seconds since the motion began.
    func way(at time: Double) -> Double {
      var last = Place(time: 0, way: 0)
      for place in places {
        if time < place.time {
          let share = max(0, time - last.time) / (place.time - last.time)
          return last.way + share * (place.way - last.way)
        }
        last = place
      }
      return last.way
    }

    func validate() throws(SynthesisError) {
      guard (1...64).contains(places.count) else { throw .unevenCourse }
      var last = 0.0
      for place in places {
        try SynthesisError.check(place.time, .duration, in: 0...60)
        try SynthesisError.check(place.way, .distance, in: -2000...2000)
        guard place.time >= last else { throw .unevenCourse }
        last = place.time
      }
    }
  }

  /// A way along an axis.
  public struct Swipe: Hashable, Sendable {
    /// The axis.
    public var axis: Axis

    /// How far the fingers go, in millimeters, positive towards larger coordinates.
    public var distance: Double

    /// How far they then go back, in millimeters, 0 or more.
    public var back: Double

    /// How far they go across the axis, in millimeters, positive towards larger coordinates.
    ///
    /// That is over after two thirds of the way's time: the path begins slanted and ends straight.
    public var slant: Double

    /// Creates a way.
    public init(along axis: Axis, by distance: Double, back: Double = 0, slant: Double = 0) {
      self.axis = axis
      self.distance = distance
      self.back = back
      self.slant = slant
    }
  }

  /// How fast the fingers go.
  public enum Pace: Hashable, Sendable {
    /// The time that they move on the surface, at most a minute.
    case duration(Duration)

    /// The largest velocity, in millimeters per second, 1…20 000.
    case velocity(Double)
  }

  /// Where the fingers land.
  public enum Start: Hashable, Sendable {
    /// Where the whole gesture lies in the middle of the surface.
    case center

    /// A millimeter from the edge that the way leads away from.
    case edge

    /// With the middle of the hand at a point, in millimeters from the left and the top.
    case point(x: Double, y: Double)
  }

  /// The device that is touched.
  public var device: SyntheticDevice

  /// The hand.
  public var hand: Hand

  /// How many fingers there are, 1…5; the fifth is the thumb.
  public var fingers: Int

  /// What they do.
  public var motion: Motion

  /// How fast they do it.
  public var pace: Pace

  /// Where they land.
  public var start: Start

  /// How long they stay after landing before they move, at most a minute.
  public var dwell: Duration

  /// The share of the motion's time after which they lift, 0.2…1; below 1 they lift in motion.
  ///
  /// The distance is what they went until then.
  public var release: Double

  /// How long they stay after the motion before they lift, at most a minute.
  public var rest: Duration

  /// Whether the button is clicked half way.
  public var clicks: Bool

  /// Whether the kernel drops events half way.
  public var dropsEvents: Bool

  /// What the random numbers are made from.
  public var seed: UInt64

  /// Creates a gesture; by default three fingers that go 25 mm to the right.
  public init(
    device: SyntheticDevice = .touchpad, hand: Hand = Hand(), fingers: Int = 3,
    motion: Motion = .swipe(Swipe(along: .x, by: 25)),
    pace: Pace = .duration(.milliseconds(250)), start: Start = .center,
    dwell: Duration = .milliseconds(30), release: Double = 1, rest: Duration = .zero,
    clicks: Bool = false, dropsEvents: Bool = false, seed: UInt64 = 1
  ) {
    self.device = device
    self.hand = hand
    self.fingers = fingers
    self.motion = motion
    self.pace = pace
    self.start = start
    self.dwell = dwell
    self.release = release
    self.rest = rest
    self.clicks = clicks
    self.dropsEvents = dropsEvents
    self.seed = seed
  }

  /// The most reports of a gesture: 20 seconds at 1000 reports a second.
  public static let mostReports = 20_000

  /// The number of contacts, a thumb at rest counted.
  var contacts: Int { fingers + (hand.hasThumbAtRest ? 1 : 0) }

  /// Checks that the gesture makes sense, but for its way.
  func validate() throws(SynthesisError) {
    try device.validate()
    try hand.validate()
    let time = 0.0...60
    try SynthesisError.check(Double(fingers), .fingers, in: 1...5)
    try SynthesisError.check(dwell.seconds, .dwell, in: time)
    try SynthesisError.check(rest.seconds, .pause, in: time)
    try SynthesisError.check(release, .release, in: 0.2...1)
    switch pace {
    case .duration(let duration): try SynthesisError.check(duration.seconds, .duration, in: time)
    case .velocity(let velocity): try SynthesisError.check(velocity, .velocity, in: 1...20_000)
    }
    if rest > .zero, release < 1 { throw .restAfterRelease }
    if clicks, device.kind == .touchscreen { throw .noButton }
    if hand.hasThumbAtRest, fingers == 5 { throw .thumbIsUsed }
    guard contacts <= device.positions || device.countsFingers else {
      throw .tooManyContacts(slots: device.positions)
    }
    switch motion {
    case .pinch: if fingers < 2 { throw .pinchNeedsFingers }
    case .course(let course): try course.validate()
    case .swipe, .tap: break
    }
  }

  /// The way that the fingers first go, if they go one way.
  var heading: Heading? {
    switch motion {
    case .swipe(let swipe): Heading(axis: swipe.axis, isPositive: swipe.distance >= 0)
    case .course(let course):
      Heading(
        axis: course.axis, isPositive: (course.places.first { $0.way != 0 }?.way ?? 0) >= 0)
    case .pinch, .tap: nil
    }
  }

  /// Checks that all of it stays on the surface, and makes sense otherwise.
  ///
  /// - Throws: What makes no sense.
  public func check() throws(SynthesisError) {
    try validate()
    _ = try HandPath(self)
  }
}
