import Glibc
public import Quantities
public import TouchInput

/// An event device that this machine has, whether this user may read it or not.
public struct ConnectedDevice: Hashable, Sendable {
  /// Whether this user may read it.
  public enum Access: Hashable, Sendable {
    /// It may be read.
    case readable

    /// It may not be read.
    case denied

    /// Something else stands in the way.
    case failed(LiveDeviceError.Reason)
  }

  /// Where a size is from.
  public enum SizeSource: String, Hashable, Sendable {
    /// The axes' resolution, as the driver or udev's hardware database has it.
    case resolution

    /// What udev remembers of the axes, where they cannot be read.
    case udev
  }

  /// The folder that event devices are in.
  public static let folder = "/dev/input"

  /// The number in the name of its file.
  public var number: Int

  /// The device file.
  public var path: String

  /// What it says of itself; without ranges where it cannot be read.
  public var description: DeviceDescription

  /// What it is.
  public var role: DeviceRole

  /// Whether this user may read it.
  public var access: Access

  /// The size of its surface in millimeters, or `nil` if it is unknown.
  public var size: Size?

  /// Where the size is from.
  public var sizeSource: SizeSource?

  /// The owner's group and the permissions of its file, if they are known.
  public var file: FileOwner?

  /// The number of contacts it can tell apart, if it says.
  public var slots: Int? {
    description.largestSlot.flatMap { $0 >= 0 ? Int($0) + 1 : nil }
  }

  /// Whether two contacts span a rectangle around all fingers.
  public var isSemiMultitouch: Bool { description.properties.contains(.semiMultitouch) }

  /// Whether the pad itself is the button.
  public var isClickpad: Bool {
    role == .touchpad && description.properties.contains(.clickpad)
  }

  /// All event devices, in the order of their numbers.
  ///
  /// What is no touch device is judged by what the kernel tells everyone, and not opened.
  ///
  /// - Throws: Why the folder of devices cannot be read, such as that there is none.
  public static func all() throws(SystemError) -> [Self] {
    guard let stream = opendir(folder) else { throw SystemError(code: errno) }
    defer { closedir(stream) }
    var numbers: [Int] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let number = number(of: name) { numbers.append(number) }
    }
    return numbers.sorted().map { Self(number: $0) }
  }

  /// The number in a name such as `event4`.
  static func number(of name: String) -> Int? {
    guard name.hasPrefix("event"), case let digits = name.dropFirst(5), !digits.isEmpty,
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(digits)
  }

  /// The device with a number.
  public init(number: Int) {
    self.number = number
    path = "\(Self.folder)/event\(number)"
    file = FileOwner(of: path)
    let published = PublishedDevice(number: number)
    description = published?.description ?? DeviceDescription()
    role = DeviceRole(description)
    access = Self.access(to: path)
    // Without the kernel's word only the device itself tells what it is.
    guard published == nil || role.isTouched || role == .pen else { return }
    guard access == .readable else {
      size = published?.size
      sizeSource = size.map { _ in .udev }
      return
    }
    do throws(LiveDeviceError) {
      let device = try LiveDevice(path: path)
      description = device.description
      role = DeviceRole(description)
      let axes: PositionAxes = description.isMultitouch ? .contacts : .single
      size = description.surface(axes)?.millimeters
      sizeSource = size.map { _ in .resolution }
    } catch {
      access = error.reason == .noPermission ? .denied : .failed(error.reason)
    }
  }

  private static func access(to path: String) -> Access {
    guard Glibc.access(path, R_OK) != 0 else { return .readable }
    let error = LiveDeviceError(code: errno, path: path)
    return error.reason == .noPermission ? .denied : .failed(error.reason)
  }
}
