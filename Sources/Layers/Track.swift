/// A property of a layer that animations change.
struct Track: Sendable {
  /// The layer.
  var layer: Int32

  /// The property.
  var property: Property

  /// Where its numbers lie, in what is set and in what is shown alike.
  var slot: Int32

  /// How many numbers what is set has.
  var count: Int32

  /// What the numbers belong to while nothing animates, among the shapes; −1 for plain numbers.
  var shape: Int32

  /// The animations that change it, the lowest first.
  var leaves: Range<Int32>
}

/// An animation of a property, made ready for many samples.
struct Leaf: Sendable {
  /// How the value follows from the progress.
  enum Operation: UInt8, Sendable {
    /// Evenly from one row of numbers to another.
    case line

    /// The same for colors, multiplied by their alpha.
    case color

    /// The same for transforms, taken apart.
    case transform

    /// The same where both are flat, so that the rotation is an angle.
    case flatTransform

    /// Along keyframes of numbers.
    case keyframes

    /// Along a path.
    case path

    /// In the direction of a path.
    case turn

    /// From one value to another halfway, or along keyframes of them.
    case values
  }

  /// Its time.
  var clock: MediaClock

  /// What the time is taken of: a group, or a layer.
  var group: Int32

  /// The layer's place among the times.
  var time: Int32

  /// The timing curve, or −1.
  var curve: Int32

  /// The spring, or −1.
  var spring: Int32

  /// The part of its way that it goes, or −1 for all of it.
  var span: Int32

  /// How the value follows.
  var operation: Operation

  /// Whether the end is shown, as it is not removed there.
  var isKept: Bool

  /// Whether it is written without a look at what lies below.
  var isPlain: Bool

  /// Whether the value is added to what lies below.
  var isAdditive: Bool

  /// Whether each cycle adds to the one before.
  var isCumulative: Bool

  /// Whether the last value is what lies below.
  var endsBelow: Bool

  /// What makes a transform of the numbers, if anything.
  var valueFunction: ValueFunction?

  /// The part of the property, if it has to be worked out.
  var part: PropertyPath.Part

  /// The place of the part in the property's numbers.
  var offset: Int32

  /// How many numbers the value has.
  var count: Int32

  /// Where the numbers that it needs lie among the constants, or its keyframes among those.
  var constants: Int32

  /// What the numbers belong to, among the shapes; −1 for plain numbers.
  var shape: Int32
}

/// A group of animations, made ready for many samples.
struct GroupClock: Sendable {
  /// Its time.
  var clock: MediaClock

  /// The group around it, or −1.
  var group: Int32

  /// The layer's place among the times.
  var time: Int32

  /// The timing curve, or −1.
  var curve: Int32

  /// The part of its way that it goes, or −1 for all of it.
  var span: Int32

  /// Whether the end is shown, as it is not removed there.
  var isKept: Bool
}

/// Where a group is.
struct GroupState: Sendable {
  /// The time that the children see.
  var time: MediaTime

  /// Whether the children are seen.
  var applies: Bool

  /// Whether the children are at the end of the group.
  var isAtEnd: Bool
}

/// A layer whose time is needed.
struct TimeNode: Sendable {
  /// The layer.
  var layer: Int32

  /// The layer above among the nodes, or −1.
  var above: Int32
}

/// Keyframes, made ready for many samples.
struct KeyframeTable: Sendable {
  /// How values between are found, after lengths have become times.
  enum Mode: UInt8, Sendable { case linear, discrete, cubic }

  /// How values between are found.
  var mode: Mode

  /// How many values there are.
  var count: Int

  /// How many numbers a value has.
  var width: Int

  /// The times of the values; for discrete ones, one more.
  var times: [Double]

  /// The values, one after the other.
  var values: [Double]

  /// The tangents out of each value and into it, times the length of the way, by way.
  var tangents: [Double]

  /// The timing curve of each way, or −1.
  var curves: [Int32]

  /// The pieces of the path, if it is one, with their lengths.
  var pieces: [(piece: PathPiece, length: Double)] = []

  /// Whether the pieces are gone along by their length.
  var isPaced = false

  /// The angle that is added to the direction of the path, in radians.
  var turn = 0.0

  /// The place among the shapes of the first value, if values are no numbers.
  var firstShape: Int32 = -1

  /// Whether a value fades into the next, rather than jumps halfway.
  var fades = false

  /// The fades of the first value into what may lie below, by the place of that among the shapes,
  /// if the last value is what lies below.
  var fadesBelow: [(below: Int32, shape: Int32)] = []

  /// Whether a value holds until the next.
  var holds = false

  /// Whether the values are colors, multiplied by their alpha.
  var isMixed = false

  /// The values of colors as they were set.
  var exact: [Double] = []
}

/// A transition of a layer, made ready for many samples.
struct PlannedTransition: Sendable {
  /// Its time.
  var clock: MediaClock

  /// The group around it, or −1.
  var group: Int32

  /// The layer's place among the times.
  var time: Int32

  /// The timing curve, or −1.
  var curve: Int32

  /// Whether the end is shown, as it is not removed there.
  var isKept: Bool

  /// The layer.
  var layer: Int32

  /// What it does.
  var transition: LayerTransition

  /// The animation.
  var id: AnimationID
}
