import Quantities
import Recordings
import TestSupport
import Testing
import TouchInput

@Suite struct DebugEventsReaderTests {
  /// What libinput 1.22 prints, without the fingers' names.
  static let text = """
    -event6   DEVICE_ADDED            Some Pad  of Two            seat0 default group1  cap:pg  size 116x56mm tap(dl off) left
    -event3   DEVICE_ADDED            Power Button                seat0 default group2  cap:k
    -event6   POINTER_MOTION          +0.010s\t  1.00/  2.00 ( +1.00/ +2.00)
     event6   GESTURE_SWIPE_BEGIN     +1.036s\t3
     event6   GESTURE_SWIPE_UPDATE    +1.036s\t3 -0.26/ 9.64 (-0.29/10.84 unaccelerated)
     event6   GESTURE_SWIPE_UPDATE  2 +1.043s\t3 -0.62/15.82 (-0.59/14.94 unaccelerated)
     event6   GESTURE_SWIPE_END       +1.121s\t3 cancelled
     event6   GESTURE_HOLD_BEGIN      +2.000s\t4
     event6   GESTURE_HOLD_END        +2.500s\t4
     event6   GESTURE_PINCH_BEGIN     +3.000s\t2
     event6   GESTURE_PINCH_UPDATE    +3.010s\t2  1.00/ 2.00 ( 3.00/ 4.00 unaccelerated)  1.01 @ 0.21
     event6   GESTURE_PINCH_END       +3.020s\t2
     event6   POINTER_SCROLL_FINGER   +4.083s\tvert 0.00/0.0 horiz 7.57/0.0* (finger)
     event6   POINTER_SCROLL_WHEEL    +4.084s\tvert 15.00/120.0* horiz 0.00/0.0 (wheel)
     event6   POINTER_SCROLL_FINGER   +4.090s\tvert -0.50/0.0* horiz 0.00/0.0* (finger)
     event6   POINTER_SCROLL_FINGER   +4.190s\tvert 0.00/0.0* horiz 0.00/0.0* (finger)

    """

  /// A motion in hundredths of a pixel.
  static func moved(
    _ unaccelerated: (Int, Int)?, accelerated: (Int, Int)? = nil
  ) -> LibinputEvent.Phase {
    .update(
      LibinputEvent.Motion(
        accelerated: accelerated.map { Vector(x: $0.0, y: $0.1) },
        unaccelerated: unaccelerated.map { Vector(x: $0.0, y: $0.1) }))
  }

  /// The one event that a line makes.
  static func event(_ line: String) -> LibinputEvent? {
    let events = Reading(line + "\n").libinputEvents
    return events.count == 1 ? events[0] : nil
  }

  @Test func `devices and gestures are read, and all else is passed over`() {
    let reading = Reading(Self.text)
    #expect(reading.format == .debugEvents)
    #expect(reading.error == nil && reading.notices == [] && reading.events == [])
    #expect(reading.paths == ["/dev/input/event6", "/dev/input/event3"])
    #expect(reading.devices.map(\.name) == ["Some Pad  of Two", "Power Button"])
    #expect(reading.devices.map(\.kind) == [.touchpad, .other])
    let size = reading.devices[0].surface(.contacts)?.millimeters
    #expect(size == Size(width: 116, height: 56))
    let events = reading.libinputEvents
    #expect(events.allSatisfy { $0.device == 0 })
    #expect(
      events.map { $0.time.nanoseconds / 1_000_000 }
        == [1036, 1036, 1043, 1121, 2000, 2500, 3000, 3010, 3020, 4083, 4090, 4190])
    #expect(
      events.map(\.kind) == [
        .swipe, .swipe, .swipe, .swipe, .hold, .hold, .pinch, .pinch, .pinch, .scroll, .scroll,
        .scroll,
      ])
    #expect(events.map(\.fingers) == [3, 3, 3, 3, 4, 4, 2, 2, 2, 2, 2, 2])
    #expect(events.map(\.line) == [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16])
    #expect(
      events.map(\.phase) == [
        .begin, Self.moved((-29, 1084), accelerated: (-26, 964)),
        Self.moved((-59, 1494), accelerated: (-62, 1582)), .end(isCancelled: true),
        .begin, .end(isCancelled: false),
        .begin, Self.moved((300, 400), accelerated: (100, 200)), .end(isCancelled: false),
        Self.moved((757, 0)), Self.moved((0, -50)), .end(isCancelled: false),
      ])
  }

  @Test(arguments: [
    // As people paste it: quoted, without the margin, in the log of another program, on old tabs.
    "> event10  GESTURE_SWIPE_UPDATE +0.50s   3 -6.38/34.75 (-16.86/91.79 unaccelerated)",
    "event10  GESTURE_SWIPE_UPDATE  +0.500s  3 -6.38/34.75 (-16.86/91.79 unaccelerated)\r",
    "-event10\tGESTURE_SWIPE_UPDATE\t+0.5s\t3 -6.38/34.75 (-16.86/91.79 unaccelerated)",
    "D, [2019-10-20T18:55:52.005 #29] DEBUG -- : {:input_event=>time: 18:55, record:  event10   "
      + "GESTURE_SWIPE_UPDATE  +0.50s\t3 -6.38/34.75 (-16.86/91.79 unaccelerated)}",
    "the event and event1x, event10 GESTURE_SWIPE_UPDATE 12 +0.50s 3 -6.38/34.75 "
      + "( -16.86/ 91.79 unaccelerated)",
  ])
  func `an event is found however it was quoted`(line: String) throws {
    let event = try #require(Self.event(line), "\(line)")
    #expect(event.time == .milliseconds(500))
    #expect(event.kind == .swipe && event.fingers == 3)
    #expect(event.phase == Self.moved((-1686, 9179), accelerated: (-638, 3475)))
    #expect(Reading(line + "\n").paths == ["/dev/input/event10"])
  }

  @Test(arguments: [
    ("vert 3.98* horiz 0.00 (finger)", (0, 398)),
    ("vert -12.30/0* horiz 0.00/0 (finger)", (0, -1230)),
    ("vert -0.29* horiz -24.58*", (-2458, -29)),
    ("vert 0.00/0.0 horiz 7.57/0.0* (finger)", (757, 0)),
  ])
  func `scrolling is read in the words of each version`(text: String, motion: (Int, Int)) {
    #expect(Self.event(" event5   POINTER_AXIS     +40.55s\t" + text)?.phase == Self.moved(motion))
  }

  @Test(arguments: ["(wheel)", "(continuous)", "(tilt)"])
  func `only fingers scroll`(source: String) {
    let reading = Reading(" event5  POINTER_AXIS  +1.00s\tvert 15.00* horiz 0.00 \(source)\n")
    #expect(reading.libinputEvents == [] && reading.notices == [])
  }

  @Test func `a motion without the second pair is accelerated`() {
    let event = Self.event("event1 GESTURE_SWIPE_UPDATE +1.00s 3 -3.07/ 0.00")
    #expect(event?.phase == Self.moved(nil, accelerated: (-307, 0)))
  }

  @Test func `a motion that a mail wrapped belongs to the line before`() {
    let reading = Reading(
      """
      event15\tGESTURE_SWIPE_UPDATE\t+187.17s\t3
      -2.55/76.71 (-3.18/95.89 unaccelerated)
      event15\tGESTURE_SWIPE_UPDATE\t+187.19s\t3
      event15\tGESTURE_SWIPE_END\t+187.25s\t3

      """)
    #expect(
      reading.libinputEvents.map(\.phase)
        == [Self.moved((-318, 9589), accelerated: (-255, 7671)), .end(isCancelled: false)])
    #expect(reading.notices == [EventBatch.Notice(.unknownLine, line: 3)])
  }

  @Test(arguments: [
    "event6 GESTURE_SWIPE_UPDATE +1.00s 3 -0.26/",
    "event6 GESTURE_SWIPE_UPDATE +1.00s 3 x/1.0 (1/1 u)",
    "event6 GESTURE_SWIPE_UPDATE +1.00s 99999999999999999999 1.0/1.0",
    "event6 GESTURE_SWIPE_BEGIN 3",
    "event6 GESTURE_SWIPE_BEGIN +99999999999999999999s 3",
    "event6 POINTER_SCROLL_FINGER +1.0s vert",
    "event6 GESTURE_SWIPE_UPDATE +1.00s 3 99999999999.0/1.0 (1.0/1.0 unaccelerated)",
    "and then it did not work",
  ])
  func `a line that is like none is noted`(line: String) {
    let reading = Reading("event6 GESTURE_SWIPE_BEGIN +1.00s 3\n" + line + "\nevent6 X +1s\n")
    #expect(reading.libinputEvents.count == 1 && reading.error == nil)
    #expect(reading.notices.first == EventBatch.Notice(.unknownLine, line: 2), "\(line)")
  }

  @Test func `touches of a touchscreen are told of, not followed`() {
    let reading = Reading(
      """
      -event4   DEVICE_ADDED   Some Screen   seat0 default group1  cap:t  size 276x155mm ntouches 10
       event4   TOUCH_DOWN     +1.000s\t0 (0) 12.34/56.78 (31.00/45.00mm)
       event4   TOUCH_MOTION   +1.010s\t0 (0) 13.34/56.78 (33.00/45.00mm)
       event4   TOUCH_UP       +1.020s\t0 (0)

      """)
    #expect(reading.devices.map(\.kind) == [.touchscreen])
    let size = reading.devices[0].surface(.contacts)?.millimeters
    #expect(size == Size(width: 276, height: 155))
    #expect(reading.libinputEvents == [] && reading.error == nil)
    #expect(reading.notices == [EventBatch.Notice(.touchNotFollowed, line: 2)])
  }

  @Test func `a device that is gone ends what it did`() {
    let reading = Reading(
      " event6 GESTURE_SWIPE_BEGIN +1.0s 3\n-event6 DEVICE_REMOVED Pad seat0 default group1\n"
        + "-event7 DEVICE_REMOVED Other seat0 default group2\n")
    #expect(reading.libinputEvents.map(\.phase) == [.begin, .removed])
    #expect(reading.notices == [])
  }

  @Test func `chunks of any size come to the same`() {
    let whole = Reading(Self.text)
    for size in [1, 7, 64] { #expect(Reading(Self.text, chunkSize: size) == whole) }
  }

  @Test func `the events that libinput record adds are read beside those of the kernel`() {
    let reading = Reading(
      """
      # libinput record
      devices:
      - node: /dev/input/event4
        evdev:
          name: "Pad"
        events:
        - evdev:
          - [  0,      0,   3,  57,       5] # EV_ABS / ABS_MT_TRACKING_ID   5
          - [  0,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ----------
          libinput:
          - {time: 0.100000, type: GESTURE_SWIPE_BEGIN, nfingers: 3, delta: [  0.00,   0.00], unaccel: [  0.00,   0.00]}
          - {time: 0.107000, type: GESTURE_SWIPE_UPDATE, nfingers: 3, delta: [ -0.62,  15.82], unaccel: [ -0.59,  14.94]}
        - libinput:
          - {time: 0.120000, type: GESTURE_SWIPE_END, nfingers: 3, delta: [  0.00,   0.00], unaccel: [  0.00,   0.00]}
          - {time: 0.200000, type: POINTER_SCROLL_FINGER, axes: [7.57, -0.50], discrete: [0, 0], source: finger}
          - {time: 0.210000, type: POINTER_AXIS, axes: [0.00, 15.00], discrete: [0, 1], source: wheel}
          - {time: 0.220000, type: POINTER_MOTION, delta: [  1.00,   2.00], unaccel: [  1.00,   2.00]}
          - {type: DEVICE_ADDED, seat: seat0, logical_seat: default}
          - {time: 0.230000, type: GESTURE_SWIPE_END, nfingers: 3, cancelled: true}

      """)
    #expect(reading.format == .libinput && reading.error == nil && reading.notices == [])
    #expect(reading.events.count == 2)
    #expect(
      reading.libinputEvents.map(\.phase) == [
        .begin, Self.moved((-59, 1494), accelerated: (-62, 1582)), .end(isCancelled: false),
        Self.moved((757, -50)), .end(isCancelled: true),
      ])
    #expect(reading.libinputEvents.map(\.line) == [11, 12, 14, 15, 19])
    #expect(reading.libinputEvents.map(\.time.nanoseconds).first == 100_000_000)
  }
}
