import Glibc
import LiveView
import Testing

@Suite struct CanvasTests {
  let size = ScreenSize(columns: 10, rows: 1)

  @Test func `a text that is too long is cut, and says so`() {
    var canvas = Canvas(size, .unicode)
    #expect(canvas.write("0123456789abc", 2, 0, width: 5) == 7)
    #expect(canvas.text(row: 0) == "  0123…")
  }

  @Test func `a wide character is drawn whole or not at all`() {
    var canvas = Canvas(size, .unicode)
    canvas.write("板板板板板板", 0, 0)
    #expect(canvas.text(row: 0) == "板板板板…")
    canvas.put("x", 1, 0, .plain)
    #expect(canvas.text(row: 0) == " x板板板…")
    canvas.put("x", 2, 0, .plain)
    #expect(canvas.text(row: 0) == " xx 板板…")
    canvas.put("板", 9, 0, .plain)
    #expect(canvas.text(row: 0) == " xx 板板…")
  }

  @Test func `what is beside the picture is not drawn`() {
    var canvas = Canvas(size, .unicode)
    canvas.put("x", -1, 0, .plain)
    canvas.put("x", 10, 0, .plain)
    canvas.put("x", 0, 1, .plain)
    canvas.put("x", 0, -1, .plain)
    canvas.write("x", 12, 0)
    canvas.fill("x", 20..<30, 0)
    #expect(canvas == Canvas(size, .unicode))
  }

  @Test func `a text can end at a column`() {
    var canvas = Canvas(size, .unicode)
    #expect(canvas.write("板x", endingAt: 10, 0) == 7)
    #expect(canvas.text(row: 0) == "       板x")
  }

  @Test func `widths are those of the C library, where it knows the character`() throws {
    // Of this thread alone.
    let locale = try #require(newlocale(1 << LC_CTYPE, "C.UTF-8", nil))
    let before = uselocale(locale)
    defer {
      uselocale(before)
      freelocale(locale)
    }
    // Its header hides it from Swift.
    let symbol = try #require(dlsym(dlopen(nil, RTLD_LAZY), "wcwidth"))
    let wcwidth = unsafeBitCast(symbol, to: (@convention(c) (UInt32) -> Int32).self)
    var checked = 0
    for value in UInt32(0x20)...0x2fa1d {
      guard let scalar = Unicode.Scalar(value), wcwidth(value) > 0 else { continue }
      // Characters that Unicode has added or changed since the library's version differ.
      guard scalar.properties.age.map({ $0.major < 12 }) ?? false else { continue }
      guard let width = CharacterWidth.columns(of: Character(scalar)) else { continue }
      checked += 1
      if width != Int(wcwidth(value)) {
        Issue.record("U+\(String(value, radix: 16)) is \(width) wide, or \(wcwidth(value))")
      }
    }
    #expect(checked > 50_000)
  }
}
