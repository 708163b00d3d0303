@preconcurrency import Glibc
import Simulation

/// How far the reading of a long recording has come, on a terminal.
///
/// It says nothing for the first second, nothing where standard error is no terminal, and nothing
/// where the results themselves are seen as they come.
struct ProgressMeter {
  private static let patience = Duration.seconds(1)
  private static let interval = Duration.milliseconds(200)

  private let name: String
  private let size: Int
  private let clock = ContinuousClock()
  private var next: ContinuousClock.Instant?
  private var done = 0
  private var isShown = false

  /// Creates a meter.
  ///
  /// - Parameters:
  ///   - name: What is read.
  ///   - descriptor: What reads it.
  ///   - isSilent: Whether nothing of the results is seen before all has been read.
  init(name: String, descriptor: Int32, isSilent: Bool = false) {
    self.name = PlainText.escaped(name)
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : 0
    let isWanted = isatty(STDERR_FILENO) == 1 && (isSilent || isatty(STDOUT_FILENO) != 1)
    next = isWanted ? clock.now.advanced(by: Self.patience) : nil
  }

  /// Notes that some bytes more have been read.
  mutating func add(_ count: Int) {
    done += count
    guard let next, clock.now >= next else { return }
    self.next = clock.now.advanced(by: Self.interval)
    isShown = true
    let share = size > 0 ? "\(min(99, done * 100 / size))%" : "\(done >> 20) MB"
    show("\r\u{1b}[Kpantograph: \(name): \(share)")
  }

  /// Takes what is shown away.
  func end() {
    if isShown { show("\r\u{1b}[K") }
  }

  private func show(_ text: String) {
    try? Output.write(Array(text.utf8), to: STDERR_FILENO)
  }
}
