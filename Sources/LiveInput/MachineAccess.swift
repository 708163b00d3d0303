import Glibc

/// What decides on this machine who may read its devices.
public struct MachineAccess: Hashable, Sendable {
  /// Whether there is a folder of devices.
  public var hasDevices: Bool

  /// Whether udev runs, which gives devices their permissions.
  public var hasUdev: Bool

  /// Whether logind runs, which gives the devices of a seat to whoever sits there.
  public var hasSeats: Bool

  /// Whether the program runs in a container, which has only the devices that it was given.
  public var isContainer: Bool

  /// Whether this session came over the network, so that no seat is its own.
  public var isRemote: Bool

  /// Creates what decides on a machine.
  public init(
    hasDevices: Bool, hasUdev: Bool, hasSeats: Bool, isContainer: Bool, isRemote: Bool
  ) {
    self.hasDevices = hasDevices
    self.hasUdev = hasUdev
    self.hasSeats = hasSeats
    self.isContainer = isContainer
    self.isRemote = isRemote
  }

  /// What decides on this machine.
  public static var current: Self {
    func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
    return Self(
      hasDevices: exists(ConnectedDevice.folder), hasUdev: exists("/run/udev/control"),
      hasSeats: exists("/run/systemd/seats"),
      isContainer: ["/run/systemd/container", "/.dockerenv", "/run/.containerenv"]
        .contains(where: exists) || getenv("container") != nil,
      isRemote: getenv("SSH_CONNECTION") != nil)
  }

  /// Where the rule belongs: behind udev's own judgement of devices (50), before seats (73).
  public static let rulePath = "/etc/udev/rules.d/70-pantograph.rules"

  /// A rule for udev that lets whoever sits at the machine read touch devices, and no keyboard.
  public static let rule = """
    # Whoever sits at this machine may read its touchpads and touchscreens. Keyboards are left alone.
    SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEYBOARD}!="1", ENV{ID_INPUT_TOUCHPAD}=="1", TAG+="uaccess"
    SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEYBOARD}!="1", ENV{ID_INPUT_TOUCHSCREEN}=="1", TAG+="uaccess"

    """
}
