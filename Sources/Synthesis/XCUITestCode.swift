/// A gesture as Swift code of XCUITest.
///
/// Its public interface takes a press, a straight drag at an even velocity, and a rest (
/// `press(forDuration:thenDragTo:withVelocity:thenHoldForDuration:)`): of the gesture there is the
/// first finger's landing, the way to where it lifts, the mean velocity and the rest.
public struct XCUITestCode: Hashable, Sendable {
  /// What keeps a gesture from being written.
  public enum Obstacle: Error, Hashable, Sendable {
    /// No finger has a position.
    case noFinger

    /// The finger turns back before it lifts.
    case turnsBack
  }

  /// The code.
  public let text: String

  /// How much of the way a finger may go back, as a share of it, and still count as going straight:
  /// tremor and noise do that.
  private static let straightness = 0.05

  /// Writes a gesture.
  ///
  /// - Throws: Why it cannot be written.
  public init(_ script: PointerScript) throws(Obstacle) {
    let places = script.frames.compactMap { frame in
      frame.fingers.first { $0.number == 1 }.map { (time: frame.time, x: $0.x, y: $0.y) }
    }
    guard let first = places.first, let last = places.last else { throw .noFinger }
    let lift =
      script.frames.first { frame in
        frame.time > first.time && !frame.fingers.contains { $0.number == 1 }
      }?.time ?? last.time
    let (dx, dy) = (last.x - first.x, last.y - first.y)
    let length = dx * dx + dy * dy
    func share(_ place: (time: Int, x: Double, y: Double)) -> Double {
      length > 0 ? ((place.x - first.x) * dx + (place.y - first.y) * dy) / length : 0
    }
    let furthest = places.map { share($0) }.max() ?? 0
    let extent = places.map { max(($0.x - first.x).magnitude, ($0.y - first.y).magnitude) }.max()
    guard let extent, furthest <= 1 + Self.straightness,
      extent <= (1 + Self.straightness) * max(dx.magnitude, dy.magnitude, 0.01)
    else { throw .turnsBack }
    // It rests as long as it has not left, and once it has come within a hundredth of the way.
    let start = places.last { share($0) <= 0.01 }?.time ?? first.time
    let end = places.first { share($0) >= 0.99 }?.time ?? last.time
    let seconds = Double(max(end - start, 1)) / 1000
    func number(_ value: Double) -> String { PointerScript.fixed(value, places: 4) }
    func time(_ milliseconds: Int) -> String {
      PointerScript.fixed(Double(milliseconds) / 1000, places: 3)
    }
    text = """
      import XCTest

      extension XCUIElement {
        /// Synthetic: a program made this gesture, and nobody touched anything.
        func performSynthesizedGesture() {
          let start = coordinate(
            withNormalizedOffset: CGVector(dx: \(number(first.x)), dy: \(number(first.y))))
          let end = coordinate(
            withNormalizedOffset: CGVector(dx: \(number(last.x)), dy: \(number(last.y))))
          let velocity = hypot(
            \(number(dx / seconds)) * frame.width, \(number(dy / seconds)) * frame.height)
          start.press(
            forDuration: \(time(start - first.time)), thenDragTo: end,
            withVelocity: XCUIGestureVelocity(rawValue: velocity),
            thenHoldForDuration: \(time(max(lift - end, 0))))
        }
      }

      """
  }
}
