internal import CLibevdev
internal import Glibc
package import TouchInput

/// A virtual device of the kernel, which any program can read as if it were there; it goes when
/// this value does.
///
/// It is a new device, made through uinput: no device that is there is ever written to. What is
/// down when it goes is lifted first.
package struct VirtualDevice: ~Copyable {
  /// Where devices are made.
  package static let interface = "/dev/uinput"

  /// The file that the device is read from, such as `/dev/input/event5`, if the kernel tells it.
  package let node: String?

  private let descriptor: Int32
  private let handle: OpaquePointer
  private var held: HeldContacts

  /// The bytes of a frame on its way to the kernel.
  private var records: [input_event] = []

  /// Makes a device.
  ///
  /// - Parameter setup: What it is.
  /// - Throws: That it cannot be made.
  package init(_ setup: VirtualDeviceSetup) throws(VirtualDeviceError) {
    let descriptor = open(Self.interface, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw VirtualDeviceError(.opening, number: errno) }
    guard let model = libevdev_new() else {
      close(descriptor)
      throw VirtualDeviceError(.creating, number: ENOMEM)
    }
    defer { libevdev_free(model) }
    setup.description.copy(to: model)
    var handle: OpaquePointer?
    let status = libevdev_uinput_create_from_device(model, descriptor, &handle)
    guard status == 0, let handle else {
      close(descriptor)
      throw VirtualDeviceError(.creating, number: -status)
    }
    self.descriptor = descriptor
    self.handle = handle
    node = libevdev_uinput_get_devnode(handle).map { String(cString: $0) }
    held = HeldContacts(setup.description)
  }

  deinit {
    // Readers get to see the fingers leave before the device does.
    let lift = held.lift.map(\.record)
    if !lift.isEmpty {
      _ = write(descriptor, lift, lift.count * MemoryLayout<input_event>.stride)
    }
    libevdev_uinput_destroy(handle)
    close(descriptor)
  }

  /// Why the device cannot be read yet, as the system numbers it, or `nil` if it can.
  package func openingFailure() -> Int32? {
    guard let node else { return ENOENT }
    let reader = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard reader >= 0 else { return errno }
    close(reader)
    return nil
  }

  /// Sends a frame; the kernel gives it the time when its end comes.
  ///
  /// - Parameter events: The events, the report that ends the frame among them.
  /// - Throws: That the kernel does not take it.
  package mutating func send(_ events: some Sequence<InputEvent>) throws(VirtualDeviceError) {
    records.removeAll(keepingCapacity: true)
    for event in events {
      held.handle(event)
      records.append(event.record)
    }
    var done = 0
    let size = records.count * MemoryLayout<input_event>.stride
    while done < size {
      let count = records.withUnsafeBytes { bytes in
        write(descriptor, bytes.baseAddress.map { $0 + done }, size - done)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw VirtualDeviceError(.sending, number: errno)
      }
      done += count
    }
  }

  /// Lifts all that is down.
  ///
  /// - Throws: That the kernel does not take it.
  package mutating func lift() throws(VirtualDeviceError) {
    try send(held.lift)
  }
}

/// A virtual device that cannot be made, or not be written to.
package struct VirtualDeviceError: Error, Hashable, Sendable {
  /// What did not work.
  package enum Step: Hashable, Sendable {
    /// Opening the interface.
    case opening

    /// Making the device.
    case creating

    /// Sending it a frame.
    case sending
  }

  /// What did not work.
  package let step: Step

  /// The system's number of the error.
  package let number: Int32

  init(_ step: Step, number: Int32) {
    self.step = step
    self.number = number
  }

  /// Whether the person lacks the permission.
  package var isPermission: Bool { step == .opening && [EACCES, EPERM].contains(number) }

  /// Whether this machine, or this container, has no interface for virtual devices.
  package var isAbsence: Bool {
    step == .opening && [ENOENT, ENODEV, ENXIO, ENOTDIR].contains(number)
  }

  /// What the system says.
  package var cause: String { String(cString: strerror(number)) }
}

extension InputEvent {
  /// The event as the kernel takes it; it gives it a time of its own.
  fileprivate var record: input_event {
    var record = input_event()
    record.type = type
    record.code = code
    record.value = value
    return record
  }
}

extension DeviceDescription {
  /// Tells libevdev what the device is.
  fileprivate func copy(to model: OpaquePointer) {
    libevdev_set_name(model, name ?? "")
    libevdev_set_id_bustype(model, Int32(identity.bus))
    libevdev_set_id_vendor(model, Int32(identity.vendor))
    libevdev_set_id_product(model, Int32(identity.product))
    libevdev_set_id_version(model, Int32(identity.version))
    for number in 0...UInt32(INPUT_PROP_MAX)
    where properties.contains(Properties(rawValue: 1 << UInt64(number))) {
      libevdev_enable_property(model, number)
    }
    for (type, codes) in codes where type != EventType.absolute {
      for code in codes { libevdev_enable_event_code(model, UInt32(type), UInt32(code), nil) }
    }
    for (code, axis) in axes {
      var range = input_absinfo()
      range.minimum = axis.minimum
      range.maximum = axis.maximum
      range.fuzz = axis.fuzz
      range.flat = axis.flat
      range.resolution = axis.resolution
      libevdev_enable_event_code(model, UInt32(EventType.absolute), UInt32(code), &range)
    }
  }
}
