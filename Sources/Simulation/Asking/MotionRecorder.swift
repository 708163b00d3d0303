import Gestures
import Quantities
import TouchInput
import Transitions

/// Keeps the motion of the running touch for someone who decides over it, in bounded room.
///
/// - Complexity: O(contacts) a frame.
struct MotionRecorder: Sendable {
  /// The most frames that a question tells of, more than a minute of most devices.
  static let most = 8192

  private let origin: Timestamp
  private var samples: [DecisionQuestion.Sample] = []
  private var omitted = 0
  private var peak = -Double.infinity
  private var isOver = true

  /// Creates a recorder.
  ///
  /// - Parameter origin: The time that times are relative to.
  init(origin: Timestamp) {
    self.origin = origin
  }

  /// Takes a frame of a pan.
  ///
  /// - Parameters:
  ///   - frame: The frame, its positions on the surface.
  ///   - pan: The pan.
  ///   - progress: Its progress.
  ///   - velocity: The change of progress per second, had the fingers left now.
  mutating func follow(_ frame: ContactFrame, _ pan: Pan, progress: Double, velocity: Double) {
    peak = pan.frames == 1 ? progress : max(peak, progress)
    add(frame, progress, velocity)
  }

  /// Takes a frame that is none of a pan.
  mutating func follow(_ frame: ContactFrame) {
    add(frame, nil, nil)
  }

  private mutating func add(_ frame: ContactFrame, _ progress: Double?, _ velocity: Double?) {
    if isOver, frame.count > 0 {
      samples.removeAll(keepingCapacity: true)
      omitted = 0
    }
    isOver = frame.count == 0
    var (x, y, count) = (0.0, 0.0, 0)
    for index in 0..<frame.count where frame[index].isXKnown && frame[index].isYKnown {
      x += Double(frame[index].position.x)
      y += Double(frame[index].position.y)
      count += 1
    }
    guard count > 0 else { return }
    if samples.count >= 2 * Self.most {
      samples.removeFirst(Self.most)
      omitted += Self.most
    }
    samples.append(
      DecisionQuestion.Sample(
        time: frame.time.since(origin).seconds, contacts: count,
        position: PerAxis(x: x / Double(count), y: y / Double(count)), progress: progress,
        velocity: velocity))
  }

  /// The question about a pan that is over.
  ///
  /// - Parameters:
  ///   - pan: The pan.
  ///   - end: What ended it.
  ///   - plan: The plan of who is asked.
  ///   - progress: Its progress.
  ///   - velocity: The change of progress per second at its end.
  ///   - rest: The seconds between its last motion and its end.
  /// - Returns: The question, or `nil` if the plan asks nobody.
  func question(
    about pan: Pan, _ end: PanEnd, under plan: ReplayPlan, progress: Double, velocity: Double,
    rest: Double
  ) -> DecisionQuestion? {
    guard let command = plan.definition.command else { return nil }
    let units = plan.surface[pan.axis].unitsPerMillimeter
    let down = pan.down.since(origin).seconds
    // After a gap the fingers that are still down make another touch.
    let touch = samples.drop { $0.time < down }
    return DecisionQuestion(
      command: command, down: down,
      begin: pan.begin.since(origin).seconds, end: pan.time.since(origin).seconds, endReason: end,
      fingers: pan.fingers, direction: plan.isInverted ? pan.forward.opposite : pan.forward,
      frames: pan.frames, progress: progress, peak: max(peak, progress), velocity: velocity,
      rest: rest, threshold: plan.policy(along: pan.axis).finishThreshold,
      travel: units.map { Double(pan.travel) / Double(Centroid.partsPerUnit) / $0.value },
      wholeTravel: units.map { (plan.scales[pan.axis].travel / $0).value },
      samples: Array(touch.suffix(Self.most)),
      omittedSamples: omitted + max(0, touch.count - Self.most), surface: plan.surface,
      kind: plan.kind, settings: plan.texts)
  }
}
