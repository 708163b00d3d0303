import Simulation
import Transitions
import UIKitTransitions

/// Lets gestures drive a scene.
struct SceneDirector {
  /// The scene.
  let scene: SampleScene

  /// The frames per second after the lift.
  let rate: Double

  /// Whether the rows of gestures are wanted as well.
  let keepsRows: Bool

  /// A gesture with what the scene did under it.
  func directed(_ gesture: GestureReport) -> GestureReport {
    var gesture = gesture
    gesture.scene = SceneReport(of: scene, under: gesture, rate: rate)
    if !keepsRows { gesture.trace = [] }
    return gesture
  }

  /// How a scene ended, in a line.
  static func summary(of report: SceneReport) -> String {
    let end = report.isComplete.map { $0 ? "finished" : "cancelled" } ?? "under way"
    return "scene \(report.name): \(end), shows \(report.shown.joined(separator: ", "))"
  }
}
