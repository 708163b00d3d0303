import Quantities
import TouchInput

/// Measures lengths in the device units of a surface.
struct Ruler: Sendable {
  /// libinput's size of a touchpad that does not say its own, in millimeters.
  static let assumedPad = PerAxis(x: 69, y: 50)

  /// The longer side of another surface that does not say its size, in millimeters.
  private static let assumedScreen = 150

  /// The surface.
  let surface: Surface

  /// The device units in a pixel, if pixels are known.
  let unitsPerPixel: Ratio?

  private let isTouchpad: Bool

  /// Creates a ruler for a surface.
  ///
  /// - Parameters:
  ///   - surface: The surface, after calibration.
  ///   - source: Where its positions come from.
  ///   - scale: How many units the calibration makes of one.
  init(_ surface: Surface, of source: ReplayPlan.Source, scale: Int = 1) {
    self.surface = surface
    unitsPerPixel = source.unitsPerPixel.map { $0 * Ratio(Int128(scale)) }
    isTouchpad = source.kind == .touchpad
  }

  /// The whole axis.
  func range(_ axis: Axis) -> Ratio { Ratio(Int128(surface[axis].range)) }

  /// The units in a millimeter of a touchpad, as assumed where it does not say.
  func padUnits(_ axis: Axis) -> Ratio {
    surface[axis].unitsPerMillimeter ?? range(axis) / Ratio(Int128(Self.assumedPad[axis]))
  }

  /// The units in a millimeter of a surface that is no touchpad, as assumed where it does not say.
  var screenUnits: Ratio {
    Ratio(Int128(max(surface.x.range, surface.y.range)), over: Int128(Self.assumedScreen))
  }

  /// The units in a millimeter, for comparing the axes and judging what a finger can do.
  ///
  /// A device that does not say its size counts in the same units along both axes, as drivers
  /// without a resolution do: those of a pad 69 mm wide, or of another surface 150 mm along its
  /// longer side.
  var assumedUnits: PerAxis<Double> {
    if let x = surface.x.unitsPerMillimeter, let y = surface.y.unitsPerMillimeter {
      return PerAxis(x: x.value, y: y.value)
    }
    return PerAxis(both: isTouchpad ? padUnits(.x).value : screenUnits.value)
  }

  /// The units in a length, a share being one of the axis.
  ///
  /// - Throws: That this surface has no such unit.
  func units(
    in length: Length, along axis: Axis, for setting: ReplayError.Setting
  ) throws(ReplayError) -> Ratio {
    switch length {
    case .share(let share): return share.ratio * range(axis)
    case .millimeters(let number):
      guard let units = surface[axis].unitsPerMillimeter else {
        throw ReplayError(.unknownSize(setting))
      }
      return number.ratio * units
    case .pixels(let number):
      if let units = unitsPerPixel { return number.ratio * units }
      guard isTouchpad else { throw ReplayError(.unknownPixels(setting)) }
      // libinput makes them on a pad of unknown size too.
      return number.ratio * padUnits(axis) / Length.gesturePixelsPerMillimeter
    }
  }

  /// The units in a length along both axes.
  ///
  /// - Throws: That this surface has no such unit.
  func units(
    in length: Length, for setting: ReplayError.Setting
  ) throws(ReplayError) -> PerAxis<Ratio> {
    PerAxis(
      x: try units(in: length, along: .x, for: setting),
      y: try units(in: length, along: .y, for: setting))
  }

  /// The units in a length that may be 0 but not less.
  ///
  /// - Throws: That it is less, or that this surface has no such unit.
  func distances(
    in length: Length, for setting: ReplayError.Setting
  ) throws(ReplayError) -> PerAxis<Double> {
    let units = try units(in: length, for: setting)
    guard units.x.numerator >= 0, units.y.numerator >= 0 else {
      throw ReplayError(.notPositive(setting))
    }
    return PerAxis(x: units.x.value, y: units.y.value)
  }
}
