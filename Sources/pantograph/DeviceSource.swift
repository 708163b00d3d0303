import LiveInput
import Recordings
import Simulation
import TouchInput

/// A device of this machine that is followed.
struct DeviceSource: LiveSource, ~Copyable {
  /// The device.
  private(set) var device: LiveDevice

  let name: String
  let facts: LiveSourceFacts
  private var events: [InputEvent] = []
  private var count = 0

  /// Follows a device that is open.
  init(_ device: consuming LiveDevice) {
    name = device.path
    facts = LiveSourceFacts(
      format: nil, devices: [device.description], paths: [device.path],
      axisValues: device.axisValues, clock: device.clock)
    self.device = device
    events.reserveCapacity(2 * LiveDevice.batchSize)
  }

  var descriptor: Int32 { device.fileDescriptor }

  var silence: Duration? { .seconds(1) }

  var isWithheld: Bool { device.isWithheld }

  mutating func read(
    into batch: inout EventBatch, afterHangUp isAfterHangUp: Bool
  ) throws(Problem) -> LiveReading {
    events.removeAll(keepingCapacity: true)
    var failure: LiveDeviceError?
    var reading = LiveDevice.Reading.removed
    do throws(LiveDeviceError) {
      reading = try device.read(into: &events, afterHangUp: isAfterHangUp)
    } catch {
      failure = error
    }
    batch.append(events, after: count)
    count &+= events.count
    if let failure { throw DeviceArgument.problem(failure) }
    switch reading {
    case .drained: return .drained
    case .unfinished: return .unfinished
    case .removed: throw Problem(.ioError, file: name, "the device was removed")
    }
  }

  mutating func finish(
    _ running: inout RunningReplay, after problem: Problem?, by runner: RecordingRunner,
    to sink: inout some ReplaySink & ~Copyable
  ) throws(Problem) -> [Problem] {
    var problem = problem
    if problem?.status == .ioError {
      running.replay.abandon(by: .deviceRemoved)
    } else if problem != nil {
      running.replay.abandon()
    } else {
      do throws(ReplayError) {
        try running.replay.finish(of: facts.devices, at: facts.paths)
      } catch {
        problem = RecordingRunner.problem(name, error)
      }
    }
    try running.hand(nil, isLast: true, to: &sink)
    var ending = running.facts(nil)
    ending.problem = problem
    try sink.end(ending)
    return problem.map { [$0] } ?? []
  }
}

extension DeviceSource {
  /// Tells the person, beside the results, what is followed, and what is down already.
  func announce() {
    let description = facts.devices[0]
    var text = "pantograph: following \(PlainText.escaped(SystemText.shown(name)))"
    if let name = description.name { text += ", " + Words.name(name) }
    Messages.tell(text)
    let down = device.contactsAtOpening
    guard down > 0 else { return }
    Messages.tell(
      "pantograph: \(Words.count(down, "contact")) \(down == 1 ? "is" : "are") down already; "
        + "no gesture comes of \(down == 1 ? "it" : "them")")
  }
}
