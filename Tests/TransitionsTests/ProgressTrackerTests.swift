import Gestures
import Quantities
import TestSupport
import Testing
import Transitions

@Suite struct ProgressTrackerTests {
  /// A way of 100 pixels, of which each is one device unit.
  static func rule(_ change: (inout ProgressRule) -> Void = { _ in }) -> ProgressRule {
    let parts = Double(Centroid.partsPerUnit)
    var rule = ProgressRule(
      scales: PerAxis(both: ProgressScale(travel: Ratio(100))),
      partsPerPixel: PerAxis(both: parts))
    change(&rule)
    return rule
  }

  static func pixels(_ count: Double) -> PerAxis<Double> {
    PerAxis(both: count * Double(Centroid.partsPerUnit))
  }

  /// Follows positions in pixels since the landing.
  static func track(
    _ places: [(x: Double, y: Double)], _ rule: ProgressRule, direction: PanDirection = .any
  ) -> (tracker: ProgressTracker, progress: [Double], begin: Int?) {
    var tracker = ProgressTracker(rule, direction: direction)
    let history = MotionHistory()
    var progress: [Double] = []
    var begin: Int?
    for (index, place) in places.enumerated() {
      let parts = Double(Centroid.partsPerUnit)
      let way = Vector<Centroid>(
        x: Int((place.x * parts).rounded()), y: Int((place.y * parts).rounded()))
      if tracker.handle(way, at: .milliseconds(Double(index) * 10), in: history) { begin = index }
      progress.append((tracker.progress * 1e9).rounded() / 1e9)
    }
    return (tracker, progress, begin)
  }

  static func across(
    _ places: [Double], _ rule: ProgressRule, direction: PanDirection = .any
  ) -> (tracker: ProgressTracker, progress: [Double], begin: Int?) {
    track(places.map { ($0, 0) }, rule, direction: direction)
  }

  // MARK: Start

  @Test(arguments: [
    (ProgressRule.StartCount.all, [0, 0, 0.2, 0.3]), (.crossing, [0, 0, 0.08, 0.18]),
    (.beyond, [0, 0, 0.04, 0.14]),
  ])
  func `what of the start counts`(count: ProgressRule.StartCount, progress: [Double]) {
    let rule = Self.rule {
      $0.startDistance = Self.pixels(16)
      $0.startCount = count
    }
    let result = Self.across([4, 12, 20, 30], rule)
    #expect(result.progress == progress)
    #expect(result.begin == 2)
    let back = Self.across([-4, -12, -20, -30], rule)
    #expect(back.progress == progress)
    #expect(back.tracker.heading == .left)
  }

  @Test func `exactly the distance begins, or does not`() {
    for (isEnough, begin) in [(true, 0), (false, 1)] {
      let rule = Self.rule {
        $0.startDistance = Self.pixels(16)
        $0.startsAtDistance = isEnough
      }
      #expect(Self.across([16, 17], rule).begin == begin)
    }
  }

  @Test(arguments: [
    (ProgressRule.StartMeasure.straight, 2), (.axis, 3), (.path, 1),
  ])
  func `the start distance is measured`(measure: ProgressRule.StartMeasure, begin: Int) {
    let rule = Self.rule {
      $0.startDistance = Self.pixels(10)
      $0.startMeasure = measure
    }
    // Forth and back by 6 at first; then on the slant.
    let result = Self.track([(6, 0), (1, 0), (8, 7), (10, 8)], rule)
    #expect(result.begin == begin)
  }

  @Test func `no distance begins with the first motion`() {
    #expect(Self.across([0, 0, 1], Self.rule()).begin == 2)
  }

  @Test func `a motion along the other axis refuses the touch`() {
    let rule = Self.rule { $0.startDistance = Self.pixels(10) }
    let result = Self.track([(3, 12), (80, 12)], rule, direction: .right)
    #expect(result.tracker.isRefused && !result.tracker.hasBegun)
    #expect(result.progress == [0, 0])
  }

  @Test func `a ratio is met exactly, or exceeded`() {
    for (allows, begins) in [(true, true), (false, false)] {
      let rule = Self.rule {
        $0.axisRatio = 2
        $0.allowsAxisRatio = allows
      }
      #expect(Self.track([(8, 4)], rule).tracker.hasBegun == begins)
      #expect(Self.track([(9, 4)], rule).tracker.hasBegun)
      #expect(Self.track([(8, 0)], rule).tracker.hasBegun)
    }
  }

  @Test func `each motion before the start may have to keep the ratio`() {
    for compares in [true, false] {
      let rule = Self.rule {
        $0.startDistance = Self.pixels(15)
        $0.axisRatio = 2
        $0.comparesEachMotion = compares
      }
      // The second motion goes up, the way as a whole hardly does.
      #expect(Self.track([(12, 0), (12, 3), (16, 3)], rule).tracker.hasBegun == !compares)
    }
  }

  @Test func `the longer axis is chosen anew until one is long enough`() {
    let rule = Self.rule { $0.axisLockDistance = 5 }
    let turned = Self.track([(1, 3), (4, 3), (6, 3), (6, 40)], rule)
    #expect(turned.tracker.heading == .right)
    #expect(turned.progress == [0.03, 0.04, 0.06, 0.06])
    let waiting = Self.track([(1, 3), (4, 3)], rule, direction: .right)
    #expect(waiting.begin == 1)
  }

  // MARK: Progress

  @Test(arguments: [
    (ProgressRule.Clamp.none, [0.5, 1.2, 0.9, -0.2]), (.sum, [0.5, 1, 0.9, 0]),
    (.running, [0.5, 1, 0.7, 0]), (.runningBothWays, [0.5, 1, 0.7, -0.4]),
  ])
  func `progress is kept within its ends`(clamp: ProgressRule.Clamp, progress: [Double]) {
    let rule = Self.rule { $0.clamp = clamp }
    #expect(Self.across([50, 120, 90, -20], rule, direction: .right).progress == progress)
  }

  @Test func `a way too far back is forgotten too`() {
    let rule = Self.rule { $0.clamp = .running }
    #expect(Self.across([20, -30, 10], rule, direction: .right).progress == [0.2, 0, 0.4])
  }

  @Test func `beyond some way the gesture stays on its side`() {
    let rule = Self.rule {
      $0.clamp = .runningBothWays
      $0.sideLockDistance = 10
    }
    // Hyprland's direction lock: what crosses the start stays there until the finger returns.
    #expect(Self.across([10, -5], rule).progress == [0.1, -0.05])
    #expect(Self.across([11, -5, -20, -10], rule).progress == [0.11, 0, 0, 0.1])
  }

  @Test func `a motion makes only so much, and the less the further it has come`() {
    let rule = Self.rule {
      $0.mostPerMotion = 0.05
      $0.slowsDown = true
    }
    // wayfire (`vswipe-processing.hpp`): 1 - (|s| - 0.025)^4.
    var sum = 0.0
    let expected = (0..<8).map { _ in
      let distance = sum - 0.025
      sum += 0.05 * (1 - distance * distance * distance * distance)
      return (sum * 1e9).rounded() / 1e9
    }
    #expect(Self.across((1...8).map { Double($0) * 20 }, rule).progress == expected)
  }

  @Test func `the way back slows down less than the way out`() {
    let rule = Self.rule {
      $0.mostPerMotion = 2
      $0.slowsDown = true
    }
    let progress = Self.across([150, 160, 100], rule).progress
    // Out there 1 - 1.475^4 is below the least, 0.005 outwards and 0.2 on the way back.
    #expect(progress == [1.499999414, 1.500499414, 1.380499414])
  }

  @Test(arguments: [Int.max / 8, .min / 8])
  func `no way traps`(far: Int) {
    for clamp in ProgressRule.Clamp.allCases {
      var tracker = ProgressTracker(
        Self.rule {
          $0.clamp = clamp
          $0.sideLockDistance = 10
        }, direction: .any)
      let history = MotionHistory()
      for x in [1, far, -far, 0] {
        _ = tracker.handle(Vector(x: x, y: far), at: .zero, in: history)
        #expect(tracker.progress.isFinite)
      }
    }
  }
}
