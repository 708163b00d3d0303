import Curves
import Quantities
import Testing
import TestSupport
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
