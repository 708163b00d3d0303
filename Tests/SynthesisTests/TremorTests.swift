import Foundation
import Quantities
import Testing

@testable import Synthesis

@Suite struct TremorTests {
  private func samples(_ seed: UInt64, seconds: Double = 60) -> [Double] {
    let tremor = Tremor(
      amplitude: 1, duration: seconds, numbers: RandomNumbers(seed: seed, for: Purpose.tremorX))
    return (0..<Int(seconds * 1000)).map { tremor.displacement(at: Double($0) / 1000) }
  }

  @Test func `it has the power of a sine of its amplitude`() {
    for seed in UInt64(1)...4 {
      let values = samples(seed)
      let meanSquare = values.reduce(0) { $0 + $1 * $1 } / Double(values.count)
      // A minute is 600 swings, of which a third are of their own: 10 % is three deviations.
      #expect(abs(meanSquare - 0.5) < 0.1)
    }
  }

  @Test func `most of it is at 8 to 12 Hz`() {
    let values = samples(5, seconds: 20)
    // The power at each quarter of a hertz.
    func power(_ frequency: Double) -> Double {
      var (real, imaginary) = (0.0, 0.0)
      for (index, value) in values.enumerated() {
        let angle = 2 * Double.pi * frequency * Double(index) / 1000
        real += value * cos(angle)
        imaginary += value * sin(angle)
      }
      return real * real + imaginary * imaginary
    }
    let powers = stride(from: 0.25, through: 40, by: 0.25).map { ($0, power($0)) }
    let whole = powers.reduce(0) { $0 + $1.1 }
    func share(_ range: ClosedRange<Double>) -> Double {
      powers.filter { range.contains($0.0) }.reduce(0) { $0 + $1.1 } / whole
    }
    #expect(share(8...12) > 0.5)
    #expect(share(6...15) > 0.8)
    #expect(share(0...3) < 0.03)
  }

  @Test func `no amplitude is no tremor`() {
    let tremor = Tremor(
      amplitude: 0, duration: 1, numbers: RandomNumbers(seed: 1, for: Purpose.tremorX))
    #expect(tremor.displacement(at: 0.5) == 0)
  }
}
