import Quantities

/// A hand: how its fingers stand, tremble, land and lift.
public struct Hand: Hashable, Sendable {
  /// The way from one finger to the next, in millimeters, 5…60.
  ///
  /// Fingers are 16 to 20 mm thick (MIT Touch Lab, 2003), and stand a little apart.
  public var spread: Double

  /// How far the hand trembles from its way, in millimeters, 0…10.
  ///
  /// Tremor of healthy hands is 0.0015 to 0.035 g at its frequency, mostly 0.01 g (Archives of
  /// Neurology 39, 1982, 97 persons): 0.05 mm at 7 Hz, 0.03 mm at 10 Hz.
  public var tremor: Double

  /// The time from the first finger's landing to the last one's, at most a minute.
  public var landing: Duration

  /// The time from the first finger's lift to the last one's, at most a minute.
  ///
  /// libinput takes a lift within 100 ms for one.
  public var lifting: Duration

  /// Whether a thumb lies on the surface from before the gesture until after it.
  public var hasThumbAtRest: Bool

  /// Creates a hand.
  public init(
    spread: Double = 18, tremor: Double = 0.03, landing: Duration = .zero,
    lifting: Duration = .zero, hasThumbAtRest: Bool = false
  ) {
    self.spread = spread
    self.tremor = tremor
    self.landing = landing
    self.lifting = lifting
    self.hasThumbAtRest = hasThumbAtRest
  }

  func validate() throws(SynthesisError) {
    try SynthesisError.check(spread, .spread, in: 5...60)
    try SynthesisError.check(tremor, .tremor, in: 0...10)
    try SynthesisError.check(landing.seconds, .landing, in: 0...60)
    try SynthesisError.check(lifting.seconds, .lifting, in: 0...60)
  }
}
