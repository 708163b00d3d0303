/// Reads a report descriptor: a list of items that set a state, and of items that use it.
///
/// - Global items (usage page, ranges, sizes, the number of the report) hold until they change;
///   push and pop save them.
/// - Local items (usages) hold up to the next main item.
/// - Main items open and close collections, or add elements to a report.
///
/// - Complexity: O(bytes²) at worst, of at most 4096 bytes: a field looks for its report.
struct HIDDescriptorParser {
  /// The most states that can be saved, `HID_GLOBAL_STACK_SIZE` in the kernel.
  private static let mostPushes = 4

  private struct Global {
    var usagePage: UInt32 = 0
    var logicalMinimum: Int32 = 0
    var logicalMaximum: Int32 = 0
    var physicalMinimum: Int32 = 0
    var physicalMaximum: Int32 = 0
    var unit: UInt32 = 0
    var unitExponent: Int32 = 0
    var size = 0
    var count = 0
    var number: UInt8 = 0
  }

  private struct Local {
    var usages: [HIDField.UsageRange] = []
    var usageCount = 0
    var usageMinimum: UInt32 = 0
    var isInSet = false
    var sets = 0
  }

  private struct Collection {
    var kind: UInt32
    var usage: UInt32
  }

  /// An item, with its data as far as it has some.
  private struct Item {
    var tag: UInt8
    var size: Int
    var unsigned: UInt32

    var signed: Int32 {
      switch size {
      case 1: Int32(Int8(truncatingIfNeeded: unsigned))
      case 2: Int32(Int16(truncatingIfNeeded: unsigned))
      default: Int32(bitPattern: unsigned)
      }
    }
  }

  private var descriptor = HIDDescriptor()
  private var global = Global()
  private var saved: [Global] = []
  private var local = Local()
  private var collections: [Collection] = []
  private var offset = 0

  private init() {}

  /// Reads a descriptor.
  ///
  /// - Throws: What the kernel would refuse it for.
  static func parse(_ bytes: [UInt8]) throws(HIDDescriptorError) -> HIDDescriptor {
    var parser = Self()
    guard bytes.count <= HIDDescriptor.mostBytes else {
      throw HIDDescriptorError(reason: .tooLong, offset: HIDDescriptor.mostBytes)
    }
    repeat {
      guard parser.offset < bytes.count else { throw parser.error(.truncated) }
      let head = bytes[parser.offset]
      guard head >> 4 != 0xf else { throw parser.error(.longItem) }
      let size = head & 3 == 3 ? 4 : Int(head & 3)
      guard parser.offset + size < bytes.count else { throw parser.error(.truncated) }
      var data: UInt32 = 0
      for index in 0..<size {
        data |= UInt32(bytes[parser.offset + 1 + index]) << UInt32(8 * index)
      }
      let item = Item(tag: head >> 4, size: size, unsigned: data)
      switch head >> 2 & 3 {
      case 0: try parser.takeMain(item)
      case 1: try parser.takeGlobal(item)
      case 2: try parser.takeLocal(item)
      default: break
      }
      parser.offset += 1 + size
    } while parser.offset < bytes.count
    guard parser.collections.isEmpty else { throw parser.error(.unmatchedCollection) }
    guard !parser.local.isInSet else { throw parser.error(.unmatchedDelimiter) }
    return parser.descriptor
  }

  private func error(_ reason: HIDDescriptorError.Reason) -> HIDDescriptorError {
    HIDDescriptorError(reason: reason, offset: offset)
  }

  // MARK: Main items

  private mutating func takeMain(_ item: Item) throws(HIDDescriptorError) {
    completeUsages()
    switch item.tag {
    case 0x8: try addField(item.unsigned, .input)
    case 0x9: try addField(item.unsigned, .output)
    case 0xb: try addField(item.unsigned, .feature)
    case 0xa:
      collections.append(
        Collection(kind: item.unsigned & 0xff, usage: local.usages.first?.first ?? 0))
    case 0xc:
      guard collections.popLast() != nil else { throw error(.unmatchedCollection) }
    default: break
    }
    local = Local()
  }

  /// Gives usages the page that holds now, if it was set behind them.
  ///
  /// The corresponding C function is `hid_concatenate_last_usage_page`.
  private mutating func completeUsages() {
    let page = global.usagePage & 0xffff
    for index in local.usages.indices.reversed() where !local.usages[index].isExtended {
      guard local.usages[index].first >> 16 != page else { return }
      local.usages[index].first = page << 16 | local.usages[index].first & 0xffff
    }
  }

  private mutating func addField(
    _ flags: UInt32, _ direction: HIDDescriptor.Direction
  ) throws(HIDDescriptorError) {
    let isInvalid =
      global.logicalMinimum < 0
      ? global.logicalMaximum < global.logicalMinimum
      : UInt32(bitPattern: global.logicalMaximum) < UInt32(bitPattern: global.logicalMinimum)
    guard !isInvalid else { throw error(.invalidRange) }
    let field = HIDField(
      usages: local.usages, flags: HIDField.Flags(rawValue: flags),
      application: usage(ofCollection: 1), logical: usage(ofCollection: 2),
      isOfFinger: collections.contains { $0.usage == HIDUsage.finger }, offset: 0,
      size: global.size, count: global.count, logicalMinimum: global.logicalMinimum,
      logicalMaximum: global.logicalMaximum, physicalMinimum: global.physicalMinimum,
      physicalMaximum: global.physicalMaximum, unit: global.unit,
      unitExponent: global.unitExponent)
    guard descriptor.append(field, toReport: global.number, direction) else {
      throw error(.reportTooLong)
    }
  }

  /// The usage of the innermost collection of a kind, or 0.
  private func usage(ofCollection kind: UInt32) -> UInt32 {
    collections.last { $0.kind == kind }?.usage ?? 0
  }

  // MARK: Global items

  private mutating func takeGlobal(_ item: Item) throws(HIDDescriptorError) {
    switch item.tag {
    case 0x0: global.usagePage = item.unsigned
    case 0x1: global.logicalMinimum = item.signed
    case 0x2:
      global.logicalMaximum =
        global.logicalMinimum < 0 ? item.signed : Int32(bitPattern: item.unsigned)
    case 0x3: global.physicalMinimum = item.signed
    case 0x4:
      global.physicalMaximum =
        global.physicalMinimum < 0 ? item.signed : Int32(bitPattern: item.unsigned)
    case 0x5:
      // Many devices mean a signed half of a byte.
      let value = item.signed
      global.unitExponent = (8...15).contains(value) ? value - 16 : value
    case 0x6: global.unit = item.unsigned
    case 0x7:
      guard item.unsigned <= 256 else { throw error(.elementTooWide) }
      global.size = Int(item.unsigned)
    case 0x8:
      guard let number = UInt8(exactly: item.unsigned), number > 0 else {
        throw error(.invalidReportNumber)
      }
      global.number = number
    case 0x9:
      guard item.unsigned <= HIDDescriptor.mostUsages else { throw error(.tooManyElements) }
      global.count = Int(item.unsigned)
    case 0xa:
      guard saved.count < Self.mostPushes else { throw error(.tooManyPushes) }
      saved.append(global)
    case 0xb:
      guard let last = saved.popLast() else { throw error(.unmatchedPop) }
      global = last
    default: throw error(.unknownItem)
    }
  }

  // MARK: Local items

  private mutating func takeLocal(_ item: Item) throws(HIDDescriptorError) {
    switch item.tag {
    case 0x0: try addUsages(from: item.unsigned, to: item.unsigned, size: item.size)
    case 0x1 where local.sets <= 1: local.usageMinimum = item.unsigned
    case 0x2: try addUsages(from: local.usageMinimum, to: item.unsigned, size: item.size)
    case 0xa:
      // Of alternative sets of usages the first one counts.
      guard local.isInSet == (item.unsigned == 0) else { throw error(.unmatchedDelimiter) }
      local.isInSet.toggle()
      if local.isInSet { local.sets += 1 }
    default: break
    }
  }

  /// Adds usages; a range that ends before it begins has none.
  private mutating func addUsages(
    from first: UInt32, to last: UInt32, size: Int
  ) throws(HIDDescriptorError) {
    guard local.sets <= 1 else { return }
    let isExtended = size > 2
    var (first, last) = (first, last)
    if !isExtended {
      first = global.usagePage << 16 | first & 0xffff
      last = global.usagePage << 16 | last & 0xffff
    }
    guard first <= last else { return }
    let room = HIDDescriptor.mostUsages - local.usageCount
    guard room > 0 else { throw error(.tooManyUsages) }
    // A range that goes on beyond the limit ends there.
    let count = min(Int(last - first) + 1, room)
    local.usages.append(
      HIDField.UsageRange(first: first, count: count, isExtended: isExtended))
    local.usageCount += count
  }
}
