import Recordings

extension RecordingFormat {
  /// What makes recordings of the format, and what is to be known of them.
  var origin: String {
    switch self {
    case .evemu:
      "what evemu-record prints: description and events, or events alone with --description"
    case .libinput: "what libinput record prints (YAML)"
    case .evtest: "what evtest prints, and the ChromeOS and python-evdev tools like it"
    case .getevent:
      "what Android's getevent prints, with labels or without; the ranges come from getevent -p, "
        + "or from --axis-range"
    case .uinput:
      "commands of Android's uinput (register, delay, inject), each an object of something like "
        + "JSON; what it reads of evemu's format is evemu"
    case .hid:
      "what hid-recorder prints: the reports of a HID device, which become the events that the "
        + "kernel makes of them"
    case .raw:
      "the kernel's struct input_event one after the other, of 64 or 32 bits, as read from "
        + "/dev/input/event*"
    case .debugEvents:
      "what libinput debug-events prints: gestures that libinput recognized, without positions"
    case .sampleTable: "rows of time and position in JSON, schema sample-table/1"
    }
  }
}
