import Quantities

/// The way of a hand over a surface, as a function of time.
///
/// It takes care that the fingers' distances and velocities are those that were asked for; tremor
/// and noise come on top.
struct HandPath: Sendable {
  /// A part of the motion, of minimum jerk.
  private struct Leg {
    /// When it begins, in seconds since the motion began.
    var start: Double
    /// How long it takes from rest to rest, in seconds.
    var duration: Double
    /// The way from rest to rest, as a share of the distance.
    var share: Double

    func value(at time: Double) -> Double {
      guard duration > 0 else { return time >= start ? share : 0 }
      return share * HandPath.minimumJerk((time - start) / duration)
    }
  }

  /// How long the fingers move on the surface, in seconds.
  let duration: Double

  /// Where each finger stands relative to the middle of the hand, in millimeters.
  let offsets: [Vector<Millimeters>]

  /// Where the middle of the hand is before the motion, in millimeters from the left and the top.
  private(set) var origin = Vector<Millimeters>.zero

  /// How far the outermost finger stands from the middle of the hand, in millimeters.
  private let reach: Double
  private let legs: [Leg]
  private let motion: GestureSpecification.Motion
  /// How much of the hand's motion each finger makes.
  private let gains: [Double]
  private let slantDuration: Double

  /// How far fingers differ in how far they go, as a share.
  private static let gainSpread = 0.02

  /// How far from the template a finger may stand, in millimeters.
  private static let offsetSpread = 1.0

  /// How far from the edge a finger lands that comes from it, in millimeters: precision touchpads
  /// see contacts from 2 mm on.
  private static let edgeDistance = 1.0

  /// Where the fingers of a relaxed right hand stand, in shares of the way from one to the next.
  ///
  /// They are index, middle, ring and little finger, and the thumb; the middle one reaches furthest
  /// up.
  private static let template: [Vector<Millimeters>] = [
    Vector(x: 0, y: 0), Vector(x: 1, y: -0.35), Vector(x: 2, y: -0.15), Vector(x: 2.9, y: 0.6),
    Vector(x: -1.1, y: 1.9),
  ]

  /// Works out the way of a gesture.
  ///
  /// - Throws: What makes no sense.
  init(_ gesture: GestureSpecification) throws(SynthesisError) {
    motion = gesture.motion
    let legs = try Self.legs(gesture)
    self.legs = legs.legs
    duration = legs.duration
    slantDuration = (self.legs.first?.duration ?? 0) * 2 / 3
    var numbers = RandomNumbers(seed: gesture.seed, for: Purpose.hand)
    offsets = Self.offsets(gesture, &numbers)
    gains = Self.gains(gesture.fingers, &numbers)
    reach = offsets.map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }.max() ?? 0
    try place(gesture)
  }

  /// The place of a finger.
  ///
  /// - Parameters:
  ///   - finger: Which finger, counted from 0.
  ///   - time: Seconds since the motion began; negative before.
  /// - Returns: Millimeters from the left and the top.
  func position(of finger: Int, at time: Double) -> Vector<Millimeters> {
    origin + offsets[finger] + displacement(of: finger, at: time)
  }

  /// Whether half of the distance has been gone, seconds after the motion began.
  func isHalfWay(at time: Double) -> Bool {
    legs.reduce(0) { $0 + $1.value(at: time) } >= 0.5 || time >= duration / 2 && legs[0].share == 0
  }

  private func displacement(of finger: Int, at time: Double) -> Vector<Millimeters> {
    let share = legs.reduce(0) { $0 + $1.value(at: time) } * gains[finger]
    switch motion {
    case .swipe(let swipe):
      var way = Vector<Millimeters>.zero
      way[axis: swipe.axis] = share * swipe.distance
      let u = slantDuration > 0 ? time / slantDuration : (time > 0 ? 1 : 0)
      way[axis: swipe.axis.other] = swipe.slant * Self.minimumJerk(u)
      return way
    case .pinch(let distance):
      guard reach > 0 else { return .zero }
      let way = share * distance / reach
      return Vector(x: offsets[finger].x * way, y: offsets[finger].y * way)
    case .tap: return .zero
    case .course(let course):
      var way = Vector<Millimeters>.zero
      way[axis: course.axis] = course.way(at: time) * gains[finger]
      return way
    }
  }

  /// The share of the way that is made in a share of its time, both 0…1.
  static func minimumJerk(_ time: Double) -> Double {
    let u = max(0, min(1, time))
    return u * u * u * (10 + u * (6 * u - 15))
  }

  /// The largest velocity up to a share of the time, for a way and a time of 1.
  static func peakVelocity(upTo share: Double) -> Double {
    let u = min(share, 0.5)
    return 30 * u * u * (1 - u) * (1 - u)
  }

  // MARK: The motion

  private static func legs(
    _ gesture: GestureSpecification
  ) throws(SynthesisError) -> (legs: [Leg], duration: Double) {
    let distance: Double
    var back = 0.0
    switch gesture.motion {
    case .tap: distance = 0
    case .course(let course):
      let duration = course.places.last?.time ?? 0
      return ([Leg(start: 0, duration: duration, share: 0)], duration)
    case .pinch(let way):
      try SynthesisError.check(way, .distance, in: -2000...2000)
      distance = way.magnitude
    case .swipe(let swipe):
      try SynthesisError.check(swipe.distance, .distance, in: -2000...2000)
      try SynthesisError.check(swipe.slant, .slant, in: -2000...2000)
      try SynthesisError.check(swipe.back, .back, in: 0...2000)
      distance = swipe.distance.magnitude
      back = swipe.back
    }
    guard distance > 0 else {
      guard back == 0 else { throw .backWithoutDistance }
      switch gesture.pace {
      case .velocity: throw .velocityWithoutDistance
      case .duration(let duration):
        return ([Leg(start: 0, duration: duration.seconds, share: 0)], duration.seconds)
      }
    }
    // The last leg is longer than what the fingers make of it before they lift.
    let made = minimumJerk(gesture.release)
    let peak = peakVelocity(upTo: gesture.release)
    let whole = peakVelocity(upTo: 1)
    // The time on the surface, for a largest velocity of 1.
    let lastTime = peak * (back > 0 ? back : distance) / made
    let firstTime = back > 0 ? whole * distance : 0
    let unitTime = firstTime + lastTime * gesture.release
    let velocity: Double
    switch gesture.pace {
    case .velocity(let given): velocity = given
    case .duration(let duration):
      guard duration > .zero else {
        throw .outOfRange(.duration, 0.001...60)
      }
      velocity = unitTime / duration.seconds
    }
    var legs: [Leg] = []
    if back > 0 { legs.append(Leg(start: 0, duration: firstTime / velocity, share: 1)) }
    legs.append(
      Leg(
        start: firstTime / velocity, duration: lastTime / velocity,
        share: back > 0 ? -back / distance / made : 1 / made))
    return (legs, unitTime / velocity)
  }

  // MARK: The hand

  private static func offsets(
    _ gesture: GestureSpecification, _ numbers: inout RandomNumbers
  ) -> [Vector<Millimeters>] {
    var offsets = template.prefix(gesture.fingers).map { place in
      Vector<Millimeters>(
        x: place.x * gesture.hand.spread + offsetSpread * numbers.signed(),
        y: place.y * gesture.hand.spread + offsetSpread * numbers.signed())
    }
    let sum = offsets.reduce(Vector<Millimeters>.zero, +)
    let count = Double(offsets.count)
    let middle = Vector<Millimeters>(x: sum.x / count, y: sum.y / count)
    for index in offsets.indices { offsets[index] = offsets[index] - middle }
    return offsets
  }

  /// Gains whose mean is 1.
  private static func gains(_ count: Int, _ numbers: inout RandomNumbers) -> [Double] {
    guard count > 1 else { return [1] }
    let parts = (0..<count).map { _ in gainSpread * numbers.signed() }
    let mean = parts.reduce(0, +) / Double(count)
    return parts.map { 1 + $0 - mean }
  }

  // MARK: The place

  /// Puts the hand where it begins, and checks that no finger leaves the surface.
  private mutating func place(_ gesture: GestureSpecification) throws(SynthesisError) {
    let device = gesture.device
    let (low, high) = bounds()
    var start = Vector<Millimeters>(
      x: (device.width - low.x - high.x) / 2, y: (device.height - low.y - high.y) / 2)
    switch gesture.start {
    case .center: break
    case .edge:
      if let heading = gesture.heading {
        let length = device.size[heading.axis]
        let places = offsets.map { $0[axis: heading.axis] }
        start[axis: heading.axis] =
          heading.sign > 0
          ? Self.edgeDistance - (places.min() ?? 0)
          : length - Self.edgeDistance - (places.max() ?? 0)
      }
    case .point(let x, let y):
      try SynthesisError.check(x, .start, in: 0...device.width)
      try SynthesisError.check(y, .start, in: 0...device.height)
      start = Vector(x: x, y: y)
    }
    origin = start
    let beyond = max(
      -(start.x + low.x), -(start.y + low.y), start.x + high.x - device.width,
      start.y + high.y - device.height)
    guard beyond <= 0 else { throw .leavesSurface(by: beyond) }
  }

  /// The smallest box around all ways of all fingers, relative to the middle of the hand.
  ///
  /// A path of minimum jerk never turns but where it ends.
  private func bounds() -> (low: Vector<Millimeters>, high: Vector<Millimeters>) {
    var times = [0, duration]
    for leg in legs { times.append(min(leg.start + leg.duration, duration)) }
    if case .course(let course) = motion { times += course.places.map(\.time) }
    if slantDuration > 0 { times.append(min(slantDuration, duration)) }
    var low = Vector<Millimeters>(x: .infinity, y: .infinity)
    var high = Vector<Millimeters>(x: -.infinity, y: -.infinity)
    for finger in offsets.indices {
      for time in times {
        let place = offsets[finger] + displacement(of: finger, at: time)
        low = Vector(x: min(low.x, place.x), y: min(low.y, place.y))
        high = Vector(x: max(high.x, place.x), y: max(high.y, place.y))
      }
    }
    return (low, high)
  }
}
