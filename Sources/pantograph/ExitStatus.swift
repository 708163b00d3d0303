/// How the program ends; the numbers are those of `sysexits.h` where it has one.
enum ExitStatus: Int32, CaseIterable {
  /// Done, whatever the gestures decided.
  case done = 0

  /// A check failed.
  case failed = 1

  /// The command line is wrong.
  case misused = 64

  /// The input cannot be read as a recording.
  case badInput = 65

  /// There is no such file.
  case noInput = 66

  /// There is no suitable device.
  case noDevice = 69

  /// The output cannot be created.
  case cannotCreate = 73

  /// Reading or writing failed.
  case ioError = 74

  /// The permission is missing.
  case noPermission = 77

  /// What it means, in a few words.
  var meaning: String {
    switch self {
    case .done: "done"
    case .failed: "a check failed"
    case .misused: "misused"
    case .badInput: "no recording"
    case .noInput: "no such file"
    case .noDevice: "no suitable device"
    case .cannotCreate: "cannot create"
    case .ioError: "read or write error"
    case .noPermission: "no permission"
    }
  }
}
