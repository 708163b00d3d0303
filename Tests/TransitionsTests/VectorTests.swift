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
