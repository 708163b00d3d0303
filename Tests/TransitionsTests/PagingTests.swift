import Curves
import TestSupport
import Testing
import Transitions

@Suite struct PagingTests {
  let paging = Paging(pageCount: 5, pageSize: 300)

  @Test(arguments: [
    (449.0, 0.0, 1), (450, 0, 2), (600, 0, 2), (150, 0, 1), (149.9, 0, 0), (-40, 0, 0), (899, 0, 2),
    // 0.99 / 0.01 of a point per millisecond are 99 points, which lead exactly to the middle.
    (351, 1000, 2), (350.9, 1000, 1), (249, -1000, 1), (248.9, -1000, 0),
    (300, 1e9, 2), (300, -1e9, 0), (300, .infinity, 2), (300, -.infinity, 0), (.nan, 0, 1),
  ])
  func `a drag leads to the nearest page, and at most one on`(
    offset: Double, velocity: Double, page: Int
  ) {
    #expect(paging.target(from: 1, offset: offset, velocity: velocity) == page)
  }

  @Test func `there is no page before the first and behind the last`() {
    #expect(paging.target(from: 0, offset: -900, velocity: -9000) == 0)
    #expect(paging.target(from: 4, offset: 1400, velocity: 9000) == 4)
    #expect(paging.target(from: 3, offset: 1400, velocity: 0) == 4)
    #expect(Paging(pageCount: 1, pageSize: 10).target(from: 0, offset: 99, velocity: 99) == 0)
    #expect(paging.target(from: -7, offset: 0, velocity: 0) == 0)
    #expect(paging.target(from: 99, offset: 1200, velocity: 0) == 4)
  }

  @Test func `pages lie one behind the other`() {
    #expect((0..<5).map(paging.offset(of:)) == [0, 300, 600, 900, 1200])
  }

  @Test func `another deceleration projects further`() {
    let far = Paging(pageCount: 5, pageSize: 300, deceleration: .normal)
    #expect(abs(paging.projectedOffset(from: 10, velocity: 500) - 59.5) < 1e-9)
    #expect(abs(far.projectedOffset(from: 10, velocity: 500) - 259.5) < 1e-9)
    #expect(paging.target(from: 0, offset: 10, velocity: 500) == 0)
    #expect(far.target(from: 0, offset: 10, velocity: 500) == 1)
  }

  @Test func `the target is a page next to the start, whatever the numbers`() {
    var random = Seeded(11)
    for _ in 0..<2000 {
      let start = Int.random(in: 0...4, using: &random)
      let page = paging.target(
        from: start, offset: .random(in: -5000...5000, using: &random),
        velocity: .random(in: -1e5...1e5, using: &random))
      #expect((max(0, start - 1)...min(4, start + 1)).contains(page))
    }
  }
}
