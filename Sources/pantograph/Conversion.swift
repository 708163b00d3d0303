import Gestures
import Quantities
import Recordings
import Simulation
import TouchInput
import Transitions

/// Writes what is selected of a recording in a format.
struct Conversion {
  /// The format.
  let target: WritableFormat

  /// The name of the file; `-` is standard output.
  let output: String

  /// Whether a file that is there may be overwritten.
  let isForced: Bool

  /// Whether the recording begins at 0, whatever the format can hold.
  var beginsAtZero = false

  /// Makes sure that the file is not there, unless it may be overwritten.
  ///
  /// It is asked before the recording is read; creating the file asks again.
  func checkOutput() throws(Problem) {
    guard output != "-", !isForced, OutputFile.isTaken(output) else { return }
    throw OutputFile.existing(output)
  }

  /// Writes events.
  ///
  /// - Parameters:
  ///   - selection: What is written of the recording.
  ///   - recording: The recording.
  ///   - settings: What a gesture is, for the travel of a table.
  /// - Returns: What the format does not hold.
  /// - Throws: That the file cannot be written; then it is not there.
  func write(
    _ selection: Selection, of recording: borrowing StoredRecording, settings: ReplaySettings
  ) throws(Problem) -> [Loss] {
    let capacity = target.capacity
    let devices = selection.devices.map { recording.devices[$0] }
    var count = LossCount(writing: target)
    devices.forEach { count.note($0) }
    var (smallest, isEmpty) = (Timestamp.zero, true)
    try forEach(selection, of: recording) { device, event in
      count.note(event, of: device)
      smallest = isEmpty ? event.time : min(smallest, event.time)
      isEmpty = false
    }
    if isEmpty, case .times = selection.part { throw recording.noFrame }
    let isShifted =
      beginsAtZero || count.losses.contains(.earlyTimes) || count.losses.contains(.lateTimes)
    let start =
      capacity.contains(.waits)
      ? smallest.advanced(by: .zero - UinputWriter.registrationWait)
      : isShifted ? smallest : .zero

    var writer = target.writer()
    if target == .sampleTable {
      writer = try tableWriter(selection, of: recording, settings)
    }
    var file = try GrowingFile(output, isForced: isForced)
    writer.begin(devices, to: &file.bytes)
    /// Writes the events of one device, or of all.
    func write(only index: Int?) throws(Problem) {
      try forEach(selection, of: recording, only: index) { device, event throws(Problem) in
        var event = event
        event.time = Timestamp(nanoseconds: event.time.nanoseconds(since: start))
        writer.write(event, of: device, to: &file.bytes)
        if target == .sampleTable { try checkSize(file.size) }
        try file.flush()
      }
    }
    if capacity.contains(.isByDevice), devices.count > 1 {
      for index in selection.devices { try write(only: index) }
    } else {
      try write(only: nil)
    }
    writer.finish(to: &file.bytes)
    try file.finish()
    return count.losses
  }

  /// Writes tables.
  func write(_ tables: [SampleTable]) throws(Problem) {
    var file = try GrowingFile(output, isForced: isForced)
    SampleTableWriter.write(tables, to: &file.bytes)
    try checkSize(file.size)
    try file.finish()
  }

  /// Makes sure that a sample table does not grow larger than one can be read.
  private func checkSize(_ size: Int) throws(Problem) {
    guard size > SampleTableWriter.largestFile - 4096 else { return }
    throw Problem(
      .ioError, file: output,
      "a sample table of more than \(SampleTableWriter.largestFile >> 20) MB cannot be read: "
        + "choose a part with --gesture or --from-time and --to-time, or another format")
  }

  /// Goes through what is written, with the number of the device among those that are.
  private func forEach(
    _ selection: Selection, of recording: borrowing StoredRecording, only: Int? = nil,
    _ body: (_ device: Int, _ event: InputEvent) throws(Problem) -> Void
  ) throws(Problem) {
    var picker = EventPicker(selection, only: only)
    let isAll = selection.isWhole
    try recording.events.forEach { recorded throws(Problem) in
      guard only ?? recorded.device == recorded.device,
        let number = selection.devices.firstIndex(of: recorded.device)
      else { return }
      guard !isAll else { return try body(number, recorded.event) }
      for event in picker.pick(recorded) { try body(number, event) }
    }
  }

  // MARK: Gestures

  /// A writer of a table with the way that makes progress 1 of the first gesture, and the motion
  /// that goes before it, if there is a gesture and they are known.
  private func tableWriter(
    _ selection: Selection, of recording: borrowing StoredRecording, _ settings: ReplaySettings
  ) throws(Problem) -> SampleTableWriter {
    var replay = Replay(
      device: recording.devices[selection.devices[0]].description, settings: settings)
    var axis: Axis?
    var failure: ReplayError?
    try forEach(selection, of: recording) { _, event in
      guard axis == nil, failure == nil else { return }
      do throws(ReplayError) {
        try replay.handle(event, line: 0)
      } catch {
        failure = error
      }
      for case .gesture(let gesture) in replay.takeFindings() {
        axis = axis ?? gesture.direction.axis
      }
    }
    // A frame that nothing closes may be the one that a gesture ends in.
    if axis == nil, failure == nil {
      try? replay.finish()
      for case .gesture(let gesture) in replay.takeFindings() {
        axis = axis ?? gesture.direction.axis
      }
    }
    guard let axis, let plan = replay.plan else { return SampleTableWriter() }
    // The units of a table are those along x.
    var scale = 1.0
    if axis == .y, let x = plan.surface.x.unitsPerMillimeter,
      let y = plan.surface.y.unitsPerMillimeter
    {
      scale = (x / y).value
    }
    return SampleTableWriter(
      travel: DecimalNumber(plan.scales[axis].travel.value * scale),
      activationDistance: DecimalNumber(plan.pan.slop[axis] * scale))
  }

  /// The frames of a touch that is a gesture: from the first contact down to all up.
  ///
  /// - Parameters:
  ///   - number: The number of the gesture, counted from 1.
  ///   - device: The device.
  ///   - recording: The recording.
  ///   - settings: What a gesture is.
  /// - Returns: The numbers of the frames, counted from 0.
  /// - Throws: That there is no such gesture, or what keeps gestures from being found.
  static func frames(
    ofGesture number: Int, on device: Int, in recording: borrowing StoredRecording,
    _ settings: ReplaySettings
  ) throws(Problem) -> ClosedRange<Int> {
    let description = recording.devices[device].description
    var replay = Replay(device: description, settings: settings)
    var decoder = TouchDecoder(device: description)
    var gestures = 0
    var down: Double?
    var failure: ReplayError?
    var frame = 0
    var origin: Timestamp?
    /// The touches so far: their first and last frame, and when they began.
    var touches: [(first: Int, last: Int?, start: Double)] = []
    func take(_ findings: [Replay.Finding]) {
      for case .gesture(let gesture) in findings {
        gestures += 1
        if gestures == number { down = gesture.down }
      }
    }
    func follow(_ contacts: ContactFrame) {
      if let last = touches.indices.last, touches[last].last == nil {
        if contacts.count == 0 { touches[last].last = frame }
      } else if contacts.count > 0 {
        let start = contacts.time.since(origin ?? contacts.time).seconds
        touches.append((frame, nil, start))
      }
    }
    try recording.events.forEach { recorded throws(Problem) in
      guard recorded.device == device, failure == nil else { return }
      let event = recorded.event
      origin = origin ?? event.time
      if decoder.handle(event).isFrame { follow(decoder.frame) }
      if event.type == EventType.synchronization, event.code == SynchronizationCode.report {
        frame += 1
      }
      do throws(ReplayError) {
        try replay.handle(event, line: recorded.line)
      } catch {
        failure = error
      }
      take(replay.takeFindings())
    }
    if let failure { throw RecordingRunner.problem(recording.name, failure) }
    try? replay.finish()
    take(replay.takeFindings())
    guard let down else {
      throw Problem(
        .misused, file: recording.name,
        "it has \(Words.count(gestures, "gesture")), and no number \(number)")
    }
    guard let touch = touches.last(where: { $0.start <= down + 1e-6 }) else { return 0...frame }
    return touch.first...(touch.last ?? max(frame, touch.first))
  }
}
