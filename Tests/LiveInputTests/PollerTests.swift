import Glibc
import Testing

@testable import LiveInput

/// A clock that stands still.
private final class StandingClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var seconds: Int64

    func advanced(by duration: Duration) -> Self {
      Self(seconds: seconds + duration.components.seconds)
    }

    func duration(to other: Self) -> Duration { .seconds(other.seconds - seconds) }

    static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }
  }

  var now: Instant { Instant(seconds: 10) }
  var minimumResolution: Duration { .seconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

@Suite(.serialized) struct PollerTests {
  private let clock = StandingClock()

  /// The two ends of a pipe.
  private func ends() throws -> [Int32] {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    return ends
  }

  @Test func `a moment that has come ends the wait`() throws {
    var poller = try Poller([])
    let readiness = try poller.wait(for: [], until: clock.now, on: clock)
    #expect(readiness == Poller.Readiness())
  }

  @Test func `a descriptor that can be read ends it, and says which`() throws {
    let (first, second) = (try ends(), try ends())
    defer { for descriptor in first + second { close(descriptor) } }
    var poller = try Poller([])
    #expect(write(second[1], "x", 1) == 1)
    let readiness = try poller.wait(for: [-1, first[0], second[0]], until: nil, on: clock)
    #expect(readiness.readable == 0b100)
    #expect(readiness.isReadable(2) && !readiness.isReadable(1) && !readiness.isHungUp(2))
  }

  @Test func `a writer that goes away is a hang-up`() throws {
    let ends = try ends()
    defer { close(ends[0]) }
    close(ends[1])
    var poller = try Poller([])
    let readiness = try poller.wait(for: [ends[0]], until: nil, on: clock)
    #expect(readiness.isHungUp(0) && readiness.isReadable(0))
  }

  @Test func `a signal ends it, and does nothing else`() throws {
    var poller = try Poller([.user, .windowChange])
    pthread_kill(pthread_self(), SIGUSR1)
    let readiness = try poller.wait(for: [], until: nil, on: clock)
    #expect(readiness.signals == .user)
    #expect(!readiness.signals.askForEnd)
    #expect(Signals.ends.askForEnd)
  }
}
