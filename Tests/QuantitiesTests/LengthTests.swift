import Quantities
import Testing

@Suite struct LengthTests {
  static let tenth = DecimalNumber(1, fractionDigits: 1)

  @Test(arguments: [
    ("0.1", Length.share(tenth)), ("0.1mm", .millimeters(tenth)), ("0.1px", .pixels(tenth)),
    ("-3mm", .millimeters(DecimalNumber(-3))), ("1.0", .share(DecimalNumber(1))),
  ])
  func `a length is read with its unit`(text: String, length: Length) {
    #expect(Length(text) == length)
  }

  @Test(arguments: ["", "mm", "px", "1 mm", "1cm", "1mmmm", "1MM", "%", "10%", "1pxmm", "1e3mm"])
  func `what is no length is refused`(text: String) {
    #expect(Length(text) == nil)
  }

  @Test(arguments: ["0.3", "25mm", "120px", "-0.5mm", "0"])
  func `printing and reading are inverse`(text: String) {
    #expect(Length(text)?.description == text)
  }

  @Test func `a length without its unit is its number`() {
    for length in [Length.share(Self.tenth), .millimeters(Self.tenth), .pixels(Self.tenth)] {
      #expect(length.number == Self.tenth)
    }
  }

  @Test func `400 gesture pixels are GNOME's 38 mm`() {
    let way = Ratio(400) / Length.gesturePixelsPerMillimeter
    #expect(abs(way.value - 38.02) < 0.01)
    #expect(abs(Length.gesturePixelsPerMillimeter.value - 1000 / 25.4 * 0.9 * 0.2968) < 0.01)
  }
}
