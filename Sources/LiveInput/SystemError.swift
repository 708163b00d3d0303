import Glibc

/// The system refuses.
public struct SystemError: Error, Hashable, Sendable {
  /// The system's number of the error.
  public var code: Int32

  /// Creates an error.
  public init(code: Int32) {
    self.code = code
  }
}

extension SystemError {
  /// Whether a permission is missing.
  public var isPermission: Bool { code == EACCES || code == EPERM }
}

extension SystemError: CustomStringConvertible {
  public var description: String { String(cString: strerror(code)) }
}
