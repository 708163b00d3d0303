import Gestures
package import Quantities
import Recordings
package import TouchInput

/// The last touches of a device with their events, to be judged under any settings.
///
/// A touch goes through the same engine as whole recordings do, with all that was known before it,
/// so that the verdict is the one that it would have had.
package struct TouchMemory: Sendable {
  /// A touch, from the first finger down to the last one up, and what came of it.
  package struct Touch: Hashable, Sendable {
    /// Its number, counted from 0.
    package var number: Int

    /// What was found; `nil`: nothing at all.
    package var finding: Replay.Finding?

    /// What the compared policies made of it.
    package var comparison: TouchComparison?

    /// Whether it can be judged again.
    package var isRemembered: Bool

    /// Creates a touch.
    package init(
      number: Int, finding: Replay.Finding?, comparison: TouchComparison? = nil,
      isRemembered: Bool
    ) {
      self.number = number
      self.finding = finding
      self.comparison = comparison
      self.isRemembered = isRemembered
    }
  }

  /// The most touches that are remembered.
  package static let mostTouches = 200

  /// The most events of them all, and of the touch that goes on: 10 MB of them.
  package static let mostEvents = 400_000

  /// The device.
  package let device: DeviceDescription

  /// The plan of the touch that was judged last.
  package private(set) var plan: ReplayPlan?

  /// What the compared policies follow a touch by, if there are any.
  private let comparing: ReplaySettings?

  private var splitter: TouchSplitter
  private var origin: Timestamp?
  private var remembered: [Memory] = []
  private var running: Memory?
  private var count = 0
  private var pieces: [TouchSplitter.Piece] = []

  private struct Memory: Sendable {
    let number: Int
    var events: [InputEvent] = []
    /// What ended it, if no event did.
    var interruption: ContactFrame.Interruption?
    /// What the compared policies made of it.
    var comparison: TouchComparison?
    /// Whether it has got too long to be kept.
    var isTooLong = false
    /// Whether other settings may make something else of it: with too few fingers none do.
    var isWorthKeeping = false

    mutating func add(_ event: InputEvent) {
      if events.count >= TouchMemory.mostEvents { isTooLong = true }
      if isTooLong { events = [] } else { events.append(event) }
    }
  }

  /// Creates a memory.
  ///
  /// - Parameters:
  ///   - device: What the device says of itself.
  ///   - comparing: What the compared policies follow touches by, whatever the policy in force is
  ///     asked for.
  ///   - origin: The time that times are relative to; `nil`: that of the first event.
  package init(
    device: DeviceDescription, comparing: ReplaySettings? = nil, origin: Timestamp? = nil
  ) {
    self.device = device
    self.comparing = comparing
    self.origin = origin
    splitter = TouchSplitter(device: device)
  }

  /// The number of the first touch that is remembered; that of the next one, if none is.
  package var firstRemembered: Int { memories.first?.number ?? count }

  /// All touches that are remembered, the one too that idle frames still belong to.
  private var memories: [Memory] {
    remembered + (running.map { $0.isWorthKeeping ? [$0] : [] } ?? [])
  }

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - settings: What the touch is judged by that it ends.
  /// - Returns: The touch that it ends.
  package mutating func take(_ event: InputEvent, judgedBy settings: ReplaySettings) -> Touch? {
    origin = origin ?? event.time
    splitter.take(event, into: &pieces)
    return handlePieces(settings)
  }

  /// Ends the touch that goes on.
  ///
  /// - Parameters:
  ///   - interruption: What ends it.
  ///   - settings: What it is judged by.
  /// - Returns: The touch.
  package mutating func finish(
    by interruption: ContactFrame.Interruption, judgedBy settings: ReplaySettings
  ) -> Touch? {
    running?.interruption = interruption
    splitter.finish(into: &pieces)
    return handlePieces(settings)
  }

  private mutating func handlePieces(_ settings: ReplaySettings) -> Touch? {
    guard !pieces.isEmpty else { return nil }
    defer { pieces.removeAll(keepingCapacity: true) }
    var ended: Touch?
    for piece in pieces {
      switch piece {
      case .begin:
        running = Memory(number: count)
        count += 1
      case .event(let event): running?.add(event)
      case .lift:
        guard var memory = running else { continue }
        if let comparing {
          var replay = replay(of: memory, comparing)
          memory.comparison = replay.takeComparisons().first
        }
        var touch = judged(memory, settings)
        memory.isWorthKeeping = !memory.isTooLong && Self.isWorthKeeping(touch.finding)
        touch.isRemembered = memory.isWorthKeeping
        running = memory
        ended = touch
      case .end:
        if let memory = running { remember(memory) }
        running = nil
      }
    }
    return ended
  }

  private static func isWorthKeeping(_ finding: Replay.Finding?) -> Bool {
    if case .touch(let touch) = finding { return touch.reason != .tooFewFingers }
    return true
  }

  private mutating func remember(_ memory: Memory) {
    guard memory.isWorthKeeping, !memory.isTooLong else { return }
    remembered.append(memory)
    var events = remembered.reduce(0) { $0 + $1.events.count }
    while remembered.count > Self.mostTouches || events > Self.mostEvents {
      events -= remembered.removeFirst().events.count
    }
  }

  // MARK: Judging

  /// Judges all touches that are remembered.
  ///
  /// - Parameter settings: What they are judged by.
  /// - Returns: The touches, the earliest first.
  /// - Complexity: O(n) in their events.
  package mutating func judge(by settings: ReplaySettings) -> [Touch] {
    memories.map { judged($0, settings) }
  }

  private mutating func judged(_ memory: Memory, _ settings: ReplaySettings) -> Touch {
    var replay = replay(of: memory, settings)
    plan = replay.plan ?? plan
    let findings = replay.takeFindings()
    // Fingers that stay after a gesture, or come before it, are no gesture of their own.
    let gesture = findings.first { if case .gesture = $0 { true } else { false } }
    return Touch(
      number: memory.number, finding: gesture ?? findings.first, comparison: memory.comparison,
      isRemembered: true)
  }

  private func replay(of memory: Memory, _ settings: ReplaySettings) -> Replay {
    var replay = Replay(device: device, settings: settings, origin: origin)
    do throws(ReplayError) {
      for event in memory.events { try replay.handle(event, line: 0) }
      if let interruption = memory.interruption { replay.end(interruption) }
      try replay.finish()
    } catch {
      // What stands in the way of a touch stood in the way of the first one, and was told.
    }
    return replay
  }

  /// The events of a remembered touch, with what was known before it.
  package func events(of number: Int) -> [InputEvent]? {
    memories.first { $0.number == number }?.events
  }
}
