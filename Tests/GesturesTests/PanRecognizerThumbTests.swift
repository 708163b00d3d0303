import Gestures
import Quantities
import TestSupport
import Testing
import TouchInput

/// Fingers that do not count: thumbs at rest and palms; and buttons.
@Suite struct PanRecognizerThumbTests {
  // MARK: Thumbs

  /// A thumb, and a while later three fingers that swipe 30 mm; all lift.
  private func swipe(thumbFirst lead: Duration, thumbMoves way: Int = 0) -> Hand {
    var hand = Hand()
    hand.land(x: 500, y: 650)
    hand.wait(lead - hand.interval)
    hand.land(3)
    for _ in 0..<10 {
      hand.together {
        for finger in 1...3 { $0.move(30, finger: finger) }
      }
    }
    if way != 0 { hand.move(way, finger: 0) }
    hand.lift()
    return hand
  }

  @Test(arguments: [
    ("3", 3, 300.0), ("any", 3, 300), ("2+", 3, 300), ("4", 4, 225), ("3,4", 3, 300),
  ])
  func `a thumb at rest counts only if it must`(text: String, count: Int, travel: Double) throws {
    let fingers = try #require(FingerRequirement(text))
    let recognition = Recognition(
      swipe(thumbFirst: .milliseconds(100)).frames, .pad(fingers: fingers))
    #expect(recognition.words == ["begin", "end lift"])
    #expect(recognition.ends.first?.fingers == count)
    #expect(recognition.ends.first?.units == travel)
  }

  @Test func `a thumb is left out of a running pan once the others have moved 2 mm`() {
    for (text, count) in [("any", 3), ("4+", 4)] {
      var hand = Hand()
      hand.land(x: 500, y: 650)
      hand.wait(.milliseconds(200))
      hand.land(3)
      for _ in 0..<10 {
        hand.together {
          for finger in 1...3 { $0.move(4, finger: finger) }
        }
      }
      hand.lift()
      let fingers = FingerRequirement(text) ?? .any
      let recognition = Recognition(hand.frames, .pad(fingers: fingers))
      // Three quarters of the way of the three, up to the frame that tells.
      let ways: [Double] =
        count == 4
        ? [3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 30] : [3, 6, 9, 12, 15, 18, 22, 26, 30, 34, 34]
      #expect(recognition.travels == ways)
      #expect(recognition.pans.prefix(5).allSatisfy { $0.fingers == 4 })
      #expect(recognition.pans.dropFirst(5).allSatisfy { $0.fingers == count })
    }
  }

  @Test func `a finger that lands during the pan makes nobody rest`() {
    var hand = Hand()
    hand.land(x: 500, y: 650)
    hand.wait(.milliseconds(200))
    hand.land()
    hand.move(4)
    hand.wait(.milliseconds(200))
    hand.land(x: 900)
    for _ in 0..<3 { hand.move(30, finger: 2) }
    hand.lift()
    let recognition = Recognition(hand.frames, .pad())
    #expect(recognition.ends.first?.fingers == 2)
    #expect(recognition.travels == [4, 4, 14, 24, 34, 34])
  }

  @Test func `a thumb that lands with the fingers is one of them`() {
    let frames = swipe(thumbFirst: .milliseconds(99)).frames
    let three = Recognition(frames, .pad(fingers: .oneOf([3])))
    #expect(three.words == ["reject too-many-fingers"])
    let any = Recognition(frames, .pad(fingers: .any))
    #expect(any.ends.first?.fingers == 4)
    #expect(any.ends.first?.units == 225)
  }

  @Test func `what a thumb at rest does later does not matter`() {
    var hand = swipe(thumbFirst: .milliseconds(200))
    let frames = hand.frames.dropLast()
    hand = Hand(from: frames.last?.time.advanced(by: .milliseconds(8)) ?? .zero)
    var contacts = frames.last?.contacts ?? []
    contacts[0].position.x += 400
    var more = [ContactFrame(time: hand.now, contacts: contacts)]
    // It leaves, and the pan goes on.
    contacts.removeFirst()
    more.append(ContactFrame(time: hand.now.advanced(by: .milliseconds(8)), contacts: contacts))
    for index in contacts.indices { contacts[index].position.x += 10 }
    more.append(ContactFrame(time: hand.now.advanced(by: .milliseconds(16)), contacts: contacts))
    more.append(ContactFrame(time: hand.now.advanced(by: .milliseconds(24))))
    let recognition = Recognition(frames + more, .pad(fingers: .oneOf([3])))
    #expect(recognition.words == ["begin", "end lift"])
    #expect(recognition.ends.first?.units == 310)
  }

  @Test func `a thumb that stays down is a finger of the next touch`() {
    var hand = Hand()
    hand.land(x: 500, y: 650)
    hand.wait(.milliseconds(200))
    hand.land(2)
    for _ in 0..<5 {
      hand.together {
        $0.move(30, finger: 1)
        $0.move(30, finger: 2)
      }
    }
    hand.together {
      $0.lift(finger: 1)
      $0.lift(finger: 2)
    }
    hand.move(50)
    hand.move(50)
    hand.lift()
    let recognition = Recognition(hand.frames, .pad(fingers: .oneOf([1, 2])))
    #expect(recognition.words == ["begin", "end lift", "begin", "end lift"])
    #expect(recognition.ends.map(\.fingers) == [2, 1])
    #expect(recognition.ends.map(\.units) == [150, 100])
  }

  @Test func `a finger that has moved 1 mm does not rest`() {
    for (way, words) in [
      (9, ["begin", "end lift"]), (10, ["reject too-many-fingers"]),
    ] {
      var hand = Hand()
      hand.land(x: 500, y: 650)
      hand.wait(.milliseconds(200))
      hand.land(3)
      hand.move(way, finger: 0)
      hand.together {
        for finger in 1...3 { $0.move(60, finger: finger) }
      }
      hand.lift()
      let settings = PanSettings.pad(fingers: .oneOf([3]), slop: 15)
      #expect(Recognition(hand.frames, settings).words == words)
    }
  }

  // MARK: Buttons and palms

  @Test func `a button that is pressed ends the pan, if it is to`() {
    var hand = Hand()
    hand.land(2)
    hand.move(50, times: 4)
    hand.together {
      $0.isButtonDown = true
      $0.move(50)
    }
    hand.move(50, times: 4)
    hand.press(false)
    hand.lift()
    let cancelled = Recognition(hand.frames, .pad(isCancelledByButton: true))
    #expect(cancelled.words == ["begin", "end button"])
    #expect(cancelled.ends.first?.units == 200)
    let ignored = Recognition(hand.frames, .pad())
    #expect(ignored.words == ["begin", "end lift"])
    #expect(ignored.ends.first?.units == 450)
  }

  @Test func `a button that is down when the fingers move makes no pan`() {
    var hand = Hand()
    hand.land(2)
    hand.press()
    hand.move(50)
    hand.press(false)
    hand.move(50)
    hand.lift()
    #expect(Recognition(hand.frames, .pad(isCancelledByButton: true)).words == ["reject button"])
    #expect(Recognition(hand.frames, .pad()).words == ["begin", "end lift"])
  }

  @Test func `a button that is released before the fingers move does not matter`() {
    var hand = Hand()
    hand.land(2)
    hand.press()
    hand.press(false)
    hand.move(50)
    hand.lift()
    let settings = PanSettings.pad(isCancelledByButton: true)
    #expect(Recognition(hand.frames, settings).words == ["begin", "end lift"])
  }

  @Test func `a palm beside the fingers neither counts nor moves anything`() {
    for tool in [Contact.Tool.palm, .pen] {
      var hand = Hand()
      hand.land(x: 900, tool: tool)
      hand.land(2)
      hand.together {
        $0.move(50, finger: 1)
        $0.move(50, finger: 2)
        $0.move(-500, 90, finger: 0)
      }
      hand.together {
        $0.lift(finger: 1)
        $0.lift(finger: 2)
      }
      hand.move(90, times: 5)
      hand.lift()
      let recognition = Recognition(hand.frames, .pad(fingers: .oneOf([2])))
      #expect(recognition.words == ["begin", "end lift"])
      #expect(recognition.ends.first?.units == 50)
      #expect(recognition.ends.first?.fingers == 2)
    }
  }

  @Test func `a palm that was a finger is said once and rests in peace`() {
    var hand = Hand()
    hand.land()
    hand.turn(finger: 0, into: .palm)
    hand.move(90, times: 5)
    // A finger beside it is a touch of its own.
    hand.land(x: 700)
    hand.move(50, finger: 1)
    hand.lift(finger: 1)
    hand.move(90, times: 5)
    hand.turn(finger: 0, into: .finger)
    hand.move(90, times: 5)
    hand.lift()
    let recognition = Recognition(hand.frames, .pad())
    #expect(recognition.words == ["reject palm", "begin", "end lift"])
  }

  @Test func `a palm among the fingers ends the pan, and says so of a touch`() {
    var hand = Hand()
    hand.land(2)
    hand.move(50)
    hand.turn(finger: 0, into: .palm)
    hand.move(50)
    hand.lift()
    #expect(Recognition(hand.frames, .pad()).words == ["begin", "end palm"])
    var early = Hand()
    early.land(2)
    early.turn(finger: 0, into: .palm)
    early.lift()
    #expect(Recognition(early.frames, .pad()).words == ["reject palm"])
  }
}
