import TouchInput

/// Where the reports of a touch application have their contacts, and what the application is.
///
/// The corresponding C functions are `mt_touch_input_mapping` and `mt_store_field` in the kernel's
/// `hid-multitouch.c`.
struct HIDTouchLayout: Hashable, Sendable {
  /// The most contacts of a report that are looked at.
  static let mostContacts = 64

  /// The most elements of a field that are looked at: no touch device has as many.
  private static let mostElements = 64

  /// The most slots, `MT_MAX_MAXCONTACT` in the kernel.
  private static let mostSlots: Int32 = 250

  /// The slots of devices that do not say how many, `MT_DEFAULT_MAXCONTACT` in the kernel.
  private static let usualSlots: Int32 = 10

  /// Where a report has the values of a contact.
  ///
  /// What no report has is 0, but for the confidence, which is 1.
  struct ContactPlace: Hashable, Sendable {
    var identifier: HIDElement?
    var x: HIDElement?
    var y: HIDElement?
    var tip: HIDElement?
    var inRange: HIDElement?
    var confidence: HIDElement?
    var pressure: HIDElement?
    var width: HIDElement?
    var height: HIDElement?
    var mark: HIDElement?

    fileprivate var isWhole: Bool { identifier != nil && x != nil && y != nil }
  }

  /// Where a report has a button.
  struct ButtonPlace: Hashable, Sendable {
    /// The place of its value, which is not 0 if it is down.
    var element: HIDElement

    /// The code that the kernel gives it.
    var code: UInt16
  }

  /// What is where in a report.
  struct Report: Hashable, Sendable {
    /// The number of the report, or 0.
    var number: UInt8

    /// The contacts, in the order of the report.
    var contacts: [ContactPlace] = []

    /// The buttons, in the order of the report.
    var buttons: [ButtonPlace] = []

    /// How many contacts the frame has.
    var contactCount: HIDElement?

    /// When the device looked, in units of 100 µs.
    var scanTime: HIDElement?

    /// The largest scan time, after which it begins anew.
    var scanTimeMaximum: Int32 = 0
  }

  /// The reports with contacts.
  private(set) var reports: [Report] = []

  /// The rules for taking them.
  private(set) var rules: HIDTouchClass.Rules

  /// The number of slots, 1…250.
  private(set) var slotCount: Int32

  /// Whether there is one contact, which has no identifier, and is reported as the only one.
  let isSingle: Bool

  /// Whether reports have their number in front.
  let isNumbered: Bool

  /// Whether it is the pad of a Bamboo tablet, whose reports are taken as a whole.
  let isBamboo: Bool

  /// The properties of the device.
  private(set) var properties: DeviceDescription.Properties = []

  /// The axes that it can send.
  private(set) var axes: [UInt16: DeviceDescription.AbsoluteAxis] = [:]

  /// The keys that it can send.
  private(set) var keys: Set<UInt16> = []

  private var hasContactCount = false

  /// Whether both axes of the position are reported.
  private var hasPosition: Bool {
    axes[AxisCode.contactX] != nil && axes[AxisCode.contactY] != nil
  }

  /// Whether scan times are handed on.
  var hasScanTime: Bool { reports.contains { $0.scanTime != nil } }

  /// Finds the first touch application of a device.
  ///
  /// Fails if the device has none.
  ///
  /// - Parameters:
  ///   - descriptor: What the device says of its reports.
  ///   - identity: Which device it is.
  init?(_ descriptor: HIDDescriptor, of identity: DeviceDescription.Identity) {
    let isCertified = descriptor.isCertified
    isSingle = !descriptor.isMultitouch
    let mark = isSingle ? HIDUsage.tipSwitch : HIDUsage.contactIdentifier
    let touching = descriptor.reports(.input).filter {
      Self.isTouch($0, by: mark, isCertified: isCertified)
    }
    guard let application = touching.first?.application else { return nil }
    let touchClass = HIDTouchClass(of: identity, isCertified: isCertified)
    rules = isSingle ? .alwaysValid : touchClass.rules
    isNumbered = descriptor.isNumbered
    isBamboo = false
    slotCount = isSingle ? 1 : touchClass.slots ?? Self.slotCount(descriptor)
    let isPad = application == HIDUsage.touchPad
    if isPad || touchClass.isIndirect { properties.insert(.pointer) }
    if !isPad, !touchClass.isIndirect { properties.insert(.direct) }
    for report in touching where report.application == application {
      map(report, isCertified: isCertified)
    }
    guard reports.contains(where: { !$0.contacts.isEmpty }), !isSingle || hasPosition else {
      return nil
    }
    if !hasContactCount { rules.remove(.accurateCount) }
    if touchClass.isGeneric, reports.count == 1, reports[0].contacts.count == 1 {
      // A device that is not known and sends one contact at a time.
      rules.insert(.alwaysValid)
      rules.subtract([
        .notSeenMeansUp, .validIsInRange, .validIsConfidence, .accurateCount,
      ])
    }
    describe(
      hasButtonType: descriptor.reports(.feature).contains { report in
        report.fields.contains { $0.has(HIDUsage.buttonType) }
      })
  }

  /// Whether a report has contacts of a touch application, which a usage is the sign of.
  private static func isTouch(
    _ report: HIDDescriptor.Report, by mark: UInt32, isCertified: Bool
  ) -> Bool {
    guard report.application == HIDUsage.touchScreen || report.application == HIDUsage.touchPad
    else { return false }
    return report.fields.contains { field in
      field.flags.contains(.variable) && field.has(mark)
        && (!isCertified || field.logical == HIDUsage.finger)
    }
  }

  /// The number of slots that a device says it has.
  ///
  /// The kernel asks the device, and takes the largest number it could say if that is 0; nobody
  /// can be asked here.
  private static func slotCount(_ descriptor: HIDDescriptor) -> Int32 {
    var count: Int32 = 0
    for report in descriptor.reports(.feature) {
      for field in report.fields where field.has(HIDUsage.contactCountMaximum) {
        if (1...mostSlots).contains(field.logicalMaximum) { count = field.logicalMaximum }
      }
    }
    return count > 0 ? count : usualSlots
  }

  // MARK: Reports

  private mutating func map(_ report: HIDDescriptor.Report, isCertified: Bool) {
    reports.append(Report(number: report.number))
    for field in report.fields
    where field.flags.contains(.variable) && !field.flags.contains(.constant) {
      var previous: UInt32?
      for index in 0..<min(field.count, Self.mostElements) {
        let usage = field.usage(at: index)
        // Where there are two, the second x is that of the tool.
        if usage != previous || usage != HIDUsage.x && usage != HIDUsage.y {
          map(usage, field, index, in: report, isCertified: isCertified)
        }
        previous = usage
      }
    }
  }

  private mutating func map(
    _ usage: UInt32, _ field: HIDField, _ index: Int, in report: HIDDescriptor.Report,
    isCertified: Bool
  ) {
    let element = field.element(index)
    switch usage {
    case HIDUsage.x:
      setAxis(AxisCode.contactX, field)
      store(element, \.x)
    case HIDUsage.y:
      setAxis(AxisCode.contactY, field)
      store(element, \.y)
    case HIDUsage.contactIdentifier: store(element, \.identifier)
    case HIDUsage.tipSwitch: store(element, \.tip)
    case HIDUsage.inRange:
      if rules.contains(.hovering) { axes[AxisCode.distance] = .init(minimum: 0, maximum: 1) }
      store(element, \.inRange)
    case HIDUsage.confidence:
      if isCertified {
        rules.insert(.confidence)
        axes[AxisCode.toolType] = .init(minimum: 0, maximum: HIDContacts.palm)
      }
      store(element, \.confidence)
    case HIDUsage.tipPressure:
      setAxis(AxisCode.pressure, field)
      store(element, \.pressure)
    case HIDUsage.width:
      if !rules.contains(.noArea) { setAxis(AxisCode.touchMajor, field) }
      store(element, \.width)
    case HIDUsage.height:
      if !rules.contains(.noArea) { setAxis(AxisCode.touchMinor, field) }
      store(element, \.height)
    case HIDUsage.contactMark where index == 0: store(element, \.mark)
    case HIDUsage.contactCount:
      hasContactCount = true
      reports[reports.count - 1].contactCount = element
    case HIDUsage.scanTime:
      reports[reports.count - 1].scanTime = element
      reports[reports.count - 1].scanTimeMaximum = field.logicalMaximum
    case _ where usage >> 16 == HIDUsage.Page.button: addButton(usage, element, in: report)
    default: break
    }
  }

  /// Takes the place of a value: of the last contact, or of another one if that has it already.
  private mutating func store(
    _ element: HIDElement, _ value: WritableKeyPath<ContactPlace, HIDElement?>
  ) {
    let report = reports.count - 1
    var last = reports[report].contacts.count - 1
    if last < 0 || reports[report].contacts[last][keyPath: value] != nil {
      guard last < 0 || reports[report].contacts[last].isWhole, last + 1 < Self.mostContacts else {
        return
      }
      reports[report].contacts.append(ContactPlace())
      last += 1
    }
    reports[report].contacts[last][keyPath: value] = element
  }

  private mutating func addButton(
    _ usage: UInt32, _ element: HIDElement, in report: HIDDescriptor.Report
  ) {
    var number = usage & 0xffff
    if rules.contains(.padButtons), report.application == HIDUsage.touchPad, number > 1 {
      // Behind the pad's own button come the left and the right one.
      number -= 1
    }
    guard (1...8).contains(number) else { return }
    let code = KeyCode.left + UInt16(number - 1)
    reports[reports.count - 1].buttons.append(ButtonPlace(element: element, code: code))
    keys.insert(code)
    // A touchscreen with buttons is a touchpad.
    properties.insert(.pointer)
  }

  /// Finds the pad of a Bamboo tablet, whose reports are of the vendor's own form.
  ///
  /// Fails if the device has none.
  init?(bamboo descriptor: HIDDescriptor, of identity: DeviceDescription.Identity) {
    guard let position = HIDBamboo.position(in: descriptor, of: identity) else { return nil }
    rules = []
    slotCount = Int32(HIDBamboo.contactCount)
    (isSingle, isNumbered, isBamboo) = (false, true, true)
    properties = .pointer
    axes[AxisCode.contactX] = HIDBamboo.axis(position.x)
    axes[AxisCode.contactY] = HIDBamboo.axis(position.y)
    describe(hasButtonType: false)
  }

  private mutating func setAxis(_ code: UInt16, _ field: HIDField) {
    axes[code] = DeviceDescription.AbsoluteAxis(
      minimum: field.logicalMinimum, maximum: field.logicalMaximum, resolution: field.resolution)
  }

  // MARK: The description

  /// The corresponding C function is `input_mt_init_slots`.
  private mutating func describe(hasButtonType: Bool) {
    axes[AxisCode.slot] = .init(minimum: 0, maximum: slotCount - 1)
    axes[AxisCode.trackingID] = .init(minimum: 0, maximum: HIDContacts.largestTrackingID)
    keys.insert(KeyCode.touch)
    axes[AxisCode.x] = axes[AxisCode.contactX]
    axes[AxisCode.y] = axes[AxisCode.contactY]
    axes[AxisCode.singlePressure] = axes[AxisCode.pressure]
    if isSingle { axes = axes.filter { $0.key < AxisCode.slot } }
    guard properties.contains(.pointer) else { return }
    let buttons = reports.reduce(0) { $0 + $1.buttons.count }
    // The kernel asks for the type; a device that has one says the pad itself, or nothing.
    if hasButtonType || buttons == 1 { properties.insert(.clickpad) }
    keys.formUnion(HIDContacts.tools.prefix(max(2, Int(slotCount))))
  }

  /// Adds what the application can send to what is known of the device.
  func describe(_ device: inout DeviceDescription) {
    device.properties = properties
    device.axes = axes
    device.codes = [EventType.key: keys, EventType.absolute: Set(axes.keys)]
    if hasScanTime {
      device.codes[EventType.miscellaneous] = [MiscellaneousCode.timestamp]
    }
  }
}
