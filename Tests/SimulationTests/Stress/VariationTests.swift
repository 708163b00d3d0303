import Quantities
import Recordings
import Simulation
import TestSupport
import Testing
import TouchInput

@Suite struct VariationTests {
  /// Two fingers that land, go ten steps of 10 units along x, and lift.
  private static let drag: [RecordedEvent] = {
    var actions: [DeviceAction] = [
      .slot(0), .id(1), .x(0), .y(5), .slot(1), .id(2), .x(1000), .y(5), .touch(true), .report,
    ]
    for step in 1...10 {
      actions += [.slot(0), .x(Int32(step) * 10), .slot(1), .x(1000 + Int32(step) * 10), .report]
    }
    actions += [.slot(0), .id(-1), .slot(1), .id(-1), .touch(false), .report]
    return [InputEvent].stream(actions).enumerated().map { index, event in
      RecordedEvent(event: event, line: index + 1)
    }
  }()

  private static func vary(
    _ events: [RecordedEvent], _ variation: Variation
  ) -> (events: [RecordedEvent], loss: Int) {
    var varied = EventVariation(variation)
    var result: [RecordedEvent] = []
    for event in events { varied.take(event, into: &result) }
    varied.finish(into: &result)
    return (result, varied.longestLoss)
  }

  /// The places of the first finger, frame by frame, with the times in milliseconds.
  private static func places(_ events: [RecordedEvent]) -> [[Int]] {
    var decoder = TouchDecoder(device: .surface())
    var places: [[Int]] = []
    for event in events where decoder.handle(event.event).isFrame {
      let frame = decoder.frame
      places.append(
        [Int(frame.time.nanoseconds / 1_000_000)]
          + (0..<frame.count).map { frame[$0].position.x })
    }
    return places
  }

  @Test func `half the rate loses every other motion, and what moved comes with the next`() {
    let (events, loss) = Self.vary(Self.drag, .halfRate(losesFirst: true))
    #expect(loss == 1)
    #expect(
      Self.places(events) == [
        [0, 0, 1000], [16, 20, 1020], [32, 40, 1040], [48, 60, 1060], [64, 80, 1080],
        [80, 100, 1100], [88],
      ])
  }

  @Test func `half the rate may lose the second motion of each two instead`() {
    #expect(
      Self.places(Self.vary(Self.drag, .halfRate(losesFirst: false)).events) == [
        [0, 0, 1000], [8, 10, 1010], [24, 30, 1030], [40, 50, 1050], [56, 70, 1070],
        [72, 90, 1090], [88],
      ])
  }

  @Test func `twice the rate has a frame half way between each two`() {
    let (events, loss) = Self.vary(Self.drag, .doubleRate)
    #expect(loss == 0)
    let places = Self.places(events)
    #expect(places.count == 22)
    #expect(places.prefix(4) == [[0, 0, 1000], [4, 5, 1005], [8, 10, 1010], [12, 15, 1015]])
    #expect(places.last == [88])
  }

  @Test func `a rest has no frame in its middle`() {
    let events = [InputEvent].stream([
      .slot(0), .id(1), .x(0), .y(5), .touch(true), .report, .wait(.seconds(1)), .x(10), .report,
    ]).map { RecordedEvent(event: $0, line: 1) }
    #expect(Self.vary(events, .doubleRate).events == events)
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `lost frames leave the landing, the lift and each place that is told`(seed: UInt64) {
    let (events, loss) = Self.vary(Self.drag, .lostFrames(0.5, seed: seed))
    let places = Self.places(events)
    #expect(loss > 0 && places.count < 12)
    let whole = Self.places(Self.drag)
    #expect(places.first == whole.first && places.last == whole.last)
    #expect(places.allSatisfy(whole.contains))
    #expect(Self.vary(Self.drag, .lostFrames(0.5, seed: seed)).events == events)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `time stamps stray as far as they may, and stay in order`(seed: UInt64) {
    let (events, loss) = Self.vary(Self.drag, .jitter(.milliseconds(8), seed: seed))
    #expect(loss == 0 && events.count == Self.drag.count)
    #expect(events.map(\.event.value) == Self.drag.map(\.event.value))
    let times = events.map(\.event.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(times != Self.drag.map(\.event.time))
    for (varied, event) in zip(events, Self.drag) {
      #expect(abs(varied.event.time.nanoseconds(since: event.event.time)) <= 8_000_000)
    }
  }

  @Test func `a click and a landing are never lost`() {
    let events = [InputEvent].stream([
      .slot(0), .id(1), .x(0), .y(5), .touch(true), .report, .x(1), .key(KeyCode.left, 1), .report,
      .slot(1), .id(2), .x(9), .y(9), .report, .key(KeyCode.left, 0), .report,
    ]).map { RecordedEvent(event: $0, line: 1) }
    #expect(Self.vary(events, .halfRate(losesFirst: true)).events == events)
    #expect(Self.vary(events, .lostFrames(1, seed: 1)).events == events)
  }

  @Test func `contacts of protocol A are not told twice`() {
    var actions: [DeviceAction] = []
    for step in 0...4 {
      actions += [.x(Int32(step) * 10), .y(1), .contactReport, .report]
    }
    let events = [InputEvent].stream(actions + [.contactReport, .report]).map {
      RecordedEvent(event: $0, line: 1)
    }
    let half = Self.vary(events, .halfRate(losesFirst: true)).events
    #expect(
      half.filter { $0.event.code == AxisCode.contactX && $0.event.type == EventType.absolute }
        .map(\.event.value) == [0, 20, 40])
    let double = Self.vary(events, .doubleRate).events
    #expect(
      double.filter { $0.event.code == AxisCode.contactX && $0.event.type == EventType.absolute }
        .map(\.event.value) == [0, 5, 10, 15, 20, 25, 30, 35, 40])
  }

  @Test func `hostile events neither trap nor grow`() {
    var random = Seeded(3)
    var varied = EventVariation(.lostFrames(1, seed: 1))
    var doubled = EventVariation(.doubleRate)
    var events: [RecordedEvent] = []
    for _ in 0..<20_000 {
      let event = RecordedEvent(
        event: InputEvent(
          time: Timestamp(nanoseconds: [.min, .max, 0, 7].randomElement(using: &random) ?? 0),
          type: [0, 0, 1, 3, 3, 3].randomElement(using: &random) ?? 0,
          code: [0, 1, 2, 0x2f, 0x35, 0x36, 0x39].randomElement(using: &random) ?? 0,
          value: [.min, .max, -1, 0, 5].randomElement(using: &random) ?? 0),
        line: 1, device: Int.random(in: 0...2, using: &random))
      varied.take(event, into: &events)
      doubled.take(event, into: &events)
    }
    varied.finish(into: &events)
    doubled.finish(into: &events)
    #expect(events.count < 200_000)
  }

  // MARK: Tables

  private static func table() -> SampleTable {
    var table = SampleTable()
    table.touches = [
      SampleTable.Touch(
        samples: (0...4).map { row in
          SampleTable.Sample(
            time: Timestamp(nanoseconds: Int64(row) * 10_000_000),
            position: Vector(x: row * 100, y: 3))
        },
        end: SampleTable.End(time: Timestamp(nanoseconds: 50_000_000), kind: .lift))
    ]
    return table
  }

  private static func rows(_ table: SampleTable) -> [[Int]] {
    table.touches[0].samples.map { [Int($0.time.nanoseconds / 1_000_000), $0.position.x] }
  }

  @Test func `rows of tables are lost, added and shifted like frames`() {
    let table = Self.table()
    let half = table.varied(by: .halfRate(losesFirst: true))
    #expect(half.longestLoss == 1)
    #expect(Self.rows(half.table) == [[0, 0], [20, 200], [40, 400]])
    let double = table.varied(by: .doubleRate).table
    #expect(Self.rows(double).prefix(3) == [[0, 0], [5, 50], [10, 100]])
    #expect(double.touches[0].samples.count == 9)
    #expect(table.varied(by: .lostFrames(1, seed: 1)).table.touches[0].samples.count == 1)
    let shifted = table.varied(by: .jitter(.milliseconds(8), seed: 1)).table
    let times = shifted.touches[0].samples.map(\.time) + [shifted.touches[0].end?.time ?? .zero]
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(Self.rows(shifted).map { $0[1] } == Self.rows(table).map { $0[1] })
    #expect(shifted != table)
  }
}
