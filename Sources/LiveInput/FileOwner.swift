import Glibc

/// Who owns a file, and what they may do with it.
public struct FileOwner: Hashable, Sendable {
  /// The owner's number.
  public var user: UInt32

  /// The group's number.
  public var group: UInt32

  /// The group's name, if it has one here.
  public var groupName: String?

  /// The permissions, as `chmod` has them.
  public var permissions: UInt32

  /// The owner of a file, or `nil` if nothing can be told of it.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    user = status.st_uid
    group = status.st_gid
    groupName = getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) }
    permissions = status.st_mode & 0o7777
  }
}
