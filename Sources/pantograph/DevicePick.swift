import Quantities
import Recordings
import Simulation
import TouchInput

/// Picks the device that is recorded out of what a source sends.
///
/// It is the one that is chosen, else the only one that can be touched, else the one that is touched
/// first. What it sent before, and still counts, comes first then.
struct DevicePick {
  /// The device, once it is known.
  private(set) var device: WrittenDevice?

  private let settings: ReplaySettings
  private let choice: DeviceChoice

  /// What the device says of itself, where the source does not.
  private let description: DeviceDescription?
  private var index: Int?

  /// What devices have sent that are not known to be touched, by their index.
  private var untouched: [Int: (before: RecordingPart, frame: [InputEvent])] = [:]
  private var hasToldOthers = false

  /// Creates a pick.
  init(_ settings: ReplaySettings, choice: DeviceChoice, description: DeviceDescription?) {
    self.settings = settings
    self.choice = choice
    self.description = description
  }

  /// Picks the device of a source that has one.
  mutating func pick(_ facts: LiveSourceFacts) throws(Problem) {
    try pick(0, facts, sends: [])
  }

  /// Takes events.
  ///
  /// - Parameters:
  ///   - recorded: The events.
  ///   - facts: What is known of their source.
  ///   - events: Where those of the device go.
  /// - Throws: That the device is none that is touched, or that there is no such device.
  mutating func take(
    _ recorded: [RecordedEvent], of facts: LiveSourceFacts, into events: inout [InputEvent]
  ) throws(Problem) {
    for event in recorded {
      if let index {
        if event.device == index {
          events.append(event.event)
        } else if event.event.isTouch, !hasToldOthers, choice == .touched {
          hasToldOthers = true
          Messages.tell(
            "pantograph: another device is touched too, and not recorded (--device chooses)")
        }
      } else {
        try consider(event, facts, into: &events)
      }
    }
  }

  private mutating func consider(
    _ event: RecordedEvent, _ facts: LiveSourceFacts, into events: inout [InputEvent]
  ) throws(Problem) {
    var own = untouched.removeValue(forKey: event.device) ?? (RecordingPart(), [])
    own.frame.append(event.event)
    guard try isMeant(event, facts, sends: own.frame) else {
      let isEnd =
        event.event.type == EventType.synchronization
        && event.event.code == SynchronizationCode.report
      if isEnd || own.frame.count > 1 << 12 {
        for event in own.frame { own.before.skip(event) }
        own.frame = []
      }
      untouched[event.device] = own
      return
    }
    for event in own.frame { own.before.take(event, into: &events) }
    untouched = [:]
  }

  /// Whether an event is of the device that is recorded; then that is known from now on.
  private mutating func isMeant(
    _ event: RecordedEvent, _ facts: LiveSourceFacts, sends frame: [InputEvent]
  ) throws(Problem) -> Bool {
    if let chosen = choice.index(in: facts.devices, paths: facts.paths) {
      guard chosen == event.device else { return false }
    } else if choice != .touched {
      return false
    } else if facts.devices.count > 1 || facts.devices.isEmpty {
      let kind = (description ?? Self.description(event.device, facts)).kind
      guard kind != .other, event.event.isTouch else { return false }
    }
    try pick(event.device, facts, sends: frame)
    return true
  }

  private mutating func pick(
    _ index: Int, _ facts: LiveSourceFacts, sends frame: [InputEvent]
  ) throws(Problem) {
    var description = description ?? Self.description(index, facts)
    guard description.kind != .other else {
      let name = description.name.map { Words.name($0) + " is " } ?? "it is "
      throw Problem(
        .noDevice, name + "no touchpad and no touchscreen: what is typed is never recorded")
    }
    measure(&description, sends: frame)
    let path = facts.paths.indices.contains(index) ? facts.paths[index] : nil
    self.index = index
    device = WrittenDevice(description, path: path, axisValues: facts.axisValues)
  }

  /// Makes sure that the device that was chosen was among those of the source.
  ///
  /// - Throws: That there is none like that.
  func checkChoice(_ facts: LiveSourceFacts, named name: String) throws(Problem) {
    guard device == nil else { return }
    do throws(ReplayError) {
      try choice.check(of: facts.devices, at: facts.paths)
    } catch {
      throw Problem(.misused, file: name, error.description)
    }
  }

  /// Gives the device the ranges and the size that the person says it has.
  private func measure(_ description: inout DeviceDescription, sends frame: [InputEvent]) {
    var known: [PositionAxes] = [.contacts, .single].filter { description.hasAxis($0.x) }
    if known.isEmpty {
      let isMultitouch = frame.contains {
        $0.type == EventType.absolute && $0.code >= AxisCode.slot
      }
      known = [isMultitouch ? .contacts : .single]
    }
    for pair in known {
      for axis in Axis.allCases {
        let code = axis == .x ? pair.x : pair.y
        var range = description.axes[code]
        if let given = settings.axisRanges?[axis] {
          range = range ?? .init(minimum: 0, maximum: 0)
          range?.minimum = Int32(clamping: given.lowerBound)
          range?.maximum = Int32(clamping: given.upperBound)
        }
        if let size = settings.size?[axis], let own = range, own.maximum > own.minimum {
          let units = Double(Int(own.maximum) - Int(own.minimum)) / size.value
          range?.resolution = Int32(exactly: units.rounded()) ?? .max
        }
        description.axes[code] = range
      }
    }
  }

  private static func description(_ index: Int, _ facts: LiveSourceFacts) -> DeviceDescription {
    facts.devices.indices.contains(index) ? facts.devices[index] : DeviceDescription()
  }
}
