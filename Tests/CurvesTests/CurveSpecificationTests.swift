import Curves
import Quantities
import Testing

@Suite struct CurveSpecificationTests {
  static let read: [(String, CurveSpecification)] = [
    ("ease-in-out", CurveSpecification(.timing(.easeInOut))),
    (
      "0.35s ease-in-out",
      CurveSpecification(.timing(.easeInOut), statedDuration: .milliseconds(350))
    ),
    ("350ms linear", CurveSpecification(.timing(.linear), statedDuration: .milliseconds(350))),
    (" cubic-bezier(0.4, 0, 0.2, 1) ", CurveSpecification(.timing(.fastOutSlowIn))),
    ("decelerate(1.5)", CurveSpecification(.interpolator(.decelerate(factor: 1.5)))),
    (
      "anticipate-overshoot(2, 1.5)", CurveSpecification(.interpolator(.anticipateOvershoot()))
    ),
    ("spring", CurveSpecification(.spring(SpringCurve(Spring())))),
    (
      "spring(3,1000,500)",
      CurveSpecification(.spring(SpringCurve(Spring(mass: 3, stiffness: 1000, damping: 500))))
    ),
    (
      "spring(1, 100, 5, -2)",
      CurveSpecification(.spring(SpringCurve(Spring(damping: 5), initialVelocity: -2)))
    ),
    (
      "spring damping=5 mass=2",
      CurveSpecification(
        .spring(
          SpringCurve(
            Spring(response: .milliseconds(400), dampingRatio: 1))))
    ),
    (
      "spring response=0.4s damping=0.7 velocity=0.3",
      CurveSpecification(
        .spring(
          SpringCurve(
            Spring(response: .milliseconds(400), dampingRatio: 0.7), initialVelocity: 0.3,
            allowsOverdamping: true)))
    ),
    (
      "spring duration=1s bounce=-0.5",
      CurveSpecification(
        .spring(
          SpringCurve(
            Spring(perceptualDuration: .seconds(1), bounce: -0.5), allowsOverdamping: true)))
    ),
    ("bouncy", CurveSpecification(.spring(SpringCurve(.bouncy, allowsOverdamping: true)))),
    (
      "uiview-spring 0.4s 0.7 0.3",
      CurveSpecification(
        .spring(
          SpringCurve(
            Spring(
              settlingDuration: .milliseconds(400), dampingRatio: 0.7, initialVelocity: 0.3),
            initialVelocity: 0.3)), statedDuration: .milliseconds(400))
    ),
  ]

  @Test(arguments: read.filter { $0.0 != "spring damping=5 mass=2" })
  func `a specification is read`(text: String, expected: CurveSpecification) {
    #expect(CurveSpecification(text) == expected)
  }

  @Test(arguments: read)
  func `what a specification prints is read as one that goes the same way`(
    text: String, expected: CurveSpecification
  ) throws {
    let first = try #require(CurveSpecification(text))
    let again = try #require(CurveSpecification(first.description), "\(first)")
    let duration = first.duration
    #expect(again.statedDuration == first.statedDuration || text.hasPrefix("uiview"))
    for step in 0...20 {
      let time = duration * step / 20
      #expect(
        abs(first.value(at: time, of: duration) - again.value(at: time, of: duration)) < 1e-12)
    }
  }

  @Test func `one that never moves is printed so that it can be read`() throws {
    let stiff = try #require(CurveSpecification("spring duration=0.5s bounce=-1"))
    let again = try #require(CurveSpecification(stiff.description), "\(stiff)")
    #expect(again.value(at: .seconds(9), of: .seconds(10)) == 0)
    #expect(stiff.value(at: .seconds(9), of: .seconds(10)) == 0)
  }

  @Test(arguments: [
    "", "eas", "0.35s", "spring(1,100)", "spring(1,100,10,0,0)", "spring(0,100,10)",
    "spring(1,100,-1)", "spring mass", "spring mass=1 mass=1", "spring response=0.4",
    "spring response=0.4s bounce=1", "spring bounce=2", "spring velocity=x",
    "spring overdamping=0.5", "uiview-spring 0.4 0.7", "uiview-spring 0.4s 1.5",
    "uiview-spring 0.4s", "0.1s 0.2s linear", "0s linear", "-1s linear", "1e3s linear",
    "cubic-bezier(2,0,0,1)", "cycle()", "spring(1,1e300,1)", "0x10s linear",
    "spring damping=inf", "spring mass=1 stiffness=100 damping=inf",
  ])
  func `anything else is refused`(text: String) {
    #expect(CurveSpecification(text) == nil)
  }

  @Test func `the duration is the stated one, a second, or the settling time`() throws {
    #expect(CurveSpecification("linear")?.duration == .seconds(1))
    #expect(CurveSpecification("2s linear")?.duration == .seconds(2))
    let spring = try #require(CurveSpecification("spring")?.duration)
    #expect(abs(spring.seconds - 1.472_700_334_678_092_7) < 1e-9)
    #expect(CurveSpecification("spring(1,100,0)")?.duration == .seconds(10))
  }

  @Test(arguments: [
    "0.7s ease", "2s fast-out-slow-in", "accelerate-decelerate", "accelerate(1.5)", "decelerate",
    "anticipate", "overshoot(3)", "anticipate-overshoot", "bounce", "cycle(2)", "linear",
    "spring(1,100,5,2)", "spring damping=2", "fast-out-extra-slow-in",
  ])
  func `the velocity is the change of the value`(text: String) throws {
    let curve = try #require(CurveSpecification(text))
    let duration = curve.duration
    // Times that no piece of a curve ends at.
    for step in [7, 23, 41, 59, 83, 96] {
      let time = duration * step / 97
      let h = Duration.microseconds(1)
      let change =
        (curve.value(at: time + h, of: duration) - curve.value(at: time - h, of: duration)) / 2e-6
      #expect(abs(curve.velocity(at: time, of: duration) - change) < 1e-4 * (1 + abs(change)))
    }
  }
}
