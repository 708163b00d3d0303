import Simulation
import Testing

@Suite struct PlainTextTests {
  @Test func `control characters are shown`() {
    let texts = [
      ("ELAN 04F3", "ELAN 04F3"), ("", ""), ("é 触", "é 触"), ("a\u{1b}[2Jb", #"a\x1b[2Jb"#),
      ("\u{0}", #"\x00"#), ("\n", #"\x0a"#), ("\u{85}", #"\x85"#), ("\u{202e}x", #"\u{202e}x"#),
      ("\u{061c}", #"\u{61c}"#), ("\\x1b", "\\x1b"), ("\u{2066}", #"\u{2066}"#),
      // What is not seen: a name is told from another by what is.
      ("Pad\u{200b}", #"Pad\u{200b}"#), ("\u{feff}Pad", #"\u{feff}Pad"#),
      ("\u{e0041}", #"\u{e0041}"#), ("\u{2060}\u{ad}", #"\u{2060}\xad"#),
      ("\u{ffff}\u{10fffe}", #"\u{ffff}\u{10fffe}"#),
      // What holds letters together.
      ("👨‍👩‍👧", "👨‍👩‍👧"), ("می‌خواهم", "می‌خواهم"), ("e\u{301}", "e\u{301}"),
    ]
    for (text, escaped) in texts { #expect(PlainText.escaped(text) == escaped) }
  }

  @Test func `what is shown steers nothing`() {
    for scalar in JSONValueTests.scalars {
      let shown = PlainText.escaped(String(scalar))
      #expect(!shown.unicodeScalars.contains(where: PlainText.isControl))
      // C0, DEL, C1, and the separators that end lines for some readers.
      let isRaw = (0..<0x20).contains(scalar.value) || (0x7f..<0xa0).contains(scalar.value)
      if isRaw || [0x2028, 0x2029].contains(scalar.value) { #expect(PlainText.isControl(scalar)) }
    }
  }
}
