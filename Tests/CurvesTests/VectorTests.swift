import Curves
import Testing
import TestSupport

@Suite(.enabled(if: Vectors.path != nil, "PANTOGRAPH_VECTORS names no file"))
struct VectorTests {
  let vectors: Vectors

  init() throws {
    vectors = try Vectors(contentsOf: #require(Vectors.path))
  }

  @Test func `every section is known`() {
    #expect(vectors.unknownSections == [])
  }

  @Test(arguments: Vectors.sections(of: .curves).sorted())
  func `a section of curves`(name: String) throws {
    let check = try #require(Self.checks[name], "nobody checks the section")
    #expect(vectors.complaints(about: name, check) == [])
  }

  @Test func `every check is that of a section of curves`() {
    #expect(Set(Self.checks.keys) == Vectors.sections(of: .curves))
  }

  static let checks: [String: Vectors.Check] = [
    "cubic_bezier": { vector in
      let x = try vector.numbers("x")
      let name = try vector.text("name", default: "")
      let points = try vector.numbers("controlPoints", default: [])
      let path = try vector.text("path", default: "")
      let stated =
        points.count == 4
        ? TimingCurve(x1: points[0], y1: points[1], x2: points[2], y2: points[3])
        : TimingCurve(path)
      let named = TimingCurve(VectorTests.libraryName(of: name))
      vector.require(stated != nil || (named != nil && points.isEmpty && path.isEmpty), "no curve")
      for curve in [stated, named].compactMap(\.self) {
        vector.expect("y", x.map(curve.value(at:)))
      }
    },
    "cubic_bezier_extrapolation": { vector in
      let x = try vector.number("x")
      let points = try vector.numbers("controlPoints")
      let curve =
        points.count == 4
        ? TimingCurve(x1: points[0], y1: points[1], x2: points[2], y2: points[3]) : nil
      vector.require(curve != nil, "no curve")
      vector.expect("y", curve?.extrapolatedValue(at: x) ?? .nan)
    },
    "spring_curve": { vector in
      let curve = SpringCurve(
        Spring(
          mass: try vector.number("mass", default: 1),
          stiffness: try vector.number("stiffness", default: 100),
          damping: try vector.number("damping", default: 10)),
        initialVelocity: try vector.number("initialVelocity", default: 0),
        allowsOverdamping: try vector.flag("allowsOverdamping", default: false))
      let times = try vector.durations("time")
      // The stored ratio: the file says "after clamping", but its clamped cases have 2 and 4.56.
      vector.expect("dampingRatio", curve.spring.dampingRatio)
      vector.expect("omega0", curve.spring.naturalFrequency)
      vector.expect("value", times.map(curve.value(at:)))
      vector.expect("velocity", times.map(curve.velocity(at:)))
      vector.expect("settlingDuration", curve.settlingDuration)
    },
    "uiview_spring_mapping": { vector in
      let velocity = try vector.number("initialVelocity", default: 0)
      let spring = Spring(
        settlingDuration: try vector.duration("duration"),
        dampingRatio: try vector.number("dampingRatio"), initialVelocity: velocity)
      let curve = SpringCurve(spring, initialVelocity: velocity)
      VectorTests.expect(spring, of: &vector)
      vector.expect("sampleValue", try vector.durations("sampleTime").map(curve.value(at:)))
    },
    "spring_duration_bounce": { vector in
      let spring = Spring(
        perceptualDuration: try vector.duration("duration", default: .milliseconds(500)),
        bounce: try vector.number("bounce", default: 0))
      let curve = SpringCurve(spring, allowsOverdamping: true)
      VectorTests.expect(spring, of: &vector)
      vector.expect("dampingRatio", spring.dampingRatio)
      vector.expect("settlingDuration", curve.settlingDuration)
      vector.expect("sampleValue", try vector.durations("sampleTime").map(curve.value(at:)))
    },
    "deceleration": { vector in
      let named: Deceleration? =
        switch try vector.text("rate", default: "") {
        case "normal": .normal
        case "fast": .fast
        default: nil
        }
      let rate = try vector.number("d", default: named?.rate)
      vector.require(named == nil || named?.rate == rate, "another rate of that name")
      let deceleration = Deceleration(rate: rate)
      let velocity = try vector.number("velocityPtPerS")
      vector.expect("projectionWWDC", deceleration.projection(of: velocity))
      vector.expect("projectionContinuous", deceleration.stoppingDistance(of: velocity))
      vector.expect("durationToHalfPoint", deceleration.duration(from: velocity))
      vector.expect(
        "positionAt",
        try vector.durations("sampleTime").map { deceleration.position(at: $0, from: velocity) })
    },
    "rubber_band": { vector in
      let band = RubberBand(dimension: try vector.number("dimension"))
      vector.expect("value", band.value(at: try vector.number("offset")))
    },
    "android_interpolators": { vector in
      let x = try vector.numbers("x")
      let interpolator = Interpolator(VectorTests.libraryName(of: try vector.text("name")))
      vector.require(interpolator != nil, "no interpolator of that name")
      let y = x.map { interpolator?.value(at: $0) ?? .nan }
      vector.expect("y", y)
      // The tolerance of the section has room for the rounding to 32 bits.
      vector.expect("float32", y)
    },
  ]

  private static func expect(_ spring: Spring, of vector: inout VectorCase) {
    vector.expect("omega0", spring.naturalFrequency)
    vector.expect("mass", spring.mass)
    vector.expect("stiffness", spring.stiffness)
    vector.expect("damping", spring.damping)
  }

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

@Suite struct VectorReaderTests {
  /// Reads a file of one section with the given members of its only case.
  func complaints(
    input: String = #""dimension": 568, "offset": 0"#, expect: String = #""value": 0"#,
    more: String = "", fields: String = "{}"
  ) throws -> [String] {
    let vectors = try Vectors(
      json: """
        {"sections": {"rubber_band": {"fields": \(fields), "cases": [
          {"id": "a", "input": {\(input)}, "expect": {\(expect)}, "tolerance": 1e-9\(more)}]}}}
        """)
    return vectors.complaints(about: "rubber_band") { vector in
      let band = RubberBand(dimension: try vector.number("dimension"))
      vector.expect("value", band.value(at: try vector.number("offset", default: 0)))
    }
  }

  @Test func `a case that agrees has no complaint`() throws {
    #expect(try complaints() == [])
  }

  @Test func `an input may be left out if it has a default`() throws {
    #expect(try complaints(input: #""dimension": 568"#) == [])
    #expect(try complaints(input: #""offset": 0"#) == ["a: the field dimension is missing"])
  }

  @Test func `an answer may be left out`() throws {
    #expect(try complaints(expect: "") == [])
  }

  @Test func `infinity is a text`() throws {
    let input = #""dimension": 568, "offset": "inf""#
    #expect(try complaints(input: input, expect: #""value": 568"#) == [])
  }

  @Test func `another number is a complaint`() throws {
    #expect(
      try complaints(expect: #""value": 1.1e-9"#) == [
        "a: value is 0.0, not 1.1e-09"
      ])
    #expect(try complaints(expect: #""value": 0.9e-9"#) == [])
  }

  @Test func `an unknown field is a complaint`() throws {
    #expect(
      try complaints(input: #""dimension": 568, "angle": 0"#)
        == ["a: the field angle is not known"])
    #expect(
      try complaints(expect: #""value": 0, "slope": 0"#) == ["a: the field slope is not known"])
    #expect(
      try complaints(more: #", "weight": 1"#)
        == ["rubber_band: the field a.weight is 1.0"])
    #expect(
      try complaints(fields: #"{"input": {"angle": "degrees"}, "expect": {"value": "points"}}"#)
        == ["rubber_band: the field angle is not known"])
  }

  @Test func `an unknown section is named`() throws {
    let vectors = try Vectors(json: #"{"sections": {"wobble": {"cases": []}, "paging": {}}}"#)
    #expect(vectors.unknownSections == ["wobble"])
  }
}
