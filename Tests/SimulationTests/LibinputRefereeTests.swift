import Foundation
import Gestures
import Quantities
import Recordings
import Simulation
import Testing
import TouchInput

/// What libinput 1.22.1 itself made of the project's recordings.
///
/// They were played, at their own pace, on a virtual device of a real kernel, and
/// `libinput debug-events` said what came of them. With the times that the kernel gave to the events
/// the recognizer gives the same events with the same motions; here the times are those of the
/// recordings, of which the player was some milliseconds off.
@Suite struct LibinputRefereeTests {
  /// A recording, what begins and ends in it, and the sum of the motions in gesture pixels.
  typealias Row = (name: String, words: String, x: Double, y: Double)

  static let rows: [Row] = [
    ("bigpad-2f-back-right-01", "hold 2 cancelled, scroll 2", 21.82, 0),
    ("bigpad-3f-flick-left-01", "swipe 3", -96.58, 0.35),
    ("bigpad-4f-flick-up-01", "swipe 4", -0.40, -152.74),
    ("bigpad-4f-thumb-right-01", "", 0, 0),
    ("bigpad-5f-back-right-01", "", 0, 0),
    ("minipad-2f-click-right-01", "hold 2 cancelled, scroll 2", 170.02, 0),
    ("minipad-2f-flick-up-01", "hold 2 cancelled, scroll 2", 0, -148.42),
    ("minipad-2f-pinch-01", "hold 2 cancelled, pinch 2", -0.26, 0.85),
    ("minipad-3f-flick-left-01", "swipe 3", -121.91, -0.38),
    ("minipad-3f-rest-right-01", "swipe 3", 259.23, -0.44),
    ("pad-2f-pinch-01", "hold 2 cancelled, pinch 2", 0.44, 0.02),
    ("pad-2f-rest-right-01", "hold 2 cancelled, scroll 2", 96.67, 0),
    ("pad-3f-click-right-01", "swipe 3, hold 3", 28.71, -0.70),
    ("pad-3f-flick-right-01", "swipe 3", 115.98, 0.35),
    ("pad-3f-flick-right-02", "swipe 3", 154.35, 0),
    ("pad-3f-flick-up-01", "swipe 3", 0.30, -191.54),
    ("pad-3f-lifting-up-01", "swipe 3", -0.59, -119.48),
    ("pad-3f-pinch-01", "swipe 3", 0.57, 0),
    ("pad-3f-rest-down-01", "swipe 3", -0.27, 64.32),
    ("pad-3f-rest-right-01", "swipe 3", 145.58, 0),
    ("pad-3f-slant-right-01", "swipe 3", 105.15, -16.88),
    ("pad-3f-thumb-left-01", "hold 3 cancelled, swipe 3", -194.10, 0),
    ("pad-4f-flick-up-01", "swipe 4", 0, -36.38),
    ("pad-4f-landing-left-01", "hold 1 cancelled, swipe 4", -1.53, 0),
  ]

  @Test(arguments: rows.indices)
  func `the recognizer makes the same of a recording`(index: Int) throws {
    let row = Self.rows[index]
    let (words, x, y) = try Self.recognition(row.name + ".evemu", .v1_22)
    #expect(words == row.words)
    // libinput rounds the units of an inch, by up to 0.3 %.
    #expect(abs(x - row.x) <= max(0.003 * abs(row.x), 0.1), "\(x) of \(row.x) px along x")
    #expect(abs(y - row.y) <= max(0.003 * abs(row.y), 0.1), "\(y) of \(row.y) px along y")
  }

  @Test(arguments: rows.indices)
  func `a later libinput makes the same gestures of it`(index: Int) throws {
    let row = Self.rows[index]
    #expect(try Self.recognition(row.name + ".evemu", .current).words == row.words)
  }

  private static func recognition(
    _ name: String, _ release: LibinputSettings.Release
  ) throws -> (words: String, x: Double, y: Double) {
    var reader = RecordingReader()
    var batch = EventBatch()
    try Golden.data(name).withUnsafeBytes { try reader.read($0, into: &batch) }
    try reader.finish(into: &batch)
    let device = try #require(reader.devices.first)
    let surface = try #require(device.surface(.contacts))
    var settings = LibinputSettings(device: device, surface: surface, axes: .contacts)
    settings.release = release
    var recognizer = LibinputRecognizer(settings)
    var decoder = TouchDecoder(device: device)
    var words: [String] = []
    var way = (x: 0.0, y: 0.0)
    let pixels = Length.gesturePixelsPerMillimeter.value / Double(Centroid.partsPerUnit)
    for event in batch.events where decoder.handle(event.event).isFrame {
      recognizer.handle(decoder.frame)
      for gesture in recognizer.gestures {
        switch gesture.phase {
        case .begin: break
        case .update(let motion):
          way.x += Double(motion.displacement.x) * pixels / settings.unitsPerMillimeter.x
          way.y += Double(motion.displacement.y) * pixels / settings.unitsPerMillimeter.y
        case .end(let end):
          let isCancelled = end != .lift
          words.append("\(gesture.kind) \(gesture.fingers)" + (isCancelled ? " cancelled" : ""))
        }
      }
    }
    return (words.joined(separator: ", "), way.x, way.y)
  }
}
