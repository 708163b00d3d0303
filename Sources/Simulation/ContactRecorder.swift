import Quantities
import TouchInput

/// Keeps where the contacts of the running touch went, in bounded room.
struct ContactRecorder: Sendable {
  /// The most contacts of a touch that have a track; a hand has five fingers, two have ten.
  static let mostTracks = 64

  private let surface: Surface
  /// The most points of all tracks before every other one is left out.
  private let most: Int
  private var running: [Running] = []
  private var isOver = true
  private var framesPerPoint = 1
  private var framesSincePoint = 0
  private var pointCount = 0

  /// A track, and what it needs while it grows.
  private struct Running {
    let serial: Int
    var track: ContactTrack
    /// The latest place, if it is no point of the track.
    var last: ContactTrack.Point?
  }

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - surface: The surface that positions lie on.
  ///   - most: The most points of a touch; a few for each track there may be at least.
  init(_ surface: Surface, most: Int) {
    self.surface = surface
    self.most = max(most, 4 * Self.mostTracks)
  }

  /// The tracks of the running touch, or of the one that is just over, in the order of landing.
  var tracks: [ContactTrack] {
    running.map { running in
      var track = running.track
      if let last = running.last { track.points.append(last) }
      return track
    }
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame, its positions on the surface.
  ///   - time: When, in seconds.
  mutating func follow(_ frame: ContactFrame, at time: Double) {
    if isOver, frame.count > 0 {
      running = []
      (framesPerPoint, framesSincePoint, pointCount) = (1, 0, 0)
    }
    isOver = frame.count == 0
    for index in running.indices where running[index].track.end == nil {
      guard !(0..<frame.count).contains(where: { frame[$0].serial == running[index].serial }) else {
        continue
      }
      running[index].track.end = time
    }
    guard !isOver else { return }
    let isPoint = framesSincePoint == 0
    framesSincePoint = (framesSincePoint + 1) % framesPerPoint
    for index in 0..<frame.count where frame[index].isXKnown && frame[index].isYKnown {
      follow(frame[index], at: time, isPoint: isPoint)
    }
    if pointCount > most { thin() }
  }

  private mutating func follow(_ contact: Contact, at time: Double, isPoint: Bool) {
    let point = ContactTrack.Point(
      time: time, x: share(contact.position.x, of: surface.x),
      y: share(contact.position.y, of: surface.y))
    guard let index = running.lastIndex(where: { $0.serial == contact.serial }) else {
      guard running.count < Self.mostTracks else { return }
      running.append(
        Running(
          serial: contact.serial, track: ContactTrack(tool: contact.tool, points: [point])))
      pointCount += 1
      return
    }
    // A finger may turn out to be a palm.
    running[index].track.tool = contact.tool
    if isPoint {
      running[index].track.points.append(point)
      running[index].last = nil
      pointCount += 1
    } else {
      running[index].last = point
    }
  }

  /// Leaves out every other point but the first and the last of each track.
  private mutating func thin() {
    pointCount = 0
    for index in running.indices {
      let points = running[index].track.points
      if running[index].last == nil, points.count.isMultiple(of: 2) {
        running[index].last = points.last
      }
      running[index].track.points = stride(from: 0, to: points.count, by: 2).map { points[$0] }
      pointCount += running[index].track.points.count
    }
    framesPerPoint *= 2
    framesSincePoint = 0
  }

  private func share(_ position: Int, of extent: Surface.Extent) -> Double {
    (Double(position) - Double(extent.minimum)) / Double(extent.range)
  }
}
