import Quantities
import Synthesis
import Testing

@Suite struct PointerScriptTests {
  /// A finger that goes 30 mm to the right in 0.1 s, at 20 reports a second on 100 by 50 mm.
  private static func recording(
    fingers: Int = 1, back: Double = 0
  ) throws -> SyntheticRecording {
    var device = SyntheticDevice.touchscreen
    (device.width, device.height) = (100, 50)
    (device.resolutionX, device.resolutionY) = (10, 10)
    (device.reportRate, device.noise) = (20, 0)
    var places = [
      GestureSpecification.Course.Place(time: 0.05, way: 15), .init(time: 0.1, way: 30),
    ]
    if back > 0 { places.append(.init(time: 0.2, way: 30 - back)) }
    let gesture = GestureSpecification(
      device: device, hand: Hand(tremor: 0), fingers: fingers,
      motion: .course(.init(along: .x, through: places)),
      start: fingers == 1 ? .point(x: 20, y: 25) : .center, dwell: .milliseconds(50))
    return try SyntheticRecording(of: gesture)
  }

  /// The first finger's place may be a millimeter off, as hands are.
  private static let script = Result { PointerScript(try recording()) }

  @Test func `a script has shares of the surface and whole milliseconds`() throws {
    let script = try Self.script.get()
    #expect(script.fingerCount == 1)
    #expect(script.frames.map(\.time) == [0, 100, 150, 200])
    #expect(script.frames.map(\.fingers.count) == [1, 1, 1, 0])
    let xs = script.frames.compactMap { $0.fingers.first?.x }
    #expect(abs(xs[1] - xs[0] - 0.15) < 1e-9 && abs(xs[2] - xs[0] - 0.3) < 1e-9)
  }

  @Test func `WebDriver's actions are a source a finger, a tick a frame`() throws {
    let script = try Self.script.get()
    let text = WebDriverActions(script, width: 1000, height: 500).text
    let x = Int(((script.frames[0].fingers.first?.x ?? 0) * 1000).rounded())
    let y = Int(((script.frames[0].fingers.first?.y ?? 0) * 500).rounded())
    func move(_ duration: Int, _ x: Int) -> String {
      "      {\"type\": \"pointerMove\", \"duration\": \(duration), \"x\": \(x), \"y\": \(y), "
        + "\"origin\": \"viewport\"}"
    }
    #expect(
      text == """
        {
          "actions": [
            {"type": "pointer", "id": "finger1", "parameters": {"pointerType": "touch"}, "actions": [
        \(move(0, x)),
              {"type": "pointerDown", "button": 0},
        \(move(100, x + 150)),
        \(move(50, x + 300)),
              {"type": "pause", "duration": 50},
              {"type": "pointerUp", "button": 0}
            ]}
          ]
        }

        """)
  }

  @Test func `sources of several fingers have as many actions, and places inside the viewport`()
    throws
  {
    let script = PointerScript(try Self.recording(fingers: 3))
    let text = WebDriverActions(script, width: 10, height: 5).text
    let counts = text.split(separator: "\"pointer\",").dropFirst().map { source in
      source.matches(of: /"(pointerMove|pointerDown|pointerUp|pause)"/).count
    }
    #expect(counts.count == 3 && Set(counts).count == 1)
    #expect(text.matches(of: /"x": ([0-9]+)/).allSatisfy { Int($0.1) ?? 99 < 10 })
    #expect(text.matches(of: /"pointerDown"/).count == 3)
    #expect(text.matches(of: /"pointerUp"/).count == 3)
  }

  @Test func `XCUITest presses, drags and rests`() throws {
    let script = try Self.script.get()
    let text = try XCUITestCode(script).text
    let x = script.frames[0].fingers.first?.x ?? 0
    let y = script.frames[0].fingers.first?.y ?? 0
    func number(_ value: Double) -> String {
      let digits = String(Int((value * 10_000).rounded()))
      return "0." + String(repeating: "0", count: 4 - digits.count) + digits
    }
    #expect(
      text == """
        import XCTest

        extension XCUIElement {
          /// Synthetic: a program made this gesture, and nobody touched anything.
          func performSynthesizedGesture() {
            let start = coordinate(
              withNormalizedOffset: CGVector(dx: \(number(x)), dy: \(number(y))))
            let end = coordinate(
              withNormalizedOffset: CGVector(dx: \(number(x + 0.3)), dy: \(number(y))))
            let velocity = hypot(
              2.0000 * frame.width, 0.0000 * frame.height)
            start.press(
              forDuration: 0.000, thenDragTo: end,
              withVelocity: XCUIGestureVelocity(rawValue: velocity),
              thenHoldForDuration: 0.050)
          }
        }

        """)
  }

  @Test func `XCUITest cannot turn back`() throws {
    let script = PointerScript(try Self.recording(back: 20))
    #expect(throws: XCUITestCode.Obstacle.turnsBack) { try XCUITestCode(script) }
  }

  @Test func `Espresso's reports say what happens, and where each finger is`() throws {
    let script = PointerScript(try Self.recording(fingers: 2))
    let text = try #require(EspressoCode(script)).text
    let reports = text.matches(of: /Report\((\d+), ([^)]*)\)/).dropFirst(0).map { match in
      "\(match.1) " + match.2.split(separator: ",")[0]
    }
    let pointer = "MotionEvent.ACTION_POINTER_"
    #expect(
      reports == [
        "0 MotionEvent.ACTION_DOWN",
        "0 \(pointer)DOWN or (1 shl MotionEvent.ACTION_POINTER_INDEX_SHIFT",
        "100 MotionEvent.ACTION_MOVE", "150 MotionEvent.ACTION_MOVE", "200 \(pointer)UP",
        "200 MotionEvent.ACTION_UP",
      ])
    #expect(text.hasPrefix("import android.os.SystemClock\n"))
    #expect(text.contains("GeneralLocation.TOP_LEFT, GeneralLocation.BOTTOM_RIGHT, Press.FINGER)"))
    #expect(!text.contains("\t"))
  }

  @Test func `a course goes evenly from place to place`() throws {
    let recording = try Self.recording()
    #expect(recording.events.count > 8)
    let device = SyntheticDevice.touchscreen
    func error(_ places: [GestureSpecification.Course.Place]) -> SynthesisError? {
      let gesture = GestureSpecification(
        device: device, fingers: 1, motion: .course(.init(along: .y, through: places)))
      do throws(SynthesisError) {
        try gesture.check()
        return nil
      } catch {
        return error
      }
    }
    #expect(error([.init(time: 0, way: 5), .init(time: 1, way: 3)]) == nil)
    #expect(error([]) == .unevenCourse)
    #expect(error([.init(time: 1, way: 1), .init(time: 0.5, way: 2)]) == .unevenCourse)
    #expect(error([.init(time: .nan, way: 1)]) == .outOfRange(.duration, 0...60))
    #expect(error([.init(time: 1, way: 2001)]) == .outOfRange(.distance, -2000...2000))
    guard case .leavesSurface = error([.init(time: 0.5, way: 190), .init(time: 1, way: 0)]) else {
      Issue.record("a course that leaves the surface in its middle was taken")
      return
    }
  }
}
