import CLibevdev
import Glibc
import Quantities
public import TouchInput

/// An event device of this machine that is open for reading.
///
/// It is closed when it goes out of scope. Nothing is ever written to it, and it is grabbed only on
/// request.
///
/// Where the kernel threw events away, the events of ``read(into:afterHangUp:)`` say so and go on
/// with what is down by then, all of it at the time of the loss: `SYN_DROPPED`, `SYN_REPORT`, the
/// contacts and keys that are down, `SYN_REPORT`.
public struct LiveDevice: ~Copyable {
  /// What came of reading.
  public enum Reading: Hashable, Sendable {
    /// All there was has been read.
    case drained

    /// There is more, which has to be read without waiting for the descriptor.
    case unfinished

    /// The device is gone; what could be read before it was has been read.
    case removed
  }

  /// The number of events that one reading stops at, at the end of a frame.
  public static let batchSize = 1024

  /// The device file.
  public let path: String

  /// What the device says of itself.
  public let description: DeviceDescription

  /// The values of its axes when it was opened.
  public let axisValues: [UInt16: Int32]

  /// The clock of its time stamps.
  public let clock: EventClock

  /// How many contacts were down when it was opened.
  public let contactsAtOpening: Int

  /// The descriptor, to wait for.
  public let fileDescriptor: Int32

  private let device: OpaquePointer
  private var isGrabbed = false

  /// What is put in front of the first event: the slot that it belongs to.
  private var slotAtOpening: Int32?

  /// Opens a device.
  ///
  /// - Parameter path: The device file, or a link to it.
  /// - Throws: What stands in the way.
  public init(path: String) throws(LiveDeviceError) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw LiveDeviceError(code: errno, path: path) }
    guard let device = libevdev_new() else {
      close(descriptor)
      throw LiveDeviceError(code: ENOMEM, path: path)
    }
    // What a device does wrong is no matter of whoever looks at the terminal.
    libevdev_set_device_log_function(
      device, { _, _, _, _, _, _, _, _ in }, LIBEVDEV_LOG_ERROR, nil)
    let code = libevdev_set_fd(device, descriptor)
    guard code == 0 else {
      libevdev_free(device)
      close(descriptor)
      throw LiveDeviceError(code: -code, path: path)
    }
    self.path = path
    self.device = device
    fileDescriptor = descriptor
    clock = Self.setClock(device)
    description = DeviceDescription(of: device)
    axisValues = Dictionary(
      uniqueKeysWithValues: description.axes.keys.compactMap { code in
        libevdev_get_abs_info(device, UInt32(code)).map { (code, $0.pointee.value) }
      })
    contactsAtOpening = Self.contacts(of: device)
    let slot = libevdev_get_current_slot(device)
    slotAtOpening = slot > 0 ? slot : nil
  }

  deinit {
    // The kernel forgets a grab with its descriptor.
    libevdev_free(device)
    close(fileDescriptor)
  }

  /// Takes the device for this program alone: no other gets its events any more.
  ///
  /// - Throws: That another program has done so, or that the system refuses.
  public mutating func grab() throws(LiveDeviceError) {
    let code = libevdev_grab(device, LIBEVDEV_GRAB)
    guard code == 0 else { throw LiveDeviceError(code: -code, path: path) }
    isGrabbed = true
  }

  /// Reads what there is, without waiting, up to the end of a frame behind ``batchSize`` events.
  ///
  /// - Parameters:
  ///   - events: Where the events go, behind those that it holds.
  ///   - isAfterHangUp: Whether the descriptor says that nothing will come after what is there.
  /// - Returns: Whether there is more.
  /// - Throws: That the system refuses.
  /// - Complexity: O(events), and no allocation once the array has grown.
  public mutating func read(
    into events: inout [InputEvent], afterHangUp isAfterHangUp: Bool = false
  ) throws(LiveDeviceError) -> Reading {
    let end = events.count &+ Self.batchSize
    var frame = events.count
    var hasKeysUpAlone = true
    var event = input_event()
    while true {
      let code = libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL.rawValue, &event)
      switch code {
      case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
        append(event, to: &events)
        guard event.type == EventType.synchronization,
          event.code == SynchronizationCode.report
        else {
          hasKeysUpAlone = hasKeysUpAlone && event.type == EventType.key && event.value == 0
          continue
        }
        if hasKeysUpAlone, letsGo(events[frame...]), awaitRemoval() {
          events.removeSubrange(frame...)
          return .removed
        }
        (frame, hasKeysUpAlone) = (events.count, true)
        if events.count >= end { return .unfinished }
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
        let time = Self.time(of: event)
        if try !synchronize() { return .removed }
        appendState(at: time, to: &events)
      case -EAGAIN: return isAfterHangUp ? .removed : .drained
      case -EINTR: continue
      case -ENODEV: return .removed
      default: throw LiveDeviceError(code: -code, path: path)
      }
    }
  }

  private mutating func append(_ event: input_event, to events: inout [InputEvent]) {
    let time = Self.time(of: event)
    if let slot = slotAtOpening {
      slotAtOpening = nil
      events.append(
        InputEvent(time: time, type: EventType.absolute, code: AxisCode.slot, value: slot))
    }
    events.append(
      InputEvent(time: time, type: event.type, code: event.code, value: event.value))
  }

  private static func time(of event: input_event) -> Timestamp {
    Timestamp(seconds: Int64(event.time.tv_sec), microseconds: Int64(event.time.tv_usec)) ?? .zero
  }

  // MARK: Removal

  /// How long a device takes to go that the kernel has let go of, in milliseconds.
  private static let removalTime: Int32 = 100

  /// Whether a frame in which keys come up, and nothing else, is one that the kernel itself makes for
  /// a device that goes: nothing says that the fingers left (`input_dev_release_keys`).
  private func letsGo(_ frame: ArraySlice<InputEvent>) -> Bool {
    frame.contains { $0.type == EventType.key && $0.code == KeyCode.touch }
      && (0..<UInt32(slotCount)).contains { Self.trackingID(device, $0) >= 0 }
  }

  /// Waits a moment for the device to go, which comes right after the kernel let go of it.
  ///
  /// Drivers that lose the end of a touch send the same, and stay.
  private func awaitRemoval() -> Bool {
    var polled = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, Self.removalTime) > 0 else { return false }
    return Int32(polled.revents) & (POLLHUP | POLLERR) != 0
  }

  // MARK: Losses

  /// Lets libevdev find out what is down, after the kernel threw events away.
  ///
  /// - Returns: Whether the device is still there.
  private func synchronize() throws(LiveDeviceError) -> Bool {
    var event = input_event()
    while true {
      // What changed is part of the whole state, which is told in its place.
      let code = libevdev_next_event(device, LIBEVDEV_READ_FLAG_SYNC.rawValue, &event)
      switch code {
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue), -EINTR: continue
      case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue), -EAGAIN: return true
      case -ENODEV: return false
      default: throw LiveDeviceError(code: -code, path: path)
      }
    }
  }

  /// Tells of a loss, and of what is down after it.
  private mutating func appendState(at time: Timestamp, to events: inout [InputEvent]) {
    slotAtOpening = nil
    func add(_ type: UInt16, _ code: UInt16, _ value: Int32 = 0) {
      events.append(InputEvent(time: time, type: type, code: code, value: value))
    }
    add(EventType.synchronization, SynchronizationCode.dropped)
    add(EventType.synchronization, SynchronizationCode.report)
    let slots = max(libevdev_get_num_slots(device), 0)
    for slot in 0..<UInt32(slots) where Self.trackingID(device, slot) >= 0 {
      add(EventType.absolute, AxisCode.slot, Int32(slot))
      add(EventType.absolute, AxisCode.trackingID, Self.trackingID(device, slot))
      for code in (AxisCode.slot + 1)..<AxisCode.maximum where code != AxisCode.trackingID {
        if let value = value(of: code, in: Int(slot)) { add(EventType.absolute, code, value) }
      }
    }
    if slots > 0 { add(EventType.absolute, AxisCode.slot, libevdev_get_current_slot(device)) }
    for code in description.codes[EventType.key] ?? [] where isDown(code) {
      add(EventType.key, code, 1)
    }
    if isDown(KeyCode.touch) {
      for code in [AxisCode.x, AxisCode.y] {
        if let value = value(of: code) { add(EventType.absolute, code, value) }
      }
    }
    add(EventType.synchronization, SynchronizationCode.report)
  }

  private func isDown(_ key: UInt16) -> Bool {
    libevdev_get_event_value(device, UInt32(EventType.key), UInt32(key)) > 0
  }

  /// The number of slots, 0 without.
  var slotCount: Int { Int(max(libevdev_get_num_slots(device), 0)) }

  /// The value of an axis of a slot, as the events so far have told.
  func value(of code: UInt16, in slot: Int) -> Int32? {
    var value: Int32 = 0
    let isKnown = libevdev_fetch_slot_value(device, UInt32(slot), UInt32(code), &value) == 1
    return isKnown ? value : nil
  }

  /// The value of an axis of its own, as the events so far have told.
  func value(of code: UInt16) -> Int32? {
    var value: Int32 = 0
    let isKnown =
      libevdev_fetch_event_value(device, UInt32(EventType.absolute), UInt32(code), &value) == 1
    return isKnown ? value : nil
  }

  /// Whether there is something to read.
  var hasPendingEvents: Bool { libevdev_has_event_pending(device) > 0 }

  // MARK: Opening

  /// Chooses the best clock that the kernel offers.
  private static func setClock(_ device: OpaquePointer) -> EventClock {
    for clock in [EventClock.sinceBoot, .monotonic]
    where libevdev_set_clock_id(device, clock.number) == 0 {
      return clock
    }
    return .timeOfDay
  }

  private static func trackingID(_ device: OpaquePointer, _ slot: UInt32) -> Int32 {
    var value: Int32 = -1
    let isKnown =
      libevdev_fetch_slot_value(device, slot, UInt32(AxisCode.trackingID), &value) == 1
    return isKnown ? value : -1
  }

  /// How many contacts are down.
  private static func contacts(of device: OpaquePointer) -> Int {
    let slots = libevdev_get_num_slots(device)
    guard slots > 0 else {
      return libevdev_get_event_value(device, UInt32(EventType.key), UInt32(KeyCode.touch)) > 0
        ? 1 : 0
    }
    return (0..<UInt32(slots)).reduce(0) { $0 + (trackingID(device, $1) >= 0 ? 1 : 0) }
  }
}

extension DeviceDescription {
  /// What a device that is open says of itself.
  fileprivate init(of device: OpaquePointer) {
    self.init(
      name: libevdev_get_name(device).map { String(cString: $0) },
      identity: Identity(
        bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(device)),
        vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)),
        product: UInt16(truncatingIfNeeded: libevdev_get_id_product(device)),
        version: UInt16(truncatingIfNeeded: libevdev_get_id_version(device))))
    for property in 0..<UInt32(64) where libevdev_has_property(device, property) == 1 {
      properties.insert(Properties(rawValue: 1 << UInt64(property)))
    }
    for type in 1...UInt32(EventType.maximum) where libevdev_has_event_type(device, type) == 1 {
      let last = libevdev_event_type_get_max(type)
      guard last >= 0 else { continue }
      for code in 0...UInt32(last) where libevdev_has_event_code(device, type, code) == 1 {
        codes[UInt16(type), default: []].insert(UInt16(code))
      }
    }
    for code in codes[EventType.absolute] ?? [] {
      guard let axis = libevdev_get_abs_info(device, UInt32(code))?.pointee else { continue }
      axes[code] = AbsoluteAxis(
        minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
        resolution: axis.resolution)
    }
  }
}
