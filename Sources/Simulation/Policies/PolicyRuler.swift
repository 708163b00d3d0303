import Quantities
import TouchInput

/// Measures what a policy states in the device units of a surface.
struct PolicyRuler: Sendable {
  /// The screen where a recording of a touchpad has none, in pixels.
  static let assumedScreen = PerAxis(x: 1920, y: 1080)

  private let ruler: Ruler
  private let source: ReplayPlan.Source
  private let pixelsPerInch: Ratio

  /// Creates a ruler for a surface.
  ///
  /// - Parameters:
  ///   - ruler: What measures the surface.
  ///   - source: Where its positions come from.
  ///   - definition: The policy, which says how many of its pixels are an inch of a touchscreen.
  init(_ ruler: Ruler, of source: ReplayPlan.Source, for definition: PolicyDefinition) {
    self.ruler = ruler
    self.source = source
    pixelsPerInch = PolicyValues(definition, on: source.kind, along: .x).ratio(.pixelsPerInch)
  }

  /// The device units in a pixel that the policy counts in.
  func pixel(_ axis: Axis) -> Ratio {
    if let units = ruler.unitsPerPixel { return units }
    guard source.kind != .touchpad else {
      return ruler.padUnits(axis) / Length.gesturePixelsPerMillimeter
    }
    return millimeter(axis) * Self.millimetersPerInch / pixelsPerInch
  }

  /// The device units in a millimeter, as assumed where the device does not say.
  func millimeter(_ axis: Axis) -> Ratio {
    if source.kind == .touchpad { return ruler.padUnits(axis) }
    return ruler.surface[axis].unitsPerMillimeter ?? ruler.screenUnits
  }

  /// The device units in the screen along an axis.
  func screen(_ axis: Axis) -> Ratio {
    if let screen = source.screen, let units = ruler.unitsPerPixel {
      return screen[axis].ratio * units
    }
    guard source.kind == .touchpad else { return ruler.range(axis) }
    return Ratio(Int128(Self.assumedScreen[axis])) * pixel(axis)
  }

  /// A way that makes progress 1, in several units.
  func progressUnits(of travel: Ratio, along axis: Axis) -> ProgressUnits {
    ProgressUnits(
      millimeters: ruler.surface[axis].unitsPerMillimeter.map { (travel / $0).value },
      pixels: (travel / pixel(axis)).value,
      densityIndependentPixels: (travel / densityIndependentPixel(axis)).value,
      screens: (travel / screen(axis)).value)
  }

  /// The device units in a way that a policy states, along both axes; `nil` if it states none.
  func ways(
    _ parameter: PolicyKey, of definition: PolicyDefinition, on kind: DeviceDescription.Kind
  ) -> PerAxis<Ratio>? {
    guard case .length(let x) = definition.stated(parameter, on: kind, along: .x),
      case .length(let y) = definition.stated(parameter, on: kind, along: .y)
    else { return nil }
    return PerAxis(x: units(in: x, along: .x), y: units(in: y, along: .y))
  }

  /// The device units in a way along an axis.
  func units(in length: PolicyLength, along axis: Axis) -> Ratio {
    let number = length.number.ratio
    switch length.unit {
    case .pixels: return number * pixel(axis)
    case .densityIndependent: return number * densityIndependentPixel(axis)
    case .millimeters: return number * millimeter(axis)
    case .axis: return number * ruler.range(axis)
    case .longerSide:
      let (x, y) = (screen(.x) / pixel(.x), screen(.y) / pixel(.y))
      return number * max(x, y) * pixel(axis)
    case .padAxis: return number * padPixels(axis) * pixel(axis)
    case .shorterPadSide: return number * min(padPixels(.x), padPixels(.y)) * pixel(axis)
    }
  }

  /// The device units per second, or per event, in a velocity along an axis; `nil` for one of
  /// progress.
  func units(in velocity: PolicyVelocity, along axis: Axis) -> Ratio? {
    let number = velocity.number.ratio
    switch velocity.unit {
    case .progress: return nil
    case .pixelsPerMillisecond: return number * Ratio(1000) * pixel(axis)
    case .pixels, .pixelsPerEvent: return number * pixel(axis)
    case .densityIndependent: return number * densityIndependentPixel(axis)
    case .millimeters: return number * millimeter(axis)
    case .outputs: return number * screen(axis)
    }
  }

  private static let millimetersPerInch = Ratio(254, over: 10)

  /// A pixel where the recording has pixels but no density, and on a touchpad.
  private func densityIndependentPixel(_ axis: Axis) -> Ratio {
    if ruler.unitsPerPixel != nil || source.kind == .touchpad {
      return (source.density?.ratio ?? Ratio(1)) * pixel(axis)
    }
    return millimeter(axis) * Self.millimetersPerInch / Ratio(160)
  }

  /// The size of the pad in inches times 1000.
  private func padPixels(_ axis: Axis) -> Ratio {
    let millimeters =
      source.padSize?[axis].ratio
      ?? ruler.surface[axis].unitsPerMillimeter.map { ruler.range(axis) / $0 }
      ?? Ratio(Int128(Ruler.assumedPad[axis]))
    return millimeters * Ratio(1000) / Self.millimetersPerInch
  }
}
