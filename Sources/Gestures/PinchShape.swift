import Glibc
import Quantities

/// The line between two fingers that pinch: how long it is, which way it points, where its middle
/// is.
struct PinchShape: Sendable {
  /// The scale that was told last.
  var lastScale = 1.0

  private var firstLength = 0.0
  private var angle = 0.0
  /// Twice the middle.
  private var sum = Vector<Device>.zero
  private var isNew = true

  /// Creates a shape; the first fingers it sees are those that it compares with.
  init() {}

  /// What the fingers did since they were seen last, or `nil` if they did nothing.
  mutating func motion(
    from first: Vector<Device>, to second: Vector<Device>, _ unitsPerMillimeter: PerAxis<Double>
  ) -> LibinputGesture.Motion? {
    let way = first - second
    let (x, y) = (Double(way.x) / unitsPerMillimeter.x, Double(way.y) / unitsPerMillimeter.y)
    let length = hypot(x, y)
    let angle = atan2(y, x) * 180 / .pi
    let sum = first + second
    defer { (self.angle, self.sum) = (angle, sum) }
    guard !isNew else {
      (firstLength, isNew) = (length, false)
      return nil
    }
    var motion = LibinputGesture.Motion(displacement: Centroid.mean(sum - self.sum, of: 2))
    motion.scale = firstLength > 0 ? length / firstLength : 1
    motion.rotation = remainder(angle - self.angle, 360)
    guard motion.displacement != .zero || motion.scale != lastScale || motion.rotation != 0 else {
      return nil
    }
    return motion
  }
}
