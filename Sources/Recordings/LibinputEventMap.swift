import Quantities
import TouchInput

extension LibinputEvent {
  /// Reads what `libinput record --with-libinput` writes of an event, the brace in front read:
  /// `time: 1.234567, type: GESTURE_SWIPE_UPDATE, nfingers: 3, delta: [-0.62, 15.82], unaccel: […]}`.
  ///
  /// Fails if it is no part of a gesture. Recordings of libinput itself do not tell whether an end
  /// was cancelled.
  init?(map line: inout ByteCursor, line number: Int, device: Int) {
    var time: Timestamp?
    var name: LibinputEventName?
    var fingers: Int64?
    var (delta, unaccelerated, axes): (Vector<Device>?, Vector<Device>?, Vector<Device>?)
    var (isFinger, isCancelled) = (true, false)
    while !line.isAtEnd, !line.starts(with: "}") {
      line.skipBlanks()
      let start = line
      guard line.skip(beyond: ":") else { break }
      let key = UnsafeBufferPointer(rebasing: line.bytes(from: start).dropLast())
      line.skipBlanks()
      switch key {
      case "time": time = line.seconds()
      case "type": name = LibinputEventName(listItem: &line)
      case "nfingers": fingers = line.unsignedDecimal()
      case "delta": delta = line.list()
      case "unaccel": unaccelerated = line.list()
      case "axes": axes = line.list()
      case "source": isFinger = line.starts(with: "finger")
      case "cancelled": isCancelled = line.starts(with: "true")
      default: _ = line.list()
      }
      while !line.isAtEnd, !line.starts(with: "}"), !line.skip(",") { line.skip(1) }
    }
    guard let time, let name else { return nil }
    switch name {
    case .gesture(let kind, let part):
      guard let fingers, fingers <= 32 else { return nil }
      let phase: Phase =
        switch part {
        case .begin: .begin
        case .end: .end(isCancelled: isCancelled)
        case .update: .update(Motion(accelerated: delta, unaccelerated: unaccelerated))
        }
      self.init(
        time: time, kind: kind, phase: phase, fingers: Int(fingers), line: number, device: device)
    case .scroll:
      guard isFinger, let axes else { return nil }
      self.init(scroll: axes, at: time, line: number, device: device)
    case .deviceAdded, .deviceRemoved, .touch, .other: return nil
    }
  }

  /// Creates a scroll of two fingers, which ends where nothing moves.
  init(scroll motion: Vector<Device>, at time: Timestamp, line: Int, device: Int) {
    let isEnd = motion == Vector(x: 0, y: 0)
    self.init(
      time: time, kind: .scroll,
      phase: isEnd
        ? .end(isCancelled: false) : .update(Motion(accelerated: nil, unaccelerated: motion)),
      fingers: 2, line: line, device: device)
  }
}

extension ByteCursor {
  /// Reads `[-0.62, 15.82]` in hundredths, and moves beyond any other list too.
  fileprivate mutating func list() -> Vector<Device>? {
    guard skip("[") else { return nil }
    let pair = hundredthsPair(",")
    while !isAtEnd, !skip("]") { skip(1) }
    return pair
  }
}
