public import Quantities
public import Transitions

/// A way as a policy states it.
public struct PolicyLength: Hashable, Sendable {
  /// What a number counts.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Pixels that the platform counts in.
    case pixels = "px"

    /// Android's density-independent pixels, 160 to an inch.
    case densityIndependent = "dp"

    /// Millimeters of finger travel.
    case millimeters = "mm"

    /// The surface along the axis.
    case axis = ""

    /// The longer side of the screen.
    case longerSide = "longer"

    /// The pad along the axis, in touchégg's unit: its size in inches times 1000, as pixels.
    case padAxis = "pad"

    /// The shorter side of the pad, in the same unit.
    case shorterPadSide = "shorterpad"
  }

  /// How many.
  public var number: DecimalNumber

  /// Of what.
  public var unit: Unit

  /// Creates a way.
  public init(_ number: DecimalNumber, _ unit: Unit) {
    self.number = number
    self.unit = unit
  }

  /// Creates the same way as one of the command line.
  init(_ length: Length) {
    switch length {
    case .share(let number): self.init(number, .axis)
    case .millimeters(let number): self.init(number, .millimeters)
    case .pixels(let number): self.init(number, .pixels)
    }
  }

  /// Reads a way such as `400px`, `25dp`, `38mm`, `1.0` or `1longer`.
  ///
  /// Fails if the text is no number with such a unit.
  public init?(_ text: some StringProtocol) {
    let end = text.firstIndex { $0.isLetter } ?? text.endIndex
    guard let number = DecimalNumber(text[..<end]), let unit = Unit(rawValue: String(text[end...]))
    else { return nil }
    self.init(number, unit)
  }
}

extension PolicyLength: CustomStringConvertible {
  public var description: String { number.description + unit.rawValue }
}

/// A velocity as a policy states it.
public struct PolicyVelocity: Hashable, Sendable {
  /// What a number counts.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Progress per second.
    case progress = "/s"

    /// Pixels of the platform per millisecond.
    case pixelsPerMillisecond = "px/ms"

    /// Pixels of the platform per second.
    case pixels = "px/s"

    /// Density-independent pixels per second.
    case densityIndependent = "dp/s"

    /// Millimeters of finger travel per second.
    case millimeters = "mm/s"

    /// Widths, or heights, of the screen per second.
    case outputs = "output/s"

    /// Pixels of the platform per event, or for the events that are added up.
    case pixelsPerEvent = "px/event"
  }

  /// How many.
  public var number: DecimalNumber

  /// Of what.
  public var unit: Unit

  /// Creates a velocity.
  public init(_ number: DecimalNumber, _ unit: Unit) {
    self.number = number
    self.unit = unit
  }

  /// Reads a velocity such as `0.6px/ms`, `400dp/s` or `0.5/s`; a number alone is progress per
  /// second.
  ///
  /// Fails if the text is no number with such a unit.
  public init?(_ text: some StringProtocol) {
    let end = text.firstIndex { $0.isLetter || $0 == "/" } ?? text.endIndex
    let word = String(text[end...])
    guard let number = DecimalNumber(text[..<end]),
      let unit = word.isEmpty ? .progress : Unit(rawValue: word)
    else { return nil }
    self.init(number, unit)
  }
}

extension PolicyVelocity: CustomStringConvertible {
  public var description: String { number.description + unit.rawValue }
}

/// A value of a parameter of a policy.
public enum PolicyValue: Hashable, Sendable {
  /// None: the step is left out.
  case none

  /// A way.
  case length(PolicyLength)

  /// The bar of progress.
  case threshold(Threshold)

  /// A velocity.
  case velocity(PolicyVelocity)

  /// A number.
  case number(DecimalNumber)

  /// A time.
  case duration(Duration)

  /// Yes or no.
  case flag(Bool)

  /// A word.
  case word(String)

  /// A way to settle.
  case settle(SettleStyle)
}

extension PolicyValue {
  /// Reads the value of a parameter from text, as the command line has it.
  ///
  /// Fails if the parameter takes no such value.
  public init?(_ text: String, for parameter: PolicyKey) {
    if text == "none", PolicyKey.mayBeNone.contains(parameter) {
      self = .none
      return
    }
    switch parameter.kind {
    case .length:
      guard let length = PolicyLength(text), length.number.digits >= 0 || parameter.maySink,
        length.number.digits != 0 || parameter != .progressDistance
      else { return nil }
      self = .length(length)
    case .threshold:
      guard let threshold = Threshold(text) else { return nil }
      self = .threshold(threshold)
    case .velocity:
      guard let velocity = PolicyVelocity(text), velocity.number.digits >= 0 || parameter.maySink
      else { return nil }
      self = .velocity(velocity)
    case .number(let range):
      guard let number = DecimalNumber(text), range.contains(number.value) else { return nil }
      self = .number(number)
    case .count(let range):
      guard let number = DecimalNumber(text), let count = Int(exactly: number.value),
        range.contains(count)
      else { return nil }
      self = .number(number)
    case .duration:
      guard let duration = Duration(text), duration <= .seconds(3600) else { return nil }
      self = .duration(duration)
    case .flag:
      guard let flag = Bool(text) else { return nil }
      self = .flag(flag)
    case .word(let words):
      guard words.contains(text) else { return nil }
      self = .word(text)
    case .settle:
      guard let style = SettleStyle(text) else { return nil }
      self = .settle(style)
    }
  }

  /// Reads the value of a parameter from JSON: numbers, texts with a unit, `true`, `false`, `null`.
  init?(_ json: JSONValue, for parameter: PolicyKey) {
    switch json {
    case .null:
      guard PolicyKey.mayBeNone.contains(parameter) else { return nil }
      self = .none
    case .bool(let flag) where parameter.kind == .flag: self = .flag(flag)
    case .integer(let whole):
      guard whole.magnitude < 1_000_000_000 else { return nil }
      self.init(String(whole), for: parameter)
    case .number(let number):
      guard let decimal = DecimalNumber(number) else { return nil }
      self.init(decimal.description, for: parameter)
    case .string(let text): self.init(text, for: parameter)
    case .bool, .array, .object, .text: return nil
    }
  }

  /// The value as JSON.
  package var json: JSONValue {
    switch self {
    case .none: .null
    case .length(let length):
      length.unit == .axis ? .number(length.number.value) : .string(length.description)
    case .threshold(let threshold):
      if threshold.lengths.count == 1, case .share(let share) = threshold.lengths[0] {
        .number(share.value)
      } else {
        .string(threshold.description)
      }
    case .velocity(let velocity):
      velocity.unit == .progress
        ? .number(velocity.number.value) : .string(velocity.description)
    case .number(let number): .number(number.value)
    case .duration(let duration): .string(DecimalText.significant(duration.seconds) + "s")
    case .flag(let flag): .bool(flag)
    case .word(let word): .string(word)
    case .settle(let style): .string(style.description)
    }
  }

  /// The value as the command line has it.
  public var text: String {
    if case .string(let text) = json { text } else { json == .null ? "none" : json.line }
  }
}

extension PolicyKey {
  /// Those that a policy may leave out.
  static let mayBeNone: Set<Self> = [
    .axisLockRatio, .axisLockDistance, .maxDeltaPerEvent, .sideLockDistance, .minProgress,
    .forceSpeed, .vetoVelocity, .hysteresisAt, .flingForward, .flingBackward,
  ]

  /// What a value of it is, for a person.
  package var valueText: String {
    let text =
      switch kind {
      case .length: "a way such as 400px, 38mm or 0.5 (of the axis)"
      case .threshold: "a bar such as 0.3, 25mm or min(0.3,60mm)"
      case .velocity: "a velocity such as 0.6px/ms, 400dp/s or 0.5 (progress per second)"
      case .number(let range):
        "a number from \(DecimalText.significant(range.lowerBound)) to "
          + DecimalText.significant(range.upperBound)
      case .count(let range):
        "a whole number from \(range.lowerBound) to \(range.upperBound)"
      case .duration: "a time such as 150ms"
      case .flag: "true or false"
      case .word(let words): "one of " + words.joined(separator: ", ")
      case .settle: "a way to settle such as '0.35s ease-in-out'"
      }
    return Self.mayBeNone.contains(self) ? text + ", or null" : text
  }
}
