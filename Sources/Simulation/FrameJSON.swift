import Quantities

extension GestureMoment {
  /// Appends the moment as a line of `pantograph.frames/1`, without its end.
  ///
  /// - Parameters:
  ///   - hasTimestamp: Whether the time on the device's clock is told.
  ///   - bytes: Where it goes.
  package func writeJSON(hasTimestamp: Bool, to bytes: inout [UInt8]) {
    var object = JSONObjectWriter()
    switch kind {
    case .begin(let begin):
      object.add("direction", begin.direction.rawValue, to: &bytes)
      object.add("down", begin.down, to: &bytes)
      object.add("event", word: "begin", to: &bytes)
      object.add("fingers", begin.fingers, to: &bytes)
      object.add("threshold", begin.threshold, to: &bytes)
      addTime(hasTimestamp, &object, to: &bytes)
    case .progress(let progress):
      object.add("event", word: "progress", to: &bytes)
      object.add("progress", progress.progress, to: &bytes)
      object.add("shown", progress.shown, to: &bytes)
      addTime(hasTimestamp, &object, to: &bytes)
      object.add("velocity", progress.velocity, to: &bytes)
    case .end(.gesture(let gesture)):
      object.add("event", word: "end", to: &bytes)
      object.add("gesture", to: &bytes)
      gesture.writeJSON(to: &bytes)
      addTime(hasTimestamp, &object, to: &bytes)
    case .end(.touch(let touch)):
      object.add("event", word: "touch", to: &bytes)
      addTime(hasTimestamp, &object, to: &bytes)
      object.add("touch", to: &bytes)
      touch.json.write(to: &bytes)
    }
    object.end(&bytes)
  }

  private func addTime(
    _ hasTimestamp: Bool, _ object: inout JSONObjectWriter, to bytes: inout [UInt8]
  ) {
    object.add("time", time, to: &bytes)
    // Nine digits would not tell the microseconds of a clock that has run for a day.
    if hasTimestamp { object.add("timestamp_us", Int(timestamp.nanoseconds / 1000), to: &bytes) }
  }
}

extension GestureReport.TraceRow {
  /// Appends a frame of settling as a line of `pantograph.frames/1`, without its end.
  package func writeSettling(to bytes: inout [UInt8]) {
    var object = JSONObjectWriter()
    object.add("event", word: "settle", to: &bytes)
    object.add("shown", shown, to: &bytes)
    object.add("time", time, to: &bytes)
    object.add("velocity", velocity, to: &bytes)
    object.end(&bytes)
  }
}
