import Recordings
import Simulation

/// Files with one name and numbers in it: `swipe-001.evemu`, `swipe-002.evemu` and so on.
struct NumberedFiles {
  /// The name without a number.
  let path: String

  private let isForced: Bool
  private var next = 1

  /// The number that the next file has, unless it is taken.
  init(_ path: String, isForced: Bool) {
    self.path = path
    self.isForced = isForced
  }

  /// The name with a number, which stands in front of the ending.
  static func path(_ path: String, number: Int) -> String {
    let digits = String(number)
    let mark = "-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[start...].lastIndex(of: "."), dot > start else { return path + mark }
    return path[..<dot] + mark + path[dot...]
  }

  /// Creates the next file: a number that is taken is passed over, unless it may be overwritten.
  ///
  /// - Throws: That it cannot be created.
  mutating func open(
    by recorder: FrameRecorder, of device: WrittenDevice
  ) throws(Problem) -> RecordingFile {
    while true {
      let path = Self.path(path, number: next)
      next += 1
      if !isForced, OutputFile.isTaken(path) { continue }
      return try RecordingFile(path, isForced: isForced, by: recorder, of: device)
    }
  }
}
