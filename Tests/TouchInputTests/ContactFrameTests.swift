import Quantities
import Testing
import TouchInput

@Suite struct ContactFrameTests {
  static func contacts(_ count: Int) -> [Contact] {
    (0..<count).map { Contact(serial: $0 + 1, position: Vector(x: 10 * $0, y: 5)) }
  }

  @Test(arguments: [0, 1, 2, 31, 32])
  func `a frame holds up to 32 contacts`(count: Int) {
    let frame = ContactFrame(time: .zero, contacts: Self.contacts(count))
    #expect(frame.count == count)
    #expect(frame.fingerCount == count)
    #expect(frame.reportedCount == count)
    #expect(frame.contacts == Self.contacts(count))
  }

  @Test func `more than 32 contacts are left out`() {
    let frame = ContactFrame(time: .zero, contacts: Self.contacts(40))
    #expect(frame.contacts == Self.contacts(32))
  }

  @Test func `contacts are added, changed and taken away`() {
    var frame = ContactFrame(time: .zero)
    frame.append(Contact(serial: 7, position: .zero))
    frame[0].position.x = 3
    #expect(frame[0] == Contact(serial: 7, position: Vector(x: 3, y: 0)))
    frame.removeAll()
    #expect(frame.count == 0)
    #expect(frame.contacts == [])
  }

  @Test func `frames are equal if all that they hold is`() {
    let frame = ContactFrame(time: .zero, contacts: Self.contacts(2))
    var others = Array(repeating: frame, count: 7)
    others[0].time = Timestamp(nanoseconds: 1)
    others[1].fingerCount = 3
    others[2].reportedCount = 3
    others[3].isButtonDown = true
    others[4].interruption = .dropped
    others[5][1].isYKnown = false
    others[6].append(Contact(serial: 3, position: .zero))
    for other in others { #expect(other != frame) }
    // What lies behind the last contact is no part of it.
    var emptied = ContactFrame(time: .zero, contacts: Self.contacts(2))
    emptied.removeAll()
    emptied.fingerCount = 0
    emptied.reportedCount = 0
    #expect(emptied == ContactFrame(time: .zero))
  }
}
