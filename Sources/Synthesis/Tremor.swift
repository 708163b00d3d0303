import Quantities

/// The tremor of a hand along one axis: noise of about 8 to 12 Hz.
///
/// Healthy fingers tremble at 9.5 Hz in the mean (340 persons; Journal of the Showa Medical
/// Association 50, 1990), hands at 6 to 12 Hz (Lakie and others, Journal of Physiology 593, 2015),
/// because they swing like a mass on a spring that the muscles' unevenness pushes. So does this
/// one: a damped oscillator of 10 Hz, pushed by noise, in steps of a millisecond. Its velocity,
/// rather than its position, has no share of slow drift.
struct Tremor: Sendable {
  /// The displacement at each millisecond, in millimeters.
  private let displacements: [Double]

  private static let naturalFrequency = 2 * Double.pi * 10
  private static let dampingRatio = 0.15
  private static let step = 0.001

  /// Creates a tremor.
  ///
  /// - Parameters:
  ///   - amplitude: That of a sine of the same power, in millimeters.
  ///   - duration: How long it lasts, in seconds.
  ///   - numbers: The noise that pushes it.
  init(amplitude: Double, duration: Double, numbers: RandomNumbers) {
    guard amplitude > 0 else {
      displacements = []
      return
    }
    var numbers = numbers
    let omega = Self.naturalFrequency
    let damping = 2 * Self.dampingRatio * omega
    // White noise of power 4ζω³σ² gives the position the variance σ², and the velocity ω²σ².
    let power = 4 * Self.dampingRatio * omega * omega * omega * amplitude * amplitude / 2
    let push = (power * Self.step).squareRoot()
    var position = 0.0
    var velocity = 0.0
    func advance() {
      velocity += -(omega * omega * position + damping * velocity) * Self.step
      velocity += push * numbers.normal()
      position += velocity * Self.step
    }
    // It has been swinging for a second before the hand lands.
    for _ in 0..<1000 { advance() }
    var displacements: [Double] = []
    for _ in 0...Int(duration / Self.step) + 1 {
      displacements.append(velocity / omega)
      advance()
    }
    self.displacements = displacements
  }

  /// The displacement at a moment, in millimeters.
  ///
  /// - Parameter time: Seconds, 0 or more; beyond the duration the tremor stands still.
  /// - Returns: The displacement.
  func displacement(at time: Double) -> Double {
    guard !displacements.isEmpty else { return 0 }
    let place = min(time / Self.step, Double(displacements.count - 1))
    let index = Int(place)
    let next = min(index + 1, displacements.count - 1)
    let share = place - Double(index)
    return displacements[index] * (1 - share) + displacements[next] * share
  }
}
