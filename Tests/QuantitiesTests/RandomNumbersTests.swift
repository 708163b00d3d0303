import Quantities
import Testing

@Suite struct RandomNumbersTests {
  @Test func `numbers have the mean and the spread that they should`() {
    var numbers = RandomNumbers(seed: 3, for: 1)
    let count = 20_000
    let units = (0..<count).map { _ in numbers.unit() }
    #expect(units.allSatisfy { (0..<1).contains($0) })
    // Five deviations of the mean of that many.
    #expect(abs(units.reduce(0, +) / Double(count) - 0.5) < 5 * 0.289 / 141)
    let normals = (0..<count).map { _ in numbers.normal() }
    #expect(abs(normals.reduce(0, +) / Double(count)) < 5.0 / 141)
    #expect(abs(normals.reduce(0) { $0 + $1 * $1 } / Double(count) - 1) < 0.05)
    #expect(normals.allSatisfy { abs($0) <= 6 })
    let triangles = (0..<count).map { _ in numbers.triangular(2...8, mode: 3) }
    #expect(triangles.allSatisfy { (2...8).contains($0) })
    #expect(abs(triangles.reduce(0, +) / Double(count) - 13.0 / 3) < 0.05)
    #expect(numbers.triangular(4...4, mode: 4) == 4)
  }

  @Test func `each purpose has numbers of its own`() {
    var first = RandomNumbers(seed: 1, for: 1)
    var second = RandomNumbers(seed: 1, for: 2)
    let numbers = (0..<100).flatMap { _ in [first.next(), second.next()] }
    #expect(Set(numbers).count == 200)
  }

  @Test func `indices are equally likely, and never beyond`() {
    var numbers = RandomNumbers(seed: 5, for: 1)
    var counts = Array(repeating: 0, count: 7)
    for _ in 0..<70_000 { counts[numbers.index(below: 7)] += 1 }
    // Five deviations of a count of 10,000 in 70,000.
    #expect(counts.allSatisfy { abs($0 - 10_000) < 5 * 93 })
    #expect((0..<100).allSatisfy { _ in numbers.index(below: 1) == 0 })
    #expect((0..<100).allSatisfy { _ in numbers.index(below: .max) >= 0 })
  }

  @Test func `a shuffle keeps all elements, and each order is equally likely`() {
    var numbers = RandomNumbers(seed: 7, for: 1)
    var orders: [[Int]: Int] = [:]
    for _ in 0..<6_000 {
      var elements = [1, 2, 3]
      numbers.shuffle(&elements)
      orders[elements, default: 0] += 1
    }
    #expect(orders.count == 6)
    #expect(orders.keys.allSatisfy { $0.sorted() == [1, 2, 3] })
    #expect(orders.values.allSatisfy { abs($0 - 1_000) < 5 * 29 })
  }
}
