@preconcurrency import Glibc
import LiveInput
import Simulation

/// What is told of a virtual device.
enum InjectionWords {
  /// The rule that lets whoever sits at the machine make devices.
  static let rule =
    #"KERNEL=="uinput", SUBSYSTEM=="misc", TAG+="uaccess", OPTIONS+="static_node=uinput""#

  /// The problem that a virtual device has.
  static func problem(_ error: VirtualDeviceError) -> Problem {
    let interface = VirtualDevice.interface
    if error.isPermission {
      return Problem(
        .noPermission, file: interface,
        "\(error.cause): run it as root, or install the udev rule that 'pantograph help inject' "
          + "prints; a container needs the device passed in (--device \(interface))")
    }
    if error.isAbsence {
      return Problem(
        .noDevice, file: interface,
        "\(error.cause): this kernel makes no virtual devices; 'modprobe uinput' as root loads "
          + "what does, and a container needs --device \(interface)")
    }
    let action =
      switch error.step {
      case .opening: "it cannot be opened"
      case .creating: "the kernel does not make the device"
      case .sending: "the kernel does not take the events"
      }
    return Problem(.ioError, file: interface, "\(action): \(error.cause)")
  }

  /// Why no device is made after a recording.
  static func problem(_ refusal: VirtualDeviceSetup.Refusal, of name: String) -> Problem {
    let message =
      switch refusal {
      case .notDescribed:
        "it does not say what its device can send: --description FILE takes what another "
          + "recording of the device says"
      case .keyboard:
        "its device has the keys of a keyboard, and only touch devices are made: a recording must "
          + "not get to type"
      case .noTouchDevice: "its device is no touchpad and no touchscreen, and only those are made"
      }
    return Problem(.badInput, file: name, message)
  }

  /// What stands in the way of opening a device.
  static func notice(_ failure: Int32, _ node: String?) -> String {
    guard let node else {
      return "the kernel does not tell the device's file: is /sys there?"
    }
    let cause = String(cString: strerror(failure))
    let hint =
      switch failure {
      case ENOENT: "a container's /dev is not the kernel's"
      case EACCES, EPERM: "this user may not read what it made, others may"
      default: "it is played all the same"
      }
    return "\(PlainText.escaped(node)) cannot be opened: \(cause); \(hint)"
  }
}
