import Quantities
import Testing
import TestSupport
import Transitions

@Suite struct TraceTests {
  @Test func `an entry is a line`() {
    var trace = Trace(start: Timestamp(nanoseconds: 5_000_000_000))
    func at(_ nanoseconds: Int64) -> Timestamp {
      Timestamp(nanoseconds: 5_000_000_000 + nanoseconds)
    }
    trace.call(
      "navigation", "didShow",
      [.init("controller", .word("detail")), .init("animated", .flag(true))], at: at(350_000_000))
    trace.state("transition", "done", at: at(350_000_400))
    trace.value(
      "detail", [.init("opacity", .number(0.25)), .init("position", .numbers([160, -0.5]))],
      at: at(366_666_667))
    #expect(
      trace.description == """
        # pantograph.trace/1
        0.350000 call navigation didShow controller=detail animated=true
        0.350000 state transition done
        0.366667 value detail opacity=0.25 position=(160,-0.5)

        """)
    #expect(trace.calls == ["navigation.didShow"])
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (0.1 + 0.2, "0.3"), (-1.5, "-1.5"), (1e-7, "0"),
    (-4e-7, "0"), (1e-6, "0.000001"), (123_456.789_012_3, "123456.789012"), (1e20, "1e+20"),
    (.infinity, "inf"), (-.infinity, "-inf"), (.nan, "nan"), (0.999_999_6, "1"),
  ])
  func `a number has six digits behind the point at most`(number: Double, text: String) {
    #expect(TraceEntry.Value.number(number).description == text)
  }

  @Test(arguments: [
    (Duration.zero, "0.000000"), (.nanoseconds(1500), "0.000002"),
    (.nanoseconds(-1500), "-0.000002"),
    (.nanoseconds(999_999_500), "1.000000"), (.seconds(12), "12.000000"),
    (.nanoseconds(-400), "0.000000"),
  ])
  func `a time has six digits behind the point`(time: Duration, text: String) {
    let entry = TraceEntry(time: time, kind: .state, subject: "a")
    #expect(entry.description == "\(text) state a")
  }

  @Test(arguments: [
    ("", "-"), ("-", "%2d"), ("a b", "a%20b"), ("50%=#", "50%25%3d%23"), ("ä", "%c3%a4"),
    ("\u{1b}[2J\n", "%1b[2J%0a"), ("(1,2)", "%281%2c2%29"),
  ])
  func `a word cannot be taken for anything else`(word: String, text: String) {
    let entry = TraceEntry(
      time: .zero, kind: .call, subject: word, name: word, fields: [.init(word, .word(word))])
    #expect(entry.description == "0.000000 call \(text) \(text) \(text)=\(text)")
  }
}

@Suite struct TraceComparisonTests {
  private static let log = """
    # pantograph.trace/1
    0.000000 call list viewWillDisappear
    0.000000 state transition scrubbing

    0.100000 value detail opacity=0.25 position=(160,284)
    0.200000 value detail opacity=0.5 position=(160,284)
    0.300000 call list viewDidDisappear
    """

  private func difference(
    _ change: (String) -> String, _ settings: (inout TraceComparison) -> Void = { _ in }
  ) -> TraceComparison.Difference? {
    var comparison = TraceComparison()
    settings(&comparison)
    return comparison.difference(between: Self.log, and: change(Self.log))
  }

  @Test func `a log agrees with itself, and with one that is written otherwise`() {
    #expect(difference { $0 } == nil)
    #expect(difference { $0.replacing("0.25", with: "+2.50e-1") } == nil)
    #expect(difference { "# other\n\n" + $0.replacing(" value", with: " \t value") + "\n" } == nil)
    #expect(TraceComparison().count(of: Self.log) == 5)
  }

  @Test func `a line that is another is found, with what stands around it`() throws {
    let found = try #require(difference { $0.replacing("0.5 ", with: "0.6 ") })
    #expect(found.kind == .changed)
    #expect(
      found.first
        == [.init(text: "0.200000 value detail opacity=0.5 position=(160,284)", number: 6)])
    #expect(found.second.map(\.number) == [6])
    #expect(found.before.map(\.number) == [2, 3, 5])
    #expect(found.after.map(\.number) == [7])
    #expect(found.pieces?.first == "opacity=0.5")
    #expect(found.pieces?.second == "opacity=0.6")
  }

  @Test func `a line that is left out or put in is told as such`() throws {
    let gone = try #require(
      difference {
        $0.replacing("0.100000 value detail opacity=0.25 position=(160,284)\n", with: "")
      })
    #expect(gone.kind == .missing)
    #expect(gone.first.map(\.number) == [5])
    #expect(gone.second == [])
    let more = try #require(
      difference { $0.replacing("0.300000 call", with: "0.25 call a b\n0.26 call c\n0.3 call") })
    #expect(more.kind == .added)
    #expect(more.second.map(\.text) == ["0.25 call a b", "0.26 call c"])
    #expect(difference { $0 + "\n0.4 call x" }?.kind == .added)
    #expect(difference { String($0.split(separator: "\n")[0]) }?.kind == .missing)
  }

  @Test func `numbers may differ by the tolerance, and words may not`() {
    let moved = { (log: String) in log.replacing("0.25", with: "0.26") }
    #expect(difference(moved) { $0.tolerance = 0.01 } == nil)
    #expect(difference(moved) { $0.tolerance = 0.009 } != nil)
    #expect(difference { $0.replacing("284", with: "284.004") } != nil)
    #expect(difference({ $0.replacing("detail", with: "detail2") }) { $0.tolerance = 9 } != nil)
    #expect(difference({ $0.replacing("0.25", with: "nan") }) { $0.tolerance = 9 } != nil)
  }

  @Test func `times have a tolerance of their own, and need not count`() {
    let late = { (log: String) in log.replacing("0.100000", with: "0.104") }
    #expect(difference(late) { $0.tolerance = 1 } != nil)
    #expect(difference(late) { $0.timeTolerance = 0.004 } == nil)
    #expect(difference(late) { $0.timeTolerance = nil } == nil)
  }

  @Test(arguments: ["nan", "NaN(3)", "inf", "0x10", "infinity"])
  func `a word in front that is no decimal number is a word, and like itself`(word: String) {
    let log = "\(word) call a b"
    for tolerance in [0, 1.0] {
      var comparison = TraceComparison()
      comparison.tolerance = tolerance
      comparison.timeTolerance = nil
      #expect(comparison.difference(between: log, and: log) == nil)
      #expect(comparison.difference(between: log, and: "1 call a b") != nil)
      comparison.timeTolerance = tolerance
      #expect(comparison.difference(between: log, and: log) == nil)
    }
  }

  @Test func `a number that is too large is near to none`() {
    let large = { (log: String) in log.replacing("0.25", with: "1e999") }
    #expect(difference(large) { $0.tolerance = 1 } != nil)
    var comparison = TraceComparison()
    comparison.tolerance = 1
    #expect(comparison.difference(between: "a 1e999", and: "a 1e999") == nil)
    #expect(comparison.difference(between: "a 1e999", and: "a -1e999") != nil)
  }

  @Test func `kinds that do not count are passed over`() {
    let changed = { (log: String) in
      log.split(separator: "\n").filter { !$0.contains(" value ") }.joined(separator: "\n")
        + "\n1 value x y=1"
    }
    #expect(difference(changed) != nil)
    #expect(difference(changed) { $0.kinds = [.call, .state] } == nil)
  }

  @Test func `any two texts are compared without a trap`() {
    var random = Seeded(7)
    let alphabet = Array("01.e-+ a\n#=é\t")
    for _ in 0..<300 {
      let texts = (0..<2).map { _ in
        String((0..<40).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] })
      }
      var comparison = TraceComparison()
      comparison.tolerance = 0.5
      #expect(comparison.difference(between: texts[0], and: texts[0]) == nil)
      _ = comparison.difference(between: texts[0], and: texts[1])
    }
  }
}
