import TestSupport
import Testing

@testable import Tuning

@Suite struct ResamplingTests {
  static func clusters(_ gestures: [Persons.Gesture], most: Int = 512) throws -> Clusters {
    let table = try GestureTable(gestures)
    return Clusters(
      table, counting: table.rows.map { _ in true }, most: most, seed: 1)
  }

  @Test func `persons are drawn, and sessions of each`() throws {
    let clusters = try Self.clusters(Persons().gestures(80, of: 5, seed: 1))
    #expect(clusters.level == .persons)
    #expect(clusters.unitCount == 5)
    #expect(clusters.units == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    let resampling = Resampling(clusters, count: 400, confidence: 0.95, seed: 1)
    for series in 0..<400 {
      let weights = (0..<10).map { Int(resampling.weights[series * 10 + $0]) }
      // Five persons, two sessions of each.
      #expect(weights.reduce(0, +) == 10)
      for person in 0..<5 { #expect((weights[person * 2] + weights[person * 2 + 1]) % 2 == 0) }
    }
    let total = resampling.weights.reduce(0) { $0 + Int($1) }
    #expect(total == 4000)
    #expect(
      Resampling(clusters, count: 400, confidence: 0.95, seed: 1).weights == resampling.weights)
    #expect(
      Resampling(clusters, count: 400, confidence: 0.95, seed: 2).weights != resampling.weights)
  }

  @Test func `without persons it is sessions, and without those gestures`() throws {
    var gestures = Persons().gestures(60, of: 1, seed: 1)
    #expect(try Self.clusters(gestures).level == .sessions)
    for index in gestures.indices { gestures[index].session = 0 }
    #expect(try Self.clusters(gestures).level == .recordings)
    #expect(try Self.clusters(Array(gestures.prefix(10))).level == .gestures)
  }

  @Test func `more cells than are kept are put together`() throws {
    let clusters = try Self.clusters(Persons().gestures(400, of: 100, seed: 1), most: 40)
    #expect(clusters.units.count == 40)
    #expect(clusters.unitCount == 40)
    let sizes = (0..<40).map { cell in clusters.cells.count { $0 == cell } }
    #expect(sizes.allSatisfy { $0 == 10 || $0 == 12 || $0 == 8 })
  }

  @Test func `sums are those of the cells drawn`() throws {
    let clusters = try Self.clusters(Persons().gestures(40, of: 4, seed: 1))
    let resampling = Resampling(clusters, count: 20, confidence: 0.95, seed: 3)
    let cells = clusters.units.count
    let values = (0..<cells * 3).map(Double.init)
    let sums = resampling.sums(of: values, width: 3)
    for series in 0..<20 {
      for place in 0..<3 {
        let sum = (0..<cells).reduce(0.0) {
          $0 + Double(resampling.weights[series * cells + $1]) * values[$1 * 3 + place]
        }
        #expect(sums[series * 3 + place] == sum)
      }
    }
  }

  @Test func `quantiles are those of sorted numbers`() {
    var random = Seeded(5)
    for count in [1, 2, 3, 10, 101, 400] {
      for share in [0.0, 0.05, 0.5, 0.95, 0.995, 1] {
        var values = (0..<count).map { _ in Double(Int.random(in: 0...20, using: &random)) }
        let sorted = values.sorted()
        let rank = max(0, Int((share * Double(count)).rounded(.up)) - 1)
        #expect(Resampling.quantile(share, of: &values) == sorted[rank])
      }
    }
  }

  @Test(arguments: [(2.0, 2.920), (4, 2.132), (7, 1.895), (20, 1.725), (1000, 1.646)])
  func `Student's quantiles are those of tables`(freedom: Double, quantile: Double) {
    let ratio = Resampling.studentRatio(freedom: freedom, confidence: 0.95)
    // The expansion is good to a percent from 2 degrees of freedom on.
    #expect(abs(ratio * 1.6449 - quantile) < 0.01 * quantile)
  }
}
