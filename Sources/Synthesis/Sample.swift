import Quantities

/// A gesture of the collection: what was meant, and how it was made.
public struct Sample: Hashable, Sendable {
  /// What the person meant, in the story that the sample tells.
  public enum Intent: String, Hashable, Sendable, CaseIterable {
    /// To go on to the end.
    case finish

    /// To go back to the start.
    case cancel

    /// Neither: it was no swipe.
    case none
  }

  /// What the hand does.
  public enum Story: String, Hashable, Sendable, CaseIterable {
    /// A quick way; the fingers lift in motion.
    case flick

    /// A slow way.
    case drag

    /// A slow way, and a rest before the lift.
    case rest

    /// A way out, and back again.
    case back

    /// Fingers that go apart.
    case pinch

    /// Fingers that stay where they land.
    case tap
  }

  /// What makes the gesture harder to follow.
  public enum Circumstance: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case plain

    /// The fingers come from the edge.
    case edge

    /// The path begins slanted.
    case slant

    /// A thumb lies on the surface.
    case thumb

    /// The button is clicked in the middle.
    case click

    /// The kernel drops events.
    case drop

    /// The fingers land one after the other.
    case landing

    /// The fingers lift one after the other.
    case lifting
  }

  /// The name, such as `pad-3f-flick-right-01`.
  public let name: String

  /// What was meant.
  public let intent: Intent

  /// What the hand does.
  public let story: Story

  /// What makes it harder to follow.
  public let circumstance: Circumstance

  /// The person of the story.
  public let participant: String

  /// The sitting of that person.
  public let session: String

  /// Whether the person's system decides by velocity too.
  public let decidesByVelocity: Bool

  /// The way that makes progress 1, in millimeters, along the axis of the gesture.
  public let wholeTravel: Double

  /// The gesture.
  public let specification: GestureSpecification

  /// The share of ``wholeTravel`` that the fingers have gone when they lift, after ``slop``; `nil`
  /// for what is no swipe.
  public var progress: Double? {
    guard case .swipe(let swipe) = specification.motion else { return nil }
    return (swipe.distance.magnitude - swipe.back - Self.slop) / wholeTravel
  }

  /// The motion before a gesture is recognized, in millimeters.
  public static let slop = 1.5
}
