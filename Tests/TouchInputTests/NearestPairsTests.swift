import Quantities
import TestSupport
import Testing
import TouchInput

@Suite struct NearestPairsTests {
  typealias Place = Vector<Device>

  /// For each new place the index of its old one, or −1.
  private func pairs(_ old: [Place], _ new: [Place]) -> [Int] {
    var pairs = NearestPairs()
    for (index, place) in old.enumerated() { pairs.addOld(place, place: index) }
    for (index, place) in new.enumerated() { pairs.addNew(place, place: index) }
    var found: [32 of Int] = .init(repeating: NearestPairs.none)
    pairs.find(&found)
    return new.indices.map { found[$0] }
  }

  private func cost(_ old: [Place], _ new: [Place], _ found: [Int]) -> Int {
    zip(new, found).filter { $0.1 >= 0 }.reduce(0) { sum, pair in
      let way = pair.0 - old[pair.1]
      return sum + way.x * way.x + way.y * way.y
    }
  }

  /// The least sum over all pairings that leave nobody out who could have a partner.
  private func leastCost(_ old: [Place], _ new: [Place], isUsed: Set<Int> = []) -> Int {
    if old.count < new.count { return leastCost(new, old) }
    guard let first = new.first else { return 0 }
    return old.indices.filter { !isUsed.contains($0) }.map { index in
      cost(old, [first], [index])
        + leastCost(old, Array(new.dropFirst()), isUsed: isUsed.union([index]))
    }.min() ?? 0
  }

  @Test func `nobody is paired with nobody`() {
    #expect(pairs([], []).isEmpty)
    #expect(pairs([.zero], []).isEmpty)
    #expect(pairs([], [.zero, .zero]) == [NearestPairs.none, NearestPairs.none])
  }

  @Test func `the nearest place is taken, unless others need it more`() {
    let old = [Place(x: 0, y: 0), Place(x: 10, y: 0)]
    #expect(pairs(old, [Place(x: 9, y: 0)]) == [1])
    #expect(pairs(old, [Place(x: 6, y: 0), Place(x: 16, y: 0)]) == [0, 1])
    #expect(pairs(old, [Place(x: 9, y: 0), Place(x: 1, y: 0)]) == [1, 0])
  }

  @Test func `those left over have no partner`() {
    let old = [Place(x: 100, y: 0)]
    #expect(
      pairs(old, [Place(x: 0, y: 0), Place(x: 101, y: 0), Place(x: 90, y: 0)]) == [-1, 0, -1])
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `the sum is the least of all pairings`(seed: UInt64) {
    var random = Seeded(seed)
    func places() -> [Place] {
      (0..<Int.random(in: 0...6, using: &random)).map { _ in
        Place(x: .random(in: -9...9, using: &random), y: .random(in: -9...9, using: &random))
      }
    }
    let (old, new) = (places(), places())
    let found = pairs(old, new)
    let partners = found.filter { $0 >= 0 }
    #expect(partners.count == min(old.count, new.count))
    #expect(Set(partners).count == partners.count)
    #expect(cost(old, new, found) == leastCost(old, new))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a motion of all never confuses 32 fingers`(seed: UInt64) {
    var random = Seeded(seed)
    let limit = Int(Int32.max)
    let old = (0..<32).map { _ in
      Place(x: .random(in: -limit...limit, using: &random), y: .random(in: -9...9, using: &random))
    }
    let way = Place(x: .random(in: -limit...limit, using: &random), y: 7)
    let order = (0..<32).shuffled(using: &random)
    #expect(pairs(old, order.map { old[$0] + way }) == order)
  }
}
