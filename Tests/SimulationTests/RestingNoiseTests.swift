import Quantities
@testable import Simulation
import TestSupport
import Testing
import TouchInput

@Suite struct RestingNoiseTests {
  /// A thousand units a millimeter, so that whole units make no noise of their own.
  private static let fine = surface(unitsPerMillimeter: 1000)

  private static func surface(_ range: Int = 100_000, unitsPerMillimeter: Int?) -> Surface? {
    let ratio = unitsPerMillimeter.map { Ratio(Int128($0)) }
    guard let x = Surface.Extent(minimum: 0, maximum: range, unitsPerMillimeter: ratio) else {
      return nil
    }
    return Surface(x: x, y: x)
  }

  /// The noise of a finger at places a number of milliseconds apart, which then leaves.
  private func noise(
    _ places: [(x: Double, y: Double)], every interval: Double = 8, on surface: Surface? = fine,
    lifts: Bool = true
  ) -> RestingNoise {
    var noise = RestingNoise(on: surface)
    for (index, place) in places.enumerated() {
      let position = Vector<Device>(x: Int(place.x.rounded()), y: Int(place.y.rounded()))
      noise.take(.finger(position, at: .milliseconds(Double(index) * interval)))
    }
    if lifts {
      noise.take(.finger(nil, at: .milliseconds(Double(places.count) * interval)))
    } else {
      noise.finish()
    }
    return noise
  }

  /// Normal noise, the same each time.
  private func normal(_ deviation: Double, _ count: Int) -> [Double] {
    var numbers = Seeded(11)
    return (0..<count).map { _ in
      // The sum of 12 even numbers has the variance 1.
      let sum = (0..<12).reduce(-6.0) { sum, _ in sum + .random(in: 0..<1, using: &numbers) }
      return deviation * sum
    }
  }

  @Test(arguments: [0.005, 0.02, 0.05])
  func `white noise is found as it was put in`(deviation: Double) throws {
    let x = normal(deviation * 1000, 4000)
    let y = normal(deviation * 2000, 4000)
    let found = noise(zip(x, y).map { (50_000 + $0, 50_000 + $1) })
    #expect(found.isInMillimeters)
    // 4000 frames of 8 ms are 32 s, in stretches of 104 ms; few are ended by noise of 0.1 mm.
    #expect((290...4000 / 13).contains(found.stretches))
    // The deviation of a deviation of 3400 values is 1.2 %.
    #expect(abs(try #require(found.rootMeanSquare(along: .x)) / deviation - 1) < 0.04)
    #expect(abs(try #require(found.rootMeanSquare(along: .y)) / (2 * deviation) - 1) < 0.04)
    #expect(
      abs(try #require(found.rootMeanSquare) / (deviation * 2.5.squareRoot()) - 1) < 0.04)
  }

  @Test func `a straight line is no noise`() throws {
    // 2 mm per second, within the radius for 250 ms.
    let found = noise((0..<100).map { (Double($0) * 16, 700 - Double($0) * 7) })
    #expect(found.stretches > 0)
    #expect(try #require(found.rootMeanSquare) < 1e-9)
  }

  @Test func `residuals are those of least squares`() throws {
    let places = [0.0, 30, 10, 60, 20, 50]
    let found = noise(places.map { ($0, 0) }, every: 20)
    #expect(found.stretches == 1)
    // By the textbook: the line through six places 0…5.
    let times = (0..<6).map(Double.init)
    let slope = zip(times, places).reduce(0) { $0 + ($1.0 - 2.5) * ($1.1 - 170 / 6) } / 17.5
    let squares = zip(times, places).reduce(0) { sum, pair in
      let residual = pair.1 - 170 / 6 - slope * (pair.0 - 2.5)
      return sum + residual * residual
    }
    let expected = (squares / 4).squareRoot() / 1000
    #expect(abs(try #require(found.rootMeanSquare(along: .x)) - expected) < 1e-12)
    #expect(found.rootMeanSquare(along: .y) == 0)
  }

  @Test func `a moving finger does not rest`() {
    let found = noise((0..<60).map { (Double($0) * 100, 0) })
    #expect(found.stretches == 0)
    #expect(found.rootMeanSquare == nil && found.rootMeanSquare(along: .x) == nil)
  }

  @Test func `a short rest, and one of few frames, do not count`() {
    #expect(noise(Array(repeating: (0, 0), count: 12)).rootMeanSquare == nil)
    #expect(noise(Array(repeating: (0, 0), count: 14)).rootMeanSquare == 0)
    #expect(noise(Array(repeating: (0, 0), count: 20), every: 40).rootMeanSquare == nil)
    #expect(noise(Array(repeating: (0, 0), count: 20), every: 25).rootMeanSquare == 0)
  }

  @Test func `a motion that follows takes back what lies near it`() throws {
    // A rest without noise, and a start of 3 m/s², which the stretch before it sees begin.
    for rest in 14..<40 {
      let still = Array(repeating: (x: 0.0, y: 0.0), count: rest)
      let start = (1..<40).map { index -> (x: Double, y: Double) in
        let time = Double(index) * 8
        return (1.5 * time * time, 0)
      }
      let found = noise(still + start)
      if let value = found.rootMeanSquare { #expect(value < 0.01, "\(rest) frames") }
    }
  }

  @Test func `a rest is one whether the finger leaves or the recording ends`() {
    let places = (0..<30).map { (x: Double($0 % 3) * 20, y: 0.0) }
    let left = noise(places)
    #expect(left.stretches == 2)
    #expect(noise(places, lifts: false).rootMeanSquare == left.rootMeanSquare)
  }

  @Test func `contacts are told apart`() {
    var noise = RestingNoise(on: Self.fine)
    for index in 0..<30 {
      let moving = Vector<Device>(x: index * 1000, y: 0)
      let resting = Vector<Device>(x: 5000 + index % 2 * 10, y: 0)
      let contacts = [Contact(serial: 1, position: moving), Contact(serial: 2, position: resting)]
      noise.take(
        ContactFrame(
          time: .milliseconds(Double(index) * 8),
          contacts: index % 2 == 0 ? contacts : contacts.reversed()))
    }
    noise.finish()
    #expect(noise.stretches == 2)
  }

  @Test func `palms, and contacts without a place, are no resting finger`() {
    var noise = RestingNoise(on: Self.fine)
    for index in 0..<30 {
      noise.take(
        ContactFrame(
          time: .milliseconds(Double(index) * 8),
          contacts: [
            Contact(serial: 1, position: .zero, tool: .palm),
            Contact(serial: 2, position: .zero, isYKnown: false),
          ]))
    }
    noise.finish()
    #expect(noise.rootMeanSquare == nil)
  }

  @Test func `without a size the unit is that of the device`() throws {
    let places = normal(3, 400).map { (x: 500 + $0, y: 500.0) }
    let declared = noise(places, on: Self.surface(10_000, unitsPerMillimeter: nil))
    #expect(!declared.isInMillimeters)
    #expect(abs(try #require(declared.rootMeanSquare(along: .x)) - 3) < 0.3)
    let unknown = noise(normal(1, 400).map { (x: 500 + $0, y: 500.0) }, on: nil)
    #expect(!unknown.isInMillimeters)
    // Whole units add 1/12 of a square unit.
    #expect(abs(try #require(unknown.rootMeanSquare(along: .x)) - 1.04) < 0.12)
    // 100 units are more than 0.5 % of the range.
    let jumping = (0..<60).map { (x: Double($0 % 2 * 100), y: 0.0) }
    #expect(noise(jumping, on: Self.surface(10_000, unitsPerMillimeter: nil)).stretches == 0)
  }

  @Test func `no position and no time is too large`() {
    var noise = RestingNoise(on: nil)
    for (index, x) in [Int.min, .max, 0, .max, .min].enumerated() {
      let time = index % 2 == 0 ? Int64.min : .max
      noise.take(.finger(Vector(x: x, y: x), at: Timestamp(nanoseconds: time)))
    }
    noise.finish()
    #expect(noise.rootMeanSquare == nil)
  }
}
