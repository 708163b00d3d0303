/// A length with the unit it was stated in.
public enum Length: Hashable, Sendable {
  /// A share of the way that the length is compared with, such as the range of an axis; 1 is all of
  /// it.
  case share(DecimalNumber)

  /// Millimeters of finger travel.
  case millimeters(DecimalNumber)

  /// Pixels: of a screen, or libinput's unaccelerated gesture pixels on a touchpad.
  case pixels(DecimalNumber)

  /// The unaccelerated gesture pixels that libinput makes of a millimeter of finger travel.
  ///
  /// libinput normalizes to 1000 dpi (`evdev-mt-touchpad.c`) and multiplies by 0.9 · 0.2968
  /// (`filter-touchpad.c`): 39.37 · 0.9 · 0.2968 = 10.52.
  public static let gesturePixelsPerMillimeter = Ratio(1052, over: 100)

  /// Reads a length such as `0.3`, `25mm` or `120px`.
  ///
  /// Fails if the text is no length, or has more than 9 digits.
  public init?(_ text: some StringProtocol) {
    if text.hasSuffix("mm") {
      guard let number = DecimalNumber(text.dropLast(2)) else { return nil }
      self = .millimeters(number)
    } else if text.hasSuffix("px") {
      guard let number = DecimalNumber(text.dropLast(2)) else { return nil }
      self = .pixels(number)
    } else {
      guard let number = DecimalNumber(text) else { return nil }
      self = .share(number)
    }
  }

  /// The number without its unit.
  public var number: DecimalNumber {
    switch self {
    case .share(let number), .millimeters(let number), .pixels(let number): number
    }
  }
}

extension Length: CustomStringConvertible {
  public var description: String {
    switch self {
    case .share(let share): share.description
    case .millimeters(let length): "\(length)mm"
    case .pixels(let length): "\(length)px"
    }
  }
}
