public import Quantities
public import TouchInput
public import UIKitTransitions

/// A scene that the contacts of a recording drive, through recognizers of its own.
///
/// The surface is the scene's window, edge to edge, at 163 points to an inch: what a finger goes in
/// millimeters counts the same on any device. A device that does not say its size is taken as
/// everywhere: a pad as 69 mm wide, another surface as 150 mm along its longer side.
public struct TouchScene: Sendable {
  private var run: TouchSampleRun
  private let plan: ReplayPlan
  private let origin: Timestamp
  private let rate: Double
  private var nextFrame: Timestamp
  private var isTouched = false

  /// Creates a scene that nothing has touched.
  ///
  /// - Parameters:
  ///   - sample: The scene.
  ///   - plan: What is known of the device.
  ///   - origin: The time that the trace counts from.
  ///   - rate: The frames per second while nothing touches it, more than 0.
  public init(_ sample: TouchSample, plan: ReplayPlan, origin: Timestamp, rate: Double) {
    self.plan = plan
    self.origin = origin
    self.rate = rate
    nextFrame = origin
    let ruler = Ruler(plan.surface, of: ReplayPlan.Source(kind: plan.kind, surface: plan.surface))
    run = TouchSampleRun(
      sample, mapping: TouchMapping(plan.surface, unitsPerMillimeter: ruler.assumedUnits),
      at: origin)
  }

  /// Takes a frame of contacts, in the order of time.
  public mutating func take(_ frame: ContactFrame) {
    play(to: frame.time)
    var mapped = frame
    if let mapping = plan.mapping {
      for index in 0..<mapped.count {
        mapped[index].position = mapping.position(frame[index].position)
      }
    }
    run.handle(mapped)
    let wasTouched = isTouched
    isTouched = frame.count > 0 && frame.interruption == nil
    // What is shown at each contact frame; afterwards at the frames of the screen.
    if isTouched || wasTouched { run.advance(to: frame.time) }
    nextFrame = frame.time.advanced(by: .seconds(1 / rate))
  }

  /// Lets the scene come to rest, for at most 20 s, and reports on it.
  public mutating func finish() -> SceneReport {
    play(to: run.scene.time.advanced(by: SceneReport.longest))
    return SceneReport(run)
  }

  /// Shows frames as long as something moves by itself.
  private mutating func play(to time: Timestamp) {
    guard !isTouched else { return }
    while run.isRunning, nextFrame < time {
      run.advance(to: nextFrame)
      nextFrame = nextFrame.advanced(by: .seconds(1 / rate))
    }
  }
}
