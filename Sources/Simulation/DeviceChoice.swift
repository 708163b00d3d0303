public import TouchInput

/// Which device of a recording with several is meant.
public enum DeviceChoice: Hashable, Sendable {
  /// The one that is touched.
  case touched

  /// The one with a number, counted from 1 in the order of the recording.
  case number(Int)

  /// The one with a name, or the only one with that in its name.
  case name(String)

  /// The index of the device that is meant, or `nil` if the choice does not tell.
  public func index(in devices: [DeviceDescription]) -> Int? {
    switch self {
    case .touched: return nil
    case .number(let number): return number > 0 ? number - 1 : nil
    case .name(let name):
      if let index = devices.firstIndex(where: { $0.name == name }) { return index }
      let similar = devices.indices.filter { devices[$0].name?.contains(name) ?? false }
      return similar.count == 1 ? similar[0] : nil
    }
  }
}
