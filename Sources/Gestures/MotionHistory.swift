public import Quantities

/// The latest motions of a pan, for estimating its velocity.
///
/// It remembers the last 256 motions: 256 ms at a report rate of 1000 Hz.
public struct MotionHistory: Sendable {
  /// A motion of the mean of the contacts.
  public struct Motion: Hashable, Sendable {
    /// When it was reported.
    public var time: Timestamp

    /// The displacement since landing, with this motion, in 720 720ths of a device unit.
    public var displacement: Vector<Centroid>

    /// Creates a motion.
    package init(time: Timestamp, displacement: Vector<Centroid>) {
      self.time = time
      self.displacement = displacement
    }
  }

  /// The place in a history where something began.
  public struct Mark: Hashable, Sendable {
    /// The number of motions before.
    var total: Int

    /// The way moved before, forth and back.
    var path: Vector<Centroid>

    /// The displacement before, as a motion at the time of the first one that counts; `nil`: what
    /// began did not count it.
    var rest: Motion?

    /// Marks the landing: all motions count, the landing does not.
    public static var landing: Self { Self(total: 0, path: .zero, rest: nil) }

    /// Marks the place before the latest motion.
    ///
    /// - Parameters:
    ///   - history: The motions, with that one.
    ///   - displacement: The displacement before it.
    ///   - time: When it was reported.
    public init(
      before history: MotionHistory, from displacement: Vector<Centroid>, at time: Timestamp
    ) {
      let step = history.latest.map {
        Vector<Centroid>(
          x: abs($0.displacement.x &- displacement.x), y: abs($0.displacement.y &- displacement.y))
      }
      total = max(0, history.total - 1)
      path = Vector(
        x: history.path.x &- (step?.x ?? 0), y: history.path.y &- (step?.y ?? 0))
      rest = Motion(time: time, displacement: displacement)
    }

    private init(total: Int, path: Vector<Centroid>, rest: Motion?) {
      self.total = total
      self.path = path
      self.rest = rest
    }

    /// The same place, where the displacement there counts as a motion, or does not.
    public func countingRest(_ counts: Bool) -> Self {
      Self(total: total, path: path, rest: counts ? rest : nil)
    }
  }

  /// The most motions that are remembered.
  package static let capacity = 256

  /// The number of motions that are remembered, 0…256.
  public private(set) var count = 0

  /// The number of motions since landing.
  public private(set) var total = 0

  /// The way moved since landing, forth and back, along each axis, in 720 720ths of a device unit.
  public private(set) var path = Vector<Centroid>.zero

  /// Room for all motions: an inline array would be copied wherever it is read.
  private var motions = [Motion](
    repeating: Motion(time: .zero, displacement: .zero), count: capacity)
  private var next = 0
  private var last: Motion?
  private var lastChange: Timestamp?
  private var before = Vector<Centroid>.zero

  /// Creates an empty history.
  public init() {}

  /// Forgets all, and remembers a landing: a motion of length 0.
  package mutating func restart(at time: Timestamp) {
    count = 0
    total = 0
    next = 0
    path = .zero
    last = nil
    lastChange = nil
    before = .zero
    append(Motion(time: time, displacement: .zero))
    total = 0
  }

  /// Remembers a motion.
  package mutating func append(_ motion: Motion) {
    let old = last?.displacement ?? .zero
    if motion.displacement != old {
      lastChange = motion.time
      path.add(
        Vector(x: abs(motion.displacement.x &- old.x), y: abs(motion.displacement.y &- old.y)))
    }
    last = motion
    if count == Self.capacity { before = motions[next].displacement }
    motions[next] = motion
    next = (next + 1) % Self.capacity
    count = min(count + 1, Self.capacity)
    total &+= 1
  }

  /// The motion some places before the latest one.
  ///
  /// - Precondition: As many are remembered.
  public subscript(back index: Int) -> Motion {
    precondition(index >= 0 && index < count, "A history has no motion before its first")
    return motions[(next + 2 * Self.capacity - 1 - index) % Self.capacity]
  }

  /// The latest motion, or `nil` before the first.
  public var latest: Motion? { last }

  /// When the displacement changed last, or `nil` if it never did.
  public var lastMotionTime: Timestamp? { lastChange }

  /// The displacement before the motion some places before the latest one.
  package func displacement(before index: Int) -> Vector<Centroid> {
    index + 1 < count ? self[back: index + 1].displacement : before
  }
}
