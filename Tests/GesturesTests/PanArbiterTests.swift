import Gestures
import Quantities
import TestSupport
import Testing
import TouchInput

@Suite struct PanArbiterTests {
  static func settings(_ direction: PanDirection, slop: Double = 0) throws -> PanSettings {
    let extent = try #require(Surface.Extent(minimum: 0, maximum: 1000))
    return PanSettings(
      direction: direction, slop: PerAxis(both: slop),
      surface: Surface(x: extent, y: extent), unitsPerMillimeter: PerAxis(both: 10))
  }

  static func arbiter(_ settings: PanSettings...) -> PanArbiter {
    PanArbiter(settings.map { PanRecognizer($0) })
  }

  /// Plays frames, and says who did what: `0 begin`.
  static func play(_ frames: [ContactFrame], on arbiter: inout PanArbiter) -> [String] {
    frames.compactMap { frame in
      let output = arbiter.handle(frame)
      return output.action.map { "\(output.recognizer) \(Self.name($0))" }
    }
  }

  static func name(_ action: PanRecognizer.Action) -> String {
    switch action {
    case .begin: "begin"
    case .change: "change"
    case .end(_, let end): "end \(end.rawValue)"
    case .reject(let touch): "reject \(touch.reason.rawValue)"
    }
  }

  /// One finger along a straight way: 3 frames and the lift.
  static func swipe(_ x: Int, _ y: Int, serial: Int = 1) -> [ContactFrame] {
    let start = 100.0 * Double(serial)
    return (0..<3).map { index in
      .finger(
        Vector(x: 500 + x * index, y: 500 + y * index),
        at: .milliseconds(start + Double(index) * 10), serial: serial)
    } + [.finger(nil, at: .milliseconds(start + 30))]
  }

  @Test func `of two that begin in one frame the first has the touch`() throws {
    var arbiter = Self.arbiter(try Self.settings(.horizontal), try Self.settings(.right))
    #expect(Self.play(Self.swipe(20, 0), on: &arbiter) == ["0 begin", "0 change", "0 end lift"])
    #expect(arbiter.winner == nil)
  }

  @Test func `the order decides, not the place of the winner`() throws {
    var arbiter = Self.arbiter(
      try Self.settings(.vertical), try Self.settings(.any), try Self.settings(.right))
    #expect(Self.play(Self.swipe(20, 1), on: &arbiter) == ["1 begin", "1 change", "1 end lift"])
    #expect(Self.play(Self.swipe(1, 20, serial: 2), on: &arbiter).first == "0 begin")
  }

  @Test func `the axis tells two recognizers apart`() throws {
    for (x, y, winner) in [(20, 8, 0), (-20, 8, 0), (8, 20, 1), (8, -20, 1)] {
      var arbiter = Self.arbiter(
        try Self.settings(.horizontal, slop: 15), try Self.settings(.vertical, slop: 15))
      let first = Self.play(Self.swipe(x, y), on: &arbiter).first
      #expect(first == "\(winner) begin")
    }
  }

  @Test func `the first to begin has the touch to its end`() throws {
    // The other one would begin later, and goes first.
    var arbiter = Self.arbiter(
      try Self.settings(.horizontal, slop: 35), try Self.settings(.horizontal, slop: 5))
    let frames = [ContactFrame].drag([500, 510, 530, 550, 570])
    #expect(
      Self.play(frames, on: &arbiter)
        == ["1 begin", "1 change", "1 change", "1 change", "1 end lift"])
  }

  @Test func `a touch that nobody wants is rejected once`() throws {
    var arbiter = Self.arbiter(
      try Self.settings(.horizontal, slop: 15), try Self.settings(.right, slop: 15))
    #expect(Self.play(.drag([500, 501, 502]), on: &arbiter) == ["0 reject within-slop"])
  }

  @Test func `the losers take the next touch, not the rest of this one`() throws {
    var arbiter = Self.arbiter(try Self.settings(.horizontal), try Self.settings(.vertical))
    let first = Contact(serial: 1, position: Vector(x: 500, y: 500))
    let second = Contact(serial: 2, position: Vector(x: 600, y: 500))
    func moved(_ contact: Contact, _ x: Int, _ y: Int) -> Contact {
      Contact(serial: contact.serial, position: contact.position + Vector(x: x, y: y))
    }
    let frames = [
      ContactFrame(time: .milliseconds(0), contacts: [first, second]),
      ContactFrame(time: .milliseconds(10), contacts: [moved(first, 20, 0), moved(second, 20, 0)]),
      // One finger stays, and moves along the other axis.
      ContactFrame(time: .milliseconds(20), contacts: [moved(second, 20, 0)]),
      ContactFrame(time: .milliseconds(30), contacts: [moved(second, 20, 90)]),
      ContactFrame(time: .milliseconds(40)),
    ]
    #expect(Self.play(frames, on: &arbiter) == ["0 begin", "0 end fingers-changed"])
    #expect(
      Self.play(Self.swipe(0, 20, serial: 3), on: &arbiter)
        == ["1 begin", "1 change", "1 end lift"])
  }

  @Test func `an interruption ends the winner alone`() throws {
    var arbiter = Self.arbiter(try Self.settings(.horizontal), try Self.settings(.horizontal))
    let frames = Array(Self.swipe(20, 0).dropLast())
    _ = Self.play(frames, on: &arbiter)
    let frame = ContactFrame(time: .milliseconds(150), interruption: .cancelled)
    #expect(Self.play([frame], on: &arbiter) == ["0 end cancel-event"])
    #expect(Self.play([frame], on: &arbiter) == [])
    #expect(arbiter.winner == nil)
  }

  @Test func `a touch that is taken away is ignored to its end`() throws {
    var arbiter = Self.arbiter(try Self.settings(.horizontal), try Self.settings(.vertical))
    let frames = Self.swipe(20, 0)
    _ = Self.play(Array(frames.prefix(2)), on: &arbiter)
    let action = try #require(arbiter.cancel(at: .milliseconds(115)).action)
    #expect(Self.name(action) == "end cancel-event")
    if case .end(let pan, _) = action {
      // Between two frames, which counts for none.
      #expect(pan.time == .milliseconds(115))
      #expect(pan.frames == 1)
    }
    #expect(arbiter.cancel(at: .milliseconds(116)).action == nil)
    #expect(Self.play(Array(frames.dropFirst(2)), on: &arbiter) == [])
    #expect(Self.play(Self.swipe(20, 0, serial: 2), on: &arbiter).first == "0 begin")
  }

  @Test func `off it sees no touch, and on none that is down already`() throws {
    var arbiter = Self.arbiter(try Self.settings(.horizontal), try Self.settings(.vertical))
    #expect(arbiter.setEnabled(false, at: .zero).action == nil)
    #expect(Self.play(Self.swipe(20, 0), on: &arbiter) == [])
    let frames = Self.swipe(20, 0, serial: 2)
    _ = Self.play(Array(frames.prefix(1)), on: &arbiter)
    #expect(arbiter.setEnabled(true, at: .milliseconds(205)).action == nil)
    #expect(Self.play(Array(frames.dropFirst()), on: &arbiter) == [])
    #expect(Self.play(Self.swipe(0, 20, serial: 3), on: &arbiter).first == "1 begin")
  }

  @Test(arguments: 0..<100)
  func `whatever the fingers do, one at a time has a pan`(seed: Int) throws {
    var random = Seeded(UInt64(seed))
    let all = try (0..<4).map { _ in
      PanRecognizer(
        try Self.settings(
          PanDirection.allCases.randomElement(using: &random) ?? .any,
          slop: .random(in: 0...30, using: &random)))
    }
    var arbiter = PanArbiter(all)
    var contacts: [Contact] = []
    var running: Int?
    var serial = 0
    for index in 0..<400 {
      let time = Timestamp.milliseconds(Double(index) * 8)
      switch Int.random(in: 0..<12, using: &random) {
      case 0,
        1 where contacts.count < 4:
        serial += 1
        contacts.append(Contact(serial: serial, position: Vector(x: 500, y: 500)))
      case 2, 3: if !contacts.isEmpty { contacts.removeLast() }
      default:
        for finger in contacts.indices {
          contacts[finger].position.x += .random(in: -20...20, using: &random)
          contacts[finger].position.y += .random(in: -20...20, using: &random)
        }
      }
      var outputs = [arbiter.handle(ContactFrame(time: time, contacts: contacts))]
      if Int.random(in: 0..<40, using: &random) == 0 { outputs.append(arbiter.cancel(at: time)) }
      if Int.random(in: 0..<40, using: &random) == 0 {
        outputs.append(arbiter.setEnabled(.random(using: &random), at: time))
      }
      for output in outputs {
        switch output.action {
        case .begin:
          #expect(running == nil)
          running = output.recognizer
        case .change: #expect(running == output.recognizer)
        case .end:
          #expect(running == output.recognizer)
          running = nil
        case .reject: #expect(running == nil)
        case nil: break
        }
        #expect(arbiter.recognizers.count { $0.isFollowing } <= 1)
      }
      #expect(arbiter.winner == running)
    }
  }
}
