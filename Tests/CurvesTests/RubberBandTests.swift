import Curves
import Testing

@Suite struct RubberBandTests {
  static let bands = [
    RubberBand(dimension: 568), RubberBand(dimension: 0.05, coefficient: 0.5),
    RubberBand(dimension: 1, coefficient: 3),
  ]
  static let offsets = [1e-12, 0.01, 1, 50, 1000, 1e9]

  @Test(arguments: bands, offsets)
  func `either side is the same`(band: RubberBand, offset: Double) {
    #expect(band.value(at: -offset) == -band.value(at: offset))
    #expect(band.slope(at: -offset) == band.slope(at: offset))
  }

  @Test(arguments: bands, offsets)
  func `less is shown than dragged by the coefficient`(band: RubberBand, offset: Double) {
    let shown = band.value(at: offset)
    #expect(shown > 0)
    #expect(shown < band.dimension)
    #expect(shown <= offset * band.coefficient)
    #expect(band.value(at: offset * 1.001) > shown)
  }

  @Test(arguments: bands, offsets)
  func `the offset that shows a value is the one that was dragged`(
    band: RubberBand, offset: Double
  ) {
    // The farther, the more offsets show the same digits: the slope says how many.
    let lost = 1e-15 * band.dimension / band.slope(at: offset)
    #expect(abs(band.offset(showing: band.value(at: offset)) - offset) <= lost + 1e-12 * offset)
    #expect(
      band.offset(showing: -band.value(at: offset)) == -band.offset(showing: band.value(at: offset))
    )
  }

  @Test(arguments: bands, offsets)
  func `the slope is the change of the value`(band: RubberBand, offset: Double) {
    let step = offset * 1e-5
    let change = (band.value(at: offset + step) - band.value(at: offset - step)) / (2 * step)
    // Far out, where the value hardly changes, what is left of it are rounding errors.
    let lost = 1e-15 * band.dimension / step
    #expect(abs(change - band.slope(at: offset)) < 1e-6 * band.slope(at: offset) + lost)
  }

  @Test(arguments: bands)
  func `the slope at the edge is the coefficient`(band: RubberBand) {
    #expect(band.slope(at: 0) == band.coefficient)
    #expect(band.value(at: 0) == 0)
    #expect(band.offset(showing: 0) == 0)
  }

  @Test(arguments: bands)
  func `no number traps`(band: RubberBand) {
    #expect(band.value(at: .infinity) == band.dimension)
    #expect(band.value(at: -.infinity) == -band.dimension)
    #expect(band.value(at: .greatestFiniteMagnitude) == band.dimension)
    #expect(band.value(at: .leastNonzeroMagnitude) >= 0)
    #expect(band.value(at: .nan).isNaN)
    #expect(band.slope(at: .infinity) == 0)
    #expect(band.slope(at: .nan).isNaN)
    #expect(band.offset(showing: band.dimension) == .infinity)
    #expect(band.offset(showing: -band.dimension) == -.infinity)
    #expect(band.offset(showing: .infinity) == .infinity)
    #expect(band.offset(showing: .nan).isNaN)
  }
}
