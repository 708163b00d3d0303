import Gestures
import Quantities
import TestSupport
import Testing
import TouchInput

/// What hands that do anything cannot make libinput tell.
@Suite struct LibinputRandomTests {
  /// The frames of a hand that does this and that, and leaves in the end.
  static func frames(_ seed: UInt64, count: Int = 400) -> [ContactFrame] {
    var random = Seeded(seed)
    var hand = Hand(every: .milliseconds(Int64([1, 7, 8, 16].randomElement(using: &random) ?? 8)))
    var (x, y) = (0, 0)
    for _ in 0..<count {
      switch Int.random(in: 0..<40, using: &random) {
      case 0..<5:
        let tools: [Contact.Tool] = [.finger, .finger, .finger, .finger, .finger, .palm, .pen]
        hand.land(
          Int.random(in: 1...3, using: &random), x: .random(in: 0...1000, using: &random),
          y: .random(in: 0...700, using: &random),
          tool: tools.randomElement(using: &random) ?? .palm,
          isXKnown: Int.random(in: 0..<8, using: &random) > 0,
          isYKnown: Int.random(in: 0..<8, using: &random) > 0)
      case 5: hand.lift(finger: Int.random(in: 0..<12, using: &random))
      case 6: hand.lift()
      case 7:
        hand.turn(
          finger: Int.random(in: 0..<12, using: &random),
          into: Bool.random(using: &random) ? .palm : .finger)
      case 8: hand.press(Bool.random(using: &random))
      case 9:
        hand.together {
          $0.extraFingers = Int.random(in: 0...3, using: &random)
          $0.move(5)
        }
      case 10:
        hand.wait(.milliseconds(Int64([0, 20, 200, 20_000].randomElement(using: &random) ?? 20)))
      case 11 where Int.random(in: 0..<5, using: &random) == 0:
        hand.interrupt([.dropped, .cancelled].randomElement(using: &random) ?? .dropped)
      case 12: hand.move(.random(in: -9000...9000, using: &random), finger: 1)
      case 13: hand.move(.max / 1 << 20, .min / 1 << 20, finger: 2)
      case 14..<18:
        (x, y) = (.random(in: -40...40, using: &random), .random(in: -40...40, using: &random))
      case 18..<22: hand.rest()
      default:
        hand.together { hand in
          for finger in 0..<12 {
            hand.move(
              x + .random(in: -3...3, using: &random), y + .random(in: -3...3, using: &random),
              finger: finger)
          }
        }
      }
    }
    hand.extraFingers = 0
    hand.lift()
    return hand.frames
  }

  static func settings(_ seed: UInt64) -> LibinputSettings {
    var random = Seeded(seed ^ 0xabcd)
    var settings = LibinputSettings.pad(
      slots: [1, 2, 3, 5, 10].randomElement(using: &random) ?? 5,
      isClickpad: Bool.random(using: &random))
    settings.hasButtonArea = settings.isClickpad && Bool.random(using: &random)
    settings.isSemiMultitouch = Int.random(in: 0..<8, using: &random) == 0
    settings.hasPressure = Bool.random(using: &random)
    settings.watchesEdges = Bool.random(using: &random)
    settings.filtersJumps = Bool.random(using: &random)
    settings.release = Bool.random(using: &random) ? .current : .v1_22
    if Bool.random(using: &random) { settings.fuzz = PerAxis(x: 4, y: 0) }
    return settings
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `gestures begin, go on and end, one after the other`(seed: UInt64) {
    let recognition = LibinputRecognition(Self.frames(seed), Self.settings(seed))
    var running: LibinputGesture?
    var last = Timestamp(nanoseconds: .min)
    for gesture in recognition.gestures {
      #expect(gesture.time >= last)
      last = gesture.time
      #expect((1...4).contains(gesture.fingers))
      switch gesture.phase {
      case .begin:
        #expect(running == nil && gesture.kind != .scroll)
        running = gesture
      case .update(let motion):
        #expect(gesture.kind != .hold)
        if gesture.kind == .scroll {
          #expect(running == nil || running?.kind == .scroll)
          #expect(motion.displacement != .zero)
          running = gesture
        }
        #expect(running?.kind == gesture.kind && running?.fingers == gesture.fingers)
        #expect(motion.scale.isFinite && (-180...180).contains(motion.rotation))
      case .end:
        // A scroll ends also where all of its motion was along the other axis.
        #expect(running?.kind == gesture.kind || running == nil && gesture.kind == .scroll)
        running = nil
      }
    }
    #expect(running == nil)
    #expect(recognition.recognizer.fingerCount == 0)
  }

  @Test func `the hands do all there is to do`() {
    var words: Set<String> = []
    for seed in 0..<60 as Range<UInt64> {
      let recognition = LibinputRecognition(Self.frames(seed), Self.settings(seed))
      words.formUnion(recognition.allWords.map { String($0.prefix { !$0.isNumber }) })
    }
    for kind in LibinputGesture.Kind.allCases {
      let begin = kind == .scroll ? "scroll update" : "\(kind.rawValue) begin "
      #expect(words.contains(begin))
      if kind != .scroll { #expect(words.contains("\(kind.rawValue) end cancelled")) }
      // Hands so busy hardly ever leave a pinch in one frame.
      if kind != .pinch { #expect(words.contains("\(kind.rawValue) end")) }
      if kind != .hold { #expect(words.contains("\(kind.rawValue) update")) }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `time that is told later changes nothing`(seed: UInt64) {
    // Frames in which nothing is reported let times run out earlier, and change nothing else as
    // long as all fingers rest.
    var random = Seeded(seed)
    let count = Int.random(in: 1...4, using: &random)
    func frames(restsInBetween: Bool) -> [ContactFrame] {
      var hand = Hand()
      hand.land(at: (0..<count).map { (x: 200 + 150 * $0, y: 300) })
      if restsInBetween { hand.rest(frames: 38) } else { hand.wait(.milliseconds(8 * 38)) }
      hand.lift(finger: 0)
      if restsInBetween { hand.rest(frames: 24) } else { hand.wait(.milliseconds(8 * 24)) }
      hand.lift()
      return hand.frames
    }
    let often = LibinputRecognition(frames(restsInBetween: true)).gestures
    let rarely = LibinputRecognition(frames(restsInBetween: false)).gestures
    #expect(often.first == rarely.first && often.count >= rarely.count)
    #expect(often.prefix(2).map(\.time) == rarely.prefix(2).map(\.time))
  }
}
