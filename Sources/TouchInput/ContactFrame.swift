public import Quantities

/// All contacts of a device at one time: what a `SYN_REPORT` closes.
public struct ContactFrame: Sendable {
  /// A break in the events: what was down before is down no longer, whatever the fingers did.
  public enum Interruption: Hashable, Sendable {
    /// The kernel threw events away, `SYN_DROPPED` in the kernel.
    case dropped

    /// The system took the touch away.
    case cancelled

    /// The device is gone.
    case deviceRemoved

    /// The recording ends.
    case endOfRecording
  }

  /// The most contacts that a frame holds.
  public static let capacity = 32

  /// When the frame was closed, on a clock that never runs backwards.
  public var time: Timestamp

  /// The number of fingers, at least the number of contacts.
  ///
  /// It is larger where the device counts more fingers (`BTN_TOOL_TRIPLETAP`) than it has slots.
  public var fingerCount: Int

  /// How many contacts the device reported, hovering ones and palms too.
  public var reportedCount: Int

  /// Whether a button of the device is down.
  public var isButtonDown: Bool

  /// Whether the touches began unseen, while the kernel threw events away: what is down is known,
  /// and how it came there is not.
  public var isResumed = false

  /// What breaks the touches off, if anything.
  public var interruption: Interruption?

  /// The number of contacts, 0…32.
  public private(set) var count: Int

  /// Room for all contacts there can be; the first `count` are those that are down.
  package private(set) var storage: [32 of Contact]

  /// Creates a frame without contacts.
  public init(time: Timestamp, interruption: Interruption? = nil) {
    self.time = time
    self.interruption = interruption
    fingerCount = 0
    reportedCount = 0
    isButtonDown = false
    count = 0
    storage = .init(repeating: Contact(serial: 0, position: .zero))
  }

  /// Creates a frame of some contacts; those beyond the capacity are left out.
  public init(time: Timestamp, contacts: [Contact]) {
    self.init(time: time)
    contacts.prefix(Self.capacity).forEach { append($0) }
    fingerCount = count
    reportedCount = count
  }

  /// The contact at an index below `count`, in the order of their slots.
  ///
  /// - Complexity: O(1).
  /// - Precondition: The index is below `count`.
  public subscript(index: Int) -> Contact {
    get {
      precondition(index < count, "A frame has no contact at an index beyond its count")
      return storage[index]
    }
    set {
      precondition(index < count, "A frame has no contact at an index beyond its count")
      storage[index] = newValue
    }
  }

  /// Adds a contact.
  ///
  /// - Precondition: The frame is not full.
  public mutating func append(_ contact: Contact) {
    precondition(count < Self.capacity, "A frame holds at most 32 contacts")
    storage[count] = contact
    count += 1
  }

  /// Takes all contacts away.
  public mutating func removeAll() {
    count = 0
  }

  /// The contacts as an array.
  ///
  /// - Complexity: O(n), and allocates; it is for tests and reports.
  public var contacts: [Contact] {
    (0..<count).map { storage[$0] }
  }
}

extension ContactFrame: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.time == right.time && left.fingerCount == right.fingerCount
      && left.reportedCount == right.reportedCount && left.isButtonDown == right.isButtonDown
      && left.isResumed == right.isResumed && left.interruption == right.interruption
      && left.contacts == right.contacts
  }
}
