import Quantities
import TestSupport
import Testing
import TouchInput

/// Protocol B, and what holds for all protocols; the others are in files of their own.
@Suite struct TouchDecoderTests {
  // MARK: Slots

  @Test func `a touch is a contact from its tracking ID to its end`() {
    let decoding = Decoding([
      .id(10), .x(100), .y(200), .report, .x(160), .report, .id(-1), .report,
    ])
    #expect(decoding.serials == [[1], [1], []])
    #expect(
      decoding.positions == [[Vector(x: 100, y: 200)], [Vector(x: 160, y: 200)], []])
    #expect(decoding.frames.map(\.time.nanoseconds) == [0, 8_000_000, 16_000_000])
    #expect(decoding.frames.map(\.fingerCount) == [1, 1, 0])
    #expect(decoding.issues.isEmpty)
    #expect(decoding.decoder.contactProtocol == .slots)
    #expect(decoding.decoder.positionAxes == .contacts)
  }

  @Test func `the current slot and the values of slots survive a frame`() {
    let decoding = Decoding([
      .slot(0), .id(1), .x(100), .y(50), .slot(1), .id(2), .x(200), .y(60), .report,
      .x(210), .report, .slot(0), .x(110), .report, .y(55), .report,
    ])
    #expect(
      decoding.positions.map { $0.map(\.x) } == [
        [100, 200], [100, 210], [110, 210], [110, 210],
      ])
    #expect(decoding.positions.last?.map(\.y) == [55, 60])
    #expect(
      decoding.frames.map { $0.contacts.map(\.isPositionReported) }
        == [[true, true], [false, true], [true, false], [true, false]])
  }

  @Test func `a recording that names no slot begins with slot 0`() {
    let decoding = Decoding([
      .id(1), .x(1), .y(2), .report, .slot(1), .id(2), .x(3), .y(4), .report,
    ])
    #expect(decoding.positions.last == [Vector(x: 1, y: 2), Vector(x: 3, y: 4)])
  }

  @Test func `a recording may begin with any slot`() {
    let decoding = Decoding([.slot(9), .id(1), .x(100), .y(200), .report, .x(150), .report])
    #expect(decoding.serials == [[1], [1]])
    #expect(decoding.positions.last == [Vector(x: 150, y: 200)])
    #expect(decoding.issues.isEmpty)
  }

  @Test func `a second touch at the same place has the place of the first`() {
    let decoding = Decoding([
      .id(1), .x(100), .y(200), .report, .id(-1), .report, .id(2), .report,
    ])
    #expect(decoding.serials == [[1], [], [2]])
    #expect(decoding.positions.last == [Vector(x: 100, y: 200)])
    #expect(decoding.frames.last?[0].isXKnown == true)
    #expect(decoding.frames.last?[0].isPositionReported == false)
  }

  @Test func `a touch without a position counts and has none`() {
    let decoding = Decoding([.id(1), .report, .x(100), .report, .y(0), .report])
    let contacts = decoding.frames.map { $0[0] }
    #expect(decoding.frames.map(\.fingerCount) == [1, 1, 1])
    #expect(contacts.map(\.isXKnown) == [false, true, true])
    #expect(contacts.map(\.isYKnown) == [false, false, true])
    #expect(contacts.map(\.isPositionReported) == [false, true, true])
  }

  @Test func `a position that comes with the lift is that of the next touch alone`() {
    let decoding = Decoding([
      .id(1), .x(100), .y(200), .report, .x(0), .y(0), .id(-1), .report, .id(2), .report,
    ])
    #expect(decoding.positions == [[Vector(x: 100, y: 200)], [], [.zero]])
  }

  @Test(
    arguments: [
      [.slot(5)], [.slot(-1)], [.slot(.min)], [.slot(.max)], [.slot(31)],
    ] as [[DeviceAction]])
  func `what goes to an undeclared slot is left out`(slot: [DeviceAction]) {
    let decoding = Decoding(
      [.slot(4), .id(1), .x(100), .y(200), .report] + slot + [
        .id(2), .x(900), .y(600), .report, .id(-1), .report, .slot(4), .x(110), .report,
      ], device: .multitouch(slots: 5))
    #expect(decoding.serials == [[1], [1], [1], [1]])
    #expect(decoding.positions.last == [Vector(x: 110, y: 200)])
    #expect(decoding.issues == [.slotOutOfRange])
  }

  @Test func `a device that declares no slots may use as many as a frame holds`() {
    let decoding = Decoding([.slot(31), .id(1), .x(1), .y(1), .report, .slot(32), .id(2), .report])
    #expect(decoding.frames.map(\.count) == [1, 1])
    #expect(decoding.issues == [.tooManyContacts])
  }

  @Test func `declared contacts beyond those a frame holds are left out`() {
    var actions: [DeviceAction] = []
    for slot in 0..<40 as Range<Int32> {
      actions += [.slot(slot), .id(slot + 100), .x(slot), .y(slot)]
    }
    let decoding = Decoding(actions + [.report], device: .multitouch(slots: 40))
    #expect(decoding.frames.first?.count == 32)
    #expect(decoding.issues == Array(repeating: .tooManyContacts, count: 8))
  }

  @Test func `lift and touch in one frame are two touches`() {
    let decoding = Decoding([
      .id(1), .x(100), .y(200), .report, .id(-1), .id(2), .x(700), .report,
    ])
    #expect(decoding.serials == [[1], [2]])
    #expect(decoding.issues.isEmpty)
  }

  @Test func `a lift and the same tracking ID in one frame are two touches`() {
    let decoding = Decoding([.id(1), .x(100), .y(200), .report, .id(-1), .id(1), .report])
    #expect(decoding.serials == [[1], [2]])
  }

  @Test func `a touch that is over in its first frame is none`() {
    let decoding = Decoding([.id(1), .x(100), .y(200), .id(-1), .report, .id(2), .report])
    #expect(decoding.serials == [[], [1]])
  }

  @Test func `a tracking ID in the place of another is another touch, and said`() {
    let decoding = Decoding([
      .id(10), .x(100), .y(200), .report, .id(11), .x(900), .report, .id(11), .report,
    ])
    #expect(decoding.serials == [[1], [2], [2]])
    #expect(decoding.issues == [.trackingIDReplaced])
  }

  @Test(arguments: [-1, -2, .min] as [Int32])
  func `any negative tracking ID ends a touch`(id: Int32) {
    let decoding = Decoding([.id(0), .x(1), .y(1), .report, .id(id), .report, .id(.max), .report])
    #expect(decoding.serials == [[1], [], [2]])
  }

  @Test func `a contact from before the recording is none, and said once`() {
    let decoding = Decoding([
      .x(100), .report, .x(200), .report, .slot(1), .y(5), .report, .slot(0), .id(-1), .report,
      .id(7), .x(300), .y(5), .report,
    ])
    #expect(decoding.serials == [[], [], [], [], [1]])
    // Once for each of the two slots.
    #expect(decoding.issues == [.joinedLate, .joinedLate])
  }

  @Test func `the end of a contact from before the recording is no fault`() {
    let decoding = Decoding([.id(-1), .report, .slot(1), .id(-1), .touch(false), .report])
    #expect(decoding.serials == [[], []])
    #expect(decoding.issues.isEmpty)
  }

  // MARK: Values

  @Test func `values may be negative and outside the range`() {
    let decoding = Decoding(
      [.id(1), .x(-600), .y(300), .report, .x(601), .report, .y(.min), .report, .x(600), .report],
      device: .multitouch(x: -600...600, y: 0...700))
    #expect(
      decoding.positions.map { $0[0].x } == [-600, 601, 601, 600])
    #expect(decoding.positions.last?[0].y == Int(Int32.min))
    #expect(decoding.issues == [.valueOutOfRange, .valueOutOfRange])
  }

  @Test func `a given surface takes the place of the declared ranges`() throws {
    let extent = try #require(Surface.Extent(minimum: 0, maximum: 50))
    var decoder = TouchDecoder(device: .multitouch(), surface: Surface(x: extent, y: extent))
    let outputs = [InputEvent].stream([.id(1), .x(51), .y(50), .report]).map { decoder.handle($0) }
    #expect(outputs.map(\.issues) == [[], .valueOutOfRange, [], []])
  }

  @Test func `an empty range is none`() {
    let decoding = Decoding(
      [.id(1), .x(5), .y(5), .report], device: .multitouch(x: 0...0, y: 0...0))
    #expect(decoding.issues.isEmpty)
  }

  // MARK: Hovering, palms, pens

  @Test func `a contact at a distance does not touch`() {
    let decoding = Decoding([
      .id(1), .x(100), .y(200), .absolute(AxisCode.distance, 3), .report,
      .absolute(AxisCode.distance, 0), .report, .x(110), .report,
      .absolute(AxisCode.distance, 1), .report, .absolute(AxisCode.distance, 0), .report,
    ])
    // The same tracking ID comes down twice: two touches.
    #expect(decoding.serials == [[], [1], [1], [], [2]])
    #expect(decoding.frames.map(\.reportedCount) == [1, 1, 1, 1, 1])
  }

  @Test func `nothing touches while BTN_TOUCH is up`() {
    let decoding = Decoding([
      .id(1), .x(100), .y(200), .touch(true), .report,
      .touch(false), .report, .x(300), .report,
      .touch(true), .report, .id(-1), .touch(false), .report,
      // A finger comes near before it touches.
      .id(2), .x(500), .report, .touch(true), .x(510), .report,
    ])
    #expect(decoding.serials == [[1], [], [], [2], [], [], [3]])
    #expect(decoding.frames.map(\.reportedCount) == [1, 1, 1, 1, 0, 1, 1])
    #expect(decoding.issues.isEmpty)
  }

  @Test func `a device without BTN_TOUCH touches by its tracking IDs`() {
    let decoding = Decoding([.id(1), .x(1), .y(1), .report, .id(-1), .report, .id(2), .report])
    #expect(decoding.frames.map(\.count) == [1, 0, 1])
  }

  @Test func `a key that repeats changes nothing`() {
    let decoding = Decoding([
      .id(1), .x(100), .y(200), .touch(true), .key(KeyCode.finger, 1), .report,
      .key(KeyCode.touch, 2), .key(KeyCode.finger, 2), .report(1), .x(110), .report(1),
    ])
    #expect(decoding.serials == [[1], [1], [1]])
    #expect(decoding.frames.map(\.fingerCount) == [1, 1, 1])
    #expect(decoding.decoder.toolCount == 1)
    #expect(decoding.issues.isEmpty)
  }

  @Test(
    arguments: [
      (0, .finger), (1, .pen), (2, .palm), (10, .finger), (-1, .finger), (.max, .finger),
      (.min, .finger),
    ] as [(Int32, Contact.Tool)])
  func `the tool of a contact is told, and a finger unless known`(
    value: Int32, tool: Contact.Tool
  ) {
    let decoding = Decoding([
      .id(1), .x(1), .y(1), .absolute(AxisCode.toolType, value), .report, .x(2), .report,
    ])
    #expect(decoding.frames.map { $0[0].tool } == [tool, tool])
  }

  @Test func `a palm keeps its slot's tool until another is told`() {
    let palm = DeviceAction.absolute(AxisCode.toolType, 2)
    let finger = DeviceAction.absolute(AxisCode.toolType, 0)
    let decoding = Decoding([
      .id(1), .x(1), .y(1), .report, palm, .report, .id(-1), .report,
      // The kernel tells a tool again only if it is another.
      .id(2), .report, finger, .report,
    ])
    #expect(decoding.serials == [[1], [1], [], [2], [2]])
    #expect(
      decoding.frames.map { $0.contacts.map(\.tool) }
        == [[.finger], [.palm], [], [.palm], [.finger]])
  }

  // MARK: Buttons and finger counts

  @Test(arguments: [KeyCode.left, KeyCode.left + 1, KeyCode.middle])
  func `a button is down until it is released`(button: UInt16) {
    let decoding = Decoding([
      .key(button, 1), .report, .key(button, 2), .report, .key(button, 0), .report,
    ])
    #expect(decoding.frames.map(\.isButtonDown) == [true, true, false])
  }

  @Test func `two buttons are down until both are released`() {
    let decoding = Decoding([
      .key(KeyCode.left, 1), .report, .key(KeyCode.middle, 1), .report, .key(KeyCode.left, 0),
      .report,
      .key(KeyCode.middle, 0), .report,
    ])
    #expect(decoding.frames.map(\.isButtonDown) == [true, true, true, false])
  }

  @Test(arguments: [
    (KeyCode.finger, 1), (KeyCode.twoFingers, 2), (KeyCode.threeFingers, 3),
    (KeyCode.fourFingers, 4),
    (KeyCode.fiveFingers, 5),
  ])
  func `a device with one contact counts fingers by their key`(key: UInt16, count: Int) {
    let decoding = Decoding(
      [.singleX(100), .singleY(100), .touch(true), .key(key, 1), .report], device: .single())
    #expect(decoding.frames.map(\.fingerCount) == [count])
    #expect(decoding.decoder.toolCount == count)
    #expect(decoding.issues.isEmpty)
  }

  @Test func `three fingers on two slots are three`() {
    let decoding = Decoding(
      [
        .slot(0), .id(1), .x(100), .y(100), .slot(1), .id(2), .x(200), .y(200), .touch(true),
        .key(KeyCode.twoFingers, 1), .report,
        .key(KeyCode.twoFingers, 0), .key(KeyCode.threeFingers, 1), .report,
        .slot(1), .id(-1), .key(KeyCode.threeFingers, 0), .key(KeyCode.finger, 1), .report,
      ],
      device: .multitouch(slots: 2, properties: [.pointer, .semiMultitouch]))
    #expect(decoding.frames.map(\.fingerCount) == [2, 3, 1])
    #expect(decoding.frames.map(\.count) == [2, 2, 1])
    #expect(decoding.issues.isEmpty)
  }

  @Test func `a finger beyond the slots is down until it is up, or has taken a slot`() {
    let decoding = Decoding(
      [
        .slot(0), .id(1), .x(100), .y(100), .touch(true), .key(KeyCode.twoFingers, 1), .report,
        .id(-1), .key(KeyCode.twoFingers, 0), .key(KeyCode.finger, 1), .report, .x(120), .report,
        .id(2), .report, .id(-1), .key(KeyCode.finger, 0), .touch(false), .report,
      ],
      device: .multitouch(slots: 1))
    #expect(decoding.frames.map(\.fingerCount) == [2, 1, 1, 1, 0])
    #expect(decoding.frames.map(\.count) == [1, 0, 0, 1, 0])
    #expect(decoding.issues.isEmpty)
  }

  @Test func `slots are believed as far as they reach, and the disagreement is said once`() {
    var actions: [DeviceAction] = []
    for slot in 0..<3 as Range<Int32> { actions += [.slot(slot), .id(slot), .x(1), .y(1)] }
    actions += [.key(KeyCode.twoFingers, 1), .report, .x(5), .report]
    let decoding = Decoding(actions, device: .multitouch(slots: 5))
    #expect(decoding.frames.map(\.fingerCount) == [3, 3])
    #expect(decoding.issues == [.toolCountMismatch])
  }

  @Test(arguments: [5, nil] as [Int32?])
  func `free slots, or slots of unknown number, count more than the keys`(slots: Int32?) {
    let decoding = Decoding(
      [.slot(0), .id(1), .x(1), .y(1), .key(KeyCode.fourFingers, 1), .report],
      device: .multitouch(slots: slots))
    #expect(decoding.frames.map(\.fingerCount) == [1])
    #expect(decoding.issues == [.toolCountMismatch])
  }

  @Test func `the key for five fingers stands for more, too`() {
    var actions: [DeviceAction] = [.key(KeyCode.fiveFingers, 1)]
    for slot in 0..<7 as Range<Int32> { actions += [.slot(slot), .id(slot), .x(1), .y(1)] }
    let decoding = Decoding(actions + [.report], device: .multitouch(slots: 10))
    #expect(decoding.frames.map(\.fingerCount) == [7])
    #expect(decoding.issues.isEmpty)
  }

  @Test func `the largest finger count holds while keys change one by one`() {
    let decoding = Decoding(
      [
        .singleX(1), .singleY(1), .touch(true), .key(KeyCode.twoFingers, 1),
        .key(KeyCode.finger, 1),
        .report, .key(KeyCode.twoFingers, 0), .report, .key(KeyCode.finger, 0), .report,
      ], device: .single())
    #expect(decoding.frames.map(\.fingerCount) == [2, 1, 1])
    #expect(decoding.decoder.toolCount == 0)
  }

  // MARK: Ends and interruptions

  @Test func `an open frame is closed at the end, and said`() {
    let decoding = Decoding(
      [.id(1), .x(100), .y(200), .report, .x(300), .id(-1)], isFinished: true)
    #expect(decoding.serials == [[1], []])
    #expect(decoding.issues == [.frameNotClosed])
  }

  @Test func `nothing is left to close behind a report`() {
    let decoding = Decoding([.id(1), .x(100), .y(200), .report], isFinished: true)
    #expect(decoding.frames.count == 1)
    #expect(decoding.issues.isEmpty)
    #expect(Decoding([], isFinished: true).frames.isEmpty)
  }

  @Test(
    arguments: [
      .cancelled, .deviceRemoved, .endOfRecording, .dropped,
    ] as [ContactFrame.Interruption])
  func `an interruption ends all touches until they are put down anew`(
    interruption: ContactFrame.Interruption
  ) {
    var decoder = Decoding([
      .slot(0), .id(1), .x(100), .y(200), .slot(1), .id(2), .x(300), .y(200), .touch(true), .report,
    ]).decoder
    decoder.interrupt(interruption, at: Timestamp(nanoseconds: 50_000_000))
    #expect(
      decoder.frame
        == ContactFrame(time: Timestamp(nanoseconds: 50_000_000), interruption: interruption))
    let later = [InputEvent].stream(
      [.x(400), .report, .slot(0), .id(3), .report], from: Timestamp(nanoseconds: 60_000_000))
    var serials: [[Int]] = []
    for event in later where decoder.handle(event).isFrame {
      #expect(decoder.frame.interruption == nil)
      serials.append(decoder.frame.contacts.map(\.serial))
    }
    #expect(serials == [[], [3]])
  }

  @Test func `dropped events are thrown away up to the next report`() {
    let decoding = Decoding([
      .id(1), .x(100), .y(200), .key(KeyCode.left, 1), .report,
      .dropped, .x(480), .slot(1), .id(9), .x(3), .y(3), .contactReport, .report,
      // The contact goes on without a new tracking ID: it is none.
      .slot(0), .x(500), .report, .x(510), .report,
      .id(2), .x(600), .report, .y(210), .report,
    ])
    #expect(decoding.serials == [[1], [], [], [], [2], [2]])
    #expect(
      decoding.frames.map(\.interruption) == [nil, .dropped, nil, nil, nil, nil])
    #expect(decoding.issues == [.dropped, .joinedLate])
    #expect(!decoding.frames[1].isButtonDown)
    // What the y was, nobody knows any more: it may have been among the dropped.
    #expect(decoding.frames[4].contacts.map(\.isXKnown) == [true])
    #expect(decoding.frames[4].contacts.map(\.isYKnown) == [false])
    #expect(decoding.frames[5].contacts.map(\.isYKnown) == [true])
  }

  @Test func `dropped events at the end of a recording interrupt, too`() {
    let decoding = Decoding(
      [.id(1), .x(100), .y(200), .report, .dropped, .x(480)], isFinished: true)
    #expect(decoding.frames.map(\.interruption) == [nil, .dropped])
    #expect(decoding.issues == [.dropped, .frameNotClosed])
  }

  @Test func `a second drop before the report changes nothing`() {
    let decoding = Decoding([.dropped, .dropped, .id(1), .report, .id(2), .x(1), .y(1), .report])
    #expect(decoding.frames.map(\.interruption) == [.dropped, nil])
    #expect(decoding.serials == [[], [1]])
  }

  @Test func `synchronization events of other kinds close no frame`() {
    let decoding = Decoding([
      .event(type: EventType.synchronization, code: 1, value: 0),
      .event(type: EventType.synchronization, code: 14, value: 0),
      .event(type: EventType.synchronization, code: .max, value: 0),
    ])
    #expect(decoding.frames.isEmpty)
    #expect(decoding.issues.isEmpty)
  }

  // MARK: Time

  @Test func `a short step back is jitter, and time stands still`() {
    let decoding = Decoding([
      .report, .wait(.milliseconds(92)), .report, .wait(.milliseconds(-50)), .report, .report,
      .wait(.milliseconds(100)), .report,
    ])
    let milliseconds = decoding.frames.map { $0.time.nanoseconds / 1_000_000 }
    #expect(milliseconds == [0, 100, 100, 100, 174])
    #expect(decoding.issues == [.timeBackwards])
  }

  @Test func `a long step back is a clock that was set, and time goes on`() {
    let decoding = Decoding([
      .wait(.milliseconds(970)), .report, .wait(.milliseconds(-978)), .report, .report, .report,
    ])
    let milliseconds = decoding.frames.map { $0.time.nanoseconds / 1_000_000 }
    #expect(milliseconds == [970, 970, 978, 986])
    #expect(decoding.issues == [.timeBackwards])
  }

  @Test func `equal times are no fault`() {
    let events = [InputEvent].stream([.id(1), .report, .report, .report], every: .zero)
    let decoding = Decoding(events: events)
    #expect(Set(decoding.frames.map(\.time)).count == 1)
    #expect(decoding.issues.isEmpty)
  }

  @Test func `the edge between jitter and a clock that was set is 100 ms`() {
    func second(afterStepBack step: Duration) -> Timestamp? {
      Decoding([
        .wait(.seconds(1)), .report, .wait(.milliseconds(-8) - step), .report,
        .wait(.milliseconds(-8) + .nanoseconds(1)), .report,
      ]).frames.last?.time
    }
    #expect(second(afterStepBack: .milliseconds(100)) == Timestamp(nanoseconds: 1_000_000_000))
    #expect(
      second(afterStepBack: .milliseconds(100) + .nanoseconds(1))
        == Timestamp(nanoseconds: 1_000_000_001))
  }

  @Test func `times at the ends of their range do not trap`() {
    let times: [Int64] = [.min, .max, 0, .max, .min, -1, .max, .min, .min + 1, 5]
    let events = times.map {
      InputEvent(time: Timestamp(nanoseconds: $0), type: 0, code: 0, value: 0)
    }
    let decoding = Decoding(events: events)
    #expect(decoding.frames.count == times.count)
    #expect(decoding.frames.map(\.time) == decoding.frames.map(\.time).sorted())
  }
}
