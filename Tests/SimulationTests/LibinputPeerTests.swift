import Foundation
import Gestures
import Recordings
import Simulation
import Testing

/// How much of a gesture libinput does not tell, by recordings with an answer each.
@Suite(.enabled(if: LibinputPeer.folder != nil, "PANTOGRAPH_PEERS names no folder"))
struct LibinputPeerTests {
  @Test func `the start is lost, and nothing else`() throws {
    let peers = try LibinputPeer.all()
    #expect(!peers.isEmpty)
    for (name, peer) in peers.sorted(by: { $0.key < $1.key }) {
      let gestures = try peer.gestures(of: name)
      try #require(gestures.count == 1, "\(name)")
      let told = peer.finger_mm - peer.start_loss_mm
      // Which frame crosses the start, how slanted it is: that much is said to be unknown.
      let travel = try #require(gestures[0].travel)
      #expect(travel >= told - 1 && travel <= told + 0.5, "\(name): \(travel) mm of \(told) mm")
      #expect(gestures[0].fingers == peer.fingers && gestures[0].endReason == .lift)
    }
  }
}

/// A recording of a touchpad, and what is known of it.
private struct LibinputPeer: Decodable {
  private struct Index: Decodable {
    var recordings: [String: LibinputPeer]
  }

  /// The folder that the environment names, if it does.
  static var folder: String? {
    let path = ProcessInfo.processInfo.environment["PANTOGRAPH_PEERS"]
    return path == "" ? nil : path
  }

  var fingers: Int
  var finger_mm: Double
  var start_loss_mm: Double
  var options: [String]

  static func all() throws -> [String: Self] {
    guard let folder else { return [:] }
    let data = try Data(contentsOf: URL(filePath: folder + "/evdev-expected.json"))
    return try JSONDecoder().decode(Index.self, from: data).recordings
  }

  /// What libinput's rules make of it.
  func gestures(of name: String) throws -> [GestureReport] {
    var settings = ReplaySettings()
    settings.recognizer = .libinput
    if let index = options.firstIndex(of: "--direction"), index + 1 < options.count {
      settings.direction = try #require(PanDirection(rawValue: options[index + 1]))
    }
    var reader = RecordingReader()
    var batch = EventBatch()
    var replay = RecordingReplay(settings: settings)
    let data = try Data(contentsOf: URL(filePath: (Self.folder ?? "") + "/" + name))
    try data.withUnsafeBytes { try reader.read($0, into: &batch) }
    try reader.finish(into: &batch)
    try replay.handle(batch, of: reader)
    try replay.finish(of: reader)
    return ReplayTests.gestures(replay.takeFindings())
  }
}
