import Gestures
import TestSupport
import Testing
import Transitions

@testable import Tuning

@Suite struct SweepTests {
  /// Policies with each step, so that each kind of break point is met.
  static let policies: [Policy] = [
    .threshold(), .flick(),
    Policy(
      minimumProgress: 0.1, forceSpeed: 1.5, vetoVelocity: 0.7, vetoProgress: 0.5,
      flingForward: 0.6, flingBackward: 0.4, flingMinimumProgress: 0.2,
      projection: .linear(horizon: 0.3), projectionMinimumSpeed: 0.1, clampsProjection: true,
      finishThreshold: 0.5, tie: .cancel),
  ]

  static func table(_ count: Int) throws -> GestureTable {
    var random = Seeded(11)
    let gestures = (0..<count).map { index in
      // Decimal numbers, so that many lie exactly on a value that is tried.
      Persons.Gesture(
        person: index % 3, intent: Intent.allCases[index % 5 % 3],
        progress: Double(Int.random(in: -10...110, using: &random)) / 100,
        velocity: Double(Int.random(in: -20...20, using: &random)) / 10,
        began: index % 7 != 0, endReason: index % 11 == 0 ? "palm" : "lift")
    }
    return try GestureTable(gestures)
  }

  /// The counts as each value's own decisions give them.
  static func naive(
    _ table: GestureTable, _ policy: Policy, _ values: [Policy.Parameter: Double], _ intent: Intent,
    cell: Int32, cells: [Int32]
  ) throws -> Int {
    let column = try #require(table.policy("threshold"))
    var policy = policy
    for (parameter, value) in values { policy = policy.with(parameter, value) }
    return table.rows.indices.count { row in
      cells[row] == cell && table.rows[row].intent == intent && table.rows[row].endReason == .lift
        && column.began(row)
        && policy.decision(
          atProgress: column.progress[row], velocity: column.velocity[row]
        ).outcome == .finish
    }
  }

  @Test(arguments: policies.indices)
  func `counts are those of deciding each gesture at each value`(index: Int) throws {
    let table = try Self.table(300)
    let column = try #require(table.policy("threshold"))
    let cells = table.rows.map { $0.participant }
    for parameter in Policy.Parameter.allCases {
      let variation = try #require(ParameterRange("\(parameter.rawValue)=-0.5..1.5:0.1"))
      let sweep = try Sweep(
        table, columns: [column], policies: [PlainPolicy("threshold", Self.policies[index])],
        variations: [[variation]], cells: cells, cellCount: 3, intents: table.intents)
      for cell in 0..<3 {
        for intent in Intent.allCases {
          let counts = Array(sweep.finishing(intent, cell: cell))
          for (point, value) in variation.values.enumerated() {
            let count = try Self.naive(
              table, Self.policies[index], [parameter: value.number], intent, cell: Int32(cell),
              cells: cells)
            #expect(Int(counts[point]) == count, "\(parameter) \(value)")
          }
        }
      }
    }
  }

  @Test func `all combinations are counted, in units too`() throws {
    let table = try Self.table(200)
    let column = try #require(table.policy("threshold"))
    let cells = table.rows.map { _ in Int32(0) }
    let flings = try #require(ParameterRange("fling_forward=0.2,0.5,1"))
    let lengths = try #require(ParameterRange("finish_threshold=0mm..38mm:3.8mm"))
    let sweep = try Sweep(
      table, columns: [column], policies: [PlainPolicy("threshold", .threshold())],
      variations: [[flings, lengths]], cells: cells, cellCount: 1, intents: table.intents)
    #expect(sweep.points.count == 33)
    let counts = Array(sweep.finishing(.finish, cell: 0))
    for (place, point) in sweep.points.enumerated() {
      let count = try Self.naive(
        table, .threshold(),
        [.flingForward: point.values[0].number, .finishThreshold: point.values[1].number / 38],
        .finish, cell: 0, cells: cells)
      #expect(Int(counts[place]) == count)
    }
  }

  @Test func `a parameter that is no bar is decided value by value`() throws {
    let table = try Self.table(200)
    let column = try #require(table.policy("threshold"))
    let cells = table.rows.map { _ in Int32(0) }
    let variation = try #require(ParameterRange("projection_horizon=0..0.6:0.2"))
    let sweep = try Sweep(
      table, columns: [column], policies: [PlainPolicy("threshold", .threshold())],
      variations: [[variation]], cells: cells, cellCount: 1, intents: table.intents)
    for (place, value) in variation.values.enumerated() {
      let count = try Self.naive(
        table, Policy(projection: .linear(horizon: value.number)), [:], .cancel, cell: 0,
        cells: cells)
      #expect(Int(Array(sweep.finishing(.cancel, cell: 0))[place]) == count)
    }
  }

  @Test func `touches that began and were not meant are counted`() throws {
    let table = try Self.table(300)
    let column = try #require(table.policy("threshold"))
    let cells = table.rows.map { _ in Int32(0) }
    let sweep = try Sweep(
      table, columns: [column], policies: [PlainPolicy("threshold", .threshold())],
      variations: [[]], cells: cells, cellCount: 1, intents: table.intents)
    let none = table.rows.indices.filter { table.rows[$0].intent == Intent.none }
    #expect(sweep.total(.none, cell: 0) == none.count)
    #expect(sweep.starts(policy: 0, cell: 0) == none.count { column.began($0) })
    #expect(sweep.starts(policy: 0, cell: 0) < none.count)
  }
}
