import Curves
import Gestures
import Quantities
import TestSupport
import Testing
import TouchInput
import Transitions

@Suite(.enabled(if: Vectors.path != nil, "PANTOGRAPH_VECTORS names no file"))
struct VectorTests {
  let vectors: Vectors

  init() throws {
    vectors = try Vectors(contentsOf: #require(Vectors.path))
  }

  @Test(arguments: Vectors.sections(of: .transitions).sorted())
  func `a section of transitions`(name: String) throws {
    let check = try #require(Self.checks[name], "nobody checks the section")
    #expect(vectors.complaints(about: name, check) == [])
  }

  @Test func `every check is that of a section of transitions`() {
    #expect(Set(Self.checks.keys) == Vectors.sections(of: .transitions))
  }

  static let checks: [String: Vectors.Check] = [
    "paging": { vector in
      let paging = Paging(
        pageCount: try vector.integer("pageCount"), pageSize: try vector.number("pageSize"))
      let offset = try vector.number("releaseOffset")
      let velocity = try vector.number("velocityPtPerMs") * 1000
      let target = paging.target(
        from: try vector.integer("startPage"), offset: offset, velocity: velocity)
      vector.expect("projectedOffset", paging.projectedOffset(from: offset, velocity: velocity))
      vector.expect("targetPage", Double(target))
      vector.expect("targetOffset", paging.offset(of: target))
    },
    "pan_sequences": { vector in
      guard case .list(let touches)? = vector.value("touches") else {
        vector.require(false, "no touches")
        return
      }
      var finger = PanSequence()
      vector.expect("events", .list(try touches.map { try finger.take($0) }))
    },
    "threshold": { vector in
      let width = try vector.number("width")
      let progress = try vector.number("translation") / width
      let velocity = try vector.number("velocity", default: 0) / width
      // WWDC 2018 session 803 with the rate 0.99: 0.99 / (1 − 0.99) / 1000 s.
      let projected = Policy(projection: .linear(horizon: 0.099))
      vector.expect("percent", Overscroll.clamp.shown(progress))
      for (name, policy) in [
        ("finishAt30PercentRule", Policy.threshold()),
        ("finishWithVelocityRule_projected", projected),
      ] {
        let decision = policy.decision(atProgress: progress, velocity: velocity)
        vector.expect(name, decision.outcome == .finish)
      }
    },
  ]
}

/// A pan recognizer that is told of touches as UIKit is, and says what UIKit would.
///
/// The slop is 10 points whatever the direction, and the velocity that of the last two samples:
/// a touch that is reported where it was before is none.
private struct PanSequence {
  /// Positions are counted in millionths of a point.
  static let unitsPerPoint = 1e6

  private var recognizer: PanRecognizer
  private var position: Vector<Device>?
  private var pan: Pan?
  private var serial = 0
  private let estimator = VelocityEstimator(
    .lastPair(minimumInterval: .zero), staleness: .keep)

  init() {
    let slop = 10 * Self.unitsPerPoint
    guard let extent = Surface.Extent(minimum: 0, maximum: 1 << 30) else {
      preconditionFailure("An extent is longer than nothing")
    }
    recognizer = PanRecognizer(
      PanSettings(
        slop: PerAxis(both: slop), surface: Surface(x: extent, y: extent),
        unitsPerMillimeter: PerAxis(both: 1), maximumGap: .seconds(1_000_000)))
  }

  /// Takes a touch.
  ///
  /// - Returns: What came of it, as the file has it.
  mutating func take(_ touch: VectorValue) throws -> VectorValue {
    guard case .object(let fields) = touch, case .number(let t)? = fields["t"],
      case .text(let phase)? = fields["phase"], case .number(let x)? = fields["x"],
      case .number(let y)? = fields["y"], fields.count == 4,
      let time = Timestamp(seconds: t)
    else { throw UnknownTouch(touch: touch) }
    let place = Vector<Device>(
      x: Int((x * Self.unitsPerPoint).rounded()), y: Int((y * Self.unitsPerPoint).rounded()))
    var action: PanRecognizer.Action?
    switch phase {
    case "down":
      serial += 1
      (pan, position) = (nil, nil)
      action = report(place, at: time)
    case "move": action = report(place, at: time)
    case "up":
      if position != place { _ = report(place, at: time).map { follow($0) } }
      action = recognizer.handle(ContactFrame(time: time)).action
    case "cancel":
      action = recognizer.handle(ContactFrame(time: time, interruption: .cancelled)).action
    default: throw UnknownTouch(touch: touch)
    }
    let state = action.map { follow($0) } ?? (pan == nil ? "possible" : "changed")
    return .object([
      "t": .number(t), "state": .text(state), "translation": translation, "velocity": velocity,
    ])
  }

  private mutating func report(_ place: Vector<Device>, at time: Timestamp)
    -> PanRecognizer.Action?
  {
    let contact = Contact(serial: serial, position: place, isPositionReported: position != place)
    position = place
    return recognizer.handle(ContactFrame(time: time, contacts: [contact])).action
  }

  private mutating func follow(_ action: PanRecognizer.Action) -> String {
    switch action {
    case .begin(let pan):
      self.pan = pan
      return "began"
    case .change(let pan):
      self.pan = pan
      return "changed"
    case .end(let pan, let end):
      self.pan = pan
      return end == .lift ? "ended" : "cancelled"
    case .reject: return "failed"
    }
  }

  private var translation: VectorValue {
    guard let pan else { return [0, 0] }
    let scale = Double(Centroid.partsPerUnit) * Self.unitsPerPoint
    return [
      .number(Double(pan.displacement.x) / scale), .number(Double(pan.displacement.y) / scale),
    ]
  }

  private var velocity: VectorValue {
    guard let pan else { return [0, 0] }
    return .list(
      Axis.allCases.map { axis in
        let speed = estimator.velocity(of: recognizer.history, along: axis, at: pan.time)
        return .number(speed / Self.unitsPerPoint)
      })
  }
}

/// A touch of a sequence that is not like the others.
private struct UnknownTouch: Error, CustomStringConvertible {
  var touch: VectorValue

  var description: String { "the touch \(touch) is not known" }
}
