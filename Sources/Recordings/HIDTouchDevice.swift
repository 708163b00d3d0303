import Quantities
import TouchInput

/// Turns the reports of a touch device into events, as the kernel does.
///
/// A frame may come in one report with all contacts (parallel), or with the first report saying how
/// many contacts are in it and the following ones saying 0 (hybrid). A device with one contact in a
/// report and no count sends a frame for each (serial).
///
/// The corresponding C functions are `mt_touch_report` and `mt_process_slot` in the kernel's
/// `hid-multitouch.c`.
struct HIDTouchDevice: Sendable {
  /// How long nothing may come before contacts that stick are up.
  private static let stickyTime = Duration.milliseconds(100)

  /// How long nothing may come before the device's own clock starts anew,
  /// `MAX_TIMESTAMP_INTERVAL` in the kernel.
  private static let longestInterval = Duration.seconds(1)

  /// Where the reports have what.
  let layout: HIDTouchLayout

  private var contacts: HIDContacts
  private var received: Int32 = 0
  private var expected: Int32 = 0
  private var lastScanTime: Int32 = 0
  private var timestamp: Int32 = 0
  private var isLeftDown = false
  /// Whether this frame has a contact, and the one before.
  private var hasContact = false
  private var hadContact = false
  private var lastTime: Timestamp?
  /// The slots whose contacts were reported as palms and have lifted.
  private var palms: [Int] = []

  /// Creates a device that nothing touches.
  init(_ layout: HIDTouchLayout) {
    self.layout = layout
    contacts = HIDContacts(layout)
  }

  /// Takes a report, which may be one without contacts.
  ///
  /// - Complexity: O(contacts × slots).
  mutating func handle(
    _ bytes: [UInt8], _ sink: HIDContacts.Sink, to batch: inout EventBatch
  ) {
    if layout.isBamboo { return handleBamboo(bytes, sink, to: &batch) }
    let start = layout.isNumbered ? 1 : 0
    guard bytes.count >= start else { return }
    let number = layout.isNumbered ? bytes[0] : 0
    guard let index = layout.reports.firstIndex(where: { $0.number == number }) else { return }
    let report = layout.reports[index]
    func value(_ element: HIDElement?) -> Int32? { element?.value(in: bytes, from: start) }

    releaseSticky(before: sink, to: &batch)
    let scanTime = value(report.scanTime) ?? 0
    advance(to: scanTime, in: report, at: sink.time)
    if let count = value(report.contactCount), count >= 0 {
      // A pad that reports its button alone has a frame of none; else 0 means that it goes on.
      let isNew =
        layout.rules.contains(.padButtons) && received == 0 && lastScanTime != scanTime
      if isNew || count > 0 { expected = count & 0xff }
    }
    lastScanTime = scanTime
    lastTime = sink.time

    let isFirst = received == 0
    for place in report.contacts where take(place, of: bytes, from: start, sink, to: &batch) {
      received &+= 1
    }
    let hasPadButtons = layout.rules.contains(.padButtons)
    if isFirst || !hasPadButtons {
      for button in report.buttons {
        let isDown = value(button.element) != 0
        if hasPadButtons, button.code == KeyCode.left {
          isLeftDown = isLeftDown || isDown
        } else {
          contacts.report(key: button.code, isDown: isDown, sink, to: &batch)
        }
      }
    }
    if received >= expected { closeFrame(sink, to: &batch) }
  }

  private mutating func handleBamboo(
    _ bytes: [UInt8], _ sink: HIDContacts.Sink, to batch: inout EventBatch
  ) {
    guard let positions = HIDBamboo.positions(in: bytes) else { return }
    for (slot, position) in positions.enumerated() {
      contacts.report(
        slot, tool: HIDContacts.finger, isActive: position != nil, sink, to: &batch)
      guard let position else { continue }
      contacts.report(
        HIDContacts.Values(
          x: position.x, y: position.y, distance: 0, pressure: 0, major: 0, minor: 0),
        sink, to: &batch)
    }
    contacts.closeContacts(sink, to: &batch)
    contacts.closeFrame(sink, to: &batch)
  }

  // MARK: Contacts

  /// Takes a contact of a report.
  ///
  /// - Returns: Whether it counts as one of the frame.
  private mutating func take(
    _ place: HIDTouchLayout.ContactPlace, of bytes: [UInt8], from start: Int,
    _ sink: HIDContacts.Sink, to batch: inout EventBatch
  ) -> Bool {
    func value(_ element: HIDElement?) -> Int32 { element?.value(in: bytes, from: start) ?? 0 }
    let rules = layout.rules
    if rules.contains(.accurateCount), received >= expected { return false }
    let isTipDown = value(place.tip) != 0
    let isInRange = value(place.inRange) != 0
    let isMeant = place.confidence == nil || value(place.confidence) != 0
    if !rules.contains(.alwaysValid) {
      var isValid = true
      if rules.contains(.validIsInRange) { isValid = isInRange }
      if rules.contains(.notSeenMeansUp) { isValid = isTipDown }
      if rules.contains(.validIsConfidence) { isValid = isMeant }
      if rules.contains(.validIsMarked) { isValid = isValid && value(place.mark) != 0 }
      guard isValid else { return true }
    }
    guard let slot = slot(of: value(place.identifier)) else { return true }
    if rules.contains(.ignoresDuplicates), contacts.isActive(slot), contacts.isUsed(slot) {
      return false
    }
    let isPalm = rules.contains(.confidence) && !isMeant
    let isActive = isTipDown || rules.contains(.hovering) && isInRange
    // A contact that turns out to be a palm as it lifts is a palm first.
    let liftsAsPalm = isPalm && !isActive && contacts.isActive(slot)
    contacts.report(
      slot, tool: isPalm ? HIDContacts.palm : HIDContacts.finger,
      isActive: isActive || liftsAsPalm, sink, to: &batch)
    guard isActive || liftsAsPalm else { return true }
    if liftsAsPalm { palms.append(slot) }
    let (width, height) = (value(place.width), value(place.height))
    contacts.report(
      HIDContacts.Values(
        x: value(place.x), y: value(place.y), distance: isTipDown ? 0 : 1,
        pressure: value(place.pressure), major: max(width, height), minor: min(width, height)),
      sink, to: &batch)
    hasContact = true
    return true
  }

  /// The slot of a contact, or `nil` if it has none.
  ///
  /// The corresponding C function is `mt_compute_slot`.
  private mutating func slot(of identifier: Int32) -> Int? {
    let slot: Int32
    if layout.rules.contains(.slotIsIdentifier) {
      slot = identifier
    } else if layout.rules.contains(.slotIsPlace) {
      slot = received
    } else if layout.rules.contains(.slotIsIdentifierLessOne) {
      slot = identifier &- 1
    } else {
      return contacts.slot(ofKey: identifier)
    }
    return slot >= 0 && slot < layout.slotCount ? Int(slot) : nil
  }

  // MARK: Frames

  /// The corresponding C functions are `mt_sync_frame` and `mt_release_pending_palms`.
  private mutating func closeFrame(_ sink: HIDContacts.Sink, to batch: inout EventBatch) {
    if layout.rules.contains(.padButtons) {
      contacts.report(key: KeyCode.left, isDown: isLeftDown, sink, to: &batch)
    }
    contacts.closeContacts(sink, to: &batch)
    if layout.hasScanTime { contacts.report(timestamp: timestamp, sink, to: &batch) }
    contacts.closeFrame(sink, to: &batch)
    if !palms.isEmpty {
      for slot in palms {
        contacts.report(slot, tool: HIDContacts.finger, isActive: false, sink, to: &batch)
      }
      palms.removeAll(keepingCapacity: true)
      contacts.closeContacts(sink, to: &batch)
      contacts.closeFrame(sink, to: &batch)
    }
    received = 0
    isLeftDown = false
    hadContact = hasContact
    hasContact = false
  }

  /// Lifts what is still down although nothing has come for long.
  ///
  /// The corresponding C function is `mt_expired_timeout`.
  private mutating func releaseSticky(before sink: HIDContacts.Sink, to batch: inout EventBatch) {
    guard layout.rules.contains(.stickyFingers), hadContact, let lastTime,
      sink.time.since(lastTime) > Self.stickyTime
    else { return }
    var sink = sink
    sink.time = lastTime.advanced(by: Self.stickyTime)
    contacts.release(sink, to: &batch)
    received = 0
    hadContact = false
  }

  /// Advances the device's own clock to its time of looking, in units of 100 µs.
  ///
  /// The corresponding C function is `mt_compute_timestamp`.
  private mutating func advance(
    to scanTime: Int32, in report: HIDTouchLayout.Report, at time: Timestamp
  ) {
    guard report.scanTime != nil else { return }
    var step = Int64(scanTime) - Int64(lastScanTime)
    if step < 0 { step += Int64(report.scanTimeMaximum) }
    guard let lastTime, time.since(lastTime) <= Self.longestInterval else {
      timestamp = 0
      return
    }
    timestamp = timestamp &+ Int32(truncatingIfNeeded: step &* 100)
  }
}
