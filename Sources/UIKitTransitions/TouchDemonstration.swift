import Layers
import Quantities
public import TouchInput

extension TouchSample {
  /// The window of a run without a device: that of a phone of 4 inches, in hundredths of a point.
  public static var phone: TouchMapping {
    TouchMapping(
      window: SampleScene.window, origin: .zero, pointsPerUnit: PerAxis(both: 0.01))
  }

  /// A finger that shows what the sample does, 60 frames a second on ``phone`` from 0 s on.
  public var demonstration: [ContactFrame] {
    switch self {
    case .edgeSwipeBack: Self.drag(from: Point(x: 6, y: 300), by: Point(x: 150, y: 10))
    case .edgeSwipeProjected: Self.drag(from: Point(x: 6, y: 300), by: Point(x: 80, y: 4))
    case .paging: Self.drag(from: Point(x: 240, y: 300), by: Point(x: -150, y: 6))
    case .freeScroll: Self.drag(from: Point(x: 200, y: 400), by: Point(x: -20, y: -180))
    case .sheetSwipe, .sheetHeld: Self.drag(from: Point(x: 160, y: 120), by: Point(x: 0, y: 240))
    }
  }

  /// A finger that goes straight for 0.25 s and is lifted.
  private static func drag(from start: Point, by way: Point) -> [ContactFrame] {
    let count = 15
    func time(_ frame: Int) -> Timestamp { Timestamp(nanoseconds: Int64(frame) * 16_666_667) }
    let frames = (0...count).map { frame in
      let share = Double(frame) / Double(count)
      return ContactFrame(
        time: time(frame),
        contacts: [
          Contact(
            serial: 1,
            position: Vector(
              x: Int((100 * (start.x + share * way.x)).rounded()),
              y: Int((100 * (start.y + share * way.y)).rounded())))
        ])
    }
    return frames + [ContactFrame(time: time(count + 1))]
  }
}

extension TouchSampleRun {
  /// Runs a sample under the finger that shows it, and lets it come to rest.
  ///
  /// The pages are scrolled back by code in the end.
  ///
  /// - Parameters:
  ///   - sample: The sample.
  ///   - rate: The frames per second, more than 0.
  ///   - end: When to stop, if it has not come to rest before.
  /// - Returns: The run as it is then.
  public static func demonstration(
    of sample: TouchSample, rate: Double, until end: Duration
  ) -> Self {
    var run = Self(sample, mapping: TouchSample.phone, at: .zero)
    var frame = 0
    func time(_ frame: Int) -> Timestamp { Timestamp(seconds: Double(frame) / rate) ?? .zero }
    func play(_ run: inout Self, to limit: Timestamp, whileMoving: Bool) {
      while time(frame) <= limit, !whileMoving || run.isRunning {
        run.advance(to: time(frame))
        frame += 1
      }
    }
    let limit = Timestamp.zero.advanced(by: end)
    let start = run.offset
    for contacts in sample.demonstration where contacts.time <= limit {
      play(&run, to: contacts.time, whileMoving: false)
      run.handle(contacts)
    }
    play(&run, to: limit, whileMoving: true)
    if sample == .paging, let start, !run.isRunning {
      run.scroll(to: start, isAnimated: true, at: run.scene.time)
      play(&run, to: limit, whileMoving: true)
    }
    return run
  }
}
