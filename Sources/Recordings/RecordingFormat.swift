/// The formats that recordings come in.
public enum RecordingFormat: String, Hashable, Sendable, CaseIterable {
  /// The text of `evemu-describe` and `evemu-record`.
  case evemu

  /// The YAML of `libinput record`.
  case libinput

  /// The text of `evtest`, and of ChromeOS and python-evdev tools like it.
  case evtest

  /// The text of Android's `getevent`.
  case getevent

  /// The commands of Android's `uinput`, in the form like JSON.
  case uinput

  /// The text of `hid-recorder`: the reports of HID devices.
  case hid

  /// The kernel's `struct input_event`, one after the other.
  case raw

  /// The text of `libinput debug-events`, which has gestures and no positions.
  case debugEvents = "debug-events"

  /// A gesture without a device, as JSON.
  case sampleTable = "sample-table"
}
