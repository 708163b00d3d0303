/// The options of commands that print what happens, a line a frame.
enum FrameOptions {
  /// The options.
  static let all: [Option] = [
    Option("frames", help: "a JSON line a frame, as it happens: pantograph.frames/1"),
    Option("settling", help: "with --frames: the frames after the lift too, at --rate"),
  ]

  /// Reads what is printed, or `nil` if no frames are.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - rate: The display's frames per second.
  /// - Returns: What is printed besides the gestures.
  /// - Throws: That the options do not fit together.
  static func extent(
    _ arguments: Arguments, rate: Double
  ) throws(Problem) -> FramesSink.Extent? {
    guard arguments.has("frames") else {
      guard !arguments.has("settling") else {
        throw Problem(.misused, "--settling needs --frames")
      }
      return nil
    }
    for other in ["json", "trace", "scene"] where arguments.has(other) {
      throw Problem(.misused, "--frames and --\(other) are two kinds of output")
    }
    return FramesSink.Extent(
      listsTouches: arguments.has("all"), settlingRate: arguments.has("settling") ? rate : nil)
  }
}
