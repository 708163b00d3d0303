@preconcurrency import Glibc
import Recordings

extension RecordingMachine {
  /// The machine that the program runs on, as far as it tells everyone.
  static var this: Self {
    var names = utsname()
    let kernel: String? =
      uname(&names) == 0
      ? withUnsafeBytes(of: names.release) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      } : nil
    let release = text("/etc/os-release") ?? text("/usr/lib/os-release")
    return Self(
      system: release.flatMap { system(inRelease: $0) }, kernel: kernel,
      model: text("/sys/class/dmi/id/modalias").flatMap { model in
        model.split(separator: "\n").first.map(String.init)
      })
  }

  /// The text of a small file, or `nil` if it cannot be read.
  private static func text(_ path: String) -> String? {
    guard OutputFile.exists(path), let bytes = try? Input.bytes(of: path, atMost: 1 << 16) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
