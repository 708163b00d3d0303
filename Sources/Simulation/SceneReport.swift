import Quantities
public import Transitions
public import UIKitTransitions

/// What a scene did under a gesture, or under all touches of a recording.
public struct SceneReport: Hashable, Sendable {
  /// The name of the scene.
  public var name: String

  /// Whether it came to its end, or back to its start, the last transition if there were several;
  /// `nil` if neither.
  public var isComplete: Bool?

  /// The views that are seen in the end, from the back to the front.
  public var shown: [String]

  /// What happened, in its order, with the values of each frame; times are those of the recording.
  public var trace: Trace

  /// The longest that a scene may go on after the lift: none of the samples takes that long.
  static let longest = Duration.seconds(20)

  /// Runs a scene under a gesture.
  ///
  /// The scene starts where the gesture was recognized and follows its progress, 0…1, frame by
  /// frame. At the end the decision finishes or cancels it; the rest of the way is its own.
  ///
  /// - Parameters:
  ///   - sample: The scene.
  ///   - gesture: The gesture, with its trace.
  ///   - rate: The frames per second after the lift, more than 0.
  /// - Complexity: O(frames).
  public init(of sample: SampleScene, under gesture: GestureReport, rate: Double) {
    func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) ?? .zero }
    var run = SampleRun(sample)
    run.begin(at: at(gesture.begin), interactively: PercentDrivenInteraction())
    for row in gesture.trace where row.time <= gesture.end {
      run.handle(.update(row.progress), at: at(row.time))
      run.advance(to: at(row.time))
    }
    let finishes = gesture.decision.outcome == .finish
    run.handle(finishes ? .finish : .cancel, at: at(gesture.end))
    var frame = 0
    repeat {
      run.advance(to: at(gesture.end + Double(frame) / rate))
      frame += 1
    } while run.isRunning && Double(frame) / rate < Self.longest.seconds
    name = sample.rawValue
    isComplete = run.isRunning ? nil : finishes
    shown = run.shown
    trace = run.scene.trace
  }

  /// Runs a scene by itself, from 0 s on.
  ///
  /// - Parameters:
  ///   - sample: The scene.
  ///   - rate: The frames per second, more than 0.
  ///   - end: When to stop, if it has not come to its end before.
  public init(of sample: SampleScene, rate: Double, until end: Duration) {
    var run = SampleRun(sample)
    run.begin(at: .zero)
    var frame = 0
    while Double(frame) / rate <= end.seconds {
      run.advance(to: Timestamp(seconds: Double(frame) / rate) ?? .zero)
      guard run.isRunning else { break }
      frame += 1
    }
    name = sample.rawValue
    isComplete = run.isRunning ? nil : true
    shown = run.shown
    trace = run.scene.trace
  }

  /// Runs a scene of touches under the finger that shows it, from 0 s on.
  ///
  /// - Parameters:
  ///   - sample: The scene.
  ///   - rate: The frames per second, more than 0.
  ///   - end: When to stop, if it has not come to rest before.
  public init(of sample: TouchSample, rate: Double, until end: Duration) {
    self.init(TouchSampleRun.demonstration(of: sample, rate: rate, until: end))
  }

  /// Reports on a run as it is.
  init(_ run: TouchSampleRun) {
    name = run.sample.rawValue
    isComplete = run.isRunning ? nil : run.lastOutcome
    shown = run.shown
    trace = run.scene.trace
  }
}

extension SceneReport {
  /// Appends the report as `pantograph.replay/1` has it.
  public func writeJSON(to bytes: inout [UInt8]) {
    JSONValue.object([
      "calls": .array(trace.calls.map(JSONValue.string)),
      "completed": isComplete.map(JSONValue.bool) ?? .null, "name": .string(name),
      "shown": .array(shown.map(JSONValue.string)),
      "trace": .array(trace.lines.map(JSONValue.string)),
    ]).write(to: &bytes)
  }
}
