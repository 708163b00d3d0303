import Gestures
import Quantities
import TestSupport
import Testing
import TouchInput

/// The states, and which fingers make a pan; how a pan begins and what random hands do are in files
/// of their own.
@Suite struct PanRecognizerTests {
  // MARK: States and events

  /// A state that a hand brings the recognizer to.
  enum Beginning: String, CaseIterable, Sendable {
    case idle, tooFew, enough, following, tooMany, over

    var hand: Hand {
      var hand = Hand()
      switch self {
      case .idle: hand.rest()
      case .tooFew: hand.land()
      case .enough:
        hand.land(2)
        hand.move(5)
      case .following:
        hand.land(2)
        hand.move(50)
      case .tooMany:
        hand.land(3)
        hand.move(50)
      case .over:
        hand.land(2)
        hand.move(50)
        hand.lift(finger: 0)
      }
      return hand
    }
  }

  /// Something that a hand does, in one frame.
  enum Event: String, CaseIterable, Sendable {
    case rest, land, move, liftOne, liftAll, replaceAll, press, palm, gap
    case dropped, cancelled, deviceRemoved, endOfRecording

    func happen(to hand: inout Hand) {
      switch self {
      case .rest: hand.rest()
      case .land: hand.land(x: 700)
      case .move: hand.move(100)
      case .liftOne: hand.lift(finger: 0)
      case .liftAll: hand.lift()
      case .replaceAll:
        hand.together {
          $0.lift()
          $0.land(2)
        }
      case .press: hand.press()
      case .palm: hand.turn(finger: 0, into: .palm)
      case .gap:
        hand.wait(.seconds(11))
        hand.rest()
      case .dropped: hand.interrupt(.dropped)
      case .cancelled: hand.interrupt(.cancelled)
      case .deviceRemoved: hand.interrupt(.deviceRemoved)
      case .endOfRecording: hand.interrupt(.endOfRecording)
      }
    }
  }

  /// What comes of an event in a state, and then of lifting all fingers; nothing where it is not
  /// said.
  static func outcome(of event: Event, in beginning: Beginning) -> [String] {
    let slop = "reject within-slop"
    switch (beginning, event) {
    case (.idle, .land), (.idle, .replaceAll): return ["", slop]
    case (.idle, _): return ["", ""]

    case (.tooFew, .move): return ["", "reject too-few-fingers"]
    case (.tooFew, .liftOne): return [slop, ""]
    case (.tooFew, .palm): return ["reject palm", ""]
    case (.enough, .move): return ["begin", "end lift"]
    case (.enough, .palm): return ["", "reject palm"]
    case (.tooFew, .liftAll), (.enough, .liftAll): return [slop, ""]
    case (.tooFew, .replaceAll), (.enough, .replaceAll): return [slop, slop]
    case (.tooFew, .dropped), (.tooFew, .cancelled), (.tooFew, .deviceRemoved),
      (.tooFew, .endOfRecording), (.enough, .dropped), (.enough, .cancelled),
      (.enough, .deviceRemoved), (.enough, .endOfRecording):
      return ["reject interrupted", ""]
    case (.tooFew, _), (.enough, _): return ["", slop]

    case (.following, .rest), (.following, .land), (.following, .move):
      return ["change", "end lift"]
    case (.following, .liftOne): return ["end fingers-changed", ""]
    case (.following, .liftAll): return ["end lift", ""]
    case (.following, .replaceAll): return ["end lift", slop]
    case (.following, .press): return ["end button", ""]
    case (.following, .palm): return ["end palm", ""]
    case (.following, .gap): return ["end gap", ""]
    case (.following, .dropped): return ["end dropped", ""]
    case (.following, .cancelled): return ["end cancel-event", ""]
    case (.following, .deviceRemoved): return ["end device-removed", ""]
    case (.following, .endOfRecording): return ["end end-of-recording", ""]

    case (.tooMany, .liftAll), (.tooMany, .dropped), (.tooMany, .cancelled),
      (.tooMany, .deviceRemoved), (.tooMany, .endOfRecording):
      return ["reject too-many-fingers", ""]
    case (.tooMany, .replaceAll): return ["reject too-many-fingers", slop]
    case (.tooMany, _): return ["", "reject too-many-fingers"]

    case (.over, .replaceAll): return ["", slop]
    case (.over, _): return ["", ""]
    }
  }

  @Test(arguments: Beginning.allCases, Event.allCases)
  func `every event in every state does what it should`(beginning: Beginning, event: Event) {
    var hand = beginning.hand
    let before = hand.frames.count
    event.happen(to: &hand)
    hand.press(false)
    hand.lift()
    let settings = PanSettings.pad(
      fingers: .oneOf([2]), direction: .horizontal, slop: 20, isCancelledByButton: true)
    var recognizer = PanRecognizer(settings)
    for frame in hand.frames.prefix(before) { _ = recognizer.handle(frame) }
    let words = hand.frames.dropFirst(before).map { recognizer.handle($0).action?.words ?? "" }
    let expected = Self.outcome(of: event, in: beginning)
    #expect(words.first == expected.first)
    #expect(words.dropFirst().filter { $0 != "" && $0 != "change" }.first ?? "" == expected.last)

    // Whatever was before, the next swipe is a pan.
    let swipe = [ContactFrame].swipe(20, over: .milliseconds(80), fingers: 2, from: hand.now)
    let next = swipe.compactMap { recognizer.handle($0).action?.words }
    #expect(next.first == "begin")
    #expect(next.last == "end lift")
    #expect(next.dropFirst().dropLast().allSatisfy { $0 == "change" })
  }

  @Test func `a recognizer follows from the beginning to the end of a pan`() {
    var recognizer = PanRecognizer(.pad(slop: 20))
    var isFollowing: [Bool] = []
    for frame in [ContactFrame].swipe(8, over: .milliseconds(32)) {
      _ = recognizer.handle(frame)
      isFollowing.append(recognizer.isFollowing)
    }
    #expect(isFollowing == [false, true, true, true, true, false])
  }

  @Test func `a pan tells its times and frames`() throws {
    let start = Timestamp(nanoseconds: 1_000_000_000)
    let recognition = Recognition(
      .swipe(40, over: .milliseconds(200), from: start), .pad(slop: 15))
    let pan = try #require(recognition.ends.first)
    #expect(pan.down == start)
    #expect(pan.begin == start.advanced(by: .milliseconds(8)))
    #expect(pan.time == start.advanced(by: .milliseconds(208)))
    #expect(pan.frames == 26)
    #expect(pan.fingers == 1)
    #expect(recognition.pans.map(\.frames) == Array(1...26))
  }

  @Test func `the longest gap of a pan is no end, a longer one is`() {
    for (gap, words) in [
      (Duration.seconds(10), ["begin", "end lift"]),
      (.seconds(10) + .nanoseconds(1), ["begin", "end gap"]),
    ] {
      var hand = Hand()
      hand.land()
      hand.move(50)
      hand.interval = gap
      hand.rest()
      hand.interval = .milliseconds(8)
      hand.move(50)
      hand.lift()
      // The gap lies between the frame of the rest and the next one.
      let recognition = Recognition(hand.frames, .pad())
      #expect(recognition.words == words)
    }
  }

  @Test func `a pan that a gap ends is over at its last frame`() {
    var hand = Hand()
    hand.land()
    hand.move(50)
    hand.wait(.seconds(20))
    hand.move(50)
    let recognition = Recognition(hand.frames, .pad())
    #expect(recognition.words == ["begin", "end gap"])
    #expect(recognition.ends.first?.time == Timestamp(nanoseconds: 8_000_000))
    #expect(recognition.ends.first?.units == 50)
  }

  @Test func `fingers that land at the end of a gap begin another touch`() {
    var hand = Hand()
    hand.land()
    hand.move(50)
    hand.wait(.seconds(20))
    hand.together {
      $0.lift()
      $0.land()
    }
    hand.move(50)
    hand.lift()
    #expect(
      Recognition(hand.frames, .pad()).words == ["begin", "end gap", "begin", "end lift"])
  }

  @Test func `a gap before the pan counts from there on`() {
    var hand = Hand()
    hand.land()
    hand.move(15)
    hand.wait(.seconds(20))
    hand.move(15)
    hand.move(15)
    hand.move(15)
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(slop: 20))
    #expect(recognition.words == ["begin", "end lift"])
    #expect(recognition.ends.first?.displacement.x == 30 * Centroid.partsPerUnit)
  }

  // MARK: How many fingers

  @Test(arguments: [
    ("1", [1]), ("2", [2]), ("3", [3]), ("3,4", [3, 4]), ("2+", [2, 3, 4, 5]),
    ("any", [1, 2, 3, 4, 5]), ("2,5", [2, 5]),
  ])
  func `so many fingers make a pan, others do not`(text: String, counts: [Int]) throws {
    let fingers = try #require(FingerRequirement(text))
    for count in 1...5 {
      let frames = [ContactFrame].swipe(20, over: .milliseconds(80), fingers: count)
      let recognition = Recognition(frames, .pad(fingers: fingers, slop: 15))
      if counts.contains(count) {
        #expect(recognition.words == ["begin", "end lift"])
        #expect(recognition.pans.allSatisfy { $0.fingers == count })
      } else {
        let isTooMany = counts.allSatisfy { $0 < count }
        #expect(recognition.words == ["reject too-\(isTooMany ? "many" : "few")-fingers"])
        guard case .reject(let touch) = recognition.actions.last else { continue }
        #expect(touch.fingers == count)
      }
    }
  }

  @Test func `motion before the last finger lands counts for nothing`() {
    var hand = Hand()
    hand.land()
    hand.move(30)
    hand.land(x: 500)
    hand.move(30, finger: 0)
    hand.land(x: 700)
    hand.move(40)
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(fingers: .oneOf([3]), slop: 5))
    #expect(recognition.words == ["begin", "end lift"])
    #expect(recognition.ends.first?.displacement.x == 40 * Centroid.partsPerUnit)
    #expect(recognition.ends.first?.fingers == 3)
    #expect(recognition.ends.first?.down == .zero)
  }

  @Test func `the first finger to leave ends the pan, and no other begins until all are up`() {
    var hand = Hand()
    hand.land(3)
    hand.move(50, times: 4)
    hand.together {
      $0.lift(finger: 0)
      $0.move(50)
    }
    hand.move(50, times: 4)
    hand.lift(finger: 1)
    hand.land()
    hand.move(50, times: 4)
    hand.lift()
    hand.land(3)
    hand.move(50)
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(fingers: .any))
    #expect(recognition.words == ["begin", "end fingers-changed", "begin", "end lift"])
    #expect(recognition.ends.map(\.units) == [200, 50])
  }

  @Test func `a finger that lands during the pan moves the mean and is not counted`() {
    var hand = Hand()
    hand.land(2)
    hand.move(50)
    hand.together {
      $0.move(10)
      $0.land(x: 900)
    }
    hand.move(30)
    // Two of three move.
    hand.together {
      $0.move(30, finger: 0)
      $0.move(30, finger: 1)
    }
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(fingers: .atLeast(2)))
    #expect(recognition.travels == [50, 60, 90, 110, 110])
    #expect(recognition.pans.allSatisfy { $0.fingers == 2 })
    #expect(recognition.words == ["begin", "end lift"])
  }

  @Test func `the fingers of a pan are the most before it, if so many will do`() {
    var hand = Hand()
    hand.land(3)
    hand.lift(finger: 2)
    hand.move(50)
    hand.lift()
    for (fingers, count) in [("any", 3), ("2+", 3), ("2,3", 3), ("2", 2), ("1,2", 2)] {
      let requirement = FingerRequirement(fingers) ?? .any
      #expect(Recognition(hand.frames, .pad(fingers: requirement)).ends.first?.fingers == count)
    }
  }

  @Test func `fingers beyond the slots count, and the pan does not jump when they come`() {
    var hand = Hand()
    hand.land(2)
    hand.together {
      $0.extraFingers = 1
      $0.move(-200)
    }
    hand.move(40)
    // One more: the two contacts span another rectangle.
    hand.together {
      $0.extraFingers = 2
      $0.move(300)
    }
    hand.move(40)
    hand.together {
      $0.extraFingers = 1
      $0.move(-300)
    }
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(fingers: .oneOf([3, 4]), slop: 15))
    #expect(recognition.words == ["begin", "end fingers-changed"])
    #expect(recognition.ends.first?.displacement.x == 80 * Centroid.partsPerUnit)
    #expect(recognition.ends.first?.fingers == 3)
  }

  @Test func `a finger beyond the slots that stays begins no pan, also when it takes a slot`() {
    var hand = Hand()
    hand.land(1)
    hand.together {
      $0.extraFingers = 1
      $0.rest()
    }
    hand.move(40)
    hand.lift()
    hand.together {
      $0.extraFingers = 0
      $0.land(1)
    }
    hand.move(40)
    hand.lift()
    hand.land(1)
    hand.move(40)
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(fingers: .any))
    #expect(recognition.words == ["begin", "end fingers-changed", "begin", "end lift"])
  }

  @Test func `all fingers that leave at once are a lift, those beyond the slots too`() {
    var hand = Hand()
    hand.land(2)
    hand.together {
      $0.extraFingers = 1
      $0.rest()
    }
    hand.move(40)
    hand.together {
      $0.extraFingers = 0
      $0.lift()
    }
    let recognition = Recognition(hand.frames, .pad(fingers: .oneOf([3])))
    #expect(recognition.words == ["begin", "end lift"])
  }

  @Test(arguments: 1...16)
  func `the mean of up to 16 fingers is exact`(count: Int) {
    var hand = Hand()
    hand.land(count)
    hand.move(1, finger: 0)
    hand.move(100)
    hand.move(-3, finger: count - 1)
    hand.move(1, finger: 0)
    hand.lift()
    let parts = Centroid.partsPerUnit
    let travel = Recognition(hand.frames, .pad()).ends.first?.travel
    #expect(travel.map { $0 * count } == parts * (1 + 100 * count - 3 + 1))
  }

  @Test func `a contact without a place counts and moves nothing`() {
    var hand = Hand()
    hand.land()
    hand.land(isXKnown: false, isYKnown: false)
    hand.move(50, finger: 0)
    hand.move(50, finger: 0)
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(fingers: .oneOf([2])))
    #expect(recognition.travels == [50, 100, 100])
    #expect(recognition.ends.first?.fingers == 2)
  }

  @Test func `a place that becomes known is no motion`() {
    var hand = Hand()
    hand.land(x: 0, isXKnown: false)
    hand.move(700)
    hand.move(30)
    hand.move(30)
    hand.lift()
    #expect(Recognition(hand.frames, .pad()).travels == [30, 60, 60])
    var second = Hand()
    second.land(y: 300)
    second.land(x: 0, isXKnown: false, isYKnown: false)
    second.move(20, finger: 0)
    second.together {
      $0.move(20, finger: 0)
      $0.move(500, 20, finger: 1)
    }
    second.move(20)
    second.lift()
    #expect(Recognition(second.frames, .pad()).travels == [20, 40, 60, 60])
  }

  @Test func `a contact whose y is never told moves along x`() {
    var hand = Hand()
    hand.land(y: 0, isYKnown: false)
    let frames =
      hand.frames
      + (1...5).map { step in
        ContactFrame(
          time: Timestamp(nanoseconds: Int64(step) * 8_000_000),
          contacts: [
            Contact(serial: 1, position: Vector(x: 300 + 20 * step, y: 0), isYKnown: false)
          ])
      }
    #expect(Recognition(frames, .pad()).travels == [20, 40, 60, 80, 100])
  }

  // MARK: Rejections

  @Test func `the reason of all fingers stays when some leave first`() {
    var hand = Hand()
    hand.land(2)
    hand.move(0, 40)
    hand.lift(finger: 0)
    hand.move(0, 40)
    hand.lift()
    let settings = PanSettings.pad(fingers: .oneOf([2]), direction: .horizontal, slop: 15)
    let recognition = Recognition(hand.frames, settings)
    #expect(recognition.words == ["reject other-axis"])
    guard case .reject(let touch) = recognition.actions.last else { return }
    #expect(touch.fingers == 2)
    #expect(touch.down == .zero)
    #expect(touch.end == Timestamp(nanoseconds: 32_000_000))
  }

  @Test func `too few fingers are no reason once enough are down`() {
    var hand = Hand()
    hand.land()
    hand.move(40)
    hand.land(x: 600)
    hand.lift()
    let settings = PanSettings.pad(fingers: .oneOf([2]), slop: 15)
    #expect(Recognition(hand.frames, settings).words == ["reject within-slop"])
  }

  @Test func `a touch that waits to be over tells the most fingers`() {
    var hand = Hand()
    hand.land(2)
    hand.move(40)
    hand.land(3, x: 800)
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(fingers: .oneOf([1])))
    guard case .reject(let touch) = recognition.actions.last else {
      Issue.record("The touch is no pan")
      return
    }
    #expect(touch.fingers == 5)
    #expect(touch.reason == .tooManyFingers)
  }
}
