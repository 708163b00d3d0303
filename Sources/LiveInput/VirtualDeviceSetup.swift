package import TouchInput

/// What the kernel is asked for when a virtual device is made after another one.
///
/// Only touch devices are made: axes, buttons and what fits no other kind. A recording that anybody
/// made must not get to type: a device with letters is refused, and single keys beside the touch
/// surface, such as `KEY_POWER`, are left out. What the kernel would not take is clamped, or left
/// out.
package struct VirtualDeviceSetup: Hashable, Sendable {
  /// Why no device is made.
  package enum Refusal: Error, Hashable, Sendable {
    /// The recording does not say what its device can send.
    case notDescribed

    /// The device has the keys of a keyboard.
    case keyboard

    /// The device is not one that fingers touch.
    case noTouchDevice
  }

  /// The most bytes of a name: `UINPUT_MAX_NAME_SIZE` in the kernel, with the zero behind it.
  static let longestName = 79

  /// The name of a device that has none.
  static let standInName = "Pantograph Touch Device"

  /// The largest number of a slot; the kernel reserves memory for each.
  static let largestSlot: Int32 = 255

  /// The letters of a keyboard and what is between them, `KEY_Q` to `KEY_M` in the kernel.
  private static let letters: ClosedRange<UInt16> = 16...50

  /// The buttons, `BTN_MISC` up to the last code below `KEY_OK` in the kernel.
  private static let buttons: ClosedRange<UInt16> = 0x100...0x15f

  /// The device as it is made.
  package let description: DeviceDescription

  /// How many codes of the device are left out, keys and axes without a usable range among them.
  package let leftOut: Int

  /// Prepares a device.
  ///
  /// - Parameters:
  ///   - original: What the recorded device says of itself.
  ///   - name: Another name, or `nil` for its own.
  /// - Throws: Why no such device is made.
  package init(_ original: DeviceDescription, name: String? = nil) throws(Refusal) {
    let keys = original.codes[EventType.key] ?? []
    guard !keys.contains(where: Self.letters.contains) else { throw .keyboard }
    guard !original.axes.isEmpty, !original.codes.isEmpty else { throw .notDescribed }
    var made = DeviceDescription(
      name: Self.cleaned(name ?? original.name ?? ""), identity: original.identity)
    made.properties = original.properties.intersection(.known)
    for (code, axis) in original.axes where code <= AxisCode.maximum {
      made.axes[code] = Self.usable(axis, code)
    }
    made.codes[EventType.absolute] = Set(made.axes.keys)
    let buttons = keys.filter(Self.buttons.contains)
    if !buttons.isEmpty { made.codes[EventType.key] = buttons }
    let others = (original.codes[EventType.miscellaneous] ?? []).filter {
      $0 <= MiscellaneousCode.maximum
    }
    if !others.isEmpty { made.codes[EventType.miscellaneous] = others }
    guard made.kind == .touchpad || made.kind == .touchscreen else { throw .noTouchDevice }
    description = made
    let kept = made.codes.values.reduce(0) { $0 + $1.count }
    var named = original.codes.filter { $0.key != EventType.synchronization }
    named[EventType.absolute, default: []].formUnion(original.axes.keys)
    leftOut = max(named.values.reduce(0) { $0 + $1.count } - kept, 0)
  }

  /// Whether the device can send an event.
  package func holds(_ event: InputEvent) -> Bool {
    guard event.type == EventType.synchronization else {
      return description.codes[event.type]?.contains(event.code) ?? false
    }
    // The kernel says by itself that it dropped events.
    return event.code == SynchronizationCode.report
      || event.code == SynchronizationCode.contactReport
  }

  /// An axis that the kernel takes, or `nil` if nothing comes of it.
  private static func usable(
    _ axis: DeviceDescription.AbsoluteAxis, _ code: UInt16
  ) -> DeviceDescription.AbsoluteAxis? {
    var axis = axis
    if code == AxisCode.slot {
      axis.minimum = 0
      axis.maximum = min(max(axis.maximum, 0), largestSlot)
    }
    guard axis.minimum <= axis.maximum else { return nil }
    let range = Int64(axis.maximum) - Int64(axis.minimum)
    axis.flat = Int32(clamping: min(max(Int64(axis.flat), 0), range))
    axis.fuzz = Int32(clamping: min(max(Int64(axis.fuzz), 0), range))
    axis.resolution = max(axis.resolution, 0)
    return axis
  }

  /// A name without control characters, as long as the kernel takes it.
  private static func cleaned(_ name: String) -> String {
    var cleaned = String.UnicodeScalarView()
    var length = 0
    for scalar in name.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
      let kept: Unicode.Scalar = isControl ? "?" : scalar
      length += UTF8.width(kept)
      guard length <= longestName else { break }
      cleaned.append(kept)
    }
    return cleaned.isEmpty ? standInName : String(cleaned)
  }
}

extension DeviceDescription.Properties {
  /// Those that the kernel has numbers for, up to `INPUT_PROP_MAX`.
  static let known = Self(rawValue: 0xffff_ffff)
}

extension MiscellaneousCode {
  /// The largest number of a code, `MSC_MAX` in the kernel.
  static var maximum: UInt16 { 0x07 }
}
