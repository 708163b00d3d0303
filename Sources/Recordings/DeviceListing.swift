import TouchInput

// What writers list of a device.

extension DeviceDescription {
  /// The codes that the device can send, and those of its axes even where it does not list them.
  ///
  /// The codes of synchronization are left out, which every device has.
  var sendableCodes: [UInt16: Set<UInt16>] {
    var codes = codes.filter { !$0.value.isEmpty }
    if !axes.isEmpty { codes[EventType.absolute, default: []].formUnion(axes.keys) }
    codes[EventType.synchronization] = nil
    return codes
  }

  /// The codes that the device can send, in order.
  var listedCodes: [(type: UInt16, codes: [UInt16])] {
    sendableCodes.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
  }
}

extension DeviceDescription.Properties {
  /// The numbers of the properties, in order.
  var numbers: [Int] {
    (0..<64).filter { rawValue >> UInt64($0) & 1 == 1 }
  }
}

extension [WrittenDevice] {
  /// A device file for each device, all different.
  ///
  /// One that is not known, or could be taken for something else where it is written, is
  /// `/dev/input/eventN` with the first number that is free.
  var usablePaths: [String] {
    var paths: [String] = []
    var taken = Set(compactMap(\.path))
    var number = 0
    for device in self {
      if let path = device.path, Self.isUsable(path), !paths.contains(path) {
        paths.append(path)
        continue
      }
      while taken.contains("/dev/input/event\(number)") { number += 1 }
      let path = "/dev/input/event\(number)"
      taken.insert(path)
      paths.append(path)
    }
    return paths
  }

  /// Whether a device file can stand between blanks.
  static func isUsable(_ path: String) -> Bool {
    path.hasPrefix("/dev/") && path.utf8.count < 256
      && path.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
