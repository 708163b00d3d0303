/// What a recording says of the machine that it was made on.
///
/// It is what `evemu-record` and `libinput record` say: the model and the system, no names and no
/// serial numbers.
public struct RecordingMachine: Hashable, Sendable {
  /// The distribution and its version, such as `debian:12`.
  public var system: String?

  /// The release of the kernel, such as `6.1.0-18-amd64`.
  public var kernel: String?

  /// The model of the machine, as the kernel puts it together for modules: `dmi:bvnLENOVO:…`.
  public var model: String?

  /// Creates a machine; by default one that nothing is known of.
  public init(system: String? = nil, kernel: String? = nil, model: String? = nil) {
    self.system = system
    self.kernel = kernel
    self.model = model
  }

  /// The distribution and its version that the text of `/etc/os-release` tells; `nil` unless it
  /// tells both.
  public static func system(inRelease text: String) -> String? {
    func value(_ key: String) -> String? {
      text.split(separator: "\n").first { $0.hasPrefix(key + "=") }.map { line in
        String(line.dropFirst(key.count + 1).filter { $0 != "\"" && $0 != "'" })
      }
    }
    guard let name = value("ID"), let version = value("VERSION_ID") else { return nil }
    return "\(name):\(version)"
  }
}
