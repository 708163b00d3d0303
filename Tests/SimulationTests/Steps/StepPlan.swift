import Curves
import Gestures
import Quantities
import Transitions

/// What is to be played: the calls of a table, and what they are played on.
struct StepPlan {
  /// A call.
  enum Call: Hashable {
    /// The finger is down; the pages that the transition leads from and to, if they have names.
    case begin(x: Double, y: Double, from: String?, to: String?)

    /// The system says start once more.
    case beginAgain(x: Double)

    /// The finger is somewhere else.
    case move(x: Double, y: Double)

    /// The finger leaves.
    case lift

    /// The system takes the touch away.
    case cancelEvent

    /// The device is gone.
    case deviceRemoved

    /// A progress of the transition, without a recognizer.
    case update(Double)

    /// The end of the transition, without a recognizer.
    case finish

    /// The other end of the transition, without a recognizer.
    case cancel

    /// The recognizer is switched off or on.
    case setEnabled(Bool)

    /// The transition can show progress from now on.
    case transitionReady

    /// Another command changes the page.
    case goTo(String)

    /// A frame is drawn.
    case frame
  }

  /// A call with its time, in seconds.
  struct Step: Hashable {
    var time: Double
    var call: Call
  }

  /// A settling without a touch.
  struct Release: Hashable {
    /// The progress that is shown.
    var progress: Double

    /// The change of it per second.
    var velocity: Double

    /// Where it goes.
    var target: Outcome
  }

  /// A recognizer among several.
  struct Recognizer: Hashable {
    var name: String
    var axis: Axis
    var priority: Double
  }

  /// The calls, in order.
  var steps: [Step] = []

  /// The settling without a touch, in place of calls.
  var release: Release?

  /// The recognizers that see the touch, the one with the smallest priority first; by default one.
  var recognizers: [Recognizer] = []

  /// The progress from which a lift finishes.
  var threshold = 0.3

  /// Whether the policy is `flick` rather than `threshold`.
  var isFlick = false

  /// The age from which a velocity counts as 0, in seconds.
  var maximumVelocityAge = 0.1

  /// The units that make progress 1.
  var travel = 1.0

  /// The units before a touch is recognized.
  var slop = 0.0

  /// The seconds of the whole way.
  var settleDuration: Double?

  /// The pace of the rest.
  var curve = TimingCurve.easeInOut

  /// The damping ratio, if it settles with a spring.
  var dampingRatio: Double?

  /// Whether nothing is animated.
  var isMotionReduced = false

  /// The picture gives way beyond the ends.
  var isRubber = false

  /// The motion's sign is turned round.
  var isInverted = false

  /// The frames per second of the display.
  var frameRate = 60.0

  /// The seconds between the frames from the release on; regular ones follow.
  var intervals: [Double] = []

  /// The time up to which every frame is looked at, in seconds.
  var observeUntil = 0.0

  /// How many pages there are, and the first one shown, if they have numbers.
  var pages: (count: Int, first: Int)?

  /// How the transition goes to its end.
  var style: SettleStyle {
    if isMotionReduced { return .immediate }
    if let dampingRatio {
      // The response of the command line's spring, unless the table has a duration of its own.
      let response = max(settleDuration ?? 0.4, 0.001)
      return .spring(
        Spring(response: .seconds(response), dampingRatio: max(dampingRatio, 0)))
    }
    return .timed(.seconds(settleDuration ?? 0.35), curve)
  }

  /// The rule that decides.
  var policy: Policy {
    var policy = isFlick ? Policy.flick(threshold) : .threshold(threshold)
    policy.estimator = .window(maximumAge: .seconds(maximumVelocityAge))
    return policy
  }
}
