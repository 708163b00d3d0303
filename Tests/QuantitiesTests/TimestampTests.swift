import Quantities
import Testing

@Suite struct TimestampTests {
  static let moments = [
    Timestamp(nanoseconds: .min), Timestamp(nanoseconds: -1), .zero, Timestamp(nanoseconds: 1),
    Timestamp(nanoseconds: 1_353_330_434_388_618_000), Timestamp(nanoseconds: .max),
  ]

  @Test(
    arguments: [
      (0, 0, 0), (1, 500_000, 1_500_000_000), (-1, 0, -1_000_000_000), (-1, 999_999, -1000),
      (1_353_330_434, 388_618, 1_353_330_434_388_618_000),
      (9_000_000_000, 999_999, 9_000_000_000_999_999_000),
      (-9_000_000_000, 0, -9_000_000_000_000_000_000),
    ] as [(Int64, Int64, Int64)])
  func `the two parts of a kernel's time stamp make nanoseconds`(
    seconds: Int64, microseconds: Int64, nanoseconds: Int64
  ) {
    #expect(
      Timestamp(seconds: seconds, microseconds: microseconds)
        == Timestamp(nanoseconds: nanoseconds))
  }

  @Test(
    arguments: [
      (0, -1), (0, 1_000_000), (9_000_000_001, 0), (-9_000_000_001, 0), (.max, 0), (.min, 0),
      (0, .min), (0, .max),
    ] as [(Int64, Int64)])
  func `parts out of range make no time`(seconds: Int64, microseconds: Int64) {
    #expect(Timestamp(seconds: seconds, microseconds: microseconds) == nil)
  }

  @Test(
    arguments: [
      (0, 0), (1.5, 1_500_000_000), (-1.5, -1_500_000_000), (1e-9, 1), (0.4e-9, 0), (0.5e-9, 1),
      (-0.5e-9, -1), (9e9, 9_000_000_000_000_000_000),
    ] as [(Double, Int64)])
  func `seconds are rounded to a nanosecond`(seconds: Double, nanoseconds: Int64) {
    #expect(Timestamp(seconds: seconds) == Timestamp(nanoseconds: nanoseconds))
    #expect(Duration(finiteSeconds: seconds) == .nanoseconds(nanoseconds))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 9e9.nextUp, -9e9.nextUp * 2, 1e300])
  func `seconds that no clock shows make no time`(seconds: Double) {
    #expect(Timestamp(seconds: seconds) == nil)
    #expect(Duration(finiteSeconds: seconds) == nil)
  }

  @Test(arguments: moments, moments)
  func `times are in the order of their differences`(left: Timestamp, right: Timestamp) {
    #expect((left < right) == (left.since(right) < .zero))
    #expect((left == right) == (left.since(right) == .zero))
    #expect(.nanoseconds(left.nanoseconds(since: right)) == left.since(right))
  }

  @Test func `a difference is clamped to what 64 bits hold`() {
    let first = Timestamp(nanoseconds: .min)
    let last = Timestamp(nanoseconds: .max)
    #expect(last.since(first) == .nanoseconds(Int64.max))
    #expect(first.since(last) == .nanoseconds(Int64.min))
    #expect(Timestamp.zero.since(first) == .nanoseconds(Int64.max))
    #expect(last.since(.zero) == .nanoseconds(Int64.max))
  }

  @Test func `a later moment is clamped to the last there is`() {
    let last = Timestamp(nanoseconds: .max)
    #expect(last.advanced(by: .nanoseconds(1)) == last)
    #expect(Timestamp.zero.advanced(by: .seconds(Int64.max)) == last)
    #expect(Timestamp.zero.advanced(by: .seconds(Int64.min)) == Timestamp(nanoseconds: .min))
    #expect(last.advanced(by: .nanoseconds(-1)) == Timestamp(nanoseconds: .max - 1))
  }

  @Test(arguments: moments.dropFirst().dropLast(), [-1_000_000, -1, 0, 1, 8_000_000] as [Int64])
  func `advancing and asking for the difference are inverse`(moment: Timestamp, step: Int64) {
    #expect(moment.advanced(by: .nanoseconds(step)).since(moment) == .nanoseconds(step))
  }
}

@Suite struct DurationTests {
  @Test(
    arguments: [
      ("0", .zero), ("10", .seconds(10)), ("0.25", .milliseconds(250)),
      (".25s", .milliseconds(250)),
      ("250ms", .milliseconds(250)), ("0.1ms", .microseconds(100)),
      ("0.000000001", .nanoseconds(1)), ("0.000001ms", .nanoseconds(1)),
    ] as [(String, Duration)])
  func `seconds are read, and milliseconds`(text: String, duration: Duration) {
    #expect(Duration(text) == duration)
  }

  @Test(arguments: ["", "s", "ms", "-1", "1e3", "0.25 s", "250us", "1m", "nan", "1234567890"])
  func `any other text is no duration`(text: String) {
    #expect(Duration(text) == nil)
  }

  @Test(
    arguments: [
      (.zero, 0), (.milliseconds(150), 0.15), (.nanoseconds(1), 1e-9), (.seconds(-2), -2),
      (.milliseconds(-1500), -1.5), (.seconds(9_000_000_000), 9e9),
      (.nanoseconds(86_400_100_000_003), 86400.100000003), (.seconds(1) + .milliseconds(100), 1.1),
      (Duration(secondsComponent: 0, attosecondsComponent: 1), 1e-18),
      (Duration(secondsComponent: -1, attosecondsComponent: -1), -1),
      (.seconds(Int64.max), 0x1p63), (.seconds(Int64.min), -0x1p63),
    ] as [(Duration, Double)])
  func `a duration in seconds is the number nearest to it`(duration: Duration, seconds: Double) {
    #expect(duration.seconds == seconds)
  }

  @Test(
    arguments: [
      (.zero, 0), (.nanoseconds(1), 1), (.nanoseconds(-1), -1), (.milliseconds(1), 1_000_000),
      (Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999), 1),
      (Duration(secondsComponent: 0, attosecondsComponent: -1_999_999_999), -1),
      (.seconds(9_223_372_036) + .nanoseconds(854_775_807), .max),
      (.seconds(9_223_372_036) + .nanoseconds(854_775_808), .max),
      (.seconds(-9_223_372_036) - .nanoseconds(854_775_808), .min),
      (.seconds(-9_223_372_036) - .nanoseconds(854_775_809), .min), (.seconds(Int64.max), .max),
      (.seconds(Int64.min), .min),
    ] as [(Duration, Int64)])
  func `whole nanoseconds are cut, and clamped to 64 bits`(duration: Duration, expected: Int64) {
    #expect(duration.wholeNanoseconds == expected)
  }

  @Test func `seconds since a moment are those of the duration`() {
    let limit = 9_000_000_000_000_000 as Int64
    let others = [-1, 0, 1].flatMap { near in
      [limit, -limit, limit * 3].map { Timestamp(nanoseconds: $0 + near) }
    }
    for left in TimestampTests.moments + others {
      for right in TimestampTests.moments + others {
        #expect(left.seconds(since: right) == left.since(right).seconds)
      }
    }
  }
}
