public import Quantities
import Recordings
import TouchInput

/// The noise of contacts that lie still: how far their coordinates stray from a straight line.
///
/// A contact rests as long as it stays within 0.5 mm of where it was, the bound that Microsoft's
/// tests of precision touchpads set a contact at rest. A rest is taken in stretches of 100 ms that
/// have 5 frames or more, so that one that is never left counts in full and a shorter one not at
/// all. From each stretch, and each axis, a straight line over time is taken away by least squares
/// (a finger that rests still rolls a little); what is left are residuals with as many degrees of
/// freedom as there are frames, less 2 for the line. The noise of all stretches is
///
///     √(Σ residual² / Σ (frames − 2))
///
/// What lies within 50 ms of a motion belongs to the motion, which begins and ends slowly, and is
/// left out. A frame in which the device says nothing of a contact counts as one in which it is
/// where it was: drivers with slots report changes alone. Whole device units make noise of their
/// own, 1/√12 of a unit.
///
/// Where the size is unknown, the unit is that of the device or the table, and the radius is 0.5 %
/// of the range, or 8 units without one.
///
/// - Complexity: O(1) for a contact in a frame, in constant memory.
public struct RestingNoise: Sendable {
  /// What a rest stays within, in millimeters.
  private static let radius = 0.5

  /// The length of a stretch, in nanoseconds.
  private static let length: Int64 = 100_000_000

  /// How near to a motion nothing is taken, in nanoseconds.
  private static let guardTime: Int64 = 50_000_000

  /// The fewest frames of a stretch.
  private static let fewestFrames = 5.0

  /// The sums of a coordinate over the frames of a stretch.
  private struct Sums {
    var values = 0.0
    var squares = 0.0
    var products = 0.0

    mutating func add(_ value: Double, at time: Double) {
      values += value
      squares += value * value
      products += value * time
    }
  }

  /// Frames in which a contact lies still.
  private struct Stretch {
    var anchor: Vector<Device>
    var start: Timestamp
    var frames = 0.0
    var times = 0.0
    var timeSquares = 0.0
    var x = Sums()
    var y = Sums()

    /// The sum of the squares that a straight line over time leaves of a coordinate.
    func residual(_ sums: Sums) -> Double {
      let spread = timeSquares - times * times / frames
      let variance = sums.squares - sums.values * sums.values / frames
      let covariance = sums.products - sums.values * times / frames
      return max(0, spread > 0 ? variance - covariance * covariance / spread : variance)
    }
  }

  /// What a stretch leaves, in square units of the lengths.
  private struct Residue {
    var x: Double
    var y: Double
    var frames: Double
    var end: Timestamp
  }

  /// A contact that is down.
  private struct Tracked {
    let serial: Int
    var stretch: Stretch
    /// The last frame of a motion, until a stretch may begin after it.
    var lastMotion: Timestamp?
    /// The stretch before, which a motion that follows soon takes back.
    var pending: Residue?
    var wasSeen = true
  }

  private var contacts: [Tracked] = []
  private var squares = PerAxis(both: 0.0)
  private var freedom = 0.0

  /// Device units in a unit of the lengths.
  private var scale: PerAxis<Double>
  private var radius: Double

  /// Whether the lengths are in millimeters; in units of the device or the table otherwise.
  public private(set) var isInMillimeters: Bool

  /// How many stretches of 100 ms were found.
  public private(set) var stretches = 0

  /// Creates the noise of a surface; `nil` if nothing is known of it.
  init(on surface: Surface?) {
    self.init(
      unitsPerMillimeter: surface.flatMap { surface in
        guard let x = surface.x.unitsPerMillimeter?.value,
          let y = surface.y.unitsPerMillimeter?.value
        else { return nil }
        return PerAxis(x: x, y: y)
      },
      range: surface.map { max($0.x.range, $0.y.range) }, unit: 1)
  }

  /// Creates the noise of a table.
  init(of table: SampleTable) {
    let known = table.unitsPerMillimeter?.value ?? (table.unit == .millimeters ? 1 : nil)
    let scale = Double(table.scale)
    self.init(
      unitsPerMillimeter: known.map { PerAxis(both: $0 * scale) },
      range: table.surface.map { max($0.x.range, $0.y.range) }, unit: scale)
  }

  /// Creates the noise of positions.
  ///
  /// - Parameters:
  ///   - unitsPerMillimeter: What makes a millimeter of them, if that is known.
  ///   - range: The range of the longer axis, if that is known.
  ///   - unit: What makes a unit of them, where no millimeter is known.
  private init(unitsPerMillimeter: PerAxis<Double>?, range: Int?, unit: Double) {
    if let unitsPerMillimeter {
      scale = unitsPerMillimeter
      radius = Self.radius
      isInMillimeters = true
    } else {
      scale = PerAxis(both: unit)
      radius = range.map { Double($0) / unit * 0.005 } ?? 8
      isInMillimeters = false
    }
  }

  /// The root of the mean square of the noise of both coordinates, or `nil` if nothing rested.
  public var rootMeanSquare: Double? {
    freedom > 0 ? ((squares.x + squares.y) / (2 * freedom)).squareRoot() : nil
  }

  /// The root of the mean square of the noise of a coordinate, or `nil` if nothing rested.
  public func rootMeanSquare(along axis: Axis) -> Double? {
    freedom > 0 ? ((axis == .x ? squares.x : squares.y) / freedom).squareRoot() : nil
  }

  /// Takes a frame.
  mutating func take(_ frame: borrowing ContactFrame) {
    for index in contacts.indices { contacts[index].wasSeen = false }
    for index in 0..<frame.count {
      let contact = frame[index]
      guard contact.isXKnown, contact.isYKnown, contact.tool == .finger else { continue }
      take(contact, at: frame.time)
    }
    guard contacts.contains(where: { !$0.wasSeen }) else { return }
    for contact in contacts where !contact.wasSeen {
      if let pending = contact.pending { count(pending) }
    }
    contacts.removeAll { !$0.wasSeen }
  }

  /// Counts what is still pending of contacts that are down when the events end.
  mutating func finish() {
    for contact in contacts { if let pending = contact.pending { count(pending) } }
    contacts = []
  }

  private mutating func take(_ contact: Contact, at time: Timestamp) {
    guard let place = contacts.firstIndex(where: { $0.serial == contact.serial }) else {
      var stretch = Stretch(anchor: contact.position, start: time)
      add(contact.position, at: time, to: &stretch)
      contacts.append(Tracked(serial: contact.serial, stretch: stretch))
      return
    }
    contacts[place].wasSeen = true
    let offset = offset(contact.position, from: contacts[place].stretch.anchor)
    guard offset.x * offset.x + offset.y * offset.y <= radius * radius else {
      if let pending = contacts[place].pending, isBeyond(pending.end, time) { count(pending) }
      contacts[place].pending = nil
      contacts[place].lastMotion = time
      contacts[place].stretch = Stretch(anchor: contact.position, start: time)
      return
    }
    if let pending = contacts[place].pending, isBeyond(pending.end, time) {
      count(pending)
      contacts[place].pending = nil
    }
    if let lastMotion = contacts[place].lastMotion {
      guard isBeyond(lastMotion, time) else { return }
      contacts[place].lastMotion = nil
      contacts[place].stretch = Stretch(anchor: contact.position, start: time)
    }
    add(contact.position, at: time, to: &contacts[place].stretch)
    let stretch = contacts[place].stretch
    guard time.nanoseconds(since: stretch.start) >= Self.length else { return }
    if stretch.frames >= Self.fewestFrames {
      if let pending = contacts[place].pending { count(pending) }
      contacts[place].pending = Residue(
        x: stretch.residual(stretch.x), y: stretch.residual(stretch.y), frames: stretch.frames,
        end: time)
    }
    contacts[place].stretch = Stretch(anchor: contact.position, start: time)
  }

  /// Whether a moment is too late for what was at another to reach it.
  private func isBeyond(_ other: Timestamp, _ time: Timestamp) -> Bool {
    time.nanoseconds(since: other) >= Self.guardTime
  }

  private func offset(
    _ position: Vector<Device>, from anchor: Vector<Device>
  ) -> (x: Double, y: Double) {
    // Positions may be any, so that their difference may not fit.
    (
      (Double(position.x) - Double(anchor.x)) / scale.x,
      (Double(position.y) - Double(anchor.y)) / scale.y
    )
  }

  private func add(_ position: Vector<Device>, at time: Timestamp, to stretch: inout Stretch) {
    let offset = offset(position, from: stretch.anchor)
    let seconds = Double(time.nanoseconds(since: stretch.start)) / 1e9
    stretch.frames += 1
    stretch.times += seconds
    stretch.timeSquares += seconds * seconds
    stretch.x.add(offset.x, at: seconds)
    stretch.y.add(offset.y, at: seconds)
  }

  private mutating func count(_ residue: Residue) {
    squares.x += residue.x
    squares.y += residue.y
    freedom += residue.frames - 2
    stretches &+= 1
  }
}
