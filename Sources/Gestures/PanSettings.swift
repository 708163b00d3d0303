public import Quantities

/// What a pan needs to be recognized, in the units of the device.
public struct PanSettings: Hashable, Sendable {
  /// How many fingers the pan needs.
  public var fingers: FingerRequirement

  /// Which way is forward.
  public var direction: PanDirection

  /// The motion before the pan is recognized: the half axes of an ellipse, in device units, 0 or
  /// more.
  ///
  /// 0 recognizes the first motion.
  public var slop: PerAxis<Double>

  /// How near to the edge the pan must start, along each axis, in device units, 0 or more; `nil`:
  /// anywhere.
  ///
  /// The edge is the one that forward leads away from.
  public var edge: PerAxis<Double>?

  /// The surface, for edges.
  public var surface: Surface

  /// The device units in a millimeter along each axis, more than 0, for comparing the axes and
  /// judging what a finger can do.
  public var unitsPerMillimeter: PerAxis<Double>

  /// Whether steps that no finger can make are left out.
  public var filtersJumps: Bool

  /// Whether a button press ends the pan.
  public var isCancelledByButton: Bool

  /// The longest pause between two frames of a pan; a longer one ends it.
  public var maximumGap: Duration

  /// How far the fingers may go along the other axis before the touch is no pan any more, in
  /// millimeters, if they also go ``otherAxisRatio`` times as far along it.
  ///
  /// A roll of the fingertips stays below it, and beyond it another gesture is under way: where it
  /// turns back, it must not become a pan by its drift. It is about three times the distance after
  /// which GNOME Shell and libinput settle a direction.
  public var otherAxisDistance = 5.0

  /// How many times as far along the other axis the fingers go in a gesture that is none along this
  /// one.
  ///
  /// A swipe in an arc begins on the slant, and turns: it stays below.
  public var otherAxisRatio = 3.0

  /// How far the fingers must have gone before they tell which way is forward, where
  /// ``direction`` leaves that open, in millimeters; 0: the motion beyond the slop tells.
  ///
  /// Where recognition is another's and the slop 0, the first motion may be a tremor. The way counts
  /// as progress, unlike that of the slop.
  public var headingDistance = 0.0

  /// How much longer than the others a finger must have been down to count as resting.
  ///
  /// A thumb is put down before the fingers that swipe; fingers of one hand land within this.
  public var restLead = Duration.milliseconds(100)

  /// How far a resting finger may have moved, in millimeters.
  ///
  /// Tremor and a slow roll of the thumb stay below it.
  public var restDistance = 1.0

  /// The longest way of a finger in ``jumpInterval``, in millimeters; libinput's figure
  /// (`tp_detect_jumps` in `evdev-mt-touchpad.c`).
  public var jumpDistance = 20.0

  /// The time for ``jumpDistance``: shorter for a shorter step.
  public var jumpInterval = Duration.milliseconds(12)

  /// The longest step that is judged: in a longer one a finger may have been anywhere.
  public var longestJudgedStep = Duration.milliseconds(30)

  /// The shortest time that a step counts as: kernel time stamps jitter by some milliseconds.
  public var shortestJudgedStep = Duration.milliseconds(8)

  /// Creates settings.
  public init(
    fingers: FingerRequirement = .any, direction: PanDirection = .any,
    slop: PerAxis<Double> = PerAxis(both: 0),
    edge: PerAxis<Double>? = nil, surface: Surface, unitsPerMillimeter: PerAxis<Double>,
    filtersJumps: Bool = false, isCancelledByButton: Bool = false,
    maximumGap: Duration = .seconds(10)
  ) {
    self.fingers = fingers
    self.direction = direction
    self.slop = slop
    self.edge = edge
    self.surface = surface
    self.unitsPerMillimeter = unitsPerMillimeter
    self.filtersJumps = filtersJumps
    self.isCancelledByButton = isCancelledByButton
    self.maximumGap = maximumGap
  }
}
