internal import CLibevdev

/// What the kernel's event devices and the library that reads them are.
public enum EventDriver {
  /// The folder that event devices are in.
  public static let folder = "/dev/input"

  /// The version of the kernel's interface that the library was built for.
  static let interfaceVersion = EV_VERSION
}
