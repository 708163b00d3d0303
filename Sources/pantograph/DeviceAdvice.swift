import LiveInput

/// What to do about devices that are not there, or may not be read.
enum DeviceAdvice {
  /// What to do where there is no device.
  static func missing(_ machine: MachineAccess) -> String {
    if !machine.hasDevices {
      return machine.isContainer
        ? "a container has no devices of its own: start it with --device=/dev/input/eventN, or "
          + "outside of it run pantograph record, and replay the recording here"
        : "the kernel has no event devices here: a virtual machine has none unless it is given "
          + "one, and the module evdev makes them"
    }
    return machine.isContainer
      ? "a container has only the devices that it was given: --device=/dev/input/eventN"
      : "there may be others: pantograph devices --all"
  }

  /// What to do where devices may not be read, in paragraphs.
  static func denied(_ devices: [ConnectedDevice], _ machine: MachineAccess) -> [String] {
    var parts: [String] = []
    if machine.isContainer {
      parts.append(
        "This is a container: the permissions are those of the machine outside. Start it with the "
          + "group that owns the device there, such as "
          + "--group-add \(devices.compactMap { $0.file?.group }.first.map(String.init) ?? "input")"
          + ".")
    } else if machine.hasUdev {
      parts.append(
        "To let whoever sits at this machine read its touch devices, and no keyboard:\n\n"
          + "    pantograph devices --rule | sudo tee \(MachineAccess.rulePath)\n"
          + "    sudo udevadm control --reload\n"
          + "    sudo udevadm trigger --action=add --subsystem-match=input\n\n"
          + "The rule is:\n\n" + indented(MachineAccess.rule))
      if !machine.hasSeats {
        parts.append(
          "No logind runs here, which knows who sits at the machine, so that the rule alone does "
            + "nothing: add GROUP=\"NAME\" to its lines, with a group that you are in.")
      } else if machine.isRemote {
        parts.append(
          "This session came over the network. The rule holds for whoever sits at the machine; "
            + "from here, sudo is left.")
      }
    } else {
      parts.append(
        "No udev runs here, so that the permissions of /dev/input are whatever made it says: "
          + "sudo is left, or setfacl -m u:\(user):r on the device's file.")
    }
    if let group = devices.compactMap({ $0.file?.groupName }).first, group != "root" {
      parts.append(
        "Joining the group '\(group)' works too, and is the last resort: every program of yours "
          + "could then read every keyboard of this machine, passwords included.")
    }
    return parts
  }

  private static var user: String { "$USER" }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
  }
}
