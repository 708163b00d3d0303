import LiveInput
import Simulation
import TouchInput

/// The device of this machine that a command line means.
enum DeviceArgument {
  /// Opens the device that an operand means: by its number, its file or its name, or a part of it.
  ///
  /// - Parameters:
  ///   - operand: The operand, or `nil` for the only device that can be touched.
  ///   - command: The command that asks, for messages.
  /// - Returns: The device; fingers make contacts on it.
  /// - Throws: What stands in the way.
  static func open(_ operand: String?, for command: String) throws(Problem) -> LiveDevice {
    let path: String
    if let operand {
      path = try self.path(operand, for: command)
    } else {
      path = try onlyPath(for: command)
    }
    let device = try opened(path)
    try check(DeviceRole(device.description), device.description.name, path)
    return device
  }

  private static func opened(_ path: String) throws(Problem) -> LiveDevice {
    do throws(LiveDeviceError) {
      return try LiveDevice(path: path)
    } catch {
      throw problem(error)
    }
  }

  /// Makes sure that fingers make contacts on a device.
  private static func check(
    _ role: DeviceRole, _ name: String?, _ path: String
  ) throws(Problem) {
    guard !role.isTouched else { return }
    let name = name.map { Words.name($0) + " " } ?? ""
    throw Problem(
      .noDevice, file: path, "\(name)is \(Words.role(role)), and no touchpad or touchscreen")
  }

  /// The problem that a device cannot be opened or read.
  static func problem(_ error: LiveDeviceError) -> Problem {
    let status: ExitStatus =
      switch error.reason {
      case .noSuchDevice: .noInput
      case .noPermission: .noPermission
      case .notAnEventDevice, .busy: .noDevice
      case .lost, .refused: .ioError
      }
    let advice =
      switch error.reason {
      case .noPermission: " (pantograph devices says what to do)"
      case .notAnEventDevice where !error.path.hasPrefix("/dev/"):
        " (a recording is for pantograph replay, or goes to live - through a pipe)"
      case .noSuchDevice, .notAnEventDevice, .busy, .lost, .refused: ""
      }
    return Problem(status, file: error.path, error.description + advice)
  }

  // MARK: Choosing

  private static func path(_ operand: String, for command: String) throws(Problem) -> String {
    if operand.contains("/") { return operand }
    if let number = Int(operand), number >= 0 { return path(of: number) }
    if operand.hasPrefix("event"), let number = Int(operand.dropFirst(5)) {
      return path(of: number)
    }
    if OutputFile.exists(operand) { return operand }
    let devices = try devices()
    let exact = devices.filter { $0.description.name == operand }
    let found =
      exact.isEmpty
      ? devices.filter { !operand.isEmpty && $0.description.name?.contains(operand) ?? false }
      : exact
    let touched = found.filter(\.role.isTouched)
    let best = touched.isEmpty ? found : touched
    guard let device = best.first else {
      throw Problem(
        .noDevice,
        "no device is called '\(Arguments.shown(operand))' (pantograph devices lists them)")
    }
    guard best.count == 1 else {
      throw several(best, "are called '\(Arguments.shown(operand))'", command)
    }
    return device.path
  }

  private static func onlyPath(for command: String) throws(Problem) -> String {
    let devices = try devices().filter(\.role.isTouched)
    guard let device = devices.first else {
      throw Problem(.noDevice, "there is no touchpad and no touchscreen (see 'pantograph devices')")
    }
    guard devices.count > 1 else { return device.path }
    // Those that cannot be read anyway are not meant.
    let readable = devices.filter { $0.access == .readable }
    guard readable.count != 1 else { return readable[0].path }
    throw several(devices, "can be touched", command)
  }

  private static func path(of number: Int) -> String { "\(ConnectedDevice.folder)/event\(number)" }

  /// The most devices that a message lists.
  private static let mostListed = 8

  private static func several(
    _ devices: [ConnectedDevice], _ what: String, _ command: String
  ) -> Problem {
    let list = devices.prefix(mostListed).map { device in
      let name = device.description.name.map { " " + Words.name($0) } ?? ""
      return "event\(device.number)\(name)"
    }
    let more = devices.count > mostListed ? " and \(devices.count - mostListed) more" : ""
    return Problem(
      .misused,
      "\(devices.count) devices \(what): \(list.joined(separator: ", "))\(more); "
        + "say which, such as 'pantograph \(command) event\(devices[0].number)'")
  }

  /// All devices of this machine.
  ///
  /// - Throws: That there is no folder of them, and why that may be.
  static func devices() throws(Problem) -> [ConnectedDevice] {
    do throws(SystemError) {
      return try ConnectedDevice.all()
    } catch {
      throw Problem(
        error.isPermission ? .noPermission : .noDevice, file: ConnectedDevice.folder,
        "\(error) (see 'pantograph devices')")
    }
  }
}

extension Words {
  /// What a device is, with its article.
  static func role(_ role: DeviceRole) -> String {
    switch role {
    case .touchpad: "a touchpad"
    case .touchscreen: "a touchscreen"
    case .pen: "a surface for a pen"
    case .keyboard: "a keyboard"
    case .keys: "some keys"
    case .mouse: "a mouse"
    case .pointingStick: "a pointing stick"
    case .joystick: "a joystick"
    case .accelerometer: "a sensor of motion"
    case .lidSwitch: "a switch"
    case .other: "something else"
    }
  }
}
