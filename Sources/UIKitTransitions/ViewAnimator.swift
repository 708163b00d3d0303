import Curves
import Layers
import Quantities

/// A property animator of a scene, with the animations that it moves.
struct ViewAnimator: Sendable {
  /// A property of a layer.
  struct Target: Hashable, Sendable {
    var layer: LayerID
    var property: Property
  }

  /// What the trace calls it.
  var name: String

  /// The animator.
  var animator: PropertyAnimator

  /// The changes of each of its groups.
  var groups: [[BlockChange]] = [[]]

  /// What it left in the properties when it was stopped.
  var stopped: [Target: PropertyValue] = [:]

  /// Whether it was given up: it runs to its end, and takes no call.
  var isReleased = false

  /// The properties that it changes, in the order they were changed first, each with the value
  /// before and the one that was set last.
  var ends: [(target: Target, old: PropertyValue, new: PropertyValue)] {
    var ends: [(target: Target, old: PropertyValue, new: PropertyValue)] = []
    for change in groups.joined() {
      let target = Target(layer: change.layer, property: change.property)
      if let index = ends.firstIndex(where: { $0.target == target }) {
        ends[index].new = change.new
      } else {
        ends.append((target, change.old, change.new))
      }
    }
    return ends
  }

  /// How the changes of a block are made ready: the animator gives them their pace.
  static let prototype = ViewAnimation(duration: .seconds(1), timing: .curve(.linear))
}

extension PropertyAnimator {
  /// When the run that is under way began, if one is.
  var runStart: Timestamp? {
    if case .running(let run) = phase { run.start } else { nil }
  }

  /// An animation as a group of it shows it from now on.
  ///
  /// It has a length of 1 s, which its speed fits to the way: so do the parts of a group.
  ///
  /// - Parameters:
  ///   - animation: The animation of a change.
  ///   - group: The place of the group.
  ///   - time: Now.
  ///   - origin: The local time of the layer at the start of the run, or now without one.
  ///   - rate: The local seconds that pass for a second, not 0.
  /// - Returns: The animation.
  func moving(
    _ animation: Animation, group: Int, at time: Timestamp, origin: MediaTime, rate: Double
  ) -> Animation {
    var animation = animation
    animation.timing = MediaTiming(beginTime: origin, duration: 1, fillMode: .both)
    animation.timingFunction = nil
    guard case .running(let run) = phase, (run.legs[group].delay < 1), run.pace.duration > .zero
    else {
      let position = position(ofGroup: group, at: time)
      animation.timing.speed = 0
      animation.span = AnimationSpan(from: position, to: position)
      return animation
    }
    let leg = run.legs[group]
    let length = run.pace.duration.seconds
    animation.span = AnimationSpan(from: leg.origin, to: leg.target)
    switch run.pace.shape {
    case .curve(let curve): animation.timingFunction = curve
    case .spring(let curve): animation.span?.swing = .init(curve, length: length)
    }
    let share = run.share - leg.delay
    let speed = 1 / (length * (1 - leg.delay) * rate)
    if run.isBackwards {
      animation.timing.speed = -speed
      animation.timing.timeOffset = share / (1 - leg.delay)
    } else {
      animation.timing.beginTime = origin - share * length * rate
      animation.timing.speed = speed
    }
    return animation
  }
}
