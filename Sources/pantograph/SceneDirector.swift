import Quantities
import Simulation
import TouchInput
import Transitions
import UIKitTransitions

/// Lets gestures, or the touches themselves, drive a scene.
struct SceneDirector {
  /// A scene, by what drives it.
  enum Scene {
    /// Each gesture drives a run of its own, by its progress and its decision.
    case gestures(SampleScene)

    /// The touches of a recording drive one run, through recognizers of its own.
    case touches(TouchSample)
  }

  /// The scene.
  let scene: Scene

  /// The frames per second while nothing touches it.
  let rate: Double

  /// Whether the rows of gestures are wanted as well, and traces by those who read.
  let keepsRows: Bool

  /// The run of the recording, once it is touched.
  private var running: TouchScene?

  init(scene: Scene, rate: Double, keepsRows: Bool) {
    self.scene = scene
    self.rate = rate
    self.keepsRows = keepsRows
  }

  /// Whether it follows touches.
  var followsTouches: Bool {
    if case .touches = scene { true } else { false }
  }

  /// A gesture with what the scene did under it.
  func directed(_ gesture: GestureReport) -> GestureReport {
    var gesture = gesture
    if case .gestures(let sample) = scene {
      gesture.scene = SceneReport(of: sample, under: gesture, rate: rate)
    }
    if !keepsRows { gesture.trace = [] }
    return gesture
  }

  /// Takes a frame of contacts of a recording.
  mutating func take(_ frame: ContactFrame, on plan: ReplayPlan?, since origin: Timestamp) {
    guard case .touches(let sample) = scene, let plan else { return }
    if running == nil { running = TouchScene(sample, plan: plan, origin: origin, rate: rate) }
    running?.take(frame)
  }

  /// Ends a recording.
  ///
  /// - Returns: What the scene did under its touches, if there were any.
  mutating func finish() -> SceneReport? {
    defer { running = nil }
    return running?.finish()
  }

  /// Forgets what it did for a recording that nobody will hear of.
  mutating func forget() { running = nil }

  /// How a scene ended, in a line.
  static func summary(of report: SceneReport) -> String {
    "scene \(report.name): \(end(of: report)), shows \(report.shown.joined(separator: ", "))"
  }

  /// What is said of a recording without a touch that a scene could follow.
  static let nothing = "scene: no contacts that it could follow"

  private static func end(of report: SceneReport) -> String {
    if let isComplete = report.isComplete { return isComplete ? "finished" : "cancelled" }
    let takesTouches = TouchSample(rawValue: report.name) != nil
    return takesTouches ? "no transition" : "under way"
  }
}
