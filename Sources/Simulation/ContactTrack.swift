public import TouchInput

/// Where a contact was while it was down.
public struct ContactTrack: Hashable, Sendable {
  /// A place at a time.
  public struct Point: Hashable, Sendable {
    /// When, in seconds since the first event of the recording.
    public var time: Double

    /// How far along the surface's x axis, as a share: 0 at its minimum, 1 at its maximum.
    public var x: Double

    /// How far along the surface's y axis, as a share.
    public var y: Double

    /// Creates a point.
    public init(time: Double, x: Double, y: Double) {
      self.time = time
      self.x = x
      self.y = y
    }
  }

  /// What touched.
  public var tool: Contact.Tool

  /// When it left, in seconds; `nil` if it was still down when the report was made.
  public var end: Double?

  /// The places, at least one, in the order of time: the first and the last of all, and of long
  /// touches some of those between.
  public var points: [Point]

  /// Creates a track.
  public init(tool: Contact.Tool = .finger, end: Double? = nil, points: [Point]) {
    self.tool = tool
    self.end = end
    self.points = points
  }

  /// Where it was within a span of time.
  ///
  /// - Parameters:
  ///   - start: When the span begins, in seconds.
  ///   - last: When it ends, at `start` or later.
  /// - Returns: The track from the one to the other, or `nil` if it was not down meanwhile.
  /// - Complexity: O(points).
  func part(from start: Double, to last: Double) -> Self? {
    guard (end ?? .infinity) >= start else { return nil }
    var part = self
    part.points.removeAll { $0.time < start || $0.time > last }
    if let place = place(at: start), part.points.first?.time != start {
      part.points.insert(place, at: 0)
    }
    if let place = place(at: last), part.points.last?.time != last { part.points.append(place) }
    // One that rested longer than its last frame was still where that was.
    if part.points.isEmpty, let rest = points.last, rest.time < start { part.points = [rest] }
    guard !part.points.isEmpty else { return nil }
    if let end, end > last { part.end = nil }
    return part
  }

  /// Where it was at a time while it was down, between two points on the straight way.
  ///
  /// - Parameter time: When, in seconds.
  /// - Returns: The place, or `nil` before its first point and after its last.
  /// - Complexity: O(points).
  public func place(at time: Double) -> Point? {
    guard let first = points.first, let last = points.last, time >= first.time, time <= last.time,
      let next = points.firstIndex(where: { $0.time >= time })
    else { return nil }
    guard next > 0, points[next].time > time else { return points[next] }
    let (before, after) = (points[next - 1], points[next])
    let share = (time - before.time) / (after.time - before.time)
    return Point(
      time: time, x: before.x + share * (after.x - before.x),
      y: before.y + share * (after.y - before.y))
  }
}
