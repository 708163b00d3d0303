import Gestures
import Quantities
import Simulation
import Testing
import TouchInput
import Transitions

@Suite struct ReplayPlanTests {
  /// A pad of 100 × 60 mm, 10 units a millimeter across and 20 down.
  static let pad = source(.touchpad, 0...1000, 0...1200, (10, 20))

  /// A pad that does not say its size.
  static let bare = source(.touchpad, 100...790, 0...500, nil)

  /// A screen that says its size: 68 × 150 mm.
  static let screen = source(.touchscreen, 0...1080, 0...2400, (16, 16))

  /// A screen that does not.
  static let phone = source(.touchscreen, 0...1080, 0...2400, nil)

  static func source(
    _ kind: DeviceDescription.Kind, _ x: ClosedRange<Int>, _ y: ClosedRange<Int>,
    _ units: (x: Int, y: Int)?
  ) -> ReplayPlan.Source {
    guard
      let x = Surface.Extent(
        minimum: x.lowerBound, maximum: x.upperBound,
        unitsPerMillimeter: units.map { Ratio(Int128($0.x)) }),
      let y = Surface.Extent(
        minimum: y.lowerBound, maximum: y.upperBound,
        unitsPerMillimeter: units.map { Ratio(Int128($0.y)) })
    else { preconditionFailure("A surface is larger than nothing") }
    return ReplayPlan.Source(kind: kind, surface: Surface(x: x, y: y))
  }

  static func plan(
    _ source: ReplayPlan.Source, _ change: (inout ReplaySettings) -> Void = { _ in }
  ) throws -> ReplayPlan {
    var settings = ReplaySettings()
    change(&settings)
    return try ReplayPlan(settings, for: source)
  }

  static func length(_ text: String) throws -> Length { try #require(Length(text)) }

  static func refusal(
    _ source: ReplayPlan.Source, _ change: (inout ReplaySettings) -> Void
  ) -> ReplayError.Reason? {
    do {
      _ = try plan(source, change)
      return nil
    } catch {
      return (error as? ReplayError)?.reason
    }
  }

  // MARK: Travel

  @Test func `a touchpad's way is 38 mm across and 28.5 mm up`() throws {
    let plan = try Self.plan(Self.pad)
    #expect(plan.scales.x.travel == Ratio(380))
    #expect(plan.scales.y.travel == Ratio(570))
    #expect(plan.texts["travel"] == "38mm across, 28.5mm up")
    #expect(try Self.plan(Self.pad) { $0.travel = .auto }.texts == plan.texts)
    #expect(try Self.plan(Self.pad) { $0.direction = .left }.texts["travel"] == "38mm")
    #expect(try Self.plan(Self.pad) { $0.direction = .vertical }.texts["travel"] == "28.5mm")
  }

  @Test func `the way is at most the pad`() throws {
    let small = Self.source(.touchpad, 0...379, 0...570, (10, 20))
    let plan = try Self.plan(small)
    #expect(plan.scales.x.travel == Ratio(379))
    #expect(plan.scales.y.travel == Ratio(570))
    #expect(plan.texts["travel"] == "1.0 across, 1.0 up")
  }

  @Test func `a pad of unknown size counts as 69 × 50 mm`() throws {
    let plan = try Self.plan(Self.bare)
    #expect(plan.scales.x.travel == Ratio(380))
    #expect(plan.scales.y.travel == Ratio(285))
    #expect(plan.surface.millimeters == nil)
    #expect(plan.warnings == [.unknownSize])
  }

  @Test func `a screen's way is the whole axis`() throws {
    for source in [Self.screen, Self.phone] {
      for travel in [ReplaySettings.Travel?.none, .auto] {
        let plan = try Self.plan(source) { $0.travel = travel }
        #expect(plan.scales.x.travel == Ratio(1080))
        #expect(plan.scales.y.travel == Ratio(2400))
        #expect(plan.texts["travel"] == "1.0")
      }
    }
  }

  @Test(arguments: [
    ("1.0", Ratio(1000), Ratio(1200)), ("0.35", Ratio(350), Ratio(420)),
    ("60mm", Ratio(600), Ratio(1200)), ("0.333", Ratio(333), Ratio(3996, over: 10)),
    // 10.52 px are a millimeter.
    ("1052px", Ratio(1000), Ratio(2000)), ("400px", Ratio(400_000, over: 1052), nil),
  ])
  func `a way can be stated`(text: String, x: Ratio, y: Ratio?) throws {
    let length = try Self.length(text)
    let plan = try Self.plan(Self.pad) { $0.travel = .length(length) }
    #expect(plan.scales.x.travel == x)
    if let y { #expect(plan.scales.y.travel == y) }
    #expect(plan.texts["travel"] == length.description)
  }

  @Test func `a table has a way of its own`() throws {
    var table = Self.source(.touchscreen, 0...2362, 0...2362, nil)
    table.tableTravel = DecimalNumber(2362, fractionDigits: 1)
    let plan = try Self.plan(table)
    #expect(plan.scales.x.travel == Ratio(2362))
    #expect(plan.texts["travel"] == "236.2 units")
    // Its size is of no interest: the way is not a share of one.
    #expect(plan.warnings == [])
    let half = try Self.length("0.5")
    #expect(try Self.plan(table) { $0.travel = .length(half) }.scales.x.travel == Ratio(1181))
  }

  // MARK: Threshold

  @Test(arguments: [
    ("0.3", Ratio(114), Ratio(171)), ("25mm", Ratio(250), Ratio(500)),
    ("526px", Ratio(500), Ratio(1000)), ("min(0.5,18mm)", Ratio(180), Ratio(285)),
    ("min(18mm,0.5)", Ratio(180), Ratio(285)), ("min(1.0,18mm,0.25)", Ratio(95), nil),
    ("0", Ratio(0), Ratio(0)),
  ])
  func `a threshold is the smallest of its lengths`(text: String, x: Ratio, y: Ratio?) throws {
    let threshold = try #require(Threshold(text))
    let plan = try Self.plan(Self.pad) { $0.threshold = threshold }
    #expect(plan.thresholds.x == x)
    if let y { #expect(plan.thresholds.y == y) }
    #expect(plan.policy(along: .x).finishThreshold == (x / Ratio(380)).value)
    #expect(plan.texts["threshold"] == threshold.description)
  }

  @Test func `a share of the way is that share, to the last bit`() throws {
    for (source, text) in [(Self.pad, "0.3"), (Self.bare, "0.7"), (Self.phone, "0.123456789")] {
      let threshold = try #require(Threshold(text))
      let plan = try Self.plan(source) { $0.threshold = threshold }
      #expect(plan.policy(along: .x).finishThreshold == Double(text))
      #expect(plan.policy(along: .y).finishThreshold == Double(text))
    }
  }

  @Test func `the threshold of a table holds unless another is given`() throws {
    var table = Self.source(.touchscreen, 0...1000, 0...1000, nil)
    table.tableTravel = DecimalNumber(1000)
    #expect(try Self.plan(table).policy(along: .x).finishThreshold == 0.3)
    table.tableThreshold = DecimalNumber(45, fractionDigits: 2)
    #expect(try Self.plan(table).policy(along: .x).finishThreshold == 0.45)
    let given = try #require(Threshold("0.2"))
    #expect(
      try Self.plan(table) { $0.threshold = given }.policy(along: .x).finishThreshold == 0.2)
  }

  @Test(arguments: [
    ("1.0", "1.0", "0", false), ("1.0", "1.0", "0.1mm", true), ("1.0", "0.99", "0.5mm", false),
    ("1.0", "1.001", "0", true), ("120mm", "0.5", "0", false), ("240mm", "0.5", "0", true),
  ])
  func `a threshold that the pad ends before is out of reach`(
    travel: String, threshold: String, slop: String, isOutOfReach: Bool
  ) throws {
    let (way, slop) = (try Self.length(travel), try Self.length(slop))
    let bar = try #require(Threshold(threshold))
    let plan = try Self.plan(Self.pad) { settings in
      settings.direction = .right
      settings.travel = .length(way)
      settings.threshold = bar
      settings.slop = slop
    }
    #expect(plan.warnings.contains(.thresholdOutOfReach) == isOutOfReach)
  }

  @Test func `out of reach is what an axis of the direction does not reach`() throws {
    // 60 mm is the height of the pad; it takes 70.
    let bar = try #require(Threshold("70mm"))
    for (direction, isOutOfReach) in [
      (PanDirection.right, false), (.horizontal, false), (.up, true), (.vertical, true),
      (.any, true),
    ] {
      let plan = try Self.plan(Self.pad) { settings in
        settings.direction = direction
        settings.threshold = bar
      }
      #expect(plan.warnings.contains(.thresholdOutOfReach) == isOutOfReach)
    }
  }

  // MARK: Refusals

  @Test func `millimeters need a size`() throws {
    let length = try Self.length("25mm")
    let threshold = try #require(Threshold("min(0.3,25mm)"))
    for source in [Self.bare, Self.phone] {
      #expect(
        Self.refusal(source) { $0.travel = .length(length) } == .unknownSize(.travel))
      #expect(
        Self.refusal(source) { $0.threshold = threshold } == .unknownSize(.threshold))
      #expect(Self.refusal(source) { $0.slop = length } == .unknownSize(.slop))
      #expect(Self.refusal(source) { $0.edge = length } == .unknownSize(.edge))
      // A size that is given will do.
      #expect(
        Self.refusal(source) {
          $0.travel = .length(length)
          $0.size = PerAxis(x: DecimalNumber(70), y: DecimalNumber(45))
        } == nil)
    }
  }

  @Test func `pixels need a screen that is known, or a touchpad`() throws {
    let length = try Self.length("100px")
    for source in [Self.screen, Self.phone] {
      #expect(
        Self.refusal(source) { $0.travel = .length(length) } == .unknownPixels(.travel))
    }
    // libinput takes a pad of unknown size for one of 69 × 50 mm: 10 units a millimeter.
    let pixels = try Self.length("526px")
    let plan = try Self.plan(Self.bare) { $0.travel = .length(pixels) }
    #expect(plan.scales.x.travel == Ratio(500))
    var known = Self.phone
    known.unitsPerPixel = Ratio(3)
    #expect(try Self.plan(known) { $0.travel = .length(length) }.scales.x.travel == Ratio(300))
  }

  @Test(arguments: ["0", "-0.5", "0mm", "-3mm"])
  func `a way that is none is refused`(text: String) throws {
    let length = try Self.length(text)
    #expect(
      Self.refusal(Self.pad) { $0.travel = .length(length) } == .notPositive(.travel))
  }

  @Test func `a slop and an edge may be 0, not less`() throws {
    let (zero, negative) = (try Self.length("0mm"), try Self.length("-1mm"))
    #expect(Self.refusal(Self.pad) { $0.slop = zero } == nil)
    #expect(Self.refusal(Self.pad) { $0.slop = negative } == .notPositive(.slop))
    #expect(Self.refusal(Self.pad) { $0.edge = zero } == nil)
    #expect(Self.refusal(Self.pad) { $0.edge = negative } == .notPositive(.edge))
  }

  @Test func `a matrix needs ranges that are not too large`() throws {
    let matrix = try #require(Calibration("0 1 0 -1 0 1"))
    let large = Self.source(.touchscreen, 0...20_000_000, 0...1000, nil)
    #expect(Self.refusal(large) { $0.calibration = matrix } == .rangesTooLarge)
  }

  @Test func `a jump cannot be told on a surface of unknown size`() {
    #expect(
      Self.refusal(Self.phone) { $0.jumpFilter = .on } == .unknownSize(.jumpFilter))
    #expect(Self.refusal(Self.bare) { $0.jumpFilter = .on } == nil)
  }

  @Test func `what was asked for is misuse, what the recording is is not`() {
    let misuses: [ReplayError.Reason] = [
      .unknownSize(.slop), .unknownPixels(.slop),
      .notPositive(.slop), .noSuchDevice("x", of: []),
    ]
    let faults: [ReplayError.Reason] = [
      .unknownRanges, .unknownTravel, .rangesTooLarge, .noTouchDevice(name: nil),
      .severalDevices(
        ReplayError.Label(number: 1, name: "a"), ReplayError.Label(number: 2, name: "b")),
    ]
    #expect(misuses.allSatisfy { ReplayError($0).isMisuse })
    #expect(faults.allSatisfy { !ReplayError($0).isMisuse })
    let hostile = ReplayError.Label(number: 1, name: "a\u{1b}")
    let names = ReplayError(.severalDevices(hostile, hostile)).description
    #expect(!names.unicodeScalars.contains(where: PlainText.isControl))
  }

  // MARK: What a pan needs

  @Test func `fingers depend on the device unless they are stated`() throws {
    #expect(try Self.plan(Self.pad).pan.fingers == .atLeast(2))
    #expect(try Self.plan(Self.pad).texts["fingers"] == "2+")
    #expect(try Self.plan(Self.screen).pan.fingers == .any)
    #expect(try Self.plan(Self.pad) { $0.fingers = .oneOf([3, 4]) }.pan.fingers == .oneOf([3, 4]))
    #expect(try Self.plan(Self.pad) { $0.fingers = .any }.texts["fingers"] == "any")
  }

  @Test func `the slop is 1.5 mm, or a hundredth of an unknown range`() throws {
    let plan = try Self.plan(Self.pad)
    #expect(plan.pan.slop == PerAxis(x: 15, y: 30))
    #expect(plan.texts["slop"] == "1.5mm")
    #expect(try Self.plan(Self.bare).pan.slop == PerAxis(x: 6.9, y: 5))
    #expect(try Self.plan(Self.bare).texts["slop"] == "0.01")
    let share = try Self.length("0.02")
    #expect(try Self.plan(Self.pad) { $0.slop = share }.pan.slop == PerAxis(x: 20, y: 24))
  }

  @Test func `an edge is as near along each axis`() throws {
    #expect(try Self.plan(Self.pad).pan.edge == nil)
    #expect(try Self.plan(Self.pad).texts["edge"] == "anywhere")
    let edge = try Self.length("5mm")
    let plan = try Self.plan(Self.pad) { $0.edge = edge }
    #expect(plan.pan.edge == PerAxis(x: 50, y: 100))
    #expect(plan.texts["edge"] == "5mm")
  }

  @Test(arguments: [
    (PanDirection.right, PanDirection.left), (.left, .right), (.up, .down), (.down, .up),
    (.horizontal, .horizontal), (.vertical, .vertical), (.any, .any),
  ])
  func `inverting turns the way that is forward`(direction: PanDirection, turned: PanDirection)
    throws
  {
    func plan(_ isInverted: Bool?, table: Bool = false) throws -> ReplayPlan {
      var source = Self.pad
      source.isInverted = table
      return try Self.plan(source) { settings in
        settings.direction = direction
        settings.isInverted = isInverted
      }
    }
    #expect(try plan(nil).pan.direction == direction)
    #expect(try plan(true).pan.direction == turned)
    #expect(try plan(nil, table: true).pan.direction == turned)
    #expect(try plan(false, table: true).pan.direction == direction)
    #expect(try plan(true).texts["direction"] == direction.rawValue)
    #expect(try plan(true).texts["invert"] == "on")
    #expect(try plan(nil).texts["invert"] == "off")
  }

  @Test func `jumps are left out on touchpads with a size`() throws {
    for (source, isOn) in [
      (Self.pad, true), (Self.bare, false), (Self.screen, false), (Self.phone, false),
    ] {
      let plan = try Self.plan(source)
      #expect(plan.pan.filtersJumps == isOn)
      #expect(plan.texts["jump_filter"] == (isOn ? "on" : "off"))
      #expect(try !Self.plan(source) { $0.jumpFilter = .off }.pan.filtersJumps)
    }
    #expect(try Self.plan(Self.screen) { $0.jumpFilter = .on }.pan.filtersJumps)
  }

  @Test func `a click cancels on a clickpad`() throws {
    var clickpad = Self.pad
    clickpad.isClickpad = true
    for (source, auto) in [(clickpad, true), (Self.pad, false)] {
      for (button, cancels) in [
        (ReplaySettings.Button.auto, auto), (.cancel, true), (.ignore, false),
      ] {
        let plan = try Self.plan(source) { $0.button = button }
        #expect(plan.pan.isCancelledByButton == cancels)
        #expect(plan.texts["button"] == (cancels ? "cancel" : "ignore"))
      }
    }
  }

  @Test func `the axes are compared in millimeters`() throws {
    #expect(try Self.plan(Self.pad).pan.unitsPerMillimeter == PerAxis(x: 10, y: 20))
    // Where no size is known, in the same units along both.
    #expect(try Self.plan(Self.bare).pan.unitsPerMillimeter == PerAxis(x: 10, y: 10))
    #expect(try Self.plan(Self.phone).pan.unitsPerMillimeter == PerAxis(x: 16, y: 16))
  }

  @Test func `a gap and an age are as stated`() throws {
    let plan = try Self.plan(Self.pad) { settings in
      settings.maximumGap = .milliseconds(2500)
      settings.maximumVelocityAge = .milliseconds(70)
      settings.policy = .flick
    }
    #expect(plan.pan.maximumGap == .milliseconds(2500))
    #expect(plan.texts["max_gap"] == "2.5s")
    #expect(plan.estimator.staleness == .zeroAfter(.milliseconds(70)))
    #expect(plan.policy(along: .y).estimator == plan.estimator)
    #expect(plan.texts["max_velocity_age"] == "0.07s")
    #expect(try Self.plan(Self.pad).pan.maximumGap == .seconds(10))
    #expect(try Self.plan(Self.pad).texts["max_velocity_age"] == "0.1s")
  }

  @Test func `a policy by its name`() throws {
    let plan = try Self.plan(Self.pad) { $0.policy = .flick }
    #expect(plan.policy(along: .x) == .flick(0.3))
    #expect(plan.flick(along: .x) == .flick(0.3))
    #expect(try Self.plan(Self.pad).policy(along: .x) == .threshold(0.3))
    #expect(plan.texts["policy"] == "flick")
  }

  // MARK: The surface

  @Test func `a size that is given replaces the declared one`() throws {
    let size = PerAxis(x: DecimalNumber(125), y: DecimalNumber(375, fractionDigits: 1))
    let plan = try Self.plan(Self.pad) { $0.size = size }
    #expect(plan.surface.millimeters == Size(width: 125, height: 37.5))
    // 8 and 32 units a millimeter.
    #expect(plan.scales.x.travel == Ratio(304))
    #expect(plan.scales.y.travel == Ratio(912))
    let bare = try Self.plan(Self.bare) { $0.size = size }
    #expect(bare.warnings == [])
    #expect(bare.pan.filtersJumps)
  }

  @Test func `a matrix turns the surface before all else`() throws {
    let matrix = try #require(Calibration("0 1 0 -1 0 1"))
    let plan = try Self.plan(Self.pad) { $0.calibration = matrix }
    #expect(plan.surface.millimeters == Size(width: 60, height: 100))
    #expect(plan.scales.x.travel == Ratio(38 * 20))
    #expect(plan.texts["matrix"] == "0 1 0 -1 0 1")
    #expect(try Self.plan(Self.pad).texts["matrix"] == nil)
    var pixels = Self.phone
    pixels.unitsPerPixel = Ratio(2)
    let (finer, length) = (try #require(Calibration("0.5 0 0 0 1 0")), try Self.length("100px"))
    let fine = try Self.plan(pixels) { settings in
      settings.calibration = finer
      settings.travel = .length(length)
    }
    #expect(fine.scales.x.travel == Ratio(200_000))
  }

  @Test func `the rubber band of a table is passed on`() throws {
    var table = Self.phone
    table.overscroll = .rubber
    #expect(try Self.plan(table).overscroll == .rubber)
    #expect(try Self.plan(Self.phone).overscroll == .clamp)
  }

  @Test func `settings are text, lengths with their unit`() throws {
    let texts = try Self.plan(Self.pad).texts
    #expect(
      texts.keys.sorted() == [
        "button", "direction", "edge", "fingers", "invert", "jump_filter", "max_gap",
        "max_velocity_age", "policy", "recognizer", "settle", "slop", "threshold", "travel",
      ])
    #expect(texts["recognizer"] == "direct")
    #expect(texts["settle"] == "0.35s ease-in-out")
  }

  @Test func `no number of the command line makes it trap`() throws {
    let numbers = ["999999999", "0.000000001", "123.456789", "0.999999937", "98765432.1"]
    for first in numbers {
      for second in numbers {
        for unit in ["", "mm", "px"] {
          let (length, other) = (try Self.length(first + unit), try Self.length(second + "mm"))
          let (width, height) = (try #require(DecimalNumber(second)), DecimalNumber(77_777_777))
          let threshold = try #require(Threshold("min(\(second),\(first)mm,\(second)px)"))
          let plan = try Self.plan(
            Self.source(.touchpad, -2_147_483_648...2_147_483_647, 0...1, nil)
          ) { settings in
            settings.size = PerAxis(x: width, y: height)
            settings.travel = .length(length)
            settings.threshold = threshold
            settings.slop = other
          }
          for way in [Int.max, .min + 1, 720_720, 1] {
            #expect(plan.scales.x.progress(ofParts: way).isFinite)
            #expect(plan.scales.y.progress(ofParts: way).isFinite)
          }
          #expect(plan.policy(along: .x).finishThreshold > 0)
        }
      }
    }
  }
}
