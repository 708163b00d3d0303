public import TouchInput

/// Which device of a recording with several is meant.
public enum DeviceChoice: Hashable, Sendable {
  /// The one that is touched.
  case touched

  /// The one with a number, counted from 1 in the order of the recording.
  case number(Int)

  /// The one with a name or a device file such as `/dev/input/event4` or `event4`, or the only one
  /// with that in its name.
  case name(String)

  /// The index of the device that is meant, or `nil` if the choice does not tell.
  ///
  /// - Parameters:
  ///   - devices: What the devices say of themselves.
  ///   - paths: Their device files, as far as they are known.
  /// - Returns: The index of the device, or `nil` if the choice tells none.
  public func index(in devices: [DeviceDescription], paths: [String?] = []) -> Int? {
    switch self {
    case .touched: return nil
    case .number(let number): return number > 0 ? number - 1 : nil
    case .name(let name):
      if let index = devices.firstIndex(where: { $0.name == name }) { return index }
      if let index = paths.firstIndex(where: { path in
        path.map { $0 == name || $0.split(separator: "/").last.map { $0 == name } ?? false }
          ?? false
      }) {
        return index
      }
      let similar = devices.indices.filter {
        !name.isEmpty && devices[$0].name?.contains(name) ?? false
      }
      return similar.count == 1 ? similar[0] : nil
    }
  }

  /// Makes sure that a device is meant that the recording has.
  ///
  /// - Throws: That it has none like that.
  public func check(
    of devices: [DeviceDescription], at paths: [String?] = []
  ) throws(ReplayError) {
    let what: String
    switch self {
    case .touched: return
    case .number(let number):
      guard number < 1 || number > max(devices.count, 1) else { return }
      what = String(number)
    case .name(let name):
      guard index(in: devices, paths: paths) == nil else { return }
      what = name
    }
    let labels = devices.indices.map { Self.label($0, of: devices, paths: paths) }
    throw ReplayError(.noSuchDevice(what, of: labels))
  }

  /// What a person calls a device: by its number, and by its name or else its device file.
  static func label(
    _ index: Int, of devices: [DeviceDescription], paths: [String?]
  ) -> ReplayError.Label {
    let name = devices.indices.contains(index) ? devices[index].name : nil
    let path = paths.indices.contains(index) ? paths[index] : nil
    return ReplayError.Label(
      number: index + 1, name: name.flatMap { $0.isEmpty ? nil : $0 } ?? path)
  }
}
