import CLibevdev
import Glibc
import Quantities

/// Waits for several descriptors, for signals and for a moment, whichever comes first.
///
/// The signals that it is made for are kept back from the program as long as it exists; those that
/// were ignored stay so (`nohup`). There may be one at a time, and it is made before any thread.
public struct Poller: ~Copyable {
  /// What a wait ended with; none of it if the moment came.
  public struct Readiness: Hashable, Sendable {
    /// The descriptors that can be read, as bits: the first is the lowest.
    public var readable: UInt32 = 0

    /// Those of them that will send nothing more than what is there, or are no descriptors.
    public var hungUp: UInt32 = 0

    /// The signals that came.
    public var signals: Signals = []

    /// Creates what a wait ended with when nothing but the moment came.
    public init() {}

    /// Whether there is something to read, or that reading will tell of an end.
    public func isReadable(_ index: Int) -> Bool { readable & 1 << UInt32(index) != 0 }

    /// Whether nothing will come after what is there.
    public func isHungUp(_ index: Int) -> Bool { hungUp & 1 << UInt32(index) != 0 }
  }

  /// The most descriptors that are waited for.
  public static let mostDescriptors = 31

  /// The descriptor that tells of signals.
  private let signals: Int32

  /// The signals that were kept back before.
  private var before = sigset_t()

  private var polled = [32 of pollfd](repeating: pollfd())

  /// Keeps signals back, to be waited for.
  ///
  /// - Throws: The system's number of the error.
  public init(_ wanted: Signals = .ends) throws(SystemError) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in wanted.numbers where !Self.isIgnored(number) { sigaddset(&set, number) }
    signals = signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
    guard signals >= 0 else { throw SystemError(code: errno) }
    sigprocmask(SIG_BLOCK, &set, &before)
  }

  deinit {
    close(signals)
    var before = before
    sigprocmask(SIG_SETMASK, &before, nil)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Waits.
  ///
  /// - Parameters:
  ///   - descriptors: What to read from; at most ``mostDescriptors`` of them are waited for, and
  ///     negative ones never tell anything.
  ///   - deadline: The moment to wait until, or `nil` to wait without end.
  ///   - clock: The clock that the moment is on.
  /// - Returns: What came.
  /// - Throws: The system's number of the error.
  public mutating func wait<C: Clock<Duration>>(
    for descriptors: [Int32], until deadline: C.Instant?, on clock: C
  ) throws(SystemError) -> Readiness {
    while true {
      let readiness = try wait(
        for: descriptors.span, atMost: deadline.map { clock.now.duration(to: $0) })
      if readiness != Readiness() || deadline.map({ clock.now >= $0 }) ?? false {
        return readiness
      }
    }
  }

  /// Waits once, in one call of the system.
  ///
  /// - Parameters:
  ///   - descriptors: What to read from; at most ``mostDescriptors`` of them are waited for, and
  ///     negative ones never tell anything.
  ///   - rest: The longest time, at most 24 days of which are waited; `nil` to wait without end.
  /// - Returns: What came; nothing if the time is over, or somebody disturbed the wait.
  /// - Throws: The system's number of the error.
  /// - Complexity: O(descriptors), and no allocation.
  public mutating func wait(
    for descriptors: Span<Int32>, atMost rest: Duration?
  ) throws(SystemError) -> Readiness {
    let count = min(descriptors.count, Self.mostDescriptors)
    // Rounded up, so that the moment has come after it.
    let milliseconds = rest.map { rest in
      Int32(clamping: max(rest, .zero).wholeNanoseconds.dividedRoundingUp(by: 1_000_000))
    }
    var readiness = Readiness()
    var polled = polled.mutableSpan
    for index in 0..<count {
      polled[index] = pollfd(fd: descriptors[index], events: Int16(POLLIN), revents: 0)
    }
    polled[count] = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
    let code = polled.withUnsafeMutableBufferPointer { buffer in
      poll(buffer.baseAddress, nfds_t(count + 1), milliseconds ?? -1)
    }
    guard code > 0 else {
      if code < 0, errno != EINTR { throw SystemError(code: errno) }
      return readiness
    }
    for index in 0..<count {
      let events = Int32(polled[index].revents)
      if events & (POLLHUP | POLLERR | POLLNVAL) != 0 { readiness.hungUp |= 1 << UInt32(index) }
      if events != 0 { readiness.readable |= 1 << UInt32(index) }
    }
    if polled[count].revents != 0 { readiness.signals = takeSignals() }
    return readiness
  }

  private func takeSignals() -> Signals {
    var taken: Signals = []
    var info = signalfd_siginfo()
    while Glibc.read(signals, &info, MemoryLayout<signalfd_siginfo>.size)
      == MemoryLayout<signalfd_siginfo>.size
    {
      taken.insert(Signals(number: Int32(truncatingIfNeeded: info.ssi_signo)))
    }
    return taken
  }
}

extension Int64 {
  /// The quotient of a number that is not negative, rounded up.
  fileprivate func dividedRoundingUp(by divisor: Self) -> Self {
    self / divisor + (self % divisor > 0 ? 1 : 0)
  }
}
