public import Quantities
public import TouchInput

/// A gesture without a device: rows of time and position, with what they mean.
///
/// The schema is `sample-table/1`. Positions are decimal numbers in the file and whole numbers
/// here: all of a table are scaled by the same power of ten, so that shares stay exact.
public struct SampleTable: Hashable, Sendable {
  /// What the positions count.
  public enum Unit: String, Hashable, Sendable {
    /// Units of the table's own.
    case units

    /// Millimeters of finger travel.
    case millimeters = "mm"

    /// Pixels of the screen, or of libinput's gestures.
    case pixels = "px"
  }

  /// A row of a table.
  public struct Sample: Hashable, Sendable {
    /// When the finger was there.
    public var time: Timestamp

    /// When the program read of it, if the table says.
    public var readTime: Timestamp?

    /// The position, in units of the table times its scale.
    public var position: Vector<Device>

    /// Creates a row.
    public init(time: Timestamp, readTime: Timestamp? = nil, position: Vector<Device>) {
      self.time = time
      self.readTime = readTime
      self.position = position
    }
  }

  /// How a touch ends.
  public struct End: Hashable, Sendable {
    /// What ends a touch.
    public enum Kind: String, Hashable, Sendable {
      /// The finger leaves.
      case lift

      /// The system takes the touch away.
      case cancel

      /// The device is gone.
      case deviceRemoved = "device_removed"
    }

    /// When it ends.
    public var time: Timestamp

    /// When the program read of it, if the table says.
    public var readTime: Timestamp?

    /// What ends it.
    public var kind: Kind

    /// The position that the lift carries, if any.
    public var position: Vector<Device>?

    /// Creates an end.
    public init(
      time: Timestamp, readTime: Timestamp? = nil, kind: Kind, position: Vector<Device>? = nil
    ) {
      self.time = time
      self.readTime = readTime
      self.kind = kind
      self.position = position
    }
  }

  /// One touch: a finger down, moving, and its end.
  public struct Touch: Hashable, Sendable {
    /// The rows; the first is the touch down and moves nothing.
    public var samples: [Sample]

    /// The end, or `nil` if the table stops in the touch.
    public var end: End?

    /// Creates a touch.
    public init(samples: [Sample], end: End?) {
      self.samples = samples
      self.end = end
    }
  }

  /// The name of the variant, if the table is one of several of a file.
  public var variant: String?

  /// The touches, in the order of time.
  public var touches: [Touch] = []

  /// What the positions count.
  public var unit = Unit.units

  /// How many whole numbers make one unit: a power of ten, at most 10⁹.
  public var scale = 1

  /// The way that makes progress 1, in units, if the table says.
  public var travel: DecimalNumber?

  /// The units in a millimeter, if the table says.
  public var unitsPerMillimeter: Ratio?

  /// The kind of device, if the table says.
  public var device: DeviceDescription.Kind?

  /// The width and the height of the screen in pixels, if the table says; each more than 0.
  public var screen: PerAxis<DecimalNumber>?

  /// The pixels in a density-independent one, more than 0, if the table says.
  public var density: DecimalNumber?

  /// The threshold, as a share of the travel, if the table says.
  public var threshold: DecimalNumber?

  /// The motion before the gesture is recognized, in units, if the table says.
  public var activationDistance: DecimalNumber?

  /// Whether the motion's sign is turned round, if the table says.
  public var isInverted: Bool?

  /// Whether the picture gives way like rubber when it is pulled the wrong way.
  public var hasRubberBand = false

  /// Creates a table without a touch.
  public init() {}

  /// The number of rows, ends not counted.
  ///
  /// - Complexity: O(touches).
  public var sampleCount: Int {
    touches.reduce(0) { $0 + $1.samples.count }
  }

  /// The longest time between a motion and its reading, if the table says when it was read.
  ///
  /// - Complexity: O(rows).
  public var largestLag: Duration? {
    touches.lazy.flatMap(\.samples).compactMap { sample in
      sample.readTime.map { $0.since(sample.time) }
    }.max()
  }

  /// The surface that the positions lie on: one travel wide and high, or else the screen whose
  /// pixels they count; `nil` without either, or if it is no whole number of units times the scale.
  public var surface: Surface? {
    let isOnScreen = unit == .pixels && device != .touchpad
    guard let lengths = travel.map({ PerAxis(both: $0) }) ?? (isOnScreen ? screen : nil),
      let x = extent(lengths.x), let y = extent(lengths.y)
    else { return nil }
    return Surface(x: x, y: y)
  }

  /// The extent of an axis of some length in units.
  private func extent(_ length: DecimalNumber) -> Surface.Extent? {
    let scale = Ratio(Int128(scale))
    let length = length.ratio * scale
    guard length.denominator == 1, let whole = Int(exactly: length.numerator) else { return nil }
    return Surface.Extent(
      minimum: 0, maximum: whole, unitsPerMillimeter: unitsPerMillimeter.map { $0 * scale })
  }

  /// The frames that a device would have reported, one a row, with those of the ends.
  ///
  /// A position that the lift carries is a last motion, in a frame at the time of the lift.
  /// They are made one by one: a frame takes many times the memory of a row.
  ///
  /// - Complexity: O(1) for each frame.
  public var frames: some Sequence<ContactFrame> {
    touches.lazy.enumerated().flatMap { index, touch in
      (0..<touch.frameCount).lazy.map { touch.frame($0, serial: index + 1) }
    }
  }
}

extension SampleTable.Touch {
  /// The position that the lift carries, if any.
  private var lastPosition: Vector<Device>? {
    end.flatMap { $0.kind == .lift ? $0.position : nil }
  }

  fileprivate var frameCount: Int {
    samples.count + (end == nil ? 0 : 1) + (lastPosition == nil ? 0 : 1)
  }

  fileprivate func frame(_ index: Int, serial: Int) -> ContactFrame {
    func contact(at time: Timestamp, _ position: Vector<Device>) -> ContactFrame {
      ContactFrame(time: time, contacts: [Contact(serial: serial, position: position)])
    }
    guard index >= samples.count, let end else {
      return contact(at: samples[index].time, samples[index].position)
    }
    if index == samples.count, let lastPosition { return contact(at: end.time, lastPosition) }
    return switch end.kind {
    case .lift: ContactFrame(time: end.time)
    case .cancel: ContactFrame(time: end.time, interruption: .cancelled)
    case .deviceRemoved: ContactFrame(time: end.time, interruption: .deviceRemoved)
    }
  }
}
