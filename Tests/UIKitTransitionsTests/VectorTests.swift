import Curves
import Layers
import Quantities
import Testing
import TestSupport
import TouchInput
import Transitions
import UIKitTransitions

@Suite(.enabled(if: Vectors.path != nil, "PANTOGRAPH_VECTORS names no file"))
struct VectorTests {
  let vectors: Vectors

  init() throws {
    vectors = try Vectors(contentsOf: #require(Vectors.path))
  }

  @Test(arguments: Vectors.sections(of: .uiKitTransitions).sorted())
  func `a section of UIKit's transitions`(name: String) throws {
    let check = try #require(Self.checks[name], "nobody checks the section")
    #expect(vectors.complaints(about: name, check) == [])
  }

  @Test func `every check is that of a section of UIKit's transitions`() {
    #expect(Set(Self.checks.keys) == Vectors.sections(of: .uiKitTransitions))
  }

  static let checks: [String: Vectors.Check] = [
    "pan_sequences": { vector in
      guard case .list(let touches)? = vector.value("touches") else {
        vector.require(false, "no touches")
        return
      }
      var finger = PanSequence()
      vector.expect("events", .list(try touches.map { try finger.take($0) }))
    },
    "percent_driven": { vector in
      let duration = try vector.duration("duration")
      let percent = try vector.number("percentComplete", default: 0)
      let speed = try vector.number("completionSpeed", default: 1)
      let action = try vector.text("action")
      vector.require(["finish", "cancel"].contains(action), "the action \(action) is not known")
      let times = try vector.durations("sampleTime")
      let curves = [
        "completionCurve_easeInOut": TimingCurve.easeInOut, "completionCurve_linear": .linear,
      ]
      for (name, curve) in curves {
        var interaction = PercentDrivenInteraction()
        interaction.completionCurve = curve
        interaction.completionSpeed = speed
        _ = interaction.handle(.start(duration: duration), at: .zero)
        _ = interaction.handle(.update(percent), at: .zero)
        vector.expect("layerTimeOffset", interaction.timeOffset(at: .zero))
        var effects = interaction.handle(action == "finish" ? .finish : .cancel, at: .zero)
        // To the last bit: a timestamp counts nanoseconds.
        let settle = interaction.settle
        vector.expect("remainingTime", settle?.duration ?? .zero)
        vector.expect(
          name, times.map { settle?.progress(after: $0) ?? interaction.fraction(at: .zero) })
        if let end = settle?.end { effects += interaction.handle(.refresh, at: end) }
        vector.expect("completeTransition", effects.last == .complete(true))
        vector.require(
          effects.count { [.complete(true), .complete(false)].contains($0) } == 1,
          "it completes once")
      }
    },
    "property_animator_continue": { vector in
      let duration = try vector.duration("duration")
      var animator = PropertyAnimator(duration: duration)
      try animator.setFractionComplete(try vector.number("fractionCompleteBefore"), at: .zero)
      if try vector.flag("setReversed", default: false) {
        try animator.setReversed(true, at: .zero)
      }
      try animator.continueAnimation(
        durationFactor: try vector.number("durationFactor", default: 0), at: .zero)
      vector.expect("fractionCompleteAfter", animator.fractionComplete(at: .zero))
      vector.expect("remainingTime", animator.remainingTime(at: .zero))
      let end = animator.end.flatMap { animator.advance(to: $0) }
      vector.expect("endPosition", end?.rawValue ?? "none")
    },
    "property_animator_scrub": { vector in
      let name = try vector.text("curve")
      let curve = TimingCurve(VectorTests.libraryName(of: name))
      vector.require(curve != nil, "the curve \(name) is not known")
      for (field, scrubsLinearly) in [
        ("visualWhenScrubsLinearly", true), ("visualWhenNotScrubsLinearly", false),
      ] {
        var animator = PropertyAnimator(
          duration: .seconds(1), timing: .curve(curve ?? .linear))
        animator.scrubsLinearly = scrubsLinearly
        try animator.setFractionComplete(try vector.number("f"), at: .zero)
        vector.expect(field, animator.position(at: .zero))
      }
    },
  ]

  /// The name that the library has for a curve: `ease-in-out` for `easeInEaseOut`.
  private static func libraryName(of name: String) -> String {
    switch name {
    case "default": "ease"
    case "easeInEaseOut": "ease-in-out"
    default:
      name.reduce(into: "") { text, character in
        text += character.isUppercase ? "-" + character.lowercased() : String(character)
      }
    }
  }
}

/// A pan recognizer that is told of touches one by one, and says what it makes of each.
private struct PanSequence {
  /// Positions are counted in millionths of a point.
  private static let unitsPerPoint = 1e6

  private var pan = PanGestureRecognizer(
    screen: Size(width: 1000, height: 1000), pointsPerUnit: PerAxis(both: 1 / unitsPerPoint))
  private var serial = 0

  /// Takes a touch.
  ///
  /// - Returns: What came of it, as the file has it.
  mutating func take(_ touch: VectorValue) throws -> VectorValue {
    guard case .object(let fields) = touch, case .number(let t)? = fields["t"],
      case .text(let phase)? = fields["phase"], case .number(let x)? = fields["x"],
      case .number(let y)? = fields["y"], fields.count == 4,
      let time = Timestamp(seconds: t)
    else { throw UnknownTouch(touch: touch) }
    if phase == "down" { serial += 1 }
    let place = Vector<Device>(
      x: Int((x * Self.unitsPerPoint).rounded()), y: Int((y * Self.unitsPerPoint).rounded()))
    let down = ContactFrame(time: time, contacts: [Contact(serial: serial, position: place)])
    switch phase {
    case "down", "move": _ = pan.handle(down)
    case "up":
      // A lift says where it was, too.
      _ = pan.handle(down)
      _ = pan.handle(ContactFrame(time: time))
    case "cancel": _ = pan.handle(ContactFrame(time: time, interruption: .cancelled))
    default: throw UnknownTouch(touch: touch)
    }
    return .object([
      "t": .number(t), "state": .text(pan.state.rawValue),
      "translation": [.number(pan.translation.x), .number(pan.translation.y)],
      "velocity": [.number(pan.velocity.x), .number(pan.velocity.y)],
    ])
  }
}

/// A touch of a sequence that is not like the others.
private struct UnknownTouch: Error, CustomStringConvertible {
  var touch: VectorValue

  var description: String { "the touch \(touch) is not known" }
}
