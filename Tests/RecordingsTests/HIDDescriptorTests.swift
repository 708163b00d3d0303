import Quantities
import Testing
import TouchInput

@testable import Recordings

@Suite struct HIDDescriptorTests {
  typealias Sample = HIDSample

  /// Reads a descriptor; `nil` if it is refused.
  private func parse(_ bytes: [UInt8]) -> HIDDescriptor? {
    try? HIDDescriptorParser.parse(bytes)
  }

  private func reason(_ bytes: [UInt8]) -> HIDDescriptorError.Reason? {
    do throws(HIDDescriptorError) {
      _ = try HIDDescriptorParser.parse(bytes)
      return nil
    } catch {
      return error.reason
    }
  }

  /// The fields of the first report that a device sends.
  private func fields(_ bytes: [UInt8]) -> [HIDField] {
    parse(bytes)?.reports(.input).first?.fields ?? []
  }

  @Test func `fields have their places, usages and ranges`() throws {
    let descriptor = try HIDDescriptorParser.parse(Sample.screen)
    #expect(descriptor.isMultitouch && descriptor.isCertified && descriptor.isNumbered)
    #expect(descriptor.reports(.input).map(\.number) == [9, 1])
    #expect(descriptor.reports(.input).map(\.application) == [0x1_0002, HIDUsage.touchScreen])
    #expect(descriptor.reports(.input).map(\.bits) == [24, 120])
    #expect(descriptor.reports(.feature).map(\.number) == [2, 3])
    let report = try #require(descriptor.reports(.input).last)
    #expect(report.fields.map(\.offset) == [0, 8, 16, 32, 48, 56, 64, 80, 96, 112])
    #expect(report.fields.map(\.logical).prefix(8).allSatisfy { $0 == HIDUsage.finger })
    let tip = report.fields[0]
    #expect((0..<3).map(tip.usage) == [HIDUsage.tipSwitch, HIDUsage.inRange, HIDUsage.confidence])
    #expect(tip.usage(at: 3) == HIDUsage.confidence)
    #expect(tip.usage(at: 12_287) == HIDUsage.confidence)
    let x = report.fields[2]
    #expect((x.logicalMinimum, x.logicalMaximum) == (0, 1000))
    #expect((x.unit, x.unitExponent, x.resolution) == (0x11, -2, 10))
  }

  @Test func `push and pop save the state, as often as four times`() {
    let nested =
      Sample.items((.size, 3), (.push, 0), (.size, 5), (.push, 0), (.size, 7), (.pop, 0))
      + Sample.items((.count, 1), (.usage, 1), (.input, 2), (.pop, 0), (.count, 1), (.usage, 2))
      + Sample.item(.input, 2)
    #expect(fields(nested).map(\.size) == [5, 3])
    let four = Array(repeating: Sample.item(.push), count: 4).flatMap(\.self)
    #expect(reason(four) == nil)
    #expect(reason(four + Sample.item(.push)) == .tooManyPushes)
    #expect(reason(Sample.item(.pop)) == .unmatchedPop)
  }

  @Test func `a usage takes the page that holds at its field`() {
    let bytes =
      Sample.items((.usagePage, 1), (.usage, 0x30), (.usage, 0x31), (.usagePage, 0x0d))
      + [0x0b, 0x42, 0x00, 0x09, 0x00]  // 0x0009_0042, with its page
      + Sample.items((.usage, 0x51), (.size, 8), (.count, 4), (.input, 2))
    #expect(fields(bytes)[0].usages.map(\.first) == [0x1_0030, 0x1_0031, 0x9_0042, 0xd_0051])
    // The page comes behind all usages: they get it.
    let late = Sample.items(
      (.usage, 0x30), (.usage, 0x31), (.usagePage, 1), (.size, 8), (.count, 2), (.input, 2))
    #expect(fields(late)[0].usages.map(\.first) == [0x1_0030, 0x1_0031])
  }

  @Test func `a range of usages is two numbers`() {
    let range = Sample.items(
      (.usagePage, 9), (.usageMinimum, 1), (.usageMaximum, 8), (.size, 1), (.count, 8), (.input, 2))
    #expect(fields(range)[0].usages == [.init(first: 0x9_0001, count: 8, isExtended: false)])
    #expect(fields(range)[0].usage(at: 4) == 0x9_0005)
    #expect(fields(range)[0].has(0x9_0008) && !fields(range)[0].has(0x9_0009))
    let backwards = Sample.items(
      (.usagePage, 9), (.usageMinimum, 8), (.usageMaximum, 1), (.size, 1), (.count, 8), (.input, 2))
    #expect(fields(backwards).isEmpty)
    let wide =
      [0x1b, 0, 0, 0x0d, 0, 0x2b, 0xff, 0xff, 0xff, 0xff]
      + Sample.items((.size, 0), (.count, 1), (.input, 2))
    #expect(fields(wide)[0].usages.map(\.count) == [12_288])
    #expect(reason([0x1b, 0, 0, 0x0d, 0, 0x2b, 0xff, 0xff, 0xff, 0xff, 0x09, 1]) == .tooManyUsages)
  }

  @Test func `of alternative usages the first set counts`() {
    let bytes = Sample.items(
      (.usagePage, 1), (.delimiter, 1), (.usage, 0x30), (.delimiter, 0), (.delimiter, 1),
      (.usage, 0x31), (.delimiter, 0), (.size, 8), (.count, 1), (.input, 2))
    #expect(fields(bytes)[0].usages.map(\.first) == [0x1_0030])
    #expect(reason(Sample.items((.delimiter, 1), (.delimiter, 1))) == .unmatchedDelimiter)
    #expect(reason(Sample.item(.delimiter, 0)) == .unmatchedDelimiter)
    #expect(reason(Sample.item(.delimiter, 1)) == .unmatchedDelimiter)
  }

  @Test(arguments: [
    // unit, exponent, physical maximum, resolution of 0…4000
    (0x11, -2, 1000, 40), (0x11, 14, 1000, 40), (0x11, 0, 20, 20), (0x13, -3, 10_000, 16),
    (0x13, 0, 4, 39), (0x33, -2, 1000, 0), (0, 0, 1000, 0), (0x11, -2, 0, 0),
    (0x11, 127, 1000, 0), (0x11, -128, 1000, 0), (0x11, Int(Int32.min), 1000, 0),
    (0x11, Int(Int32.max), 1000, 0), (0x13, 0, Int(Int32.max), 0),
  ])
  func `the resolution is in units per millimeter`(
    unit: Int, exponent: Int, maximum: Int, resolution: Int32
  ) {
    let bytes = Sample.items(
      (.usage, 1), (.unit, unit), (.exponent, exponent), (.logicalMaximum, 4000),
      (.physicalMaximum, maximum), (.size, 16), (.count, 1), (.input, 2))
    #expect(fields(bytes).map(\.resolution) == [resolution])
  }

  @Test func `maxima are signed where their minima are`() {
    func range(_ minimum: Int, _ maximum: [UInt8]) -> [Int32] {
      let bytes =
        Sample.item(.logicalMinimum, minimum) + maximum
        + Sample.items((.usage, 1), (.size, 8), (.count, 1), (.input, 2))
      return fields(bytes).flatMap { [$0.logicalMinimum, $0.logicalMaximum] }
    }
    #expect(range(0, [0x25, 0xff]) == [0, 255])
    #expect(range(-127, [0x25, 0x7f]) == [-127, 127])
    #expect(range(-127, [0x25, 0xff]) == [-127, -1])
    #expect(range(0, [0x27, 0xff, 0xff, 0xff, 0xff]) == [0, -1])
    #expect(range(5, [0x25, 0x04]) == [])
    #expect(range(-1, [0x25, 0xfe]) == [])
    #expect(reason(Sample.items((.logicalMinimum, 5), (.input, 2))) == .invalidRange)
  }

  @Test func `values are found at any bit, and are 0 beyond the end`() {
    let report: [UInt8] = [0x01, 0b1010_0110, 0xff, 0x80, 0x12, 0x34]
    func value(_ offset: Int, _ size: Int, isSigned: Bool = false) -> Int32 {
      HIDElement(offset: offset, size: size, isSigned: isSigned).value(in: report, from: 1)
    }
    #expect((0..<8).map { value($0, 1) } == [0, 1, 1, 0, 0, 1, 0, 1])
    #expect(value(4, 8) == 0xfa)
    #expect(value(0, 16) == 0xffa6)
    #expect(value(8, 16, isSigned: true) == -0x7f01)
    #expect(value(4, 4, isSigned: true) == -6)
    #expect(value(7, 32, isSigned: true) == 0x6825_01ff)
    #expect(value(0, 32) == 0x1280_ffa6)
    #expect(value(32, 32) == 0x34)
    #expect(value(40, 8) == 0)
    #expect(value(1 << 40, 32, isSigned: true) == 0)
    #expect(value(3, 0, isSigned: true) == 0)
    #expect(value(5, 1, isSigned: true) == -1)
  }

  @Test func `sizes and counts that are announced take no memory`() {
    let huge = Sample.items((.usage, 1), (.size, 8), (.count, 12_288), (.input, 2))
    #expect(fields(huge).map(\.count) == [12_288])
    #expect(fields(huge).map(\.usages.count) == [1])
    let empty = Sample.items((.usage, 1), (.size, 0), (.count, 12_288), (.input, 2))
    #expect(fields(empty)[0].element(12_287).value(in: [1, 2, 3], from: 1) == 0)
    #expect(fields(Sample.items((.usage, 1), (.size, 255), (.count, 4), (.input, 2))).count == 1)
    #expect(reason(Sample.items((.size, 257))) == .elementTooWide)
    #expect(reason(Sample.items((.count, 12_289))) == .tooManyElements)
    #expect(reason(Sample.items((.count, -1))) == nil)  // a byte: 255
    #expect(reason(Sample.items((.count, Int(Int32.max)))) == .tooManyElements)
    let long = Sample.items((.usage, 1), (.size, 256), (.count, 12_288), (.input, 2))
    #expect(reason(long) == .reportTooLong)
    #expect(reason(huge + Sample.items((.input, 2), (.input, 2))) == .reportTooLong)
  }

  @Test func `what is not whole is refused`() {
    #expect(reason([]) == .truncated)
    #expect(reason([0x26, 1]) == .truncated)
    #expect(reason([0x05]) == .truncated)
    #expect(reason([0x27, 1, 2, 3]) == .truncated)
    #expect(reason(Array(Sample.screen.dropLast())) == .unmatchedCollection)
    #expect(reason(Sample.screen + Sample.item(.end)) == .unmatchedCollection)
    #expect(reason(Sample.item(.number, 0)) == .invalidReportNumber)
    #expect(reason([0x86, 0, 1]) == .invalidReportNumber)
    #expect(reason([0xfe, 0, 0]) == .longItem)
    #expect(reason([0xc4]) == .unknownItem)
    #expect(reason([0xd0, 0x38, 0x0c]) == nil)  // reserved main, local and other items
  }

  @Test func `every prefix is read or refused`() {
    for descriptor in [Sample.screen, Sample.pad, Sample.oldScreen] {
      for count in 0..<descriptor.count {
        let reason = reason(Array(descriptor.prefix(count)))
        #expect(
          [.truncated, .unmatchedCollection, nil].contains(reason), "\(count) bytes")
      }
    }
  }

  @Test func `a descriptor of thousands of items is read or refused at once`() {
    let limit = HIDDescriptor.mostBytes
    let pages = Array(repeating: Sample.item(.usagePage, 9), count: 10_000).flatMap(\.self)
    #expect(reason(pages) == .tooLong)
    #expect(reason(Array(pages.prefix(limit))) == nil)
    let open = [UInt8](repeating: 0xa0, count: limit)
    #expect(reason(open) == .unmatchedCollection)
    #expect(reason(open.prefix(limit / 2) + [UInt8](repeating: 0xc0, count: limit / 2)) == nil)
    let inputs =
      Sample.items((.size, 0), (.count, 12_288)).dropLast(0)
      + Array(repeating: [0x08, 0x80] as [UInt8], count: 1000).flatMap(\.self)
    #expect(fields(Array(inputs)).count == HIDDescriptor.mostFields)
    let numbers = (1...255).flatMap {
      Sample.items((.usage, 1), (.number, $0)) + Sample.item(.input, 2)
    }
    #expect(parse(numbers)?.reports(.input).count == 255)
  }

  @Test func `an error names the byte`() {
    do throws(HIDDescriptorError) {
      _ = try HIDDescriptorParser.parse(Sample.items((.usagePage, 9), (.size, 300)))
    } catch {
      #expect("\(error)" == "the report descriptor has an element of more than 256 bits at byte 2")
    }
  }
}
