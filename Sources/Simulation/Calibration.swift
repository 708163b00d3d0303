public import Quantities

/// A 2×3 matrix on normalized coordinates, as libinput's calibration matrix.
///
/// With a surface of 0…1 both ways, x′ = a·x + b·y + c and y′ = d·x + e·y + f. A matrix that turns
/// the surface by 90° swaps its ranges too, so that lengths in millimeters stay what they are.
public struct Calibration: Hashable, Sendable {
  /// The six numbers, row by row.
  public let elements: [DecimalNumber]

  /// The digits behind the point that count; wider numbers would leave no room for exact products
  /// with device values.
  private static let places = 6

  /// Reads six numbers with blanks or commas between them.
  ///
  /// Fails if a number is 1000 or more, or has more than 6 digits behind the point, or if the matrix
  /// maps the surface onto a line or a point.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "," })
    let numbers = parts.compactMap { DecimalNumber($0) }
    guard parts.count == 6, numbers.count == 6 else { return nil }
    guard numbers.allSatisfy({ $0.value.magnitude < 1000 && $0.fractionDigits <= Self.places })
    else { return nil }
    elements = numbers
    let matrix = wholeElements
    guard matrix[0] * matrix[4] != matrix[1] * matrix[3] else { return nil }
  }

  /// The numbers in millionths, which are whole.
  fileprivate var wholeElements: [Int128] {
    elements.map { number in
      (number.fractionDigits..<Self.places).reduce(Int128(number.digits)) { digits, _ in
        digits * 10
      }
    }
  }

  /// How positions on a surface are mapped.
  ///
  /// - Parameter surface: The surface as the device has it.
  /// - Returns: The mapping, or `nil` if an axis has 2²⁴ units or more, or ends beyond 32 bits, for
  ///   which products with the matrix would not be exact.
  public func mapping(of surface: Surface) -> Mapping? {
    let isSmall = Axis.allCases.allSatisfy { axis in
      let extent = surface[axis]
      return extent.range < Mapping.largestRange && Int32(exactly: extent.minimum) != nil
        && Int32(exactly: extent.maximum) != nil
    }
    return isSmall ? Mapping(self, surface) : nil
  }

  /// Maps positions by a calibration matrix, in whole numbers.
  public struct Mapping: Hashable, Sendable {
    static let largestRange = 1 << 24

    /// The surface that mapped positions lie on: finer by a thousand where the matrix has
    /// fractions.
    public let surface: Surface

    /// How many units of the mapped surface make one of the device: 1, or 1000.
    let scale: Int

    /// A mapped coordinate is (x·`x` + y·`y` + `offset`) ÷ `divisor`.
    private struct Row: Hashable {
      var x: Int128
      var y: Int128
      var offset: Int128
    }

    private let rowX: Row
    private let rowY: Row
    private let divisor: Int128

    fileprivate init(_ calibration: Calibration, _ surface: Surface) {
      let scale = calibration.elements.allSatisfy { $0.fractionDigits == 0 } ? 1 : 1000
      self.scale = scale
      let matrix = calibration.wholeElements
      let isTurned =
        matrix[1].magnitude > matrix[0].magnitude && matrix[3].magnitude > matrix[4].magnitude
      let target = isTurned ? Surface(x: surface.y, y: surface.x) : surface
      let divisor = 1_000_000 * Int128(surface.x.range) * Int128(surface.y.range)
      func row(_ a: Int128, _ b: Int128, _ c: Int128, onto extent: Surface.Extent) -> Row {
        let range = Int128(extent.range) * Int128(scale)
        let x = a * range * Int128(surface.y.range)
        let y = b * range * Int128(surface.x.range)
        let start = c * range * Int128(surface.x.range) * Int128(surface.y.range)
        return Row(
          x: x, y: y,
          offset: start - x * Int128(surface.x.minimum) - y * Int128(surface.y.minimum)
            + Int128(extent.minimum) * Int128(scale) * divisor)
      }
      func scaled(_ extent: Surface.Extent) -> Surface.Extent {
        Surface.Extent(
          minimum: extent.minimum * scale, maximum: extent.maximum * scale,
          unitsPerMillimeter: extent.unitsPerMillimeter.map { $0 * Ratio(Int128(scale)) }) ?? extent
      }
      self.divisor = divisor
      rowX = row(matrix[0], matrix[1], matrix[2], onto: target.x)
      rowY = row(matrix[3], matrix[4], matrix[5], onto: target.y)
      self.surface = Surface(x: scaled(target.x), y: scaled(target.y))
    }

    /// The position after calibration, rounded to a whole unit of the mapped surface.
    public func position(_ position: Vector<Device>) -> Vector<Device> {
      func map(_ row: Row) -> Int {
        let value = Int128(position.x) * row.x + Int128(position.y) * row.y + row.offset
        let half = divisor / 2
        return Int(clamping: value < 0 ? (value - half) / divisor : (value + half) / divisor)
      }
      return Vector(x: map(rowX), y: map(rowY))
    }
  }
}
