import Quantities
import Simulation
import TestSupport
import TouchInput

/// A device that reports a steady gesture as badly as its bounds allow.
struct BoundedDevice {
  /// What the device says of itself.
  let description: DeviceDescription

  /// The device units in a millimeter.
  let resolution: Double

  /// How many fingers touch it.
  let fingers: Int

  /// How long it is along x, in millimeters.
  let width: Double

  /// Where the fingers land, in millimeters from the left: where a touchpad takes none for a palm.
  private var start: Double { fingers > 1 ? 12 : 2 }

  /// The longest way that fits, in millimeters.
  var longestWay: Double { width - start - 2 }

  static let touchpad = Self(kind: .pointer, width: 104, height: 70, resolution: 31, fingers: 3)
  static let touchscreen = Self(
    kind: .direct, width: 68, height: 150, resolution: 16, fingers: 1)

  private init(
    kind: DeviceDescription.Properties, width: Double, height: Double, resolution: Int,
    fingers: Int
  ) {
    func axis(_ length: Double) -> DeviceDescription.AbsoluteAxis {
      .init(
        minimum: 0, maximum: Int32(length) * Int32(resolution), resolution: Int32(resolution))
    }
    description = DeviceDescription(
      name: "Bounded", properties: kind,
      axes: [
        AxisCode.x: axis(width), AxisCode.y: axis(height), AxisCode.contactX: axis(width),
        AxisCode.contactY: axis(height), AxisCode.slot: .init(minimum: 0, maximum: 4),
        AxisCode.trackingID: .init(minimum: 0, maximum: 65535),
      ])
    self.resolution = Double(resolution)
    self.fingers = fingers
    self.width = width
  }

  /// The way at a moment, in millimeters.
  private func way(_ gesture: SteadyGesture, at time: Double) -> Double {
    var last = (time: 0.0, way: 0.0)
    for corner in gesture.corners {
      if time < corner.time {
        return last.way + (time - last.time) / (corner.time - last.time) * (corner.way - last.way)
      }
      last = (corner.time, corner.way)
    }
    return last.way
  }

  /// What it sends of a gesture to the right: a rate, a phase, losses and stray time stamps by chance,
  /// every other time at the ends of the bounds.
  func events(
    of gesture: SteadyGesture, within bounds: DeviceBounds, _ random: inout Seeded
  ) -> [InputEvent] {
    let rates = bounds.rates
    let isExtreme = Bool.random(using: &random)
    let ends = [rates.lowerBound, rates.upperBound]
    let rate =
      isExtreme
      ? ends[Int.random(in: 0...1, using: &random)] : Double.random(in: rates, using: &random)
    let interval = 1 / rate
    let phase = Double.random(in: 0..<interval, using: &random)
    let count = Int(((gesture.duration - phase) / interval).rounded(.up))
    let lost = losses(of: max(count, 1), bounds.lost, &random)
    let reportsAll = Bool.random(using: &random)
    var events: [InputEvent] = []
    var stamp = -1.0
    var sent: Int32?
    for look in 0...max(count, 1) where !lost.contains(look) {
      let time = phase + Double(look) * interval
      let isLift = look == max(count, 1)
      let x = Int32(((start + way(gesture, at: time)) * resolution).rounded())
      guard isLift || look == 0 || reportsAll || x != sent else { continue }
      sent = x
      let jitter = bounds.jitter
      let stray =
        isExtreme
        ? [-jitter, 0, jitter][Int.random(in: 0...2, using: &random)]
        : Double.random(in: -jitter...jitter, using: &random)
      stamp = max(stamp, time + 1 + stray)
      let at = Timestamp(nanoseconds: Int64((stamp * 1e9).rounded()))
      events += frame(x, isLanding: look == 0, isLift: isLift).map { type, code, value in
        InputEvent(time: at, type: type, code: code, value: value)
      }
    }
    return events
  }

  /// The looks that are lost of those between the landing and the lift: none, a row, or any.
  private func losses(of count: Int, _ share: Double, _ random: inout Seeded) -> Set<Int> {
    let most = Int((Double(count) * share).rounded(.down))
    guard most > 0, count > most + 1 else { return [] }
    switch Int.random(in: 0...3, using: &random) {
    case 0: return []
    case 1: return Set((count - most)..<count)
    case 2:
      let first = Int.random(in: 1...(count - most), using: &random)
      return Set(first..<min(first + most, count))
    default: return Set((0..<most).map { _ in Int.random(in: 1..<count, using: &random) })
    }
  }

  private func frame(_ x: Int32, isLanding: Bool, isLift: Bool) -> [(UInt16, UInt16, Int32)] {
    var events: [(UInt16, UInt16, Int32)] = []
    for finger in 0..<Int32(fingers) {
      events.append((EventType.absolute, AxisCode.slot, finger))
      if isLift {
        events.append((EventType.absolute, AxisCode.trackingID, -1))
        continue
      }
      if isLanding {
        events.append((EventType.absolute, AxisCode.trackingID, finger + 1))
        events.append(
          (EventType.absolute, AxisCode.contactY, Int32(Double(10 + 18 * finger) * resolution)))
      }
      events.append((EventType.absolute, AxisCode.contactX, x))
    }
    if isLanding || isLift { events.append((EventType.key, KeyCode.touch, isLift ? 0 : 1)) }
    events.append((EventType.synchronization, SynchronizationCode.report, 0))
    return events
  }
}
