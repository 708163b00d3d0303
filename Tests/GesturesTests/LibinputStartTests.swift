import Gestures
import Quantities
import TestSupport
import Testing
import TouchInput

/// When libinput begins which gesture.
@Suite struct LibinputStartTests {
  /// Fingers that land a millimeter apart along y, and go right by 0.1 mm every millisecond.
  static func creep(_ fingers: Int, steps: Int) -> [ContactFrame] {
    var hand = Hand(every: .milliseconds(1))
    hand.land(at: (0..<fingers).map { (x: 300 + 150 * $0, y: 300 + 10 * $0) })
    hand.move(1, times: steps)
    hand.lift()
    return hand.frames
  }

  @Test(arguments: [(2, 15), (3, 20), (4, 25)])
  func `both watched fingers must have gone 1.5 mm and half a millimeter per further finger`(
    fingers: Int, least: Int
  ) {
    #expect(LibinputRecognition(Self.creep(fingers, steps: least - 1)).gestures == [])
    let recognition = LibinputRecognition(Self.creep(fingers, steps: least + 5))
    let begun = recognition.gestures.first
    #expect(begun?.kind == (fingers == 2 ? .scroll : .swipe))
    #expect(begun?.fingers == fingers)
    // A scroll has no begin: its first motion is the one after.
    let delay = fingers == 2 ? 1 : 0
    #expect(begun?.time == Timestamp(nanoseconds: Int64(least + delay) * 1_000_000))
    #expect(recognition.way == Vector(x: 5, y: 0))
  }

  @Test(arguments: [(2, "scroll"), (3, "swipe"), (4, "swipe")])
  func `nothing before the frame that begins is told, nor its own motion`(
    fingers: Int, kind: String
  ) {
    let recognition = LibinputRecognition {
      $0.land(at: (0..<fingers).map { (x: 300 + 150 * $0, y: 300) })
      $0.rest(frames: 2)
      $0.move(30, times: 3)
      $0.lift()
    }
    let begin = fingers == 2 ? [] : ["\(kind) begin \(fingers)"]
    #expect(recognition.allWords == begin + ["\(kind) update", "\(kind) update", "\(kind) end"])
    #expect(recognition.way == Vector(x: 60, y: 0))
  }

  @Test(arguments: [2, 3, 4])
  func `libinput 1.22 told the motion of the frame that begins`(fingers: Int) {
    var settings = LibinputSettings.pad()
    settings.release = .v1_22
    let recognition = LibinputRecognition(settings) {
      $0.land(at: (0..<fingers).map { (x: 300 + 150 * $0, y: 300) })
      $0.rest(frames: 2)
      $0.move(30, times: 3)
      $0.lift()
    }
    #expect(recognition.way == Vector(x: 90, y: 0))
  }

  @Test func `the motion of the frames after a landing is not known`() {
    let recognition = LibinputRecognition {
      $0.land(at: [(300, 300), (450, 300), (600, 300)])
      $0.move(30, times: 4)
      $0.lift()
    }
    // Its two frames have no history: they tell no motion, and so the gesture begins in the third.
    #expect(recognition.allWords == ["swipe begin 3", "swipe update", "swipe update", "swipe end"])
    #expect(recognition.times.first == 16)
  }

  @Test(arguments: [(9, []), (10, ["swipe begin 3", "swipe end"])])
  func `nothing is decided until a finger has gone a millimeter`(steps: Int, words: [String]) {
    let recognition = LibinputRecognition {
      $0.land(at: [(300, 300), (450, 300), (600, 300)])
      $0.wait(.milliseconds(160))
      $0.rest(frames: 2)
      $0.move(1, times: steps)
      $0.lift()
    }
    // It is late, so that then it is a swipe.
    #expect(recognition.words == words)
  }

  @Test(arguments: [
    (399, 69, true), (400, 69, false), (399, 70, false),
  ])
  func `fingers within 40 x 7 mm go the same way after 150 ms`(
    x: Int, y: Int, isClose: Bool
  ) {
    let frames: (Int64) -> [ContactFrame] = { rest in
      var hand = Hand()
      hand.land(at: [(200, 300), (200 + x, 300 + y)])
      hand.wait(.milliseconds(rest - 24))
      hand.rest(frames: 2)
      // They stay below the 1.5 mm.
      hand.move(10)
      hand.move(1, times: 2)
      hand.lift()
      return hand.frames
    }
    // After the landing come the wait, two frames, and the motion.
    let late = LibinputRecognition(frames(151))
    let onTime = LibinputRecognition(frames(150))
    #expect(onTime.words == (isClose ? ["scroll end"] : []))
    #expect(onTime.motions.count == (isClose ? 1 : 0))
    #expect(late.words == (isClose ? ["scroll end"] : []))
    #expect(late.motions.count == (isClose ? 2 : 0))
  }

  @Test func `the top-most and the bottom-most finger are watched`() {
    let recognition = LibinputRecognition {
      $0.land(at: [(300, 300), (450, 250), (600, 350)])
      $0.rest(frames: 2)
      // The one in the middle goes elsewhere.
      for _ in 0..<6 { $0.move([0: (-10, 0), 1: (10, 0), 2: (10, 0)]) }
      $0.lift()
    }
    #expect(recognition.words == ["swipe begin 3", "swipe end"])
    let pinch = LibinputRecognition {
      $0.land(at: [(300, 300), (450, 250), (600, 350)])
      $0.rest(frames: 2)
      for _ in 0..<6 { $0.move([0: (10, 0), 1: (10, 0), 2: (-10, 0)]) }
      $0.lift()
    }
    #expect(pinch.words == ["pinch begin 3", "pinch end"])
  }

  @Test(arguments: [
    (2, 39, []), (2, 40, ["scroll end"]), (3, 59, []), (3, 60, ["pinch begin 3", "pinch end"]),
    (4, 79, []), (4, 80, ["pinch begin 4", "pinch end"]),
  ])
  func `a finger that has gone very far decides, while the other rests`(
    fingers: Int, way: Int, words: [String]
  ) {
    let recognition = LibinputRecognition {
      $0.land(at: (0..<fingers).map { (x: 300 + 150 * $0, y: 300 + 100 * $0) })
      $0.rest(frames: 2)
      // The upper one rests: two fingers scroll, more pinch.
      $0.move(way, finger: fingers - 1)
      $0.move(-1, finger: fingers - 1)
      $0.move(1, finger: fingers - 1)
      $0.lift()
    }
    #expect(recognition.words == words)
  }

  @Test func `more fingers than slots swipe with the first motion`() {
    let recognition = LibinputRecognition(.pad(slots: 2)) {
      $0.extraFingers = 1
      $0.land(at: [(300, 300), (500, 300)])
      $0.rest(frames: 2)
      $0.move(1)
      $0.move(1)
      $0.extraFingers = 0
      $0.lift()
    }
    #expect(recognition.words == ["swipe begin 3", "swipe end"])
    #expect(recognition.way == Vector(x: 1, y: 0))
  }

  @Test func `five fingers are no gesture where the device does not count them`() {
    let together = LibinputRecognition {
      $0.land(at: (0..<5).map { (x: 200 + 100 * $0, y: 300) })
      $0.move(20, times: 10)
      $0.lift()
    }
    #expect(together.gestures == [])
    // The fifth hovers, for libinput, and four go on.
    let later = LibinputRecognition {
      $0.land(at: (0..<4).map { (x: 200 + 100 * $0, y: 300) })
      $0.rest(frames: 2)
      $0.move(20, times: 4)
      $0.land(x: 700, y: 300)
      $0.move(20, times: 4)
      $0.lift()
    }
    #expect(later.words == ["swipe begin 4", "swipe end"])
    #expect(later.way == Vector(x: 120, y: 0))
    var settings = LibinputSettings.pad()
    settings.hasPressure = true
    // Judged by their pressure they all count.
    var hand = Hand()
    hand.land(at: (0..<5).map { (x: 200 + 100 * $0, y: 300) })
    hand.move(20, times: 10)
    hand.lift()
    let judged = LibinputRecognition(hand.frames, settings)
    #expect(judged.gestures == [])
    #expect(
      LibinputRecognition(Array(hand.frames.dropLast()), settings).recognizer.fingerCount == 5)
  }

  @Test func `two positions that span all fingers tell a scroll alone`() {
    var settings = LibinputSettings.pad(slots: 2)
    settings.isSemiMultitouch = true
    let scroll = LibinputRecognition(settings) {
      $0.land(at: [(300, 300), (500, 400)])
      $0.rest(frames: 2)
      // The second one jumps about, and does not matter.
      for step in 0..<6 { $0.move([0: (10, 0), 1: (step % 2 == 0 ? 150 : -150, 0)]) }
      $0.lift()
    }
    #expect(scroll.allWords.last == "scroll end")
    #expect(scroll.way.x > 30 && scroll.way.y == 0)
    let swipe = LibinputRecognition(settings) {
      $0.extraFingers = 1
      $0.land(at: [(300, 300), (500, 400)])
      $0.rest(frames: 2)
      $0.move(10, times: 30)
      $0.extraFingers = 0
      $0.lift()
    }
    #expect(swipe.gestures == [])
  }

  @Test func `one finger moves the pointer, and is no gesture`() {
    let recognition = LibinputRecognition {
      $0.land(x: 300, y: 300)
      $0.move(20, times: 10)
      $0.lift()
    }
    #expect(recognition.gestures == [])
  }
}
