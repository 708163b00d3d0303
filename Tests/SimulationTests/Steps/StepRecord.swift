import Gestures
import Quantities
import Transitions

/// What was seen while the calls of a table were played.
struct StepRecord {
  /// What is shown at a moment.
  struct Look {
    /// When.
    var time: Timestamp

    /// The progress that is shown.
    var shown: Double

    /// The change of it per second, while it settles.
    var velocity: Double

    /// Whether a finger moved it there, and not time.
    var isDrag: Bool

    /// The transition as it is, to ask it for other moments.
    var transition: InteractiveTransition
  }

  /// A touch that began a transition, or took one over.
  struct Gesture {
    /// The progress at each report of the finger.
    var progresses: [Double] = []

    /// The axis of its pan, if it had one.
    var axis: Axis?

    /// The progress at its end; `nil` as long as it has none.
    var progress: Double?

    /// The progress shown at its end.
    var shown = 0.0
  }

  /// A way to an end, with the frames that it was seen in.
  struct Settling {
    /// The way.
    var settle: Settle

    /// The progress of each frame, the one at the end included.
    var frames: [(time: Timestamp, shown: Double)] = []

    /// Whether it is neither at its end nor taken over.
    var isOpen = true

    /// Whether a finger took it over.
    var isTakenOver = false
  }

  /// A transition that is over.
  struct Completed {
    /// The place of the recognizer.
    var recognizer: Int

    /// What it says of itself.
    var completion: InteractiveTransition.Completion

    /// The page that is shown since, if pages have names.
    var page: String?

    /// How many pages there are since.
    var depth: Int?
  }

  /// What was shown after each call and in each frame.
  var looks: [Look] = []

  /// The touches, in order.
  var gestures: [Gesture] = []

  /// The ways to an end, in order.
  var settlings: [Settling] = []

  /// The transitions that are over, in order.
  var completions: [Completed] = []

  /// How many calls had no effect.
  var ignoredCalls = 0

  /// How many transitions began.
  var transitions = 0

  /// The most transitions that were alive at one time.
  var mostAlive = 0

  /// Whether a touch went on with a transition that was settling.
  var tookOver = false

  /// The largest change of the shown progress by a touch that came down on a transition.
  var largestJump = 0.0

  /// Whether something still runs.
  var isRunning = false

  /// The place of the recognizer whose gesture began last.
  var winner: Int?

  /// The other values that a transition animates: how dark, how far, how large.
  var secondaryValues = [0.0, 0, 0]

  /// The page that is shown, if pages have names or numbers.
  var page: String?

  /// The first page that was shown.
  var firstPage: String?

  /// The depth after other commands changed the page.
  var depthAfterGoTo: Int?

  /// What is wrong with the table itself.
  var complaints: [String] = []

  /// The progress that is shown when all is over.
  var final: Double { looks.last?.shown ?? .nan }

  /// The outcomes, in order.
  var outcomes: [Outcome] { completions.map(\.completion.outcome) }
}
