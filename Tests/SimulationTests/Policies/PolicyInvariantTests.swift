import Foundation
import Gestures
import Quantities
import Recordings
import Simulation
import TestSupport
import Testing
import TouchInput
import Transitions

/// What holds of all platforms' policies, and of which it does not.
@Suite struct PolicyInvariantTests {
  static let devices = [DeviceDescription.Kind.touchpad, .touchscreen]
  static let rests = [5, 50, 100, 150, 151, 200, 400, 1000]

  /// Drags at constant speed: how far in pixels, how fast in pixels per millisecond.
  static let drags: [(way: Double, speed: Double)] = [30, 90, 130, 180, 260, 330, 450, 620]
    .flatMap { way in [0.15, 0.35, 0.7, 1.4].map { (way, $0) } }

  static func places(_ way: Double, _ speed: Double, every interval: Double) -> [Double] {
    let count = max(2, Int((way / speed / interval).rounded()))
    return (0...count).map { way * Double($0) / Double(count) }
  }

  // MARK: The same, whichever way it is asked

  @Test(arguments: Golden.recordings)
  func `a recording comes to the same alone and side by side`(name: String) throws {
    let data = try Golden.data(name)
    var settings = ReplaySettings()
    settings.comparedPolicies = PolicyLibrary.all
    let comparisons = try Comparing.comparisons(of: data, settings)
    for (index, policy) in PolicyLibrary.all.enumerated() {
      var alone = ReplaySettings()
      alone.policy = policy
      let gestures = try Comparing.gestures(of: data, alone)
      let verdicts = comparisons.compactMap { $0.verdicts[index] }
      #expect(gestures.map(\.decision) == verdicts.map(\.decision), "\(policy.id)")
      #expect(gestures.map(\.progress) == verdicts.map(\.progress), "\(policy.id)")
      #expect(gestures.map(\.velocity) == verdicts.map(\.velocity), "\(policy.id)")
      #expect(gestures.map(\.begin) == verdicts.map(\.begin), "\(policy.id)")
      #expect(gestures.map(\.endReason) == verdicts.map(\.end), "\(policy.id)")
      #expect(gestures.map(\.direction) == verdicts.map(\.heading), "\(policy.id)")
    }
  }

  @Test(arguments: devices)
  func `mirrored input gives the mirrored answer`(device: DeviceDescription.Kind) throws {
    for drag in Self.drags {
      let places = Self.places(drag.way, drag.speed, every: 8)
      let there = places + places.suffix(4).reversed()
      for way in [places, there] {
        let right = try Comparing.verdicts(
          of: Comparing.drag(way, every: .milliseconds(8), on: device))
        let left = try Comparing.verdicts(
          of: Comparing.drag(way.map { -$0 }, every: .milliseconds(8), on: device))
        let mirrored = right.map { verdict in
          var verdict = verdict
          verdict?.heading = .left
          return verdict
        }
        for (left, mirrored) in zip(left, mirrored) { #expect(left == mirrored) }
      }
    }
  }

  @Test func `what goes up is decided as what goes across, but for the way`() throws {
    for drag in Self.drags {
      let places = Self.places(drag.way, drag.speed, every: 8)
      let screen = DeviceDescription.Kind.touchscreen
      let across = try Comparing.verdicts(
        of: Comparing.drag(places, every: .milliseconds(8), on: screen))
      let down = try Comparing.verdicts(
        of: Comparing.drag(places, every: .milliseconds(8), on: screen, isUpright: true))
      // A screen as high as wide: the platforms' own ways up a touchpad are shorter.
      for (across, down) in zip(across, down) {
        #expect(across?.decision == down?.decision)
        #expect(across == nil || down?.heading == .down)
      }
    }
  }

  // MARK: Rest

  /// The presets in which a longer rest can turn a cancel into a finish.
  ///
  /// GNOME Shell forgets old motions unless all are old (`swipeTracker.js`): then it keeps the full
  /// velocity.
  static let turnedByRest: Set = ["gnome-shell"]

  @Test func `a longer rest never turns a cancel into a finish, but for those known for it`() throws
  {
    var turned: Set<String> = []
    for device in Self.devices {
      for drag in Self.drags {
        let places = Self.places(drag.way, drag.speed, every: 8)
        var cancelled: Set<String> = []
        for rest in Self.rests {
          let table = Comparing.drag(
            places, every: .milliseconds(8), rest: .milliseconds(rest), on: device)
          for case .some(let verdict) in try Comparing.verdicts(of: table) {
            if verdict.decision.outcome == .cancel {
              cancelled.insert(verdict.policy)
            } else if cancelled.contains(verdict.policy) {
              turned.insert(verdict.policy)
            }
          }
        }
      }
    }
    #expect(turned == Self.turnedByRest)
  }

  @Test func `a rest over 150 ms gives GNOME Shell its velocity back`() throws {
    // Eleven motions of 9.6 px in 8 ms each: 1.2 px/ms, of which the second crosses 16 px.
    let places = (0...11).map { Double($0) * 9.6 }
    let gnome = try #require(PolicyLibrary.policy(named: "gnome-shell"))
    func velocity(after rest: Int) throws -> Double {
      let table = Comparing.drag(places, every: .milliseconds(8), rest: .milliseconds(rest))
      let verdict = try #require(Comparing.verdicts(of: table, [gnome])[0])
      #expect(verdict.decision.outcome == (rest == 150 ? .cancel : .finish))
      // In pixels per millisecond.
      return (verdict.velocity * 400 / 1000 * 1e6).rounded() / 1e6
    }
    #expect(try velocity(after: 5) == 1.333333)
    #expect(try velocity(after: 100) == 1.2)
    #expect(try velocity(after: 150) == 0)
    for rest in [151, 200, 1000] { #expect(try velocity(after: rest) == 1.333333) }
  }

  // MARK: Report rate

  /// The presets whose rule counts events, not time.
  ///
  /// Hyprland takes the way per event for the speed, wayfire adds the last two events up, and cuts
  /// what an event moves.
  static let countingEvents: Set = ["hyprland", "wayfire"]

  @Test func `half and double the report rate decide the same, but where events are counted`()
    throws
  {
    var differing: Set<String> = []
    // Of a flick that is over after a few events there is too little to go by.
    let drags = (Self.drags + [(140, 1.09), (70, 0.44)])
      .filter { $0.way / $0.speed >= 128 }
    for device in Self.devices {
      for drag in drags {
        let count = (drag.way / drag.speed / 32).rounded()
        /// The same way in the same time, seen more or less often.
        func verdicts(every interval: Int) throws -> [PolicyVerdict?] {
          let steps = Int(count) * 32 / interval
          let places = (0...steps).map { drag.way * Double($0) / Double(steps) }
          let table = Comparing.drag(
            places, every: .milliseconds(interval), rest: .milliseconds(1), on: device)
          return try Comparing.verdicts(of: table)
        }
        let usual = try verdicts(every: 16)
        for interval in [8, 32] {
          for (one, other) in zip(usual, try verdicts(every: interval)) {
            guard let one, let other, one.decision.outcome != other.decision.outcome else {
              continue
            }
            // What is as near to its bar as an event moves it may fall on either side.
            let step = drag.way / count / one.units.pixels
            let isClose = [one, other].allSatisfy {
              $0.decision.unit == .progress && abs($0.decision.margin ?? 0) <= step
            }
            if !isClose { differing.insert(one.policy) }
          }
        }
      }
    }
    #expect(differing == Self.countingEvents, "\(differing.sorted())")
  }
}
