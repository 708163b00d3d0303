import Quantities
import Synthesis
import TestSupport
import Testing
import TouchInput

/// Any specification makes events that a kernel could send, or an error; nothing traps.
@Suite struct GestureSpecificationTests {
  typealias Swipe = GestureSpecification.Swipe

  // MARK: Legal events

  @Test func `every event is one that a driver sends`() throws {
    var numbers = Seeded(1)
    var made = 0
    for _ in 0..<250 {
      let gesture = sensible(&numbers)
      guard let recording = try? SyntheticRecording(of: gesture) else { continue }
      made += 1
      check(recording, gesture)
    }
    // The others left the surface.
    #expect(made > 100)
  }

  /// Checks the events of a recording against the rules of the kernel.
  private func check(_ recording: SyntheticRecording, _ gesture: GestureSpecification) {
    let device = recording.device
    var values: [UInt16: Int32] = [:]
    var slots: [Int32: [UInt16: Int32]] = [:]
    var slot: Int32 = 0
    var keys: Set<UInt16> = []
    var open = 0
    var time = Timestamp.zero
    for event in recording.events {
      #expect(event.time >= time)
      time = event.time
      switch event.type {
      case EventType.synchronization:
        #expect(open > 0, "a report is about something")
        open = 0
      case EventType.key:
        open += 1
        #expect(device.hasKey(event.code))
        #expect(keys.contains(event.code) == (event.value == 0), "a key changes")
        if event.value == 0 { keys.remove(event.code) } else { keys.insert(event.code) }
      case EventType.absolute:
        open += 1
        let axis = device.axes[event.code]
        let isRelease = event.code == AxisCode.trackingID && event.value == -1
        #expect(
          axis.map { ($0.minimum...$0.maximum).contains(event.value) } ?? false || isRelease)
        if event.code == AxisCode.slot {
          #expect(event.value != slot, "a slot changes")
          slot = event.value
        } else if event.code > AxisCode.slot {
          let before = slots[slot]?[event.code] ?? (event.code == AxisCode.trackingID ? -1 : 0)
          #expect(before != event.value, "a value changes")
          slots[slot, default: [:]][event.code] = event.value
        } else {
          #expect(values[event.code] ?? 0 != event.value, "a value changes")
          values[event.code] = event.value
        }
      default: Issue.record("a touch device sends no event of type \(event.type)")
      }
    }
    #expect(open == 0)
    #expect(keys.isEmpty, "all fingers are up at the end")
    #expect(slots.values.allSatisfy { $0[AxisCode.trackingID] ?? -1 < 0 })
    var issues = Measurement(recording).issues
    // A slot that a finger leaves is taken by one beyond the slots a report later.
    let positions = gesture.device.isSingleTouch ? 1 : gesture.device.slots
    if gesture.fingers + 1 > positions { issues.remove(.toolCountMismatch) }
    #expect(issues.isEmpty)
  }

  /// A gesture with numbers that a person would take, without dropped events.
  private func sensible(_ numbers: inout Seeded) -> GestureSpecification {
    func unit() -> Double { Double.random(in: 0..<1, using: &numbers) }
    func time(_ most: Double) -> Duration {
      unit() < 0.3 ? .zero : .milliseconds(Int(unit() * most * 1000))
    }
    let isPad = Bool.random(using: &numbers)
    var device: SyntheticDevice = isPad ? .touchpad : .touchscreen
    device.width = 40 + 200 * unit()
    device.height = 40 + 200 * unit()
    device.resolutionX = Int.random(in: 4...60, using: &numbers)
    device.resolutionY = Int.random(in: 4...60, using: &numbers)
    device.reportRate = 40 + 200 * unit()
    device.slots = Int.random(in: 1...10, using: &numbers)
    device.isSingleTouch = unit() < 0.1
    device.isClickpad = isPad && Bool.random(using: &numbers)
    device.jitter = .microseconds(Int(unit() * 440_000 / device.reportRate))
    device.noise = unit() < 0.3 ? 0 : unit() * 0.5
    var gesture = GestureSpecification(
      device: device, fingers: Int.random(in: 1...5, using: &numbers), seed: numbers.next())
    gesture.hand.spread = 12 + 12 * unit()
    gesture.hand.tremor = unit() < 0.3 ? 0 : unit()
    gesture.hand.landing = time(0.1)
    gesture.hand.lifting = time(0.1)
    gesture.hand.hasThumbAtRest = unit() < 0.2
    gesture.clicks = isPad && unit() < 0.3
    gesture.dwell = time(0.1)
    gesture.start = unit() < 0.2 ? .edge : .center
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0: gesture.motion = .tap
    case 1: gesture.motion = .pinch(-10 + 20 * unit())
    default:
      gesture.motion = .swipe(
        Swipe(
          along: Bool.random(using: &numbers) ? .x : .y, by: -60 + 120 * unit(),
          back: unit() < 0.5 ? 0 : 20 * unit(), slant: unit() < 0.5 ? 0 : -5 + 10 * unit()))
    }
    if unit() < 0.5, gesture.motion != .tap { gesture.pace = .velocity(20 + 800 * unit()) }
    if unit() < 0.5 { gesture.release = 0.3 + 0.7 * unit() } else { gesture.rest = time(0.5) }
    return gesture
  }

  // MARK: Nonsense

  @Test func `nothing traps, whatever the numbers are`() {
    var numbers = Seeded(2)
    let doubles: [Double] = [
      0, -0.0, 1, -1, 0.5, 1e-300, 1e300, -1e300, .infinity, -.infinity, .nan, 10, 1000, 2000, 60,
      0.2, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e6, 25, 100,
    ]
    let durations: [Duration] = [
      .zero, .seconds(-1), .milliseconds(1), .seconds(60), .seconds(61), .nanoseconds(1),
      Duration(secondsComponent: .max, attosecondsComponent: 0),
      Duration(secondsComponent: .min, attosecondsComponent: 0), .milliseconds(30), .seconds(20),
    ]
    let wholes = [0, 1, -1, 5, 6, 10, 31, 32, 33, 1000, 1001, .max, .min]
    func double() -> Double { doubles.randomElement(using: &numbers) ?? 0 }
    func duration() -> Duration { durations.randomElement(using: &numbers) ?? .zero }
    func whole() -> Int { wholes.randomElement(using: &numbers) ?? 0 }
    func rarely(_ change: () -> Void) {
      if Int.random(in: 0..<6, using: &numbers) == 0 { change() }
    }
    for _ in 0..<1000 {
      var gesture = GestureSpecification()
      rarely { gesture.device.width = double() }
      rarely { gesture.device.height = double() }
      rarely { gesture.device.resolutionX = whole() }
      rarely { gesture.device.resolutionY = whole() }
      rarely { gesture.device.reportRate = double() }
      rarely { gesture.device.slots = whole() }
      rarely { gesture.device.jitter = duration() }
      rarely { gesture.device.noise = double() }
      rarely { gesture.device.isSingleTouch = true }
      rarely { gesture.device.kind = .touchscreen }
      rarely { gesture.fingers = whole() }
      rarely { gesture.hand.spread = double() }
      rarely { gesture.hand.tremor = double() }
      rarely { gesture.hand.landing = duration() }
      rarely { gesture.hand.lifting = duration() }
      rarely { gesture.hand.hasThumbAtRest = true }
      rarely { gesture.dwell = duration() }
      rarely { gesture.rest = duration() }
      rarely { gesture.release = double() }
      rarely { gesture.pace = .duration(duration()) }
      rarely { gesture.pace = .velocity(double()) }
      rarely { gesture.start = .edge }
      rarely { gesture.start = .point(x: double(), y: double()) }
      rarely { gesture.clicks = true }
      rarely { gesture.dropsEvents = true }
      rarely { gesture.motion = .tap }
      rarely { gesture.motion = .pinch(double()) }
      rarely {
        gesture.motion = .swipe(
          Swipe(along: .y, by: double(), back: double(), slant: double()))
      }
      rarely { gesture.seed = .max }
      guard let recording = try? SyntheticRecording(of: gesture) else { continue }
      let reports = recording.events.count { $0.type == EventType.synchronization }
      #expect(reports <= GestureSpecification.mostReports)
      #expect(!recording.events.isEmpty)
    }
  }

  @Test func `the longest gesture is made, and no longer one`() throws {
    var gesture = GestureSpecification.quiet { $0.device.reportRate = 1000 }
    gesture.rest = .milliseconds(19_600)
    _ = try SyntheticRecording(of: gesture)
    gesture.rest = .seconds(20)
    #expect(throws: SynthesisError.tooLong(reports: 20_000)) { try SyntheticRecording(of: gesture) }
  }

  // MARK: Errors

  private func error(_ change: (inout GestureSpecification) -> Void) -> SynthesisError? {
    var gesture = GestureSpecification()
    change(&gesture)
    do throws(SynthesisError) {
      _ = try SyntheticRecording(of: gesture)
      return nil
    } catch {
      return error
    }
  }

  @Test func `numbers out of range are named`() {
    #expect(error { $0.fingers = 0 } == .outOfRange(.fingers, 1...5))
    #expect(error { $0.fingers = 6 } == .outOfRange(.fingers, 1...5))
    #expect(error { $0.device.width = 9.9 } == .outOfRange(.size, 10...2000))
    #expect(error { $0.device.height = .nan } == .outOfRange(.size, 10...2000))
    #expect(error { $0.device.resolutionX = 0 } == .outOfRange(.resolution, 1...1000))
    #expect(error { $0.device.reportRate = 1001 } == .outOfRange(.reportRate, 10...1000))
    #expect(error { $0.device.slots = 33 } == .outOfRange(.slots, 1...32))
    #expect(error { $0.device.noise = -0.1 } == .outOfRange(.noise, 0...10))
    #expect(
      error { $0.device.jitter = .milliseconds(4) }
        == .outOfRange(.jitter, 0...(0.45 * (1.0 / 125))))
    #expect(error { $0.hand.spread = 4 } == .outOfRange(.spread, 5...60))
    #expect(error { $0.hand.tremor = .infinity } == .outOfRange(.tremor, 0...10))
    #expect(error { $0.hand.landing = .seconds(61) } == .outOfRange(.landing, 0...60))
    #expect(error { $0.hand.lifting = .seconds(-1) } == .outOfRange(.lifting, 0...60))
    #expect(error { $0.dwell = .seconds(61) } == .outOfRange(.dwell, 0...60))
    #expect(error { $0.rest = .seconds(61) } == .outOfRange(.pause, 0...60))
    #expect(error { $0.release = 0.1 } == .outOfRange(.release, 0.2...1))
    #expect(error { $0.pace = .duration(.seconds(61)) } == .outOfRange(.duration, 0...60))
    #expect(error { $0.pace = .duration(.zero) } == .outOfRange(.duration, 0.001...60))
    #expect(error { $0.pace = .velocity(0) } == .outOfRange(.velocity, 1...20_000))
    #expect(error { $0.start = .point(x: -1, y: 0) } == .outOfRange(.start, 0...104))
    #expect(
      error { $0.motion = .swipe(Swipe(along: .x, by: 2001)) }
        == .outOfRange(.distance, -2000...2000))
    #expect(
      error { $0.motion = .swipe(Swipe(along: .x, by: 9, back: -1)) }
        == .outOfRange(.back, 0...2000))
    #expect(
      error { $0.motion = .swipe(Swipe(along: .x, by: 9, slant: .nan)) }
        == .outOfRange(.slant, -2000...2000))
  }

  @Test func `what contradicts itself is named`() {
    #expect(
      error {
        $0.release = 0.5
        $0.rest = .milliseconds(1)
      } == .restAfterRelease)
    #expect(
      error {
        $0.pace = .velocity(100)
        $0.motion = .tap
      } == .velocityWithoutDistance)
    #expect(error { $0.motion = .swipe(Swipe(along: .x, by: 0, back: 3)) } == .backWithoutDistance)
    #expect(
      error {
        $0.fingers = 1
        $0.motion = .pinch(9)
      } == .pinchNeedsFingers)
    #expect(
      error {
        $0.device = .touchscreen
        $0.fingers = 1
        $0.clicks = true
      } == .noButton)
    #expect(
      error {
        $0.device = .touchscreen
        $0.device.slots = 2
      } == .tooManyContacts(slots: 2))
    #expect(
      error {
        $0.fingers = 5
        $0.hand.hasThumbAtRest = true
      } == .thumbIsUsed)
  }

  @Test(arguments: ["", "a\nb", "\u{1b}[2J", String(repeating: "x", count: 81), "\u{202e}"])
  func `a name that could hurt a terminal is refused`(name: String) {
    #expect(error { $0.device.name = name } == .invalidName)
  }

  @Test func `fingers that leave the surface are told by how far`() throws {
    let gesture = GestureSpecification.quiet {
      $0.fingers = 1
      $0.start = .point(x: 100, y: 35)
    }
    do throws(SynthesisError) {
      _ = try SyntheticRecording(of: gesture)
      Issue.record("it should not fit")
    } catch {
      #expect(error == .leavesSurface(by: 21))
      #expect(error.description == "the fingers would leave the surface by 21 mm")
    }
  }

  @Test(arguments: SynthesisError.Field.allCases)
  func `messages are whole sentences`(field: SynthesisError.Field) {
    let text = SynthesisError.outOfRange(field, 0...0.0036).description
    #expect(text.hasPrefix("\(field.rawValue) must be 0 to 0.0036"))
  }
}
