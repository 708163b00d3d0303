import Quantities
import TestSupport
import Testing
import TouchInput

@testable import Simulation

@Suite struct ContactRecorderTests {
  /// A surface of 1000 units across and 500 down.
  private static func surface() throws -> Surface {
    Surface(
      x: try #require(Surface.Extent(minimum: -200, maximum: 800)),
      y: try #require(Surface.Extent(minimum: 0, maximum: 500)))
  }

  private static func contact(_ serial: Int, _ x: Int, _ y: Int = 250) -> Contact {
    Contact(serial: serial, position: Vector(x: x, y: y))
  }

  private static func recorder(_ frames: [[Contact]], most: Int = 720) throws -> ContactRecorder {
    var recorder = ContactRecorder(try surface(), most: most)
    for (index, contacts) in frames.enumerated() {
      let time = Double(index)
      recorder.follow(ContactFrame(time: .zero, contacts: contacts), at: time)
    }
    return recorder
  }

  @Test func `places are shares of the surface, and a lift is the end`() throws {
    let tracks = try Self.recorder([
      [Self.contact(1, -200, 0)], [Self.contact(1, 300, 250), Self.contact(2, 800, 500)],
      [Self.contact(2, 50, 125)], [],
    ]).tracks
    #expect(
      tracks == [
        ContactTrack(
          end: 2,
          points: [
            ContactTrack.Point(time: 0, x: 0, y: 0), ContactTrack.Point(time: 1, x: 0.5, y: 0.5),
          ]),
        ContactTrack(
          end: 3,
          points: [
            ContactTrack.Point(time: 1, x: 1, y: 1), ContactTrack.Point(time: 2, x: 0.25, y: 0.25),
          ]),
      ])
  }

  @Test func `what is still down has no end`() throws {
    #expect(try Self.recorder([[Self.contact(1, 0)]]).tracks.map(\.end) == [nil])
  }

  @Test func `a touch that follows begins anew`() throws {
    let tracks = try Self.recorder([
      [Self.contact(1, 0)], [], [Self.contact(2, 300)], [],
    ]).tracks
    #expect(tracks.map(\.points.count) == [1])
    #expect(tracks.first?.points.first?.time == 2)
  }

  @Test func `a coordinate that was not reported makes no place`() throws {
    var half = Self.contact(1, 0)
    half.isYKnown = false
    #expect(try Self.recorder([[half]]).tracks.isEmpty)
    #expect(try Self.recorder([[half], [Self.contact(1, 10)]]).tracks.map(\.points.count) == [1])
  }

  @Test func `a finger that turns out to be a palm is one`() throws {
    var palm = Self.contact(1, 0)
    palm.tool = .palm
    #expect(try Self.recorder([[Self.contact(1, 0)], [palm]]).tracks.map(\.tool) == [.palm])
  }

  /// A palm or a broken driver may send for hours.
  @Test(arguments: [1, 3, 7, 32]) func `a long touch keeps its ends and bounded room`(
    fingers: Int
  ) throws {
    let count = 5000
    var recorder = ContactRecorder(try Self.surface(), most: 300)
    for index in 0..<count {
      let contacts = (1...fingers).map { Self.contact($0, index % 900) }
      recorder.follow(ContactFrame(time: .zero, contacts: contacts), at: Double(index))
      // A last place for each track comes on top.
      try #require(recorder.tracks.map(\.points.count).reduce(0, +) <= 300 + 2 * fingers)
    }
    recorder.follow(ContactFrame(time: .zero), at: Double(count))
    #expect(recorder.tracks.count == fingers)
    for track in recorder.tracks {
      #expect(track.points.first?.time == 0)
      #expect(track.points.last?.time == Double(count - 1))
      #expect(track.end == Double(count))
      let times = track.points.map(\.time)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
      #expect(times.count > 4)
    }
  }

  @Test func `contacts that come and go without an end have bounded room`() throws {
    var recorder = ContactRecorder(try Self.surface(), most: 0)
    for index in 0..<20_000 {
      // The next lands before the last leaves, so that it is one touch.
      let contacts = [Self.contact(index + 1, 0), Self.contact(index + 2, 10)]
      recorder.follow(ContactFrame(time: .zero, contacts: contacts), at: Double(index))
    }
    #expect(recorder.tracks.count == ContactRecorder.mostTracks)
    #expect(recorder.tracks.map(\.points.count).reduce(0, +) <= 5 * ContactRecorder.mostTracks)
  }

  @Test func `a place between two frames lies on the way`() {
    let track = ContactTrack(points: [
      ContactTrack.Point(time: 1, x: 0, y: 1), ContactTrack.Point(time: 3, x: 1, y: 0.5),
    ])
    #expect(track.place(at: 0.9) == nil)
    #expect(track.place(at: 1) == track.points[0])
    #expect(track.place(at: 2) == ContactTrack.Point(time: 2, x: 0.5, y: 0.75))
    #expect(track.place(at: 3) == track.points[1])
    #expect(track.place(at: 3.1) == nil)
    let still = ContactTrack.Point(time: 1, x: 0, y: 0)
    #expect(ContactTrack(points: [still, still]).place(at: 1) == still)
  }
}
