import Quantities
import Simulation
import TestSupport
import Testing

@Suite struct CalibrationTests {
  static func surface(
    _ x: ClosedRange<Int> = 0...1200, _ y: ClosedRange<Int> = 0...2000,
    unitsPerMillimeter: (x: Int, y: Int)? = nil
  ) throws -> Surface {
    func extent(_ range: ClosedRange<Int>, _ units: Int?) throws -> Surface.Extent {
      try #require(
        Surface.Extent(
          minimum: range.lowerBound, maximum: range.upperBound,
          unitsPerMillimeter: units.map { Ratio(Int128($0)) }))
    }
    return Surface(
      x: try extent(x, unitsPerMillimeter?.x), y: try extent(y, unitsPerMillimeter?.y))
  }

  static func mapping(_ text: String, of surface: Surface) throws -> Calibration.Mapping {
    let calibration = try #require(Calibration(text))
    return try #require(calibration.mapping(of: surface))
  }

  @Test(arguments: [
    "0 1 0 -1 0 1", "0,1,0,-1,0,1", " 0  1, 0 -1 0 1 ", "0 1 0 -1 0 1.000", "0.5 -.5 1 2 +3 4",
    "1.104167 0.002 -0.051482 -0.000001 0.998 0", "999.999999 0 0 0 1 0",
  ])
  func `six numbers are a matrix`(text: String) {
    #expect(Calibration(text)?.elements.count == 6)
  }

  @Test(arguments: [
    "", "0 1 0 -1 0", "0 1 0 -1 0 1 2", "0 1 0 -1 0 x", "0 1 0 -1 0 1.0000001", "1000 0 0 0 1 0",
    "1e3 0 0 0 1 0", "nan 0 0 0 1 0", "0 0 0 0 0 0", "1 2 0 2 4 0", "0 0 1 0 1 0",
  ])
  func `anything else is none`(text: String) {
    #expect(Calibration(text) == nil)
  }

  @Test func `the identity changes nothing`() throws {
    let surface = try Self.surface(-300...900, 50...2049, unitsPerMillimeter: (10, 20))
    let mapping = try Self.mapping("1 0 0 0 1 0", of: surface)
    #expect(mapping.surface == surface)
    for position in [(-300, 50), (900, 2049), (17, 1033), (-4000, 9999)] {
      let position = Vector<Device>(x: position.0, y: position.1)
      #expect(mapping.position(position) == position)
    }
  }

  /// A turn: its matrix, and where the corners at the left top and right bottom go.
  static let turns: [(String, leftTop: (x: Bool, y: Bool), rightBottom: (x: Bool, y: Bool))] = [
    // libinput's own examples: clockwise by 90°, by 180°, by 270°, and mirrored.
    ("0 -1 1 1 0 0", (true, false), (false, true)),
    ("-1 0 1 0 -1 1", (true, true), (false, false)),
    ("0 1 0 -1 0 1", (false, true), (true, false)),
    ("-1 0 1 0 1 0", (true, false), (false, true)),
    ("1 0 0 0 -1 1", (false, true), (true, false)),
  ]

  @Test(arguments: turns)
  func `a quarter turn is exact`(
    matrix: String, leftTop: (x: Bool, y: Bool), rightBottom: (x: Bool, y: Bool)
  ) throws {
    for surface in [
      try Self.surface(unitsPerMillimeter: (10, 25)),
      try Self.surface(-501...777, 1472...5473, unitsPerMillimeter: (31, 87)),
    ] {
      let mapping = try Self.mapping(matrix, of: surface)
      func corner(_ isFar: (x: Bool, y: Bool)) -> Vector<Device> {
        let (x, y) = (mapping.surface.x, mapping.surface.y)
        return Vector(
          x: isFar.x ? x.maximum : x.minimum, y: isFar.y ? y.maximum : y.minimum)
      }
      let start = Vector<Device>(x: surface.x.minimum, y: surface.y.minimum)
      let end = Vector<Device>(x: surface.x.maximum, y: surface.y.maximum)
      #expect(mapping.position(start) == corner(leftTop))
      #expect(mapping.position(end) == corner(rightBottom))
      // A unit is a unit, along whichever axis it comes out.
      let before = mapping.position(Vector(x: 100, y: 2000))
      let after = mapping.position(Vector(x: 101, y: 2000))
      #expect((after.x - before.x).magnitude + (after.y - before.y).magnitude == 1)
    }
  }

  @Test func `a quarter turn keeps the size`() throws {
    let surface = try Self.surface(unitsPerMillimeter: (10, 25))
    let turned = try Self.mapping("0 1 0 -1 0 1", of: surface).surface
    #expect(turned.x == surface.y)
    #expect(turned.y == surface.x)
    #expect(turned.millimeters == Size(width: 80, height: 120))
    let mirrored = try Self.mapping("-1 0 1 0 1 0", of: surface).surface
    #expect(mirrored == surface)
  }

  @Test func `four quarter turns lead back`() throws {
    var surface = try Self.surface(-20...1180, 0...2000)
    var random = Seeded(4)
    var positions = (0..<50).map { _ in
      Vector<Device>(
        x: .random(in: -100...1300, using: &random), y: .random(in: 0...2000, using: &random))
    }
    let (first, before) = (surface, positions)
    for _ in 0..<4 {
      let mapping = try Self.mapping("0 -1 1 1 0 0", of: surface)
      positions = positions.map(mapping.position)
      surface = mapping.surface
    }
    #expect(surface == first)
    #expect(positions == before)
  }

  @Test func `a matrix with fractions makes finer units`() throws {
    let surface = try Self.surface(100...1100, 0...500, unitsPerMillimeter: (10, 10))
    let mapping = try Self.mapping("0.5 0 0.25 0 2 -0.125", of: surface)
    #expect(mapping.surface.x.range == 1_000_000)
    #expect(mapping.surface.millimeters == surface.millimeters)
    // x′ = x/2 + 1/4 and y′ = 2·y − 1/8, as shares of the range.
    #expect(mapping.position(Vector(x: 100, y: 0)) == Vector(x: 350_000, y: -62_500))
    #expect(mapping.position(Vector(x: 1100, y: 500)) == Vector(x: 850_000, y: 937_500))
    #expect(mapping.position(Vector(x: 101, y: 1)) == Vector(x: 350_500, y: -60_500))
  }

  @Test func `it is the matrix on normalized coordinates`() throws {
    var random = Seeded(12)
    for _ in 0..<300 {
      let numbers = (0..<6).map { _ in Double(Int.random(in: -3000...3000, using: &random)) / 1000 }
      let low = Vector<Device>(
        x: .random(in: -5000...5000, using: &random), y: .random(in: -5000...5000, using: &random))
      let range = Vector<Device>(
        x: .random(in: 1...20_000, using: &random), y: .random(in: 1...20_000, using: &random))
      let surface = try Self.surface(low.x...low.x + range.x, low.y...low.y + range.y)
      let mapping = try Self.mapping(numbers.map { "\($0)" }.joined(separator: " "), of: surface)
      let position = Vector<Device>(
        x: .random(in: -9000...30_000, using: &random),
        y: .random(in: -9000...30_000, using: &random))
      let x = Double(position.x - low.x) / Double(range.x)
      let y = Double(position.y - low.y) / Double(range.y)
      let mapped = mapping.position(position)
      for (axis, row) in [(Axis.x, 0), (.y, 3)] {
        let wanted = numbers[row] * x + numbers[row + 1] * y + numbers[row + 2]
        let extent = mapping.surface[axis]
        let share = Double(mapped[axis: axis] - extent.minimum) / Double(extent.range)
        // Half a unit of the mapped surface, and some dust of the expectation.
        #expect(abs(share - wanted) <= 0.5 / Double(extent.range) + 1e-9)
      }
    }
  }

  @Test func `ranges that are too large are refused`() throws {
    let matrix = try #require(Calibration("0 1 0 -1 0 1"))
    for range in [0...(1 << 24), 0...Int(Int32.max), Int(Int32.max) - 9...Int(Int32.max) + 1] {
      #expect(matrix.mapping(of: try Self.surface(range, 0...10)) == nil)
      #expect(matrix.mapping(of: try Self.surface(0...10, range)) == nil)
    }
    #expect(matrix.mapping(of: try Self.surface(0...((1 << 24) - 1), 0...10)) != nil)
  }

  @Test func `no position and no number makes it trap`() throws {
    let low = Int(Int32.min)
    let high = Int(Int32.max)
    let surfaces = [
      try Self.surface(low...low + (1 << 24) - 1, high - (1 << 24) + 1...high),
      try Self.surface(high - 1...high, low...low + 1),
    ]
    for surface in surfaces {
      for numbers in [
        "999.999999 -999.999999 999.999999 999.999999 999.999999 -999.999999",
        "-999.999999 999.999999 0.000001 0 -999.999999 999.999999",
      ] {
        let mapping = try Self.mapping(numbers, of: surface)
        for position in [(low, low), (high, high), (low, high), (high, low), (0, 0)] {
          let mapped = mapping.position(Vector(x: position.0, y: position.1))
          #expect(mapped.x.magnitude < .max && mapped.y.magnitude < .max)
        }
      }
    }
  }
}
