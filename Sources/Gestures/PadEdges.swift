import Quantities
import TouchInput

/// The parts of a touchpad along its edges where libinput takes a touch for another thing: palms
/// rest at the sides and the top, and the lower edge of a clickpad is its buttons.
struct PadEdges: Sendable {
  /// Whether the pad is so large that palms rest on it.
  let areWatched: Bool

  private let left: Int
  private let right: Int
  private let top: Int
  private let buttons: Int

  /// The sizes from which on palms rest at the sides and the top, in millimeters.
  private static let leastWidth = 70.0
  private static let leastHeight = 55.0

  /// The parts of the pad where they do, and the most of it, in millimeters.
  private static let sideShare = 0.08
  private static let topShare = 0.05
  private static let largestSide = 8.0

  /// How long after the landing a finger leaves an edge.
  private static let leavingTime = Duration.milliseconds(200).wholeNanoseconds

  /// The height of the buttons: a part of the pad, and the most, in millimeters.
  private static let buttonShare = 0.15
  private static let largestButtons = 10.0

  /// How far a touch goes on the buttons until it takes part in gestures, in millimeters.
  static let buttonDistance = 5.0

  /// How long after each other fingers of one gesture land on the buttons, in nanoseconds.
  static let buttonTime = Duration.milliseconds(80).wholeNanoseconds.magnitude

  init(_ settings: LibinputSettings) {
    let size = settings.size
    func units(_ way: Double, _ axis: Axis) -> Int {
      settings.surface[axis].minimum + Int(way * settings.unitsPerMillimeter[axis])
    }
    areWatched = settings.watchesEdges && size.x >= Self.leastWidth
    let side = min(Self.largestSide, size.x * Self.sideShare)
    left = units(side, .x)
    right = units(size.x - side, .x)
    top = size.y > Self.leastHeight ? units(size.y * Self.topShare, .y) : .min
    buttons = units(size.y - min(Self.largestButtons, size.y * Self.buttonShare), .y)
  }

  /// Whether a point is where palms rest.
  func contains(_ point: Vector<Device>) -> Bool {
    isAtSide(point) || point.y < top
  }

  /// Whether a touch that landed at an edge leaves it as a finger does: soon, and away from it.
  func hasLeft(
    _ point: Vector<Device>, from start: Vector<Device>, landed: Timestamp, at time: Timestamp,
    _ settings: LibinputSettings
  ) -> Bool {
    guard time.nanoseconds(since: landed) < Self.leavingTime, !contains(point) else { return false }
    let away: CompassDirections =
      isAtSide(start)
      ? [.upRight, .right, .downRight, .downLeft, .left, .upLeft] : [.downRight, .down, .downLeft]
    let way = point - start
    let directions = CompassDirections(
      x: Double(way.x) / settings.unitsPerMillimeter.x,
      y: Double(way.y) / settings.unitsPerMillimeter.y)
    return !directions.isEmpty && directions.isSubset(of: away)
  }

  /// Whether a point is on the buttons of a clickpad.
  func isOnButtons(_ point: Vector<Device>) -> Bool {
    point.y >= buttons
  }

  private func isAtSide(_ point: Vector<Device>) -> Bool {
    point.x < left || point.x > right
  }
}
