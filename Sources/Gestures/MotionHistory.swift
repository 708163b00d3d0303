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
