import Glibc
import Quantities
import TouchInput

/// What the kernel and udev tell everyone of a device, who may read it or not.
struct PublishedDevice {
  /// What it says of itself; the kernel publishes no ranges.
  var description: DeviceDescription

  /// The size of its surface in millimeters, as far as udev remembers it.
  var size: Size?

  /// The most that is read of a file.
  private static let mostBytes = 1 << 16

  /// The device with a number, or `nil` if nothing is published of it.
  init?(number: Int) {
    let folder = "/sys/class/input/event\(number)"
    guard let kinds = Self.bits("\(folder)/device/capabilities/ev") else { return nil }
    description = DeviceDescription(name: Self.text("\(folder)/device/name"))
    func identity(_ name: String) -> UInt16 {
      Self.text("\(folder)/device/id/\(name)").flatMap { UInt16($0, radix: 16) } ?? 0
    }
    description.identity = DeviceDescription.Identity(
      bus: identity("bustype"), vendor: identity("vendor"), product: identity("product"),
      version: identity("version"))
    for bit in Self.bits("\(folder)/device/properties") ?? [] where bit < 64 {
      description.properties.insert(.init(rawValue: 1 << UInt64(bit)))
    }
    for (type, name) in Self.capabilities where kinds.contains(type) {
      description.codes[type] = Set(Self.bits("\(folder)/device/capabilities/\(name)") ?? [])
    }
    if let numbers = Self.text("\(folder)/dev") { size = Self.size("/run/udev/data/c\(numbers)") }
  }

  private static var capabilities: KeyValuePairs<UInt16, String> {
    [1: "key", 2: "rel", 3: "abs", 4: "msc", 5: "sw", 0x11: "led", 0x12: "snd", 0x15: "ff"]
  }

  /// The size that udev's entry of a device has.
  private static func size(_ path: String) -> Size? {
    guard let text = text(path) else { return nil }
    func length(_ key: String) -> Double? {
      for line in text.split(separator: "\n") where line.hasPrefix("E:\(key)=") {
        return Double(line.dropFirst(key.utf8.count + 3)).flatMap { $0 > 0 && $0 < 1e6 ? $0 : nil }
      }
      return nil
    }
    guard let width = length("ID_INPUT_WIDTH_MM"), let height = length("ID_INPUT_HEIGHT_MM")
    else { return nil }
    return Size(width: width, height: height)
  }

  /// The bits of a mask: hexadecimal words of the kernel, the highest first.
  private static func bits(_ path: String) -> [UInt16]? {
    text(path).map(bits(ofMask:))
  }

  /// The bits of a mask: hexadecimal words of the kernel, the highest first.
  static func bits(ofMask text: String) -> [UInt16] {
    // Every event device's codes are below 1024.
    let words = text.split(separator: " ").suffix(1024 / UInt.bitWidth)
    return words.reversed().enumerated().flatMap { index, word -> [UInt16] in
      guard let value = UInt(word, radix: 16) else { return [] }
      return (0..<UInt.bitWidth).filter { value & 1 << UInt($0) != 0 }
        .map { UInt16(index * UInt.bitWidth + $0) }
    }
  }

  /// The text of a small file, without its last line's end.
  private static func text(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while bytes.count < mostBytes {
      let chunk = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
        count = max(read(descriptor, buffer.baseAddress, buffer.count), 0)
      }
      guard !chunk.isEmpty else { break }
      bytes.append(contentsOf: chunk)
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
