import Glibc

/// A device of this machine that cannot be opened or read.
public struct LiveDeviceError: Error, Hashable, Sendable {
  /// What stands in the way.
  public enum Reason: Hashable, Sendable {
    /// There is no such file.
    case noSuchDevice

    /// This user may not read it.
    case noPermission

    /// The file is none of the kernel's event devices.
    case notAnEventDevice

    /// Another program has grabbed the device, so that it cannot be grabbed.
    case busy

    /// The device is gone, or the session may no longer use it.
    case lost

    /// The system refuses, by its number of the error.
    case refused(Int32)
  }

  /// What stands in the way.
  public var reason: Reason

  /// The device file.
  public var path: String

  /// Creates an error.
  public init(_ reason: Reason, path: String) {
    self.reason = reason
    self.path = path
  }

  /// Creates an error from the system's number of it.
  init(code: Int32, path: String) {
    self.path = path
    reason =
      switch code {
      case ENOENT, ENOTDIR, ENXIO, ELOOP, ENAMETOOLONG: .noSuchDevice
      case EACCES, EPERM: .noPermission
      case ENOTTY, EINVAL, EISDIR, ENOTSUP: .notAnEventDevice
      case EBUSY: .busy
      case ENODEV, EIO: .lost
      default: .refused(code)
      }
  }
}

extension LiveDeviceError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .noSuchDevice: "there is no such device"
    case .noPermission: "this user may not read it"
    case .notAnEventDevice: "it is none of the kernel's event devices"
    case .busy: "another program has grabbed it"
    case .lost: "the device is gone"
    case .refused(let code): String(cString: strerror(code))
    }
  }
}
