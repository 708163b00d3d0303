/// Where the fingers of a touch went, from their landing on.
struct LiveTrail: Hashable, Sendable {
  /// A place on the surface, in shares of it.
  struct Point: Hashable, Sendable {
    /// From left to right, 0…1.
    var x: Double

    /// From top to bottom, 0…1.
    var y: Double

    /// When, in seconds.
    var time: Double
  }

  /// The way of one finger.
  struct Track: Hashable, Sendable {
    /// What tells the finger from others.
    let serial: Int

    /// The places, the latest last; one at least.
    fileprivate(set) var points: [Point]
  }

  /// The most places of a finger: beyond it every other one is left out.
  private static let mostPoints = 2048

  /// The most fingers of a touch that are remembered.
  private static let mostTracks = 64

  /// The fingers, in the order of landing.
  private(set) var tracks: [Track] = []

  /// Whether a finger is down.
  private(set) var isDown = false

  /// Follows a frame; the first finger of a touch wipes off what was there.
  mutating func follow(_ frame: LiveFrame) {
    if !isDown, !frame.contacts.isEmpty { tracks = [] }
    isDown = !frame.contacts.isEmpty
    for contact in frame.contacts {
      let point = Point(x: contact.x, y: contact.y, time: frame.time)
      guard let place = tracks.lastIndex(where: { $0.serial == contact.serial }) else {
        if tracks.count < Self.mostTracks {
          tracks.append(Track(serial: contact.serial, points: [point]))
        }
        continue
      }
      tracks[place].add(point, most: Self.mostPoints)
    }
  }
}

extension LiveTrail.Track {
  fileprivate mutating func add(_ point: LiveTrail.Point, most: Int) {
    guard points.last.map({ ($0.x, $0.y) != (point.x, point.y) }) ?? true else { return }
    if points.count >= most { points = stride(from: 0, to: points.count, by: 2).map { points[$0] } }
    points.append(point)
  }
}
