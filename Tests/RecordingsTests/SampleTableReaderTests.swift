import Quantities
import Recordings
import Testing
import TouchInput

@Suite struct SampleTableReaderTests {
  @Test func `a table is read`() throws {
    let reading = Reading(Sample.table)
    #expect(reading.format == .sampleTable)
    #expect(reading.error == nil)
    #expect(reading.events == [])
    let table = try #require(reading.tables.first)
    #expect(reading.tables.count == 1)
    #expect(table.scale == 100)
    #expect(table.unit == .units)
    #expect(table.travel == DecimalNumber("1000"))
    #expect(table.threshold == DecimalNumber("0.3"))
    #expect(table.unitsPerMillimeter == Ratio(25, over: 2))
    #expect(
      table.touches == [
        .init(
          samples: [
            .init(time: .zero, position: .init(x: 10000, y: 5000)),
            .init(time: .init(nanoseconds: 8_600_000), position: .init(x: 11714, y: 5050)),
            .init(time: .init(nanoseconds: 17_100_000), position: .init(x: 13420, y: 5100)),
          ],
          end: .init(
            time: .init(nanoseconds: 20_000_000), kind: .lift, position: .init(x: 14000, y: 5100)))
      ])
    #expect(
      table.surface?.x
        == Surface.Extent(minimum: 0, maximum: 100_000, unitsPerMillimeter: Ratio(1250)))
  }

  /// Reads the members of a table behind its schema.
  static func read(_ members: String) -> Reading {
    Reading(#"{"schema": "sample-table/1", "# + members + "}")
  }

  @Test func `every member is read`() throws {
    let reading = Self.read(
      """
      "unit": "px", "device": "touchscreen",
      "surface": {"width": 1920, "height": 1080.5, "density": 2.0, "name": []},
      "activation_distance": 2e1, "invert": true, "at_edge_negative": true, "threshold": null,
      "travel": 0.5,
      "samples": [[0, 1]], "expect": {"a": [{}, "\\u00e9", 1.5e3, false, null]}
      """)
    let table = try #require(reading.tables.first)
    #expect(table.unit == .pixels)
    #expect(table.device == .touchscreen)
    #expect(
      table.screen == PerAxis(x: DecimalNumber(1920), y: DecimalNumber(10805, fractionDigits: 1)))
    #expect(table.activationDistance == DecimalNumber("20"))
    #expect(table.isInverted == true)
    #expect(table.hasRubberBand)
    #expect(table.threshold == nil)
    #expect(table.scale == 10)
    #expect(table.touches.first?.end == nil)
  }

  @Test(arguments: [
    (#""unit": "px""#, PerAxis(x: 3000, y: 5405)),
    (#""unit": "px", "device": "touchscreen""#, PerAxis(x: 3000, y: 5405)),
    (#""unit": "px", "travel": 100"#, PerAxis(both: 1000)),
    (#""unit": "px", "device": "touchpad""#, nil), (#""unit": "mm""#, nil),
  ])
  func `pixels lie on the screen, if no travel is given`(
    members: String, size: PerAxis<Int>?
  ) throws {
    let reading = Self.read(
      members + #", "surface": {"width": 300, "height": 540.5}, "samples": [[0, 1]]"#)
    let surface = try #require(reading.tables.first).surface
    #expect(surface.map { PerAxis(x: $0.x.maximum, y: $0.y.maximum) } == size)
    #expect(surface?.x.minimum ?? 0 == 0)
  }

  @Test func `columns may be times of reading and deltas`() throws {
    let reading = Self.read(
      """
      "columns": ["t_event", "t_read", "dx", "pressure", "dy"],
      "samples": [
        [0.0, 0.3, 0, "x", 0], [0.008, 0.301, 1.5, null, -2], [0.016, 0.302, 0.25, [1], 1]],
      "end": {"t": 0.088, "t_read": 0.311, "kind": "cancel"}
      """)
    let table = try #require(reading.tables.first)
    let touch = try #require(table.touches.first)
    #expect(
      touch.samples.map(\.position) == [.zero, .init(x: 150, y: -200), .init(x: 175, y: -100)])
    #expect(
      touch.samples.map(\.readTime) == [300, 301, 302].map { .init(nanoseconds: $0 * 1_000_000) })
    #expect(touch.end?.kind == .cancel)
    #expect(touch.end?.readTime == .init(nanoseconds: 311_000_000))
    #expect(touch.end?.position == nil)
    #expect(table.largestLag == .milliseconds(300))
  }

  @Test func `gestures follow each other`() throws {
    let reading = Self.read(
      """
      "gestures": [{"samples": [[0, 1], [1, 2]], "end": {"t": 1, "kind": "lift"}}, {"samples": []},
        {"columns": ["t", "y"], "samples": [[2, 3]], "end": {"t": 3, "kind": "device_removed"}}]
      """)
    let touches = try #require(reading.tables.first).touches
    #expect(touches.map(\.samples.count) == [2, 1])
    #expect(touches.map(\.end?.kind) == [.lift, .deviceRemoved])
    #expect(touches.last?.samples.first?.position == .init(x: 0, y: 3))
  }

  @Test func `variants are tables of their own`() {
    let reading = Self.read(
      """
      "travel": 600, "samples": [[0, 0]], "end": {"t": 1, "kind": "lift"}, "variants": {
        "plain": {}, "big": {"travel": 1300, "expect": {}},
        "slow": {"samples": [[0, 0], [5, 1.5]], "end": {"t": 9}},
        "two": {"gestures": [{"samples": [[0, 0]]}, {"samples": [[1, 0]]}]}}
      """)
    #expect(reading.tables.map(\.variant) == ["plain", "big", "slow", "two"])
    #expect(reading.tables.map { $0.travel?.digits } == [600, 1300, 600, 600])
    #expect(reading.tables.map(\.sampleCount) == [1, 1, 2, 2])
    #expect(reading.tables.map(\.scale) == [1, 1, 10, 1])
  }

  @Test(arguments: [
    ("[[0, 0.1], [1, 0.2], [2, 0.3]]", 10, [1, 2, 3]), ("[[0, 20.0], [1, 1e2]]", 1, [20, 100]),
    ("[[0, 0.123456789], [1, 0.1234567894]]", 1_000_000_000, [123_456_789, 123_456_789]),
    ("[[0, -0.0000000015]]", 1_000_000_000, [-2]),
    ("[[0, 99999.9999999999]]", 1_000_000_000, [100_000_000_000_000]),
    ("[[0, 1234567.1234567891]]", 10_000_000, [12_345_671_234_568]),
    ("[[0, 99999999999999.5]]", 1, [100_000_000_000_000]), ("[[0, 1e-400]]", 1_000_000_000, [0]),
  ])
  func `decimals become whole numbers at one scale`(rows: String, scale: Int, x: [Int]) throws {
    let table = try #require(Self.read("\"samples\": \(rows)").tables.first)
    #expect(table.scale == scale)
    #expect(table.touches.first?.samples.map(\.position.x) == x)
  }

  @Test func `times are exact to a nanosecond`() throws {
    let table = try #require(
      Self.read(#""samples": [[0.333333, 0], [1.0000000004, 0], [9e9, 0]]"#).tables.first)
    #expect(
      table.touches.first?.samples.map(\.time.nanoseconds)
        == [333_333_000, 1_000_000_000, 9_000_000_000_000_000_000])
  }

  @Test(arguments: [
    (#"{}"#, "1: a sample table needs the schema sample-table/1"),
    (#"{"schema": null}"#, "1: a sample table needs the schema sample-table/1"),
    ("{\n\"schema\": \"scenario/1\"}", "2: the schema is 'scenario/1', not sample-table/1"),
    (
      "{\n\"schema\": \"raw-hex/1\", \"samples\": [[0, 0]]}",
      "2: the schema is 'raw-hex/1', not sample-table/1"
    ),
    (#"{"schema": 1}"#, "1: a text is missing"),
    (
      "{\"schema\": \"sample-table/1\",\n\"steps\": []}",
      "2: a table with steps describes calls of the library, not a recording"
    ),
    (
      "{\"schema\": \"sample-table/1\",\n\n\"release\": {}}",
      "3: a table with release describes calls of the library, not a recording"
    ),
    ("{\"schema\": \"sample-table/1\"\n}", "2: a sample table needs samples, gestures or variants"),
    ("{\"schema\": \"sample-table/1\"}\n[]", "2: something follows the table"),
    ("{", "1: a text is missing"), ("{\"a\n", "1: a text does not end in its line"),
    ("{\"a", "1: a text does not end"),
    ("{\"a\\x\": 1}", "1: a text has an escape that there is not"),
    ("{\"a\\u12g4\": 1}", "1: a text has an escape that there is not"),
    ("{\"\\ud83d\\x\": 1}", "1: half a character stands here"),
    ("{\"a\" 1}", "1: a colon is missing"), ("{\"a\": 1\n\"b\": 2}", "2: a comma is missing"),
    ("{\"a\": [1 2]}", "1: a comma is missing"), ("{\"a\": }", "1: a value is missing"),
    ("{\"a\":", "1: a value is missing"),
    ("{\"a\": nul}", "1: a value is missing"),
    ("{\"a\": tru}", "1: neither true nor false stands here"),
    ("{\"a\": 01}", "1: a value is not a number that fits: '01'"),
    ("{\"a\": 1.}", "1: a value is not a number that fits: '1.'"),
    ("{\"a\": -}", "1: a value is not a number that fits: '-'"),
    ("{\"a\": 1e}", "1: a value is not a number that fits: '1e'"),
    ("{\"a\": nan}", "1: a value is missing"), ("{\"a\": 0x1}", "1: a comma is missing"),
    ("{,}", "1: a text is missing"),
    ("{\"a\": \(String(repeating: "[", count: 200_000))", "1: the values are nested too deeply"),
  ])
  func `what is no table is an error with its line`(text: String, problem: String) {
    let reading = Reading(text)
    #expect(reading.format == (text.contains("sample-table/1") ? .sampleTable : nil))
    #expect(reading.problem == problem)
    #expect(reading.tables == [])
  }

  @Test(arguments: [
    ("\"samples\": {}", "an array is missing"), ("\"samples\": [0, 1]", "an array is missing"),
    ("\"samples\": [[0]]", "a row has fewer values than there are columns"),
    ("\"samples\": [[0, 1, 2]]", "a row has more values than there are columns"),
    ("\"samples\": [[0, null]]", "a value is not a number that fits: 'null'"),
    ("\"samples\": [[0, \"1\"]]", "a value is not a number that fits: '\"1\"'"),
    ("\"samples\": [[1, 0], [0.5, 0]]", "the time runs backwards"),
    ("\"samples\": [[1, 0]], \"end\": {\"t\": 0.5}", "the time runs backwards"),
    ("\"gestures\": [{\"samples\": [[1, 0]]}, {\"samples\": [[0, 0]]}]", "the time runs backwards"),
    ("\"samples\": [[1e10, 0]]", "the time is not a number that fits: '10000000000.0'"),
    ("\"samples\": [[0, 1e15]]", "the position is not a number that fits: '1000000000000000.0'"),
    ("\"samples\": [[0, 1e999]]", "the position is not a number that fits: 'inf'"),
    (
      "\"columns\": [\"t\", \"dx\"], \"samples\": [[0, 8e13], [1, 8e13]]",
      "the position does not fit"
    ),
    (
      "\"columns\": [], \"samples\": [[]]",
      "the columns need a time and a position: t and x, y, dx or dy"
    ),
    (
      "\"columns\": [\"t\", \"p\"], \"samples\": [[0, 1]]",
      "the columns need a time and a position: t and x, y, dx or dy"
    ),
    (
      "\"columns\": [\"x\"], \"samples\": [[0]]",
      "the columns need a time and a position: t and x, y, dx or dy"
    ),
    ("\"columns\": \"t\", \"samples\": [[0, 1]]", "an array is missing"),
    ("\"samples\": [[0, 1]], \"unit\": \"cm\"", "the unit 'cm' is not known"),
    ("\"samples\": [[0, 1]], \"device\": \"mouse\"", "the device 'mouse' is not known"),
    ("\"samples\": [[0, 1]], \"travel\": 0", "the travel is not a number that fits: '0.0'"),
    (
      "\"samples\": [[0, 1]], \"travel\": 1e10",
      "the travel is not a number that fits: '10000000000.0'"
    ),
    (
      "\"samples\": [[0, 1]], \"units_per_mm\": -1",
      "the units_per_mm is not a number that fits: '-1.0'"
    ),
    ("\"samples\": [[0, 1]], \"invert\": 1", "neither true nor false stands here"),
    ("\"samples\": [[0, 1]], \"surface\": {\"width\": 1}", "a surface has a width and a height"),
    (
      "\"samples\": [[0, 1]], \"surface\": {\"width\": 0, \"height\": 1}",
      "the width of a surface is positive"
    ),
    ("\"samples\": [[0, 1]], \"end\": {\"kind\": \"lift\"}", "the time of the end is missing"),
    (
      "\"samples\": [[0, 1]], \"end\": {\"t\": 1, \"kind\": \"up\"}",
      "an end is a lift, a cancel or a device_removed"
    ),
    ("\"samples\": [[0, 1]], \"end\": 1", "an object is missing"),
    ("\"gestures\": [1]", "an object is missing"), ("\"variants\": []", "an object is missing"),
  ])
  func `a wrong member is an error with its line`(members: String, problem: String) {
    let reading = Reading("{\"schema\": \"sample-table/1\",\n\(members)}")
    #expect(reading.problem == "2: \(problem)")
  }

  @Test func `more than 64 variants are an error`() {
    let variants = (0..<65).map { "\"\($0)\": {}" }.joined(separator: ", ")
    let reading = Self.read("\"samples\": [[0, 0]], \"variants\": {\(variants)}")
    #expect(reading.problem == "1: there are more than 64 variants")
  }

  @Test func `more than 64 MB are an error`() {
    let comment = [UInt8](repeating: 0x20, count: 64 << 20)
    let reading = Reading(Array("{\"schema\"".utf8) + comment, chunkSize: 1 << 20)
    #expect(reading.problem == "-: a sample table may have at most 64 MB")
  }
}
