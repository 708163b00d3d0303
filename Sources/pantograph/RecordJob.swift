import Recordings
import Simulation

/// What is to be recorded, and how.
struct RecordJob {
  /// What becomes a file.
  enum Mode {
    /// Everything, from the start to the end.
    case whole

    /// Each gesture.
    case gestures

    /// The latest time, each time that somebody says so.
    case ring(Duration)

    /// Each swipe that a person is asked for.
    case session(SessionPlan)
  }

  /// The name of the file, or what the names of several are made of; `-` is standard output.
  var output: String

  /// The format.
  var format: WritableFormat

  /// Whether files that are there may be overwritten.
  var isForced: Bool

  /// What becomes a file.
  var mode: Mode

  /// What the person means by what is recorded, if that is said.
  var intent: RecordingExpectation.Intent?

  /// How long it takes at most.
  var duration: Duration?

  /// After how many gestures it ends.
  var mostGestures: Int?

  /// What a gesture is.
  var settings: ReplaySettings

  /// What is told of the machine, where the events come from it.
  var machine: RecordingMachine?

  /// The policy that decides, as recordings say which was in force.
  var policy: JSONValue {
    var members: [String: JSONValue] = ["policy": .string(settings.policy.id)]
    if let threshold = settings.threshold {
      members["finish_threshold"] = .string(threshold.description)
    } else if settings.policy.isOwn {
      members["finish_threshold"] = .number(0.3)
    }
    return .object(members)
  }

  /// A writer of a recording.
  var recorder: FrameRecorder { FrameRecorder(format, on: machine) }

  /// The name of a file in its folder, as `expectations.json` has it.
  static func name(of path: String) -> String {
    path.split(separator: "/").last.map { SystemText.shown(String($0)) } ?? path
  }
}
