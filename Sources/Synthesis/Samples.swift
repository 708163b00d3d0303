import Quantities

/// Forty gestures of six persons who do not exist, on five devices that do not exist either.
///
/// A sample is told as a story. The *intent* is drawn first: finish, cancel, or neither. What the
/// hand does is drawn next, then how far, how fast, and how long it rests, from distributions that
/// depend on the intent and *overlap*: some who mean to finish flick a short way, some who mean to
/// cancel drag far before they think better of it. So no threshold tells all intents apart, as with
/// people. Intents are never worked out from what the engine answers, nor the other way round.
///
/// | | finish | cancel |
/// |---|---|---|
/// | flick, drag, rest, back | 45, 30, 15, 10 % | 15, 25, 25, 35 % |
/// | progress of a flick | 0.14…0.36…0.8 | 0.06…0.14…0.42 |
/// | progress of a drag | 0.2…0.55…1 | 0.08…0.2…0.55 |
/// | progress before a rest | 0.2…0.5…0.95 | 0.1…0.26…0.6 |
/// | progress out, and what of it goes back | 0.4…0.65…1, 0.1…0.2…0.4 | 0.2…0.42…0.85, 0.3…0.75…1.1 |
/// | largest velocity of a flick, mm/s | 160…320…700 | 100…220…450 |
/// | largest velocity else, mm/s | 40…110…240 | 35…100…220 |
/// | rest after a drag, s | 0…0.04…0.3 | 0…0.12…0.4 |
/// | a rest, s | 0.2…0.35…0.8 | 0.2…0.5…1.1 |
///
/// Each is a triangular distribution: smallest, most likely, largest. Progress 1 is 38 mm across a
/// touchpad and 28.5 mm up (GNOME's 400 and 300 px), and the axis of a screen. Velocities grow with
/// the root of that way, for a longer way takes hands hardly longer. What comes within 0.035 of the
/// bar of 30 % is drawn again, so that the answers that `expectations.json` states do not hang on
/// the noise.
///
/// Where the figures come from: libinput holds 20 mm in 12 ms for the most that a finger can do,
/// and 100 ms for the longest staggered lift; a swipe in a published recording of a tablet goes
/// 50 mm in 0.19 s, drags in the test recordings of evemu and ChromeOS take 0.3 to 2 s. Tremor,
/// noise and fingers: ``Hand`` and ``SyntheticDevice``. For intents, and rests before a lift, there
/// is no public figure: those are made up. The collection's seed is one with which every story and
/// every circumstance occurs.
public enum Samples {
  /// All samples, in the order of their names.
  public static let all: [Sample] = draw()

  /// The sample with a name.
  public static func named(_ name: String) -> Sample? {
    all.first { $0.name == name }
  }

  // MARK: The persons and the devices

  private static let seed: UInt64 = 36_134

  /// A device of the collection.
  private enum Model: String {
    case minipad, pad, bigpad, phone, tablet

    /// An old touchpad, which reports two positions and counts five fingers.
    private static let old = SyntheticDevice(
      name: "Synthetic Minipad", width: 83, height: 46, resolutionX: 42, resolutionY: 68,
      reportRate: 80, slots: 2, isClickpad: false, jitter: .microseconds(900), noise: 0.03)
    private static let laptop = SyntheticDevice(
      name: "Synthetic Pad", resolutionX: 12, resolutionY: 10, jitter: .microseconds(400))
    private static let desk = SyntheticDevice(
      name: "Synthetic Bigpad", width: 160, height: 115, resolutionX: 20, resolutionY: 20,
      reportRate: 90, slots: 10, jitter: .milliseconds(2), noise: 0.015)
    private static let handheld = SyntheticDevice(
      kind: .touchscreen, name: "Synthetic Phone", width: 68, height: 150, resolutionX: 16,
      resolutionY: 16, reportRate: 120, slots: 10, isClickpad: false, jitter: .microseconds(300))
    private static let slate = SyntheticDevice(
      kind: .touchscreen, name: "Synthetic Tablet", width: 216, height: 144, resolutionX: 8,
      resolutionY: 12, reportRate: 60, slots: 10, isClickpad: false, jitter: .milliseconds(1),
      noise: 0.04)

    var device: SyntheticDevice {
      switch self {
      case .minipad: Self.old
      case .pad: Self.laptop
      case .bigpad: Self.desk
      case .phone: Self.handheld
      case .tablet: Self.slate
      }
    }
  }

  /// A person: a hand, and how quick it is.
  private struct Person {
    var hand: Hand
    var tempo: Double

    init(_ number: Int) {
      var numbers = RandomNumbers(seed: seed, for: Purpose.person + UInt64(number))
      hand = Hand(
        spread: rounded(numbers.triangular(15...22, mode: 18), to: 10),
        tremor: rounded(numbers.triangular(0.005...0.05, mode: 0.015), to: 1000))
      tempo = numbers.triangular(0.75...1.35, mode: 1)
    }
  }

  private static let persons = (1...6).map(Person.init)

  // MARK: The table

  /// What is settled before anything is drawn.
  private struct Row {
    var model: Model
    var fingers: Int
    var heading: Heading
    var circumstance = Sample.Circumstance.plain

    init(
      _ model: Model, _ fingers: Int, _ heading: Heading,
      _ circumstance: Sample.Circumstance = .plain
    ) {
      self.model = model
      self.fingers = fingers
      self.heading = heading
      self.circumstance = circumstance
    }
  }

  private static let rows: [Row] = [
    Row(.pad, 3, .right), Row(.phone, 1, .right, .edge), Row(.bigpad, 4, .up),
    Row(.tablet, 1, .left), Row(.minipad, 2, .left), Row(.pad, 3, .left, .thumb),
    Row(.phone, 1, .up), Row(.pad, 3, .up), Row(.bigpad, 5, .right), Row(.pad, 2, .right),
    Row(.minipad, 3, .right), Row(.phone, 1, .left, .slant), Row(.pad, 3, .right, .click),
    Row(.tablet, 4, .right), Row(.phone, 2, .up), Row(.pad, 4, .left, .landing),
    Row(.bigpad, 3, .left), Row(.phone, 1, .right), Row(.pad, 3, .down),
    Row(.minipad, 2, .right, .click), Row(.pad, 3, .right, .slant), Row(.tablet, 1, .right, .edge),
    Row(.bigpad, 3, .right, .lifting), Row(.phone, 1, .right, .edge), Row(.pad, 3, .right),
    Row(.minipad, 2, .up), Row(.pad, 4, .up), Row(.phone, 1, .left, .drop), Row(.pad, 3, .left),
    Row(.tablet, 5, .left), Row(.bigpad, 2, .right), Row(.phone, 1, .down), Row(.pad, 3, .right),
    Row(.pad, 2, .left), Row(.tablet, 3, .up, .landing), Row(.bigpad, 4, .right, .thumb),
    Row(.phone, 1, .left), Row(.pad, 3, .up, .lifting), Row(.minipad, 3, .left),
    Row(.pad, 3, .left, .drop),
  ]

  // MARK: Drawing

  private static func draw() -> [Sample] {
    var counts: [String: Int] = [:]
    var samples: [Sample] = []
    for (index, row) in rows.enumerated() {
      var numbers = RandomNumbers(seed: seed &+ UInt64(index), for: Purpose.sample)
      let intent = intent(row, &numbers)
      let story = story(intent, row, &numbers)
      let specification = specification(
        row, intent, story, of: persons[index % persons.count], seed: UInt64(index + 1), &numbers)
      let word = row.circumstance == .plain ? story.rawValue : row.circumstance.rawValue
      var stem = "\(row.model.rawValue)-\(row.fingers)f-\(word)"
      if intent != .none { stem += "-\(row.heading.rawValue)" }
      counts[stem, default: 0] += 1
      let number = counts[stem, default: 0]
      samples.append(
        Sample(
          name: "\(stem)-\(number < 10 ? "0" : "")\(number)", intent: intent, story: story,
          circumstance: row.circumstance, participant: "p\(index % persons.count + 1)",
          session: "s\(index / persons.count % 2 + 1)",
          decidesByVelocity: story == .flick && row.model == .phone,
          wholeTravel: wholeTravel(row), specification: specification))
    }
    return samples.sorted { $0.name < $1.name }
  }

  /// The intent; only a plain gesture may be none.
  private static func intent(_ row: Row, _ numbers: inout RandomNumbers) -> Sample.Intent {
    let u = numbers.unit()
    if row.circumstance == .plain, u < 0.17 { return .none }
    return numbers.unit() < 0.55 ? .finish : .cancel
  }

  private static func story(
    _ intent: Sample.Intent, _ row: Row, _ numbers: inout RandomNumbers
  ) -> Sample.Story {
    let shares: KeyValuePairs<Sample.Story, Double>
    switch intent {
    case .finish: shares = [.flick: 0.45, .drag: 0.3, .rest: 0.15, .back: 0.1]
    case .cancel: shares = [.flick: 0.15, .drag: 0.25, .rest: 0.25, .back: 0.35]
    case .none:
      // Where a position is missing, nobody can tell a pinch.
      let showsAll = row.fingers <= row.model.device.slots
      shares = row.fingers > 1 && showsAll ? [.pinch: 0.6, .tap: 0.4] : [.tap: 1]
    }
    var u = numbers.unit()
    for (story, share) in shares {
      if u < share { return story }
      u -= share
    }
    return .tap
  }

  private static func specification(
    _ row: Row, _ intent: Sample.Intent, _ story: Sample.Story, of person: Person, seed: UInt64,
    _ numbers: inout RandomNumbers
  ) -> GestureSpecification {
    var gesture = GestureSpecification(
      device: row.model.device, hand: person.hand, fingers: row.fingers, seed: seed)
    gesture.dwell = seconds(numbers.triangular(0.01...0.12, mode: 0.03))
    gesture.clicks = row.circumstance == .click
    gesture.dropsEvents = row.circumstance == .drop
    gesture.hand.hasThumbAtRest = row.circumstance == .thumb
    if row.fingers > 1 {
      gesture.hand.landing =
        row.circumstance == .landing
        ? seconds(numbers.triangular(0.04...0.09, mode: 0.06))
        : seconds(numbers.triangular(0...0.02, mode: 0))
    }
    if row.circumstance == .lifting {
      gesture.hand.lifting = seconds(numbers.triangular(0.03...0.09, mode: 0.05))
    }
    if row.circumstance == .edge { gesture.start = .edge }
    switch story {
    case .pinch:
      gesture.motion = .pinch(rounded(numbers.triangular(8...16, mode: 12), to: 10))
      gesture.pace = .duration(seconds(numbers.triangular(0.25...0.6, mode: 0.35)))
    case .tap:
      gesture.motion = .tap
      gesture.pace = .duration(seconds(numbers.triangular(0.04...0.16, mode: 0.08)))
    case .flick, .drag, .rest, .back:
      swipe(&gesture, row, intent, story, tempo: person.tempo, &numbers)
    }
    return gesture
  }

  /// Draws a way, how fast it is gone, and the rest, until the way is clear of the bar.
  private static func swipe(
    _ gesture: inout GestureSpecification, _ row: Row, _ intent: Sample.Intent,
    _ story: Sample.Story, tempo: Double, _ numbers: inout RandomNumbers
  ) {
    let whole = wholeTravel(row)
    let means = intent == .finish
    let velocity =
      switch (story, means) {
      case (.flick, true): numbers.triangular(160...700, mode: 320)
      case (.flick, false): numbers.triangular(100...450, mode: 220)
      case (_, true): numbers.triangular(40...240, mode: 110)
      case (_, false): numbers.triangular(35...220, mode: 100)
      }
    gesture.pace = .velocity(rounded(velocity * tempo * (whole / 38).squareRoot(), to: 1))
    let slant =
      row.circumstance == .slant
      ? numbers.triangular(0.14...0.28, mode: 0.2) * (numbers.unit() < 0.5 ? -1 : 1) : 0
    switch story {
    case .flick: gesture.release = rounded(numbers.triangular(0.5...0.9, mode: 0.65), to: 100)
    case .drag:
      gesture.rest = seconds(
        means ? numbers.triangular(0...0.3, mode: 0.04) : numbers.triangular(0...0.4, mode: 0.12))
    case .rest:
      gesture.rest = seconds(
        means
          ? numbers.triangular(0.2...0.8, mode: 0.35) : numbers.triangular(0.2...1.1, mode: 0.5))
    case .back, .pinch, .tap: break
    }
    for _ in 0..<100 {
      let (out, back) = progress(story, means, &numbers)
      let distance = rounded(out * whole + Sample.slop, to: 10)
      var way = GestureSpecification.Swipe(
        along: row.heading.axis, by: distance * Double(row.heading.sign))
      way.back = rounded(back * out * whole, to: 10)
      way.slant = rounded(slant * distance, to: 10)
      gesture.motion = .swipe(way)
      let progress = (distance - way.back - Sample.slop) / whole
      if (progress - 0.3).magnitude >= 0.035, fits(gesture) { return }
    }
  }

  /// The progress of the way out, and the share of it that goes back.
  private static func progress(
    _ story: Sample.Story, _ means: Bool, _ numbers: inout RandomNumbers
  ) -> (out: Double, back: Double) {
    switch (story, means) {
    case (.flick, true): (numbers.triangular(0.14...0.8, mode: 0.36), 0)
    case (.flick, false): (numbers.triangular(0.06...0.42, mode: 0.14), 0)
    case (.rest, true): (numbers.triangular(0.2...0.95, mode: 0.5), 0)
    case (.rest, false): (numbers.triangular(0.1...0.6, mode: 0.26), 0)
    case (.back, true):
      (numbers.triangular(0.4...1, mode: 0.65), numbers.triangular(0.1...0.4, mode: 0.2))
    case (.back, false):
      (numbers.triangular(0.2...0.85, mode: 0.42), numbers.triangular(0.3...1.1, mode: 0.75))
    case (_, true): (numbers.triangular(0.2...1, mode: 0.55), 0)
    case (_, false): (numbers.triangular(0.08...0.55, mode: 0.2), 0)
    }
  }

  /// Whether the surface is large enough for a gesture.
  private static func fits(_ gesture: GestureSpecification) -> Bool {
    do throws(SynthesisError) {
      _ = try HandPath(gesture)
      return true
    } catch {
      return false
    }
  }

  private static func wholeTravel(_ row: Row) -> Double {
    let device = row.model.device
    let length = device.size[row.heading.axis]
    guard device.kind == .touchpad else { return length }
    return row.heading.axis == .x ? 38 : 28.5
  }

  /// A number as it is written in a command.
  private static func rounded(_ value: Double, to parts: Double) -> Double {
    (value * parts).rounded() / parts
  }

  /// A time in whole milliseconds.
  private static func seconds(_ value: Double) -> Duration {
    .milliseconds(Int64((value * 1000).rounded()))
  }
}
