import Quantities

/// The contacts of protocol A: groups of values, all of them in each frame.
///
/// A group says which finger it is by its tracking ID; without one its place tells.
struct GroupContacts: Sendable {
  /// The values of a contact, until `SYN_MT_REPORT` ends them.
  private struct Group {
    static let none: Int32 = -1

    var trackingID = none
    var x: Int32 = 0
    var y: Int32 = 0
    var tool: Int32 = 0
    var isXKnown = false
    var isYKnown = false
    /// Neither its pressure nor its size is 0, and it does not hover.
    var isPressed = true

    var isContact: Bool { (isXKnown || isYKnown || trackingID >= 0) && isPressed }
    var position: Vector<Device> { Vector(x: Int(x), y: Int(y)) }
  }

  private var groups: [32 of Group] = .init(repeating: Group())
  private var count = 0
  private var group = Group()
  /// The tracking IDs of the contacts of the frame before.
  private var identities: [32 of Int32] = .init(repeating: Group.none)
  /// They go on from before an interruption: none counts until all are up.
  private var areLate = false
  private var isLatenessReported = false

  // MARK: Events

  /// Takes an x coordinate.
  mutating func setX(_ value: Int32) { (group.x, group.isXKnown) = (value, true) }

  /// Takes a y coordinate.
  mutating func setY(_ value: Int32) { (group.y, group.isYKnown) = (value, true) }

  /// Takes a tracking ID.
  mutating func setTrackingID(_ value: Int32) { group.trackingID = value }

  /// Takes what touches.
  mutating func setTool(_ value: Int32) { group.tool = value }

  /// Takes how far the contact hovers.
  mutating func setDistance(_ value: Int32) {
    if value > 0 { group.isPressed = false }
  }

  /// Takes the pressure or the size of the contact; old drivers end a contact by either.
  mutating func setStrength(_ value: Int32) {
    if value <= 0 { group.isPressed = false }
  }

  /// Ends the values of a contact.
  mutating func closeGroup() -> TouchDecoder.Issues {
    defer { group = Group() }
    guard count < ContactFrame.capacity else { return .tooManyContacts }
    groups[count] = group
    count += 1
    return []
  }

  // MARK: Frames

  /// Puts the groups of a frame into it; the frame still holds the contacts of the one before.
  mutating func collect(
    into frame: inout ContactFrame, _ key: TouchKey, _ serials: inout TouchSerials
  ) -> TouchDecoder.Issues {
    var issues: TouchDecoder.Issues = []
    var contactCount = 0
    for index in 0..<count where groups[index].isContact { contactCount += 1 }
    if key.didRise, !key.didFall { contactCount = 0 }
    if areLate {
      areLate = contactCount > 0 && !key.didFall
      if areLate {
        if !isLatenessReported { issues.insert(.joinedLate) }
        isLatenessReported = true
        contactCount = 0
      }
    }
    let sources = contactCount > 0 ? sources(frame) : .init(repeating: NearestPairs.none)
    let previous = frame
    frame.removeAll()
    for index in 0..<count where groups[index].isContact && contactCount > 0 {
      let source = sources[index] < 0 ? nil : previous[sources[index]]
      append(groups[index], source: source, to: &frame, &serials)
    }
    frame.reportedCount = count
    return issues
  }

  /// Forgets the groups of a frame that is over.
  mutating func beginFrame() {
    count = 0
    group = Group()
  }

  /// Ends all touches.
  ///
  /// - Parameter areDown: Whether contacts may go on that were down before.
  mutating func endTouches(areDown: Bool) {
    if areDown { areLate = true }
    isLatenessReported = false
  }

  /// Finds the contacts of the frame before that the groups are: by tracking ID, and those that
  /// have none by their places.
  private func sources(_ frame: ContactFrame) -> [32 of Int] {
    var sources: [32 of Int] = .init(repeating: NearestPairs.none)
    var pairs = NearestPairs()
    var claimed: UInt32 = 0
    for index in 0..<count where groups[index].isContact {
      guard groups[index].trackingID >= 0 else {
        pairs.addNew(groups[index].position, place: index)
        continue
      }
      for other in 0..<frame.count
      where identities[other] == groups[index].trackingID && claimed & 1 << UInt32(other) == 0 {
        sources[index] = other
        claimed |= 1 << UInt32(other)
        break
      }
    }
    for other in 0..<frame.count where identities[other] < 0 {
      pairs.addOld(frame[other].position, place: other)
    }
    pairs.find(&sources)
    return sources
  }

  private mutating func append(
    _ group: Group, source: Contact?, to frame: inout ContactFrame, _ serials: inout TouchSerials
  ) {
    identities[frame.count] = group.trackingID
    let fallback = source?.position ?? .zero
    frame.append(
      Contact(
        serial: source?.serial ?? serials.next(),
        position: Vector(
          x: group.isXKnown ? Int(group.x) : fallback.x,
          y: group.isYKnown ? Int(group.y) : fallback.y),
        isXKnown: group.isXKnown || source?.isXKnown ?? false,
        isYKnown: group.isYKnown || source?.isYKnown ?? false,
        isPositionReported: group.isXKnown || group.isYKnown,
        tool: Contact.Tool(kernelValue: group.tool)))
  }
}
