import Gestures
import Quantities
import TouchInput

/// The contacts of a touchpad as they are for those who see what libinput delivers of them.
///
/// - Complexity: O(contacts) a frame, and no allocation.
struct LibinputContacts: Sendable {
  /// The surface that the delivered contacts lie on, in 12ths of the units of the pad.
  let surface: Surface

  /// The surface that the positions of the pad lie on, once they are mapped.
  let padSurface: Surface

  /// What the last frame came to.
  var steps: [DeliveredGestures.Step] { delivered.steps }

  /// Whether the last frame had a step that no finger can make.
  var sawJump: Bool { recognizer.sawJump }

  private let mapping: Calibration.Mapping?
  private let button: ReplaySettings.Button
  private var recognizer: LibinputRecognizer
  private var delivered = DeliveredGestures()
  private var touch: Touch?

  /// What is known of the fingers since the first came down.
  private struct Touch {
    var down: Timestamp
    var mostFingers = 0
    var isTold = false
  }

  /// The parts of a device unit that motions are counted in.
  ///
  /// It is divisible by 1 to 4, so that the mean of as many fingers is a whole number.
  private static let partsPerUnit = 12

  /// Creates the contacts of a touchpad.
  ///
  /// - Parameters:
  ///   - pad: What libinput knows of it, its surface after mapping.
  ///   - mapping: How its positions are mapped.
  ///   - button: What a click does; by itself libinput lets it end a gesture on a clickpad, as a
  ///     lift.
  /// - Throws: That the ranges are too large.
  init(
    _ pad: LibinputSettings, mapping: Calibration.Mapping?, button: ReplaySettings.Button
  ) throws(ReplayError) {
    surface = try Self.divided(pad.surface)
    padSurface = pad.surface
    self.mapping = mapping
    self.button = button
    recognizer = LibinputRecognizer(pad)
  }

  /// The surface in parts of its units.
  private static func divided(_ surface: Surface) throws(ReplayError) -> Surface {
    func extent(_ extent: Surface.Extent) throws(ReplayError) -> Surface.Extent {
      let units = extent.unitsPerMillimeter.map { $0 * Ratio(Int128(partsPerUnit)) }
      guard
        let divided = Surface.Extent(
          minimum: extent.minimum * partsPerUnit, maximum: extent.maximum * partsPerUnit,
          unitsPerMillimeter: units)
      else { throw ReplayError(.rangesTooLarge) }
      return divided
    }
    return Surface(x: try extent(surface.x), y: try extent(surface.y))
  }

  /// Takes a frame of the pad; what it comes to is in ``steps`` until the next one.
  mutating func handle(_ frame: ContactFrame) {
    delivered.removeSteps()
    // A frame is large, and not copied without need.
    guard mapping != nil || button == .ignore && frame.isButtonDown else { return take(frame) }
    var frame = mapped(frame)
    if button == .ignore { frame.isButtonDown = false }
    take(frame)
  }

  /// A frame of the pad with its positions on ``padSurface``.
  func mapped(_ frame: ContactFrame) -> ContactFrame {
    guard let mapping else { return frame }
    var frame = frame
    for index in 0..<frame.count {
      frame[index].position = mapping.position(frame[index].position)
    }
    return frame
  }

  private mutating func take(_ frame: ContactFrame) {
    if button == .cancel, frame.isButtonDown { delivered.press(at: frame.time) }
    if touch == nil, frame.count > 0 { touch = Touch(down: frame.time) }
    // Nothing is to be said of what came down unseen.
    if frame.isResumed { touch?.isTold = true }
    if let most = touch?.mostFingers, most < frame.fingerCount {
      touch?.mostFingers = frame.fingerCount
    }
    recognizer.handle(frame)
    for index in recognizer.gestures.indices { deliver(recognizer.gestures[index]) }
    if frame.count == 0 { leave(frame) }
  }

  private mutating func deliver(_ gesture: LibinputGesture) {
    let down = touch?.down ?? gesture.time
    touch?.isTold = true
    switch gesture.phase {
    case .begin: delivered.begin(gesture.kind, of: gesture.fingers, at: gesture.time, down: down)
    case .update(let motion):
      if delivered.kind == nil {
        delivered.begin(gesture.kind, of: gesture.fingers, at: gesture.time, down: down)
      }
      let parts = Centroid.partsPerUnit / Self.partsPerUnit
      delivered.move(
        by: Vector(x: motion.displacement.x / parts, y: motion.displacement.y / parts),
        at: gesture.time)
    case .end(.lift): delivered.end(nil, at: gesture.time)
    case .end(.cancelled): delivered.end(.cancelled, at: gesture.time)
    case .end(.interrupted(let interruption)): delivered.end(interruption, at: gesture.time)
    }
  }

  /// Says what there was to a touch that libinput says nothing of.
  private mutating func leave(_ frame: ContactFrame) {
    defer { touch = nil }
    guard let touch, !touch.isTold else { return }
    let reason: PanRejection =
      switch touch.mostFingers {
      case _ where frame.interruption != nil: .interrupted
      case ...1: .tooFewFingers
      case 5...: .tooManyFingers
      default: .withinSlop
      }
    delivered.add(
      RejectedTouch(
        down: touch.down, end: frame.time, fingers: touch.mostFingers, reason: reason, distance: 0))
  }
}
