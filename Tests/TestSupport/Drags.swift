package import Quantities
package import TouchInput

extension Timestamp {
  /// The moment some milliseconds after the clock's origin.
  package static func milliseconds(_ milliseconds: Double) -> Self {
    Self(nanoseconds: Int64((milliseconds * 1e6).rounded()))
  }
}

extension ContactFrame {
  /// A frame of one finger, or of none.
  package static func finger(
    _ position: Vector<Device>?, at time: Timestamp, serial: Int = 1
  ) -> Self {
    ContactFrame(
      time: time, contacts: position.map { [Contact(serial: serial, position: $0)] } ?? [])
  }
}

extension [ContactFrame] {
  /// One finger that lands, is reported at some places along x at a steady rate, and leaves.
  ///
  /// - Parameters:
  ///   - places: The places; at the first it lands.
  ///   - interval: The time between two reports, and between the last one and the lift.
  ///   - start: When it lands.
  ///   - serial: The number of the touch.
  /// - Returns: A frame a report, and one for the lift.
  package static func drag(
    _ places: [Int], every interval: Duration = .milliseconds(10), from start: Timestamp = .zero,
    serial: Int = 1
  ) -> Self {
    let frames = places.enumerated().map { index, x in
      ContactFrame.finger(
        Vector(x: x, y: 0), at: start.advanced(by: interval * index), serial: serial)
    }
    return frames + [.finger(nil, at: start.advanced(by: interval * places.count))]
  }
}
