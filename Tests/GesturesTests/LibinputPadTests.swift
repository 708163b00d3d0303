import Gestures
import Quantities
import TestSupport
import Testing
import TouchInput

/// What libinput takes for no finger of a gesture: thumbs, palms, and what is on the buttons.
///
/// The pad is 100 × 70 mm with 10 units a millimeter.
@Suite struct LibinputPadTests {
  static let clickpad = LibinputSettings.pad(isClickpad: true)

  /// Fingers that move right, those that are named.
  private static func move(_ hand: inout Hand, _ fingers: [Int], times: Int = 10) {
    for _ in 0..<times {
      hand.move(Dictionary(uniqueKeysWithValues: fingers.map { ($0, (x: 10, y: 0)) }))
    }
  }

  // MARK: Thumbs

  @Test func `a thumb that rests while the fingers swipe does not count`() {
    let recognition = LibinputRecognition(Self.clickpad) {
      $0.land(at: [(400, 500), (300, 200), (450, 180), (600, 190)])
      $0.rest(frames: 2)
      Self.move(&$0, [1, 2, 3], times: 20)
      $0.lift()
    }
    // The watched finger goes 8 mm, and the lower one stays: three are left.
    #expect(recognition.words == ["swipe begin 3", "swipe end"])
    #expect(recognition.way == Vector(x: 90, y: 0))
  }

  @Test func `a pad that is no clickpad, or a low one, has no thumbs`() {
    var low = Surface.pad
    low.y.maximum = 499
    for settings in [
      LibinputSettings.pad(), LibinputSettings(surface: low, slotCount: 5, isClickpad: true),
    ] {
      let recognition = LibinputRecognition(settings) {
        $0.land(at: [(400, 400), (300, 100), (450, 80), (600, 90)])
        $0.rest(frames: 2)
        Self.move(&$0, [1, 2, 3], times: 20)
        $0.lift()
      }
      // One that stays while the others have gone 8 mm pinches with them; nothing else is known.
      #expect(recognition.words == [])
    }
  }

  @Test func `a thumb that lands far below fingers that move does not count`() {
    let recognition = LibinputRecognition(Self.clickpad) {
      $0.land(at: [(300, 200), (450, 180)])
      $0.rest(frames: 2)
      Self.move(&$0, [0, 1], times: 20)
      $0.land(x: 450, y: 550)
      Self.move(&$0, [0, 1], times: 5)
      $0.lift()
    }
    // The frame of the landing and the next tell nothing; then the scroll goes on as before.
    #expect(recognition.words == ["scroll end"])
    #expect(recognition.way == Vector(x: 10 * (20 - 2 + 5 - 1), y: 0))
  }

  @Test func `a touch alone at the lower edge counts when it has left it`() {
    func frames(y: Int, step: Int) -> [ContactFrame] {
      var hand = Hand()
      hand.land(x: 300, y: y)
      hand.wait(.milliseconds(60))
      hand.move(0, step)
      hand.rest(frames: 10)
      hand.lift()
      return hand.frames
    }
    var settings = Self.clickpad
    settings.hasButtonArea = false
    // 85 % of 70 mm are 59.5 mm.
    #expect(LibinputRecognition(frames(y: 594, step: 0), settings).allWords.first == "hold begin 1")
    #expect(LibinputRecognition(frames(y: 595, step: 0), settings).gestures == [])
    #expect(LibinputRecognition(frames(y: 595, step: -5), settings).times.first == 108)
  }

  // MARK: Palms

  @Test(arguments: [(79, []), (80, ["hold begin 1", "hold end"])])
  func `a touch alone within 8 mm of a side is a palm`(x: Int, words: [String]) {
    let recognition = LibinputRecognition {
      $0.land(x: x, y: 300)
      $0.wait(.milliseconds(100))
      $0.lift()
    }
    #expect(recognition.allWords == words)
    var external = LibinputSettings.pad()
    external.watchesEdges = false
    let other = LibinputRecognition(external) {
      $0.land(x: x, y: 300)
      $0.wait(.milliseconds(100))
      $0.lift()
    }
    #expect(other.allWords == ["hold begin 1", "hold end"])
  }

  @Test func `one at the edge is a finger beside others`() {
    let recognition = LibinputRecognition {
      $0.land(x: 50, y: 300)
      $0.move(1)
      $0.land(at: [(200, 300), (350, 300)])
      $0.move(20, times: 6)
      $0.lift()
    }
    #expect(recognition.words == ["swipe begin 3", "swipe end"])
  }

  @Test(arguments: [(20, ["hold begin 1", "hold end cancelled"]), (30, [])])
  func `one that goes inwards within 200 ms is a finger too`(frames: Int, words: [String]) {
    let recognition = LibinputRecognition {
      $0.land(x: 70, y: 300)
      $0.rest(frames: frames)
      $0.move(12)
      $0.wait(.milliseconds(60))
      $0.move(12)
      $0.move(12)
      $0.lift()
    }
    #expect(recognition.allWords == words)
  }

  // MARK: Buttons

  @Test(arguments: [(599, ["scroll end"]), (600, [])])
  func `a touch on the lower 10 mm of a clickpad is one on its buttons`(y: Int, words: [String]) {
    let hand: (inout Hand) -> Void = {
      $0.land(at: [(300, y), (450, y)])
      $0.rest(frames: 2)
      $0.move(10, times: 5)
      $0.lift()
    }
    #expect(LibinputRecognition(Self.clickpad, hand).words == words)
    #expect(LibinputRecognition(.pad(), hand).words == ["scroll end"])
  }

  @Test func `touches on the buttons take part when one of them has gone 5 mm or left`() {
    let along = LibinputRecognition(Self.clickpad) {
      $0.land(at: [(300, 650), (450, 650), (600, 650)])
      $0.rest(frames: 2)
      Self.move(&$0, [0, 1, 2], times: 12)
      $0.lift()
    }
    #expect(along.words == ["swipe begin 3", "swipe end"])
    let up = LibinputRecognition(Self.clickpad) {
      $0.land(at: [(300, 610), (450, 640), (600, 640)])
      $0.rest(frames: 2)
      $0.move(0, -10, times: 8)
      $0.lift()
    }
    // The first leaves them with its second step, and takes the others along.
    #expect(up.words == ["swipe begin 3", "swipe end"])
  }

  @Test func `a click ends a gesture as a lift, until fingers have moved 1.5 mm`() {
    let recognition = LibinputRecognition(Self.clickpad) {
      $0.land(at: [(300, 300), (450, 300), (600, 300)])
      $0.rest(frames: 2)
      Self.move(&$0, [0, 1, 2], times: 6)
      $0.press()
      $0.press(false)
      $0.move(14)
      $0.rest(frames: 2)
      Self.move(&$0, [0, 1, 2], times: 6)
      $0.lift()
    }
    #expect(
      recognition.words == ["swipe begin 3", "swipe end", "swipe begin 3", "swipe end"])
    #expect(recognition.times[1] == 72)
  }

  @Test func `the button of another touchpad is nothing to it`() {
    let recognition = LibinputRecognition {
      $0.land(at: [(300, 300), (450, 300), (600, 300)])
      $0.rest(frames: 2)
      Self.move(&$0, [0, 1, 2], times: 6)
      $0.press()
      Self.move(&$0, [0, 1, 2], times: 6)
      $0.lift()
    }
    #expect(recognition.words == ["swipe begin 3", "swipe end"])
  }

  // MARK: Slots

  @Test func `a touch goes on where that left off whose slot it takes`() {
    let recognition = LibinputRecognition {
      $0.land(at: [(300, 300), (450, 300)])
      $0.rest(frames: 2)
      $0.move(10, times: 5)
      $0.lift(finger: 1)
      // For libinput the second finger is 30 mm below its start now, the first one right of its own.
      $0.land(x: 450, y: 600)
      $0.rest(frames: 2)
      $0.move(5, times: 3)
      $0.lift()
    }
    #expect(recognition.words == ["scroll end", "pinch begin 2", "pinch end"])
  }

  // MARK: Trembling

  @Test func `a device that trembles once lags behind from then on`() {
    // A quarter of a millimeter are 2 units.
    let gesture: (inout Hand) -> Void = {
      $0.land(at: [(300, 300), (450, 300), (600, 300)])
      $0.rest(frames: 2)
      $0.move(30)
      $0.move(1, times: 8)
      $0.lift()
    }
    let steady = LibinputRecognition(.pad(), gesture)
    let trembling = LibinputRecognition {
      $0.land(x: 300, y: 300)
      for step in 0..<8 { $0.move(step.isMultiple(of: 2) ? 3 : -3) }
      $0.lift()
      $0.wait(.milliseconds(100))
      gesture(&$0)
    }
    #expect(steady.motions.count == 8)
    #expect(trembling.motions.count == 8)
    #expect(trembling.words == steady.words)
    let noise: (inout Hand) -> Void = {
      $0.land(at: [(300, 300), (450, 300), (600, 300)])
      $0.rest(frames: 2)
      $0.move(30)
      for step in 0..<8 { $0.move(step.isMultiple(of: 2) ? 1 : -1) }
      $0.lift()
    }
    #expect(LibinputRecognition(.pad(), noise).motions.count == 8)
    let still = LibinputRecognition {
      $0.land(x: 300, y: 300)
      for step in 0..<8 { $0.move(step.isMultiple(of: 2) ? 3 : -3) }
      $0.lift()
      $0.wait(.milliseconds(100))
      noise(&$0)
    }
    // Moves by one unit to and fro do not leave the two units around the point.
    #expect(still.motions.count < 2)
  }

  // MARK: Settings

  @Test func `a device tells what libinput needs to know`() {
    var device = DeviceDescription.multitouch(slots: 3, properties: [.pointer, .clickpad])
    device.axes[AxisCode.contactX]?.fuzz = 8
    var settings = LibinputSettings(device: device, surface: .pad, axes: .contacts)
    #expect(settings.slotCount == 3 && settings.isClickpad && settings.hasButtonArea)
    #expect(settings.watchesEdges && !settings.hasPressure && !settings.isSemiMultitouch)
    #expect(settings.fuzz == PerAxis(x: 8, y: 0))
    #expect(settings.unitsPerMillimeter == PerAxis(both: 10))
    device.identity.bus = 5
    device.identity.vendor = 0x05ac
    device.axes[AxisCode.pressure] = .init(minimum: 0, maximum: 255)
    device.properties.insert(.semiMultitouch)
    settings = LibinputSettings(device: device, surface: .pad, axes: .contacts)
    #expect(!settings.hasButtonArea && !settings.watchesEdges)
    #expect(settings.hasPressure && settings.isSemiMultitouch)
    let single = LibinputSettings(device: .single(), surface: .pad, axes: .single)
    #expect(single.slotCount == 1)
  }

  @Test func `a pad that does not say its size has whole units a millimeter`() throws {
    let x = try #require(Surface.Extent(minimum: 0, maximum: 1500))
    let y = try #require(Surface.Extent(minimum: 0, maximum: 30))
    let settings = LibinputSettings(surface: Surface(x: x, y: y), slotCount: 5)
    #expect(settings.unitsPerMillimeter == PerAxis(x: 21, y: 1))
  }
}
