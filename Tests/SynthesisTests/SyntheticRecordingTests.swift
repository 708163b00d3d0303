import Gestures
import Quantities
import Synthesis
import Testing
import TouchInput

/// Laws of made gestures: what was asked for is what the engine measures.
@Suite struct SyntheticRecordingTests {
  typealias Swipe = GestureSpecification.Swipe

  static let devices: [SyntheticDevice] = [
    .touchpad, .touchscreen,
    SyntheticDevice(
      width: 83, height: 46, resolutionX: 42, resolutionY: 68, reportRate: 80, slots: 2,
      isClickpad: false),
    SyntheticDevice(
      kind: .touchscreen, name: "panel", width: 500, height: 300, resolutionX: 8, resolutionY: 25,
      reportRate: 40, slots: 10, isClickpad: false, isSingleTouch: true),
  ]

  // MARK: Seeds

  @Test func `the same specification makes the same events`() throws {
    let gesture = GestureSpecification(seed: 7)
    #expect(try SyntheticRecording(of: gesture) == SyntheticRecording(of: gesture))
  }

  @Test func `another seed makes other events`() throws {
    let events = try (0..<20).map { seed in
      try SyntheticRecording(of: GestureSpecification(seed: seed)).events
    }
    #expect(Set(events).count == 20)
  }

  @Test func `events are the same on every machine`() throws {
    var gesture = GestureSpecification(fingers: 4, seed: 42)
    gesture.device.jitter = .milliseconds(2)
    gesture.device.noise = 0.3
    gesture.hand.tremor = 0.4
    gesture.hand.landing = .milliseconds(30)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for event in try SyntheticRecording(of: gesture).events {
      for part in [
        event.time.nanoseconds, Int64(event.type), Int64(event.code), Int64(event.value),
      ] {
        hash = (hash ^ UInt64(bitPattern: part)) &* 0x100_0000_01b3
      }
    }
    // FNV-1a of what was made when the generator was written.
    #expect(hash == 3_260_123_880_840_698_643)
  }

  // MARK: Distance

  @Test(
    arguments: devices,
    [
      Swipe(along: .x, by: 18), Swipe(along: .x, by: -18), Swipe(along: .y, by: 9.5),
      Swipe(along: .y, by: -9.5), Swipe(along: .x, by: 20, back: 12),
      Swipe(along: .x, by: -15, back: 22), Swipe(along: .x, by: 20, slant: -4),
    ])
  func `the fingers go the distance, to a unit`(device: SyntheticDevice, way: Swipe) throws {
    for (release, fingers) in [(1, 1), (0.6, 2), (0.3, 3)] {
      guard fingers <= device.slots, !device.isSingleTouch || fingers == 1 else { continue }
      let gesture = GestureSpecification.quiet {
        $0.device = device
        $0.device.noise = 0
        $0.fingers = fingers
        $0.motion = .swipe(way)
        $0.release = release
      }
      let measured = try Measurement(gesture)
      let last = try #require(measured.samples.last).displacement
      let resolutions = (x: Double(device.resolutionX), y: Double(device.resolutionY))
      let unit = way.axis == .x ? 1 / resolutions.x : 1 / resolutions.y
      let back = way.distance < 0 ? -way.back : way.back
      // Each end is rounded to a unit, by half of one at most.
      #expect(abs(last[axis: way.axis] - (way.distance - back)) <= unit)
      let other = way.axis == .x ? 1 / resolutions.y : 1 / resolutions.x
      // A finger that lifts in motion may not have come to the end of the slant.
      if release == 1 { #expect(abs(last[axis: way.axis.other] - way.slant) <= other) }
    }
  }

  @Test func `noise and tremor move the end by no more than they may`() throws {
    // Six times the noise is the most that there is, at either end; then the tremor, and a unit.
    let most = 2 * 6 * 0.02 + 4 * 0.03 + 0.04
    for seed in UInt64(0)..<50 {
      let measured = try Measurement(GestureSpecification(seed: seed))
      let last = try #require(measured.samples.last).displacement.x
      #expect(abs(last - 25) < most)
    }
  }

  @Test func `a share of the way is gone when half of the time is over`() throws {
    let gesture = GestureSpecification.quiet { $0.dwell = .zero }
    let samples = try Measurement(gesture).samples
    let start = try #require(samples.last).time - 0.25
    for sample in samples {
      let u = (sample.time - start) / 0.25
      guard u >= 0 else { continue }
      let cube = u * u * u
      let way = 25 * cube * (10 - 15 * u + 6 * u * u)
      // A unit is a 31st of a millimeter; the time stamps are rounded to a microsecond.
      #expect(abs(sample.displacement.x - way) < 0.04)
    }
  }

  // MARK: Velocity and time

  @Test(arguments: [(50.0, 1.0), (300, 1), (300, 0.6), (300, 0.3), (1200, 1)])
  func `the largest velocity is the one that was asked for`(velocity: Double, release: Double)
    throws
  {
    let gesture = GestureSpecification.quiet {
      $0.device.reportRate = 1000
      $0.device.resolutionX = 1000
      $0.pace = .velocity(velocity)
      $0.release = release
    }
    let measured = try Measurement(gesture).peakVelocity(along: .x)
    // Rounding adds a unit a millisecond, 1 mm/s; between two reports the peak is cut.
    #expect(measured < velocity + 2)
    #expect(measured > 0.98 * velocity - 2)
  }

  @Test(arguments: [0.1, 0.3, 1.2])
  func `the motion takes the time that was asked for`(duration: Double) throws {
    let gesture = GestureSpecification.quiet {
      $0.pace = .duration(Duration(finiteSeconds: duration) ?? .zero)
    }
    let measured = try Measurement(gesture).peakVelocity(along: .x)
    // The peak is 15/8 of the mean; at 125 reports a second a short motion has few.
    #expect(abs(measured - 1.875 * 25 / duration) < 0.05 * measured)
  }

  @Test(arguments: [0, 0.05, 0.2, 1])
  func `the fingers rest before the lift`(rest: Double) throws {
    let gesture = GestureSpecification.quiet {
      $0.rest = Duration(finiteSeconds: rest) ?? .zero
      // The last part of the motion is shorter than a unit, and looks like a rest.
      $0.device.resolutionX = 1000
    }
    let events = try SyntheticRecording(of: gesture).events
    let lift = try #require(events.last).time
    let motion = try #require(events.last { $0.code == AxisCode.contactX }).time
    // A report more, for the lift has one of its own.
    #expect(abs(lift.since(motion).seconds - rest - 0.008) < 0.017)
  }

  @Test func `time stamps stray by no more than the jitter`() throws {
    let gesture = GestureSpecification.quiet {
      $0.device.noise = 0.2
      $0.device.jitter = .milliseconds(3)
    }
    let events = try SyntheticRecording(of: gesture).events
    #expect(events.first?.time == Timestamp(nanoseconds: 1000))
    var strays: Set<Int> = []
    for (before, after) in zip(events, events.dropFirst()) {
      #expect(before.time <= after.time)
    }
    for event in events {
      let seconds = event.time.since(Timestamp(nanoseconds: 1000)).seconds
      let stray = seconds - (seconds / 0.008).rounded() * 0.008
      #expect(abs(stray) <= 0.003001)
      strays.insert(Int((stray * 1e6).rounded()))
    }
    #expect(strays.count > 20)
  }

  // MARK: Fingers

  @Test(arguments: 1...5)
  func `all fingers are there, as far apart as a hand's`(fingers: Int) throws {
    let gesture = GestureSpecification.quiet {
      $0.device.width = 160
      $0.device.height = 115
      $0.fingers = fingers
    }
    let measured = try Measurement(gesture)
    #expect(measured.mostContacts == fingers)
    #expect(measured.pan?.fingers == fingers)
    #expect(measured.end == .lift)
    let contacts = try #require(measured.frames.first).contacts.map(\.position)
    for (index, first) in contacts.enumerated() {
      for second in contacts[(index + 1)...] {
        let way = first - second
        let square = Double(way.x * way.x + way.y * way.y) / 31 / 31
        // Precision touchpads must tell fingers apart from 10 mm on.
        #expect(square > 10 * 10)
      }
    }
  }

  @Test func `fingers land and lift one after the other`() throws {
    let gesture = GestureSpecification.quiet {
      $0.fingers = 4
      $0.hand.landing = .milliseconds(60)
      $0.hand.lifting = .milliseconds(80)
    }
    let measured = try Measurement(gesture)
    let counts = measured.frames.map(\.count)
    let full = try #require(measured.frames.first { $0.count == 4 })
    let first = try #require(measured.frames.first)
    // To half a report.
    #expect(abs(full.time.since(first.time).seconds - 0.06) <= 0.0041)
    #expect(measured.end == .fingersChanged)
    let partly = try #require(measured.frames.last { $0.count == 4 })
    let last = try #require(measured.frames.last)
    #expect(abs(last.time.since(partly.time).seconds - 0.088) <= 0.0081)
    #expect(last.count == 0)
    #expect(counts.first == 1)
    #expect(try #require(measured.samples.last).displacement.x > 24.9)
  }

  @Test func `a touchpad counts the fingers beyond its slots`() throws {
    let gesture = GestureSpecification.quiet {
      $0.device.slots = 2
      $0.fingers = 4
    }
    let measured = try Measurement(gesture)
    #expect(measured.mostContacts == 2)
    #expect(measured.mostFingers == 4)
    #expect(measured.issues.isEmpty)
  }

  @Test func `a thumb at rest moves nothing`() throws {
    var gesture = GestureSpecification()
    gesture.hand.hasThumbAtRest = true
    let measured = try Measurement(gesture, slop: 1.5, fingers: .oneOf([3]))
    #expect(measured.mostContacts == 4)
    #expect(measured.pan?.fingers == 3)
    #expect(abs(try #require(measured.samples.last).displacement.x - 25) < 0.4)
  }

  @Test func `a single-touch device reports one position`() throws {
    var gesture = GestureSpecification()
    gesture.device = .touchscreen
    gesture.device.isSingleTouch = true
    gesture.fingers = 1
    let recording = try SyntheticRecording(of: gesture)
    #expect(!recording.device.isMultitouch)
    #expect(recording.events.allSatisfy { $0.code < AxisCode.slot || $0.type == EventType.key })
    let measured = Measurement(recording)
    #expect(abs(try #require(measured.samples.last).displacement.x - 25) < 0.4)
    #expect(measured.end == .lift)
  }

  // MARK: Other gestures

  @Test(arguments: [8.0, -6, 14])
  func `a pinch is none that pans`(distance: Double) throws {
    for fingers in 2...4 {
      var gesture = GestureSpecification(fingers: fingers, motion: .pinch(distance))
      gesture.pace = .duration(.milliseconds(400))
      let measured = try Measurement(gesture, slop: 1.5)
      #expect(measured.pan == nil)
      #expect(measured.rejection == .pinch)
    }
  }

  @Test func `a tap is none that pans`() throws {
    for seed in UInt64(0)..<20 {
      let gesture = GestureSpecification(
        motion: .tap, pace: .duration(.milliseconds(120)), seed: seed)
      let measured = try Measurement(gesture, slop: 1.5)
      #expect(measured.rejection == .withinSlop)
      let first = try #require(measured.frames.first)
      let last = try #require(measured.frames.last)
      #expect(abs(last.time.since(first.time).seconds - 0.158) < 0.009)
    }
  }

  @Test func `a click comes half way`() throws {
    let gesture = GestureSpecification.quiet { $0.clicks = true }
    let measured = try Measurement(gesture)
    #expect(measured.end == .button)
    #expect(abs(try #require(measured.samples.last).displacement.x - 12.5) < 1.5)
    #expect(measured.frames.contains { $0.isButtonDown })
    #expect(measured.frames.last?.isButtonDown == false)
  }

  @Test func `dropped events end the pan, and half a frame comes behind them`() throws {
    let gesture = GestureSpecification.quiet { $0.dropsEvents = true }
    let recording = try SyntheticRecording(of: gesture)
    let place = try #require(
      recording.events.firstIndex {
        $0.type == EventType.synchronization && $0.code == SynchronizationCode.dropped
      })
    let whole = recording.events[..<place].last
    #expect(whole?.code == SynchronizationCode.report)
    let rest = recording.events[(place + 1)...].prefix {
      $0.type != EventType.synchronization
    }
    #expect((1..<9).contains(rest.count))
    let measured = Measurement(recording)
    #expect(measured.end == .dropped)
    #expect(measured.issues.isSuperset(of: [.dropped, .joinedLate]))
  }
}
