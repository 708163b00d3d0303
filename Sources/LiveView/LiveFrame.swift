package import Quantities

/// What a device shows at a moment, as far as the picture goes.
package struct LiveFrame: Hashable, Sendable {
  /// A finger.
  package struct Contact: Hashable, Sendable {
    /// What tells it from all others.
    package var serial: Int

    /// Where it is, as a share of the surface, 0…1 from left to right.
    package var x: Double

    /// Where it is, as a share of the surface, 0…1 from top to bottom.
    package var y: Double

    /// Creates a finger.
    package init(serial: Int, x: Double, y: Double) {
      (self.serial, self.x, self.y) = (serial, x, y)
    }
  }

  /// A gesture that is followed.
  package struct Motion: Hashable, Sendable {
    /// The way that is forward on the surface.
    package var heading: Heading

    /// The raw progress.
    package var progress: Double

    /// The change of progress, as text with its unit.
    package var velocity: String

    /// The progress that finishes.
    package var threshold: Double

    /// The share of the surface along the axis that makes progress 1, more than 0; `nil` where the
    /// fingers' way is not what makes it.
    package var travel: Double?

    /// Creates a motion.
    package init(
      heading: Heading, progress: Double, velocity: String, threshold: Double, travel: Double?
    ) {
      self.heading = heading
      self.progress = progress
      self.velocity = velocity
      self.threshold = threshold
      self.travel = travel
    }
  }

  /// When, in seconds.
  package var time: Double

  /// The fingers that are seen.
  package var contacts: [Contact]

  /// How many fingers there are, at least those that are seen.
  package var fingers: Int

  /// The gesture that is followed, if there is one.
  package var motion: Motion?

  /// Creates a frame.
  package init(time: Double, contacts: [Contact], fingers: Int? = nil, motion: Motion? = nil) {
    self.time = time
    self.contacts = contacts
    self.fingers = fingers ?? contacts.count
    self.motion = motion
  }
}
