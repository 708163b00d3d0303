import LiveView
import Recordings
import Simulation
import TouchInput

/// Saves touches as recordings, and their labels in the expectations beside them.
struct TouchSaver {
  /// The folder, with a slash behind it, or nothing for the one that the program runs in.
  let folder: String

  /// The format of the recordings.
  let format: WritableFormat

  /// The machine, if the events come from it.
  let machine: RecordingMachine?

  /// The most names that are tried.
  private static let mostNames = 100_000

  /// Saves a touch under a name that is not taken.
  ///
  /// - Parameters:
  ///   - events: Its events.
  ///   - device: The device.
  ///   - label: What the person says that it should have come to.
  /// - Returns: The path of the recording.
  /// - Throws: What keeps it from being written.
  func save(
    _ events: [InputEvent], of device: WrittenDevice, as label: LiveLabel?
  ) throws(Problem) -> String {
    var recorder = FrameRecorder(format, on: machine)
    var bytes: [UInt8] = []
    recorder.begin(device, to: &bytes)
    for event in events { _ = recorder.take(event, to: &bytes) }
    recorder.finish(to: &bytes)
    let path = try write(bytes)
    guard let label else { return path }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    try ExpectationsFile.merge(
      ExpectationUpdate([name: ["intent": .string(label.rawValue)]]), beside: path)
    return path
  }

  /// Writes a file that was not there before.
  private func write(_ bytes: [UInt8]) throws(Problem) -> String {
    for number in 1...Self.mostNames {
      let digits = String(number)
      let name = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
      let path = "\(folder)gesture-\(name).\(format == .libinput ? "yml" : "evemu")"
      guard !OutputFile.exists(path) else { continue }
      do throws(Problem) {
        // Another program may take the name in the meantime; then the next one is tried.
        try OutputFile.write(bytes, to: path, isForced: false)
        return path
      } catch {
        guard OutputFile.exists(path) else { throw error }
      }
    }
    throw Problem(.cannotCreate, file: folder, "there are too many gestures in it")
  }
}
