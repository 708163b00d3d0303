import Gestures
import Quantities
import TestSupport
import Testing
import TouchInput

@Suite struct LibinputRecognizerTests {
  /// A hand that has begun a swipe of three fingers.
  static func swipe(_ actions: (inout Hand) -> Void) -> LibinputRecognition {
    LibinputRecognition {
      $0.land(at: [(300, 300), (450, 300), (600, 300)])
      $0.rest(frames: 2)
      $0.move(20, times: 5)
      actions(&$0)
    }
  }

  /// What the swipe has told until then.
  static let told = Vector<Device>(x: 80, y: 0)

  // MARK: Ends

  @Test func `all fingers end the gesture at once`() {
    let recognition = Self.swipe { $0.lift() }
    #expect(recognition.words == ["swipe begin 3", "swipe end"])
    #expect(recognition.times == [24, 64])
    #expect(recognition.way == Self.told)
  }

  @Test func `another number of fingers is waited for, and tells nothing meanwhile`() {
    let recognition = Self.swipe {
      $0.lift(finger: 0)
      $0.move(20, times: 30)
      $0.lift()
    }
    // A hundred milliseconds after the frame of the lift, whenever the next frame comes; what the
    // two that are left do is another gesture.
    #expect(Array(recognition.words.prefix(2)) == ["swipe begin 3", "swipe end cancelled"])
    #expect(Array(recognition.times.prefix(2)) == [24, 164])
    #expect(recognition.words.last == "scroll end")
    let swipe = recognition.gestures.filter { $0.kind == .swipe }
    #expect(swipe.count == 6)
  }

  @Test(arguments: [(99, "swipe end"), (100, "swipe end cancelled")])
  func `fingers that leave within 100 ms of each other end it normally`(
    milliseconds: Int, end: String
  ) {
    let recognition = Self.swipe {
      $0.lift(finger: 0)
      $0.lift(finger: 1)
      $0.wait(.milliseconds(milliseconds - 8))
      $0.lift()
    }
    // The last change counts, as libinput sets its timer again with each.
    #expect(recognition.words == ["swipe begin 3", end])
    #expect(recognition.times.last == (milliseconds == 99 ? 171 : 172))
  }

  @Test func `a finger that comes back in time changes nothing`() {
    let recognition = Self.swipe {
      $0.lift(finger: 0)
      $0.wait(.milliseconds(80))
      $0.land(x: 500, y: 300)
      $0.move(20, times: 4)
      $0.lift()
    }
    #expect(recognition.words == ["swipe begin 3", "swipe end"])
    // The two frames of the lift and of the landing, and one after each, are without a history.
    #expect(recognition.way == Vector(x: 80 + 60, y: 0))
  }

  @Test func `a finger that joins ends it too`() {
    let recognition = Self.swipe {
      $0.land(x: 700, y: 300)
      $0.move(20, times: 20)
      $0.lift()
    }
    #expect(
      recognition.words == [
        "swipe begin 3", "swipe end cancelled", "swipe begin 4", "swipe end",
      ])
  }

  @Test func `fingers that land one by one begin anew with each`() {
    let recognition = LibinputRecognition {
      $0.land(x: 300, y: 300)
      $0.move(10)
      $0.land(x: 450, y: 300)
      $0.move(10)
      $0.land(x: 600, y: 300)
      $0.move(10, times: 5)
      $0.lift()
    }
    #expect(recognition.words == ["swipe begin 3", "swipe end"])
    // What they did before the third landed does not count.
    #expect(recognition.way == Vector(x: 30, y: 0))
  }

  @Test(arguments: [
    ContactFrame.Interruption.dropped, .cancelled, .deviceRemoved, .endOfRecording,
  ])
  func `an interruption ends what is under way`(interruption: ContactFrame.Interruption) {
    let recognition = Self.swipe { $0.interrupt(interruption) }
    #expect(recognition.words == ["swipe begin 3", "swipe end \(interruption)"])
    // And leaves nothing behind.
    let again = Self.swipe {
      $0.interrupt(interruption)
      $0.land(at: [(300, 300), (450, 300), (600, 300)])
      $0.rest(frames: 2)
      $0.move(20, times: 5)
      $0.lift()
    }
    #expect(again.words.suffix(2) == ["swipe begin 3", "swipe end"])
    #expect(again.way == Vector(x: 160, y: 0))
  }

  @Test func `a finger that turns into a palm is one less`() {
    let recognition = Self.swipe {
      $0.turn(finger: 1, into: .palm)
      $0.move(20, times: 20)
      $0.lift()
    }
    #expect(Array(recognition.words.prefix(2)) == ["swipe begin 3", "swipe end cancelled"])
  }

  // MARK: Holds

  @Test(arguments: [(1, 40), (2, 40), (3, 180), (4, 180)])
  func `fingers that stay hold, after 40 ms or 180 ms`(fingers: Int, after: Int) {
    func frames(_ milliseconds: Int64) -> [ContactFrame] {
      var hand = Hand(every: .milliseconds(1))
      hand.land(at: (0..<fingers).map { (x: 300 + 150 * $0, y: 300) })
      hand.wait(.milliseconds(milliseconds - 1))
      hand.lift()
      return hand.frames
    }
    #expect(LibinputRecognition(frames(Int64(after) - 1)).gestures == [])
    let recognition = LibinputRecognition(frames(Int64(after) + 5))
    #expect(recognition.allWords == ["hold begin \(fingers)", "hold end"])
    #expect(recognition.times == [Double(after), Double(after + 5)])
  }

  @Test func `a hold is cancelled by the gesture that it becomes`() {
    let recognition = LibinputRecognition {
      $0.land(at: [(300, 300), (450, 300)])
      $0.wait(.milliseconds(100))
      $0.rest(frames: 2)
      $0.move(20, times: 3)
      $0.lift()
    }
    #expect(
      recognition.allWords == [
        "hold begin 2", "hold end cancelled", "scroll update", "scroll update", "scroll end",
      ])
  }

  @Test(arguments: [(4, "hold end"), (5, "hold end cancelled")])
  func `one finger may move by less than half a millimeter and still hold`(
    steps: Int, end: String
  ) {
    let recognition = LibinputRecognition {
      $0.land(x: 300, y: 300)
      $0.rest(frames: 7)
      $0.move(1, times: steps)
      $0.lift()
    }
    #expect(recognition.allWords == ["hold begin 1", end])
  }

  @Test func `one finger that moves a little at once holds too`() {
    let recognition = LibinputRecognition {
      $0.land(x: 300, y: 300)
      $0.rest(frames: 2)
      $0.move(1, times: 4)
      $0.move(1, times: 8)
      $0.lift()
    }
    // It points at 24 ms, and has gone 0.3 mm at 40 ms.
    #expect(recognition.allWords == ["hold begin 1", "hold end cancelled"])
    #expect(recognition.times.first == 40)
  }

  // MARK: Pinches

  @Test(arguments: [
    (290, ["scroll end", "pinch begin 2", "pinch end"]), (300, ["scroll end"]),
  ])
  func `a scroll may turn out to be a pinch for 300 ms`(milliseconds: Int, words: [String]) {
    let recognition = LibinputRecognition {
      $0.land(at: [(300, 300), (450, 300)])
      $0.rest(frames: 2)
      $0.move(10, times: 3)
      $0.wait(.milliseconds(milliseconds - 48))
      // Now they are where they were, and beyond, to both sides.
      $0.move([0: (-60, 0), 1: (0, 0)])
      $0.move([0: (-10, 0), 1: (10, 0)])
      $0.lift()
    }
    #expect(recognition.words == words)
  }

  @Test func `a pinch tells how the fingers go apart, turn and go along`() throws {
    let recognition = LibinputRecognition {
      $0.land(at: [(400, 300), (500, 300)])
      $0.rest(frames: 2)
      $0.move([0: (-20, 0), 1: (20, 0)])
      $0.move([0: (-30, 0), 1: (30, 0)])
      // From 20 mm to 40 mm, then a quarter of a turn, then along.
      $0.move([0: (-100, 0), 1: (100, 0)])
      $0.move([0: (200, -200), 1: (-200, 200)])
      $0.move(7, 9)
      $0.lift()
    }
    #expect(
      recognition.allWords
        == ["pinch begin 2"] + Array(repeating: "pinch update", count: 3) + ["pinch end"])
    let motions = recognition.motions
    try #require(motions.count == 3)
    #expect(abs(motions[0].scale - 400.0 / 140) < 1e-9)
    #expect(motions.map(\.rotation) == [0, 90, 0])
    #expect(motions[2].scale == motions[0].scale)
    #expect(recognition.way == Vector(x: 7, y: 9))
  }

  // MARK: Motion

  @Test func `the motion is the exact mean of all fingers`() {
    let recognition = LibinputRecognition {
      $0.land(at: [(300, 300), (450, 300), (600, 300)])
      $0.rest(frames: 2)
      $0.move(25)
      $0.move(1, 2, finger: 0)
      $0.move([1: (3, -1), 2: (1, -1)])
      $0.lift()
    }
    let third = Centroid.partsPerUnit / 3
    #expect(
      recognition.motions.map(\.displacement) == [
        Vector(x: third, y: 2 * third), Vector(x: 4 * third, y: -2 * third),
      ])
  }

  @Test func `a frame without motion tells nothing`() {
    let recognition = Self.swipe {
      $0.rest(frames: 3)
      $0.move([0: (5, 0), 1: (-5, 0)])
      $0.move(20)
      $0.lift()
    }
    #expect(recognition.motions.count == 5)
  }

  @Test func `a step that no finger can make is left out`() {
    let jump: (inout Hand) -> Void = {
      $0.move([0: (100, 0), 1: (400, 0), 2: (100, 0)])
      $0.move(20, times: 2)
      $0.lift()
    }
    // 10 mm and 40 mm in 8 ms: both are longer than the 2 mm before by 7 mm in 12 ms.
    #expect(Self.swipe(jump).way == Vector(x: 80 + 40, y: 0))
    var settings = LibinputSettings.pad()
    settings.filtersJumps = false
    let unfiltered = LibinputRecognition(settings) {
      $0.land(at: [(300, 300), (450, 300), (600, 300)])
      $0.rest(frames: 2)
      $0.move(20, times: 5)
      jump(&$0)
    }
    #expect(unfiltered.way == Vector(x: 80 + 200 + 40, y: 0))
    #expect(!unfiltered.recognizer.sawJump)
  }

  @Test func `a device with noise lags behind by it`() {
    var settings = LibinputSettings.pad()
    settings.fuzz = PerAxis(x: 5, y: 5)
    let recognition = LibinputRecognition(settings) {
      $0.land(at: [(300, 300), (450, 300), (600, 300)])
      $0.rest(frames: 3)
      $0.move(4, times: 1)
      $0.move(-4, times: 1)
      $0.move(20, times: 6)
      $0.lift()
    }
    // The way begins half a millimeter later: 1.5 mm, 3.5 mm in two steps.
    #expect(recognition.words == ["swipe begin 3", "swipe end"])
    #expect(recognition.way == Vector(x: 80, y: 0))
  }

  @Test func `a coordinate that becomes known is no motion`() {
    let recognition = LibinputRecognition {
      $0.together {
        $0.land(x: 0, y: 300, isXKnown: false)
        $0.land(x: 450, y: 300)
        $0.land(x: 600, y: 300)
      }
      $0.rest(frames: 2)
      $0.move([0: (300, 0)])
      $0.rest(frames: 2)
      $0.move(20, times: 5)
      $0.lift()
    }
    #expect(recognition.words == ["swipe begin 3", "swipe end"])
    #expect(recognition.way == Vector(x: 80, y: 0))
  }
}
