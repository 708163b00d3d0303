package import Quantities
package import Simulation

/// What a device is, as far as the picture goes.
package struct LiveDeviceFacts: Hashable, Sendable {
  /// The name: text that nobody has checked.
  package var name: String

  /// Width and height in millimeters, if they are known.
  package var size: Size?

  /// Creates facts.
  package init(name: String, size: Size?) {
    self.name = name
    self.size = size
  }

  /// The width of a common pad for a height of 1.
  static let commonProportion = 1.4

  /// The width for a height of 1, within what can be drawn; that of a common pad, if it is unknown.
  var proportion: Double {
    guard let size, size.width > 0, size.height > 0, (size.width / size.height).isFinite else {
      return Self.commonProportion
    }
    return min(max(size.width / size.height, 0.3), 6)
  }
}

/// The threshold that holds on the device.
package struct LiveTerms: Hashable, Sendable {
  /// The threshold as it is stated; `nil` where a policy states it otherwise.
  package var threshold: Threshold?

  /// The progress that finishes along each axis.
  package var shares: PerAxis<Double>

  /// The same in millimeters, if the size is known.
  package var millimeters: PerAxis<Double>?

  /// Creates terms.
  package init(
    threshold: Threshold?, shares: PerAxis<Double>, millimeters: PerAxis<Double>? = nil
  ) {
    self.threshold = threshold
    self.shares = shares
    self.millimeters = millimeters
  }
}
