import Gestures
import Quantities
import TestSupport
import Testing
import TouchInput

/// How a pan begins: slop, axis, direction, edges, pinches; and the steps that are left out.
extension PanRecognizerTests {
  // MARK: Slop

  @Test(arguments: [
    (14, 0, false), (15, 0, true), (0, 15, true), (-15, 0, true), (9, 12, true), (9, 11, false),
    (-12, -9, true), (11, 10, false), (11, 11, true),
  ])
  func `a pan begins when the slop is used up, in any direction`(x: Int, y: Int, begins: Bool) {
    var hand = Hand()
    hand.land()
    hand.move(x, y)
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(slop: 15))
    #expect(recognition.words == (begins ? ["begin", "end lift"] : ["reject within-slop"]))
    // Exactly there it begins at 0.
    if x * x + y * y == 225 { #expect(recognition.travels == [0, 0]) }
  }

  @Test func `the slop is an ellipse where the axes differ`() {
    var settings = PanSettings.pad()
    settings.slop = PerAxis(x: 20, y: 50)
    for (x, y, begins) in [
      (20, 0, true), (19, 0, false), (0, 49, false), (0, 50, true), (12, 40, true),
      (12, 39, false),
    ] {
      var hand = Hand()
      hand.land()
      hand.move(x, y)
      hand.lift()
      #expect(
        Recognition(hand.frames, settings).words
          == (begins ? ["begin", "end lift"] : ["reject within-slop"]))
    }
  }

  @Test func `without a slop the first motion is the first progress`() {
    let frames = [ContactFrame].swipe(4, over: .milliseconds(32))
    #expect(Recognition(frames, .pad()).travels == [10, 20, 30, 40, 40])
  }

  @Test func `travel begins at 0 where the slop ends`() {
    // Steps of 10 units, a slop of 15: half of the second step is travel.
    let frames = [ContactFrame].swipe(5, over: .milliseconds(40))
    #expect(Recognition(frames, .pad(slop: 15)).travels == [5, 15, 25, 35, 35])
    #expect(Recognition(frames, .pad(slop: 20)).travels == [0, 10, 20, 30, 30])
    let back = [ContactFrame].swipe(-5, over: .milliseconds(40))
    #expect(
      Recognition(back, .pad(direction: .right, slop: 15)).travels == [-5, -15, -25, -35, -35])
  }

  @Test func `a slop on the slant takes its share of each axis`() throws {
    var hand = Hand()
    hand.land()
    hand.move(30, 40)
    hand.move(50, 0)
    hand.lift()
    // 25 of the 50 units are slop: 15 of them along x, 20 along y.
    let recognition = Recognition(hand.frames, .pad(direction: .vertical, slop: 25))
    let pan = try #require(recognition.pans.first)
    #expect(pan.slop == Vector(x: 15 * Centroid.partsPerUnit, y: 20 * Centroid.partsPerUnit))
    #expect(pan.units == 20)
  }

  @Test(arguments: [1, 2, 3, 4, 8])
  func `the report rate does not change the travel`(factor: Int) {
    // 240 units in 96 ms and the 48 ms after them, at 1 to 8 times the rate.
    let interval = Duration.milliseconds(24) / factor
    let frames = [ContactFrame].swipe(24, over: .milliseconds(96), every: interval)
    for slop in [0.0, 7, 15, 60, 61, 119.5] {
      #expect(Recognition(frames, .pad(slop: slop)).ends.first?.units == 240 - slop)
    }
  }

  @Test func `reports without a motion do not change the travel`() {
    var hand = Hand()
    hand.land(2)
    for _ in 0..<5 {
      hand.move(10)
      hand.rest(frames: 3)
    }
    hand.lift()
    #expect(Recognition(hand.frames, .pad(slop: 15)).ends.first?.units == 35)
  }

  @Test func `a pan that begins late makes up for no way`() {
    var hand = Hand()
    hand.land()
    // Along the other axis first, then past the diagonal.
    hand.move(20, 30)
    hand.move(25, 0)
    hand.move(10, 0)
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(direction: .horizontal, slop: 15))
    #expect(recognition.travels == [25, 35, 35])
  }

  @Test func `a pan that begins on the way back does not begin forwards`() {
    var hand = Hand()
    hand.land()
    hand.move(40, 45)
    hand.move(-5, -15)
    hand.move(-5, 0)
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(direction: .right, slop: 15))
    #expect(recognition.travels == [0, -5, -5])
  }

  @Test func `a pan that leaves the thumb out makes up for no way`() {
    // Four of which one rests: the mean of all is three quarters of the way of the others.
    var hand = Hand()
    hand.land(x: 500, y: 650)
    hand.wait(.milliseconds(200))
    hand.land(3)
    for _ in 0..<40 {
      hand.together {
        for finger in 1...3 { $0.move(1, finger: finger) }
      }
    }
    hand.lift()
    for slop in [0.0, 10, 15, 18] {
      let recognition = Recognition(hand.frames, .pad(slop: slop))
      #expect(recognition.words == ["begin", "end lift"])
      #expect((recognition.travels.first ?? -1) >= 0)
      #expect((recognition.travels.first ?? 2) <= 1)
      for (before, after) in zip(recognition.travels, recognition.travels.dropFirst()) {
        #expect(after - before <= 1)
      }
    }
  }

  // MARK: Axis and direction

  @Test func `the axes are compared in millimeters`() throws {
    // 480 units are 12 mm along x, 640 units 8 mm along y.
    var settings = PanSettings.pad()
    settings.unitsPerMillimeter = PerAxis(x: 40, y: 80)
    var hand = Hand()
    hand.land()
    hand.move(48, 64)
    hand.move(432, 576)
    hand.lift()
    #expect(Recognition(hand.frames, settings).ends.first?.axis == .x)
    settings.direction = .vertical
    #expect(Recognition(hand.frames, settings).words == ["reject other-axis"])
    #expect(Recognition(hand.frames, .pad()).ends.first?.axis == .y)
  }

  @Test(arguments: [
    PanDirection.right, .left, .up, .down, .horizontal, .vertical, .any,
  ])
  func `forward is as said, or as the first motion goes`(direction: PanDirection) {
    for motion in Heading.allCases {
      let frames = [ContactFrame].swipe(
        20 * Double(motion.sign), over: .milliseconds(80), along: motion.axis)
      let recognition = Recognition(frames, .pad(direction: direction, slop: 15))
      guard direction.axis.map({ $0 == motion.axis }) ?? true else {
        #expect(recognition.words == ["reject other-axis"])
        continue
      }
      let pan = recognition.ends.first
      #expect(pan?.forward == direction.heading ?? motion)
      let isForward = direction.heading.map { $0 == motion } ?? true
      #expect(pan?.units == (isForward ? 185 : -185))
    }
  }

  @Test func `the diagonal is along the axis that is wanted, and x if either will do`() {
    var hand = Hand()
    hand.land()
    hand.move(20, 20)
    hand.lift()
    #expect(Recognition(hand.frames, .pad()).ends.first?.axis == .x)
    #expect(Recognition(hand.frames, .pad(direction: .up)).ends.first?.axis == .y)
    #expect(Recognition(hand.frames, .pad(direction: .left)).ends.first?.axis == .x)
  }

  @Test func `the axis stays what it was at the beginning`() {
    var hand = Hand()
    hand.land()
    hand.move(20, 0)
    hand.move(0, 300)
    hand.move(5, 0)
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(slop: 15))
    #expect(recognition.travels == [5, 5, 10, 10])
  }

  @Test(arguments: [
    (0, 50, true), (0, 51, false), (16, 51, false), (17, 51, true), (60, 170, true),
  ])
  func `a roll or an arc is forgiven, a motion along the other axis is not`(
    x: Int, y: Int, begins: Bool
  ) {
    for sign in [1, -1] {
      var hand = Hand()
      hand.land()
      hand.move(sign * x, y)
      hand.move(30 * sign, times: 10)
      hand.lift()
      let settings = PanSettings.pad(direction: .horizontal, slop: 15)
      let words = begins ? ["begin", "end lift"] : ["reject other-axis"]
      #expect(Recognition(hand.frames, settings).words == words)
    }
  }

  @Test func `a scroll there and back does not become a pan by its drift`() {
    var hand = Hand()
    hand.land(2)
    hand.move(1, 20, times: 10)
    hand.move(1, -20, times: 10)
    hand.lift()
    let settings = PanSettings.pad(direction: .horizontal, slop: 15)
    #expect(Recognition(hand.frames, settings).words == ["reject other-axis"])
    #expect(Recognition(hand.frames, .pad(slop: 15)).ends.first?.axis == .y)
  }

  // MARK: Edges

  @Test(arguments: [
    (PanDirection.right, 30, 300, true), (.right, 31, 300, false), (.right, -5, 300, true),
    (.left, 970, 300, true), (.left, 969, 300, false), (.down, 500, 30, true),
    (.down, 500, 31, false), (.up, 500, 670, true), (.up, 500, 669, false),
    (.horizontal, 30, 300, true), (.horizontal, 970, 300, false), (.any, 30, 300, true),
    (.vertical, 500, 0, true), (.vertical, 500, 700, false),
  ])
  func `a pan starts at the edge that forward leads away from`(
    direction: PanDirection, x: Int, y: Int, begins: Bool
  ) {
    let sign = direction.heading?.sign ?? 1
    var hand = Hand()
    hand.land(x: x, y: y)
    for _ in 0..<4 {
      direction.axis == .y ? hand.move(0, 20 * sign) : hand.move(20 * sign)
    }
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(direction: direction, slop: 15, edge: 30))
    #expect(recognition.words == (begins ? ["begin", "end lift"] : ["reject not-at-edge"]))
  }

  @Test func `one finger at the edge is enough`() {
    var hand = Hand()
    hand.land(x: 20)
    hand.land(x: 200)
    hand.move(20, times: 3)
    hand.lift()
    let settings = PanSettings.pad(direction: .right, slop: 15, edge: 30)
    #expect(Recognition(hand.frames, settings).words == ["begin", "end lift"])
  }

  @Test func `where a finger landed is where the touch starts`() {
    // It leaves the edge before the second finger lands.
    var hand = Hand()
    hand.land(x: 20)
    hand.move(25)
    hand.land(x: 200)
    hand.move(20, times: 3)
    hand.lift()
    let settings = PanSettings.pad(
      fingers: .oneOf([2]), direction: .right, slop: 15, edge: 30)
    #expect(Recognition(hand.frames, settings).words == ["begin", "end lift"])
    // And one that comes to the edge did not start there.
    var other = Hand()
    other.land(x: 60)
    other.move(-40)
    other.land(x: 200)
    other.move(20, times: 3)
    other.lift()
    #expect(Recognition(other.frames, settings).words == ["reject not-at-edge"])
  }

  @Test func `a finger starts where its place becomes known`() {
    for (way, words) in [(20, ["begin", "end lift"]), (500, ["reject not-at-edge"])] {
      var hand = Hand()
      hand.land(x: 0, isXKnown: false, isYKnown: false)
      hand.move(way)
      hand.move(20, times: 3)
      hand.lift()
      let settings = PanSettings.pad(direction: .right, slop: 15, edge: 30)
      #expect(Recognition(hand.frames, settings).words == words)
    }
  }

  @Test func `a jump does not move the start of a touch`() {
    var hand = Hand()
    hand.land(x: 20)
    hand.move(500)
    hand.move(20, times: 3)
    hand.lift()
    let settings = PanSettings.pad(
      direction: .right, slop: 15, edge: 30, filtersJumps: true)
    #expect(Recognition(hand.frames, settings).words == ["begin", "end lift"])
  }

  @Test func `a thumb at rest at the edge is no start there`() {
    var hand = Hand()
    hand.land(x: 20)
    hand.wait(.milliseconds(200))
    hand.land(2, x: 500)
    for _ in 0..<4 {
      hand.together {
        $0.move(20, finger: 1)
        $0.move(20, finger: 2)
      }
    }
    hand.lift()
    let settings = PanSettings.pad(
      fingers: .oneOf([2]), direction: .right, slop: 15, edge: 30)
    #expect(Recognition(hand.frames, settings).words == ["reject not-at-edge"])
  }

  // MARK: Pinches

  @Test func `fingers that move against each other do not begin a pan`() {
    var hand = Hand()
    hand.land(2)
    for _ in 0..<10 {
      hand.together {
        $0.move(20, finger: 0)
        $0.move(-15, finger: 1)
      }
    }
    hand.lift()
    #expect(Recognition(hand.frames, .pad(slop: 15)).words == ["reject pinch"])
  }

  @Test func `one finger that rests while the other moves is no pinch`() {
    var hand = Hand()
    hand.land(2)
    hand.move(20, finger: 0)
    hand.move(20, finger: 0)
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(slop: 15))
    #expect(recognition.ends.first?.displacement.x == 20 * Centroid.partsPerUnit)
  }

  @Test func `a pinch that turns into a swipe is a pan from there`() {
    var hand = Hand()
    hand.land(2)
    hand.together {
      $0.move(20, finger: 0)
      $0.move(-20, finger: 1)
    }
    hand.move(4, times: 10)
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(slop: 15))
    #expect(recognition.words == ["begin", "end lift"])
    #expect((recognition.travels.first ?? 5) <= 4)
  }

  // MARK: Jumps

  @Test(arguments: [
    // 20 mm in 12 ms, in proportion for other intervals.
    (12.0, 200, false), (12, 201, true), (24, 400, false), (24, 401, true), (9, 150, false),
    (9, 151, true),
    // A shorter interval counts as 8 ms, because time stamps jitter.
    (8, 133, false), (8, 134, true), (4, 133, false), (4, 134, true), (0, 133, false),
    (0, 134, true),
    // A longer one than 30 ms is not judged.
    (30, 500, false), (30, 501, true), (30.000_001, 9000, false), (1000, 9000, false),
  ])
  func `a step that no finger can make is left out`(
    milliseconds: Double, units: Int, isJump: Bool
  ) {
    for sign in [1, -1] {
      var hand = Hand()
      hand.land()
      hand.move(20)
      hand.wait(.nanoseconds(Int64((milliseconds - 8) * 1e6)))
      hand.move(sign * units)
      hand.move(20)
      hand.lift()
      let filtered = Recognition(hand.frames, .pad(filtersJumps: true))
      #expect(filtered.ends.first?.units == Double(isJump ? 40 : 40 + sign * units))
      #expect(filtered.outputs.map(\.sawJump) == [false, false, isJump, false, false])
      let plain = Recognition(hand.frames, .pad())
      #expect(plain.ends.first?.units == Double(40 + sign * units))
      #expect(plain.outputs.allSatisfy { !$0.sawJump })
    }
  }

  @Test func `a jump is judged in millimeters, on the slant too`() {
    var settings = PanSettings.pad(filtersJumps: true)
    settings.unitsPerMillimeter = PerAxis(x: 10, y: 40)
    for (x, y, isJump) in [
      (120, 640, false), (121, 640, true), (120, 641, true), (0, 800, false), (0, 801, true),
    ] {
      var hand = Hand(every: .milliseconds(12))
      hand.land()
      hand.move(x, y)
      hand.lift()
      #expect(Recognition(hand.frames, settings).outputs.contains(where: \.sawJump) == isJump)
    }
  }

  @Test func `one finger's jump leaves the others' motion in`() {
    var hand = Hand()
    hand.land(2)
    hand.move(20)
    hand.together {
      $0.move(20, finger: 0)
      $0.move(600, finger: 1)
    }
    hand.move(20)
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(filtersJumps: true))
    #expect(recognition.travels == [20, 30, 50, 50])
  }

  @Test func `a jump there and back leaves no trace`() {
    var hand = Hand()
    hand.land()
    hand.move(500)
    hand.move(-500)
    hand.move(10)
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(slop: 5, filtersJumps: true))
    #expect(recognition.travels == [5, 5])
    #expect(recognition.ends.first?.displacement.x == 10 * Centroid.partsPerUnit)
  }

  @Test func `a landing is no jump`() {
    var hand = Hand()
    hand.land(x: 0)
    hand.together {
      $0.lift()
      $0.land(x: 900)
    }
    hand.move(10)
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(filtersJumps: true))
    #expect(recognition.outputs.allSatisfy { !$0.sawJump })
    #expect(recognition.ends.first?.units == 10)
  }

  // MARK: Velocity

  @Test func `the velocity of a pan is forward positive`() throws {
    let estimator = VelocityEstimator(
      .windowSlope(window: .milliseconds(100), dropsFirst: true), staleness: .keep)
    for (direction, millimeters, expected) in [
      (PanDirection.right, 40.0, 2000.0), (.left, 40, -2000), (.right, -40, -2000),
      (.left, -40, 2000), (.any, -40, 2000),
    ] {
      let recognition = Recognition(
        .swipe(millimeters, over: .milliseconds(200), fingers: 3),
        .pad(direction: direction, slop: 15))
      let pan = try #require(recognition.ends.first)
      #expect(abs(recognition.recognizer.velocity(by: estimator, of: pan) - expected) < 1e-9)
    }
  }

  @Test func `the history of a pan stays until the next frame, although a finger has landed`()
    throws
  {
    var hand = Hand()
    hand.land()
    hand.move(16, times: 10)
    hand.together {
      $0.lift()
      $0.land()
    }
    let recognition = Recognition(hand.frames, .pad())
    let pan = try #require(recognition.ends.first)
    let estimator = VelocityEstimator(
      .lastPair(minimumInterval: .zero), staleness: .keep)
    #expect(abs(recognition.recognizer.velocity(by: estimator, of: pan) - 2000) < 1e-9)
    var recognizer = recognition.recognizer
    _ = recognizer.handle(ContactFrame(time: hand.now, contacts: hand.frames.last?.contacts ?? []))
    #expect(recognizer.history.count <= 2)
    #expect(recognizer.history.latest?.displacement == .zero)
  }

  @Test func `the history begins where the last finger landed`() {
    var hand = Hand()
    hand.land()
    hand.move(16, times: 10)
    hand.land(x: 700)
    hand.move(8, times: 3)
    let recognition = Recognition(hand.frames, .pad(fingers: .oneOf([2]), slop: 5))
    let history = recognition.recognizer.history
    #expect(
      (0..<history.count).map { history[back: $0].displacement.x / Centroid.partsPerUnit } == [
        24, 16, 8, 0,
      ])
    #expect(history[back: 3].time == Timestamp(nanoseconds: 88_000_000))
  }

  @Test func `the history of a pan that leaves a thumb out is of the others alone`() {
    var hand = Hand()
    hand.land(x: 500, y: 650)
    hand.wait(.milliseconds(200))
    hand.land(3)
    for _ in 0..<3 {
      hand.together {
        for finger in 1...3 { $0.move(8, finger: finger) }
      }
    }
    let recognition = Recognition(hand.frames, .pad(fingers: .oneOf([3]), slop: 5))
    let history = recognition.recognizer.history
    #expect(
      (0..<history.count).map { history[back: $0].displacement.x / Centroid.partsPerUnit }
        == [24, 16, 8, 0])
  }
}
