import Gestures
import Quantities
import TestSupport
import Testing
import TouchInput

/// What hands that do anything cannot break.
extension PanRecognizerTests {
  /// The frames of a hand that does this and that.
  private static func frames(_ seed: UInt64, count: Int = 300) -> [ContactFrame] {
    var random = Seeded(seed)
    var hand = Hand(every: .milliseconds(Int64([1, 7, 8, 16].randomElement(using: &random) ?? 8)))
    // Fingers mostly move on the way they are on, each a little different.
    var (x, y) = (0, 0)
    for _ in 0..<count {
      switch Int.random(in: 0..<40, using: &random) {
      case 0..<5:
        let tools: [Contact.Tool] = [.finger, .finger, .finger, .finger, .finger, .palm, .pen]
        hand.land(
          Int.random(in: 1...3, using: &random), x: .random(in: 0...1000, using: &random),
          y: .random(in: 0...100, using: &random),
          tool: tools.randomElement(using: &random) ?? .palm,
          isXKnown: Int.random(in: 0..<8, using: &random) > 0,
          isYKnown: Int.random(in: 0..<8, using: &random) > 0)
      case 5: hand.lift(finger: Int.random(in: 0..<12, using: &random))
      case 6: hand.lift()
      case 7: hand.turn(finger: Int.random(in: 0..<12, using: &random), into: .palm)
      case 8: hand.press(Bool.random(using: &random))
      case 9:
        hand.together {
          $0.extraFingers = Int.random(in: 0...2, using: &random)
          $0.move(5)
        }
      case 10:
        hand.wait(.milliseconds(Int64([20, 200, 20_000].randomElement(using: &random) ?? 20)))
      case 11 where Int.random(in: 0..<5, using: &random) == 0:
        hand.interrupt([.dropped, .cancelled].randomElement(using: &random) ?? .dropped)
      case 12:
        hand.together {
          $0.lift()
          $0.land(Int.random(in: 1...3, using: &random), x: .random(in: 0...1000, using: &random))
        }
      case 13: hand.move(.random(in: -900...900, using: &random), finger: 1)
      case 14..<18:
        (x, y) = (.random(in: -40...40, using: &random), .random(in: -40...40, using: &random))
      case 18..<22: hand.rest()
      default:
        hand.together { hand in
          for finger in 0..<12 {
            hand.move(
              x + .random(in: -3...3, using: &random), y + .random(in: -3...3, using: &random),
              finger: finger)
          }
        }
      }
    }
    hand.extraFingers = 0
    hand.lift()
    return hand.frames
  }

  /// Settings of any kind.
  private static func settings(_ seed: UInt64) -> PanSettings {
    var random = Seeded(seed ^ 0xabcd)
    let requirements: [FingerRequirement] = [.any, .any, .atLeast(2), .oneOf([1]), .oneOf([2, 3])]
    return PanSettings.pad(
      fingers: requirements.randomElement(using: &random) ?? .any,
      direction: PanDirection.allCases.randomElement(using: &random) ?? .any,
      slop: [0, 3, 15, 40].randomElement(using: &random) ?? 0,
      edge: Int.random(in: 0..<4, using: &random) == 0 ? 300 : nil,
      filtersJumps: Bool.random(using: &random), isCancelledByButton: Bool.random(using: &random))
  }

  /// The longest step along an axis that a contact made from one frame to the next, in parts.
  private static func longestStep(_ before: ContactFrame?, _ after: ContactFrame, _ axis: Axis)
    -> Int
  {
    guard let before else { return 0 }
    let steps = after.contacts.compactMap { contact in
      before.contacts.first { $0.serial == contact.serial }.map { old in
        abs(contact.position[axis: axis] - old.position[axis: axis])
      }
    }
    return (steps.max() ?? 0) * Centroid.partsPerUnit
  }

  @Test(arguments: 0..<80 as Range<UInt64>)
  func `no hand makes a pan jump, or begin without an end`(seed: UInt64) {
    let frames = Self.frames(seed)
    var recognizer = PanRecognizer(Self.settings(seed))
    var running: Pan?
    var before: ContactFrame?
    for frame in frames {
      let action = recognizer.handle(frame).action
      switch action {
      case .begin(let pan):
        #expect(running == nil)
        #expect(pan.frames == 1)
        #expect(pan.down <= pan.begin)
        #expect(pan.begin == frame.time)
        #expect(pan.time == frame.time)
        #expect(pan.travel.magnitude <= Self.longestStep(before, frame, pan.axis))
        running = pan
      case .change(let pan), .end(let pan, _):
        let last = running
        #expect(last != nil)
        #expect(pan.frames >= last?.frames ?? .max)
        #expect(pan.time >= last?.time ?? pan.time)
        #expect(pan.forward == last?.forward)
        #expect(pan.slop == last?.slop)
        #expect(pan.fingers <= last?.fingers ?? 0)
        let step = pan.travel - (last?.travel ?? 0)
        #expect(step.magnitude <= Self.longestStep(before, frame, pan.axis))
        running = pan
        if case .end = action {
          #expect(step == 0)
          running = nil
        }
      case .reject(let touch):
        #expect(running == nil)
        #expect(touch.down <= touch.end)
        #expect(touch.end == frame.time)
      case nil: #expect(running == nil)
      }
      #expect(recognizer.isFollowing == (running != nil))
      before = frame
    }
    #expect(running == nil)
    // All fingers are up: there is nothing left to say.
    #expect(
      recognizer.handle(ContactFrame(time: .zero, interruption: .endOfRecording)).action == nil)
  }

  @Test func `random hands make pans, ends of most kinds and rejections of most kinds`() {
    var words: [String: Int] = [:]
    for seed in 0..<150 as Range<UInt64> {
      for word in Recognition(Self.frames(seed), Self.settings(seed)).words {
        words[word, default: 0] += 1
      }
    }
    for word in [
      "begin", "end lift", "end fingers-changed", "end button", "end palm", "end gap",
      "end dropped", "end cancel-event", "reject within-slop", "reject too-few-fingers",
      "reject too-many-fingers", "reject other-axis", "reject not-at-edge", "reject pinch",
      "reject button", "reject palm", "reject interrupted",
    ] {
      #expect(words[word, default: 0] > 0, "\(word)")
    }
  }

  /// The same frames, with each contact's position changed.
  private static func map(
    _ frames: [ContactFrame], _ position: (Vector<Device>) -> Vector<Device>
  ) -> [ContactFrame] {
    frames.map { frame in
      var frame = frame
      for index in 0..<frame.count { frame[index].position = position(frame[index].position) }
      return frame
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `mirrored hands make mirrored pans`(seed: UInt64) {
    let frames = Self.frames(seed)
    let mirrored = Self.map(frames) { Vector(x: 1000 - $0.x, y: $0.y) }
    var settings = Self.settings(seed)
    let plain = Recognition(frames, settings)
    settings.direction =
      switch settings.direction {
      case .left: .right
      case .right: .left
      case .up, .down, .horizontal, .vertical, .any: settings.direction
      }
    let other = Recognition(mirrored, settings)
    #expect(other.actions.map(\.words) == plain.actions.map(\.words))
    for (mirror, pan) in zip(other.pans, plain.pans) {
      #expect(mirror.travel == pan.travel)
      #expect(mirror.forward == (pan.axis == .x ? pan.forward.opposite : pan.forward))
      #expect(mirror.displacement == Vector(x: -pan.displacement.x, y: pan.displacement.y))
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>, [2, 7, 720])
  func `units k times as small make k times the travel`(seed: UInt64, factor: Int) throws {
    let frames = Self.frames(seed)
    let scaled = Self.map(frames) { Vector(x: $0.x * factor, y: $0.y * factor) }
    var settings = Self.settings(seed)
    // No tie may be lost to the rounding of millimeters.
    settings.restDistance += 1e-6
    settings.jumpDistance += 1e-6
    let plain = Recognition(frames, settings)
    let size = Double(factor)
    settings.slop = PerAxis(x: settings.slop.x * size, y: settings.slop.y * size)
    settings.edge = settings.edge.map { PerAxis(x: $0.x * size, y: $0.y * size) }
    settings.unitsPerMillimeter = PerAxis(x: 10 * size, y: 10 * size)
    settings.surface = Surface(
      x: try #require(.init(minimum: 0, maximum: 1000 * factor)),
      y: try #require(.init(minimum: 0, maximum: 700 * factor)))
    let other = Recognition(scaled, settings)
    #expect(other.actions.map(\.words) == plain.actions.map(\.words))
    for (large, small) in zip(other.pans, plain.pans) {
      // The slop is rounded to a part of a unit in either scale, the mean of more than 16 fingers
      // in each frame.
      let tolerance = factor * large.frames
      #expect(abs(large.travel - factor * small.travel) <= tolerance)
      #expect(abs(large.displacement.x - factor * small.displacement.x) <= tolerance)
      #expect(abs(large.displacement.y - factor * small.displacement.y) <= tolerance)
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `frames that repeat the one before do not change what is decided`(seed: UInt64) {
    let frames = Self.frames(seed)
    var settings = Self.settings(seed)
    // Half the interval halves what a finger can do in it.
    settings.filtersJumps = false
    var doubled: [ContactFrame] = []
    for (frame, next) in zip(frames, frames.dropFirst() + [frames[frames.count - 1]]) {
      doubled.append(frame)
      guard frame.interruption == nil else { continue }
      var between = frame
      between.time = frame.time.advanced(by: next.time.since(frame.time) / 2)
      for index in 0..<between.count { between[index].isPositionReported = false }
      doubled.append(between)
    }
    settings.maximumGap = .seconds(60)
    let plain = Recognition(frames, settings)
    let other = Recognition(doubled, settings)
    #expect(other.words == plain.words)
    #expect(other.ends.map(\.travel) == plain.ends.map(\.travel))
    #expect(other.ends.map(\.fingers) == plain.ends.map(\.fingers))
    for estimator in [
      VelocityEstimator(
        .windowSlope(window: .milliseconds(100), dropsFirst: true), staleness: .keep),
      VelocityEstimator(
        .leastSquares(horizon: .milliseconds(100), stopGap: .milliseconds(40), minimumCount: 3),
        staleness: .zeroAfter(.milliseconds(100))),
    ] {
      #expect(
        Self.velocities(frames, settings, estimator)
          == Self.velocities(doubled, settings, estimator))
    }
  }

  /// The velocity at the end of each pan.
  private static func velocities(
    _ frames: [ContactFrame], _ settings: PanSettings, _ estimator: VelocityEstimator
  ) -> [Double] {
    var recognizer = PanRecognizer(settings)
    return frames.compactMap { frame in
      guard case .end(let pan, _) = recognizer.handle(frame).action else { return nil }
      return recognizer.velocity(by: estimator, of: pan)
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `the widest coordinates do not trap`(seed: UInt64) {
    var random = Seeded(seed)
    let limits = [Int.min, -1 << 41, Int(Int32.min), -1, 0, 1, Int(Int32.max), 1 << 41, Int.max]
    let frames = Self.frames(seed).map { frame in
      var frame = frame
      for index in 0..<frame.count {
        frame[index].position = Vector(
          x: limits.randomElement(using: &random) ?? 0, y: limits.randomElement(using: &random) ?? 0
        )
      }
      return frame
    }
    var recognizer = PanRecognizer(Self.settings(seed))
    let estimator = VelocityEstimator(
      .windowSlope(window: .milliseconds(100), dropsFirst: false), staleness: .keep)
    for frame in frames {
      guard let pan = recognizer.handle(frame).action?.pan else { continue }
      #expect(recognizer.velocity(by: estimator, of: pan).isFinite)
      #expect(pan.travel.magnitude < Int.max.magnitude)
    }
  }

  @Test func `any frame times do not trap`() {
    var random = Seeded(5)
    for seed in 0..<40 as Range<UInt64> {
      var recognizer = PanRecognizer(Self.settings(seed))
      for var frame in Self.frames(seed) {
        let limits: [Int64] = [.min, -1, 0, 1, .max]
        frame.time = Timestamp(nanoseconds: limits.randomElement(using: &random) ?? 0)
        guard let pan = recognizer.handle(frame).action?.pan else { continue }
        let estimator = VelocityEstimator(
          .leastSquares(horizon: .seconds(1), stopGap: .seconds(1), minimumCount: 2),
          staleness: .zeroSampleAtRelease)
        #expect(recognizer.velocity(by: estimator, of: pan).isFinite)
      }
    }
  }
}
