public import Gestures
public import Quantities
public import Transitions

/// What became of one gesture.
///
/// Times are seconds since the first event of the recording.
public struct GestureReport: Hashable, Sendable {
  /// A frame of the gesture, or of settling.
  public struct TraceRow: Hashable, Sendable {
    /// When, in seconds.
    public var time: Double

    /// The raw progress; while settling, the progress of the picture.
    public var progress: Double

    /// The change of progress per second.
    public var velocity: Double

    /// The progress shown.
    public var shown: Double
  }

  /// What the velocity is made of.
  public struct VelocityTerms: Hashable, Sendable {
    /// The way, as progress, forward positive; forth and back where all motions count.
    public var way: Double

    /// The seconds that it is divided by; `nil` where the policy counts motions.
    public var seconds: Double?

    /// The motions that the way is made of; 0 where there were too few.
    public var motions: Int

    /// Whether the velocity is 0 because the last motion is too old.
    public var isForgotten: Bool
  }

  /// When the first finger came down.
  public var down: Double

  /// When the gesture was recognized.
  public var begin: Double

  /// When it ended.
  public var end: Double

  /// What ended it.
  public var endReason: PanEnd

  /// The number of fingers.
  public var fingers: Int

  /// The way that is forward.
  public var direction: Heading

  /// The frames from its recognition to its end, both counted.
  public var frames: Int

  /// The progress at the decision, clamped on neither side.
  public var progress: Double

  /// The largest progress.
  public var peak: Double

  /// When the progress was largest, in seconds.
  public var peakTime: Double

  /// The change of progress per second at the end.
  public var velocity: Double

  /// The seconds from the first to the last of the motions that the velocity is made of.
  public var velocitySpan: Double

  /// What the velocity is made of.
  public var velocityTerms: VelocityTerms

  /// The end that was chosen, and why; a cancel without a reason as long as it is open.
  public var decision: Decision

  /// The rule that decided, with the numbers that held.
  public var policy: Policy

  /// Whether the policy is none of the program's own.
  public var isPlatform: Bool

  /// What makes progress 1, in several units.
  public var units: ProgressUnits

  /// What the policy `flick` would have chosen, where it differs.
  public var flick: Decision?

  /// The way that the fingers went, in millimeters, forward positive; `nil` if the size is unknown.
  public var travel: Double?

  /// The progress that the way would have made that went before the recognition: the slop, forward
  /// positive.
  public var slop: Double

  /// The way that finishes, in millimeters; `nil` if the size is unknown.
  public var finishTravel: Double?

  /// The threshold as progress.
  public var threshold: Double

  /// The millimeters that make progress 1; `nil` if the size is unknown.
  public var wholeTravel: Double?

  /// The seconds between the last motion and the end.
  public var rest: Double

  /// The velocity that the gesture had when it last moved, in progress per second.
  public var lastVelocity: Double

  /// The way from the shown progress to the end.
  public var settle: Settle

  /// The curve or spring that it goes along, as text.
  public var curve: String

  /// The frames, if they were asked for.
  public var trace: [TraceRow]

  /// The progress that the whole axis would make, if the surface is one that fingers are on.
  public var axisProgress: Double?

  /// What a scene did under the gesture, if one was asked for.
  public var scene: SceneReport?

  /// Where the contacts were from their landing to the end of the gesture, if it was asked for.
  public var contacts: [ContactTrack] = []

  /// When libinput began the gesture, in seconds, where its rules make the gestures of contacts.
  public var deliveredBegin: Double?

  /// What has to be asked before the decision is known; `nil` once it is.
  public internal(set) var question: DecisionQuestion? {
    get { open?.value }
    set { open = newValue.map(Boxed.of) }
  }

  /// The same, which few have and is large.
  var open: Boxed<DecisionQuestion>?

  /// How it goes on after either answer.
  var endings: [Outcome: Ending] = [:]

  /// How a gesture goes on after its decision.
  struct Ending: Hashable, Sendable {
    var settle: Settle
    /// The frames of settling, if they were asked for.
    var trace: [TraceRow]
  }

  /// Decides a gesture that is open: its settling is that of the outcome, and nobody is asked again.
  ///
  /// One that is not open stays what it is.
  public mutating func decide(_ decision: Decision) {
    guard open != nil else { return }
    self.decision = decision
    if let ending = endings[decision.outcome] {
      settle = ending.settle
      trace += ending.trace
    }
    open = nil
    endings = [:]
  }

  /// The largest change of progress from one frame to the next, if the frames were asked for.
  package var largestStep: Double {
    let rows = trace.filter { $0.time <= end }
    return zip(rows, rows.dropFirst()).reduce(abs(rows.first?.progress ?? 0)) { step, pair in
      max(step, abs(pair.1.progress - pair.0.progress))
    }
  }
}
