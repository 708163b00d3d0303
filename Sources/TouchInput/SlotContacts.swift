import Quantities

/// The contacts of protocol B: slots whose values stay valid until they are reported anew.
struct SlotContacts: Sendable {
  /// The values of a slot.
  private struct Slot {
    static let none: Int32 = -1

    var trackingID = none
    /// The number of the touch, or 0 as long as nothing touches.
    var serial = 0
    var x: Int32 = 0
    var y: Int32 = 0
    var distance: Int32 = 0
    var tool: Int32 = 0
    var isXKnown = false
    var isYKnown = false
    var isReported = false
    /// The touch was reported, or its lack has been.
    var isAccountedFor = false
  }

  private let largestSlot: Int32
  private var slots: [32 of Slot] = .init(repeating: Slot())
  private var used = 0
  /// The slot that values go to, or `nil` if it is none that is followed.
  private var slot: Int? = 0

  /// Creates slots without touches.
  ///
  /// - Parameter largestSlot: The largest number of a slot that the device declares, or `nil`.
  init(largestSlot: Int32?) {
    self.largestSlot = largestSlot ?? .max
  }

  // MARK: Events

  /// Chooses the slot that the following values belong to.
  mutating func select(_ value: Int32) -> TouchDecoder.Issues {
    guard value >= 0, value <= largestSlot, value < ContactFrame.capacity else {
      slot = nil
      return value >= 0 && value <= largestSlot ? .tooManyContacts : .slotOutOfRange
    }
    slot = Int(value)
    used = max(used, Int(value) + 1)
    return []
  }

  /// Begins a touch, or ends it.
  ///
  /// - Parameters:
  ///   - trackingID: The touch's tracking ID, negative if it ends.
  ///   - isProtocolB: Whether an ID that takes the place of another is a fault; in protocol A all
  ///     contacts come through one slot.
  /// - Returns: What was wrong with it.
  mutating func track(_ trackingID: Int32, isProtocolB: Bool) -> TouchDecoder.Issues {
    guard let slot else { return [] }
    used = max(used, slot + 1)
    let old = slots[slot].trackingID
    guard trackingID != old else { return [] }
    slots[slot].isAccountedFor = true
    guard trackingID >= 0 else {
      slots[slot].trackingID = Slot.none
      return []
    }
    slots[slot].trackingID = trackingID
    slots[slot].serial = 0
    return old >= 0 && isProtocolB ? .trackingIDReplaced : []
  }

  /// Takes an x coordinate.
  ///
  /// - Returns: Whether it belongs to a slot.
  mutating func setX(_ value: Int32) -> Bool {
    guard let slot else { return false }
    slots[slot].x = value
    slots[slot].isXKnown = true
    slots[slot].isReported = true
    return true
  }

  /// Takes a y coordinate.
  ///
  /// - Returns: Whether it belongs to a slot.
  mutating func setY(_ value: Int32) -> Bool {
    guard let slot else { return false }
    slots[slot].y = value
    slots[slot].isYKnown = true
    slots[slot].isReported = true
    return true
  }

  /// Takes what touches.
  mutating func setTool(_ value: Int32) {
    if let slot { slots[slot].tool = value }
  }

  /// Takes how far the contact hovers.
  mutating func setDistance(_ value: Int32) {
    if let slot { slots[slot].distance = value }
  }

  // MARK: Frames

  /// Puts the slots that touch into a frame.
  ///
  /// While `BTN_TOUCH` is up none does: a device that reports hovering fingers keeps their tracking
  /// IDs, and on others the end of a touch was lost. When it comes down again it is another touch.
  mutating func collect(
    into frame: inout ContactFrame, _ key: TouchKey, _ serials: inout TouchSerials
  ) -> TouchDecoder.Issues {
    var issues: TouchDecoder.Issues = []
    frame.removeAll()
    var reported = 0
    for index in 0..<max(used, 1) {
      let isReported = slots[index].isReported
      slots[index].isReported = false
      guard slots[index].trackingID >= 0 else {
        slots[index].serial = 0
        if isReported, !slots[index].isAccountedFor {
          slots[index].isAccountedFor = true
          issues.insert(.joinedLate)
        }
        continue
      }
      reported += 1
      guard key.isDown != false, slots[index].distance <= 0 else {
        slots[index].serial = 0
        continue
      }
      if slots[index].serial == 0 { slots[index].serial = serials.next() }
      frame.append(
        Contact(
          serial: slots[index].serial,
          position: Vector(x: Int(slots[index].x), y: Int(slots[index].y)),
          isXKnown: slots[index].isXKnown, isYKnown: slots[index].isYKnown,
          isPositionReported: isReported, tool: Contact.Tool(kernelValue: slots[index].tool)))
    }
    frame.reportedCount = reported
    return issues
  }

  /// Ends all touches; what the values are stays known.
  mutating func endTouches() {
    for index in 0..<ContactFrame.capacity {
      slots[index].trackingID = Slot.none
      slots[index].serial = 0
      slots[index].isReported = false
      slots[index].isAccountedFor = false
    }
  }

  /// Ends all touches, and forgets what the values are.
  mutating func forget() {
    for index in 0..<ContactFrame.capacity { slots[index] = Slot() }
  }
}
