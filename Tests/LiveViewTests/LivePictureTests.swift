import LiveView
import Quantities
import Simulation
import Testing

@Suite struct LivePictureTests {
  static let sizes = [(64, 18), (80, 24), (100, 30), (120, 40), (200, 60), (300, 24), (70, 90)]

  @Test func `it fits on 80 columns and 24 rows`() {
    var screen = LiveScreen.busy()
    screen.swipe(to: 0.25)
    #expect(
      screen.text == """
         pantograph  SynPS/2 Synaptics TouchPad  104 × 70 mm    policy threshold at 30%
         ╭─────────────────────────────────╮  following right  3 fingers
         │          ⠅                      │  progress     68.5%
         │          ⠅                      │  velocity   1.42 /s
         │          ⠅                      │
         │      ⠐⠒⠒⠒⠗⠒⠒⠢●                  │  finish  threshold, 14% past it
         │      ⢀⣀⣀⣀⡅                      │  44%  3 fingers  right  16.7 of 11.4 mm
         │          ⠍⠉⠉⠉●                  │  at 20.125 s
         │      ⠠⠤⠤⠤⠥⠤⠤⠤●                  │
         │          ⠅                      │    gnome-shell      finish  +1.5%
         │          ⠅                      │  * niri             cancel  +1.5%
         │          ⠅                      │  * firefox          no gesture  too slow
         │          ⠅                      │
         ╰─────────────────────────────────╯
         ·  ·                 ·  ·  ·      ·            ·                       ·     ·
         ━━━━━━━━━━━━━━━━━━━━━━━┃━━━━━━━━━━━━━━━━━━━━━━━━━━━━━─────────────────────────
         0%               30%, 11.4 mm                                             100%
        ─ 9 gestures: 6 finish, 3 cancel ─────────────────────────────────── g n f ─────
        ▸  20.125 s  3 right      44% finish  threshold, 14% past it         F c ·
           17.625 s  3 right     -10% cancel  threshold, 40% short of it     F c ·
           15.125 s  3 right      31% finish  threshold, 1% past it          F c ·
           12.625 s  3 right     120% finish  threshold, 90% past it         F c ·
           10.125 s  3 right      92% finish  threshold, 62% past it         F c ·
         - + threshold  [ ] finely  p policy  f c label  s save  ? help  q quit
        """)
  }

  @Test(arguments: sizes)
  func `all parts are seen on larger and smaller screens`(columns: Int, rows: Int) {
    var screen = LiveScreen.busy(columns, rows)
    screen.swipe(to: 0.2)
    let text = screen.text
    for part in [
      "pantograph", "policy threshold at 30%", "following right  3 fingers", "progress     54.8%",
      "velocity   1.42 /s", "30%, 11.4 mm", "9 gestures: 6 finish, 3 cancel", "20.125 s", "q quit",
      "* niri",
    ] {
      #expect(text.contains(part), "\(part) on \(columns) × \(rows)")
    }
  }

  @Test(arguments: sizes)
  func `the pad has its proportion, where a cell is twice as high as wide`(
    columns: Int, rows: Int
  ) throws {
    let screen = LiveScreen.made(columns, rows)
    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    let top = try #require(lines.first { $0.contains("╭") })
    let width = top.count { $0 == "─" }
    let bottom = try #require(lines.firstIndex { $0.contains("╰") })
    let height = bottom - 2
    // Rounding takes half a cell along the axis that the other one tells.
    #expect(abs(Double(width) - Double(height) * 2 * 104.2 / 70.1) <= 1.5 * 104.2 / 70.1)
  }

  @Test func `a screen that is too small says so, and shows what fits`() {
    var screen = LiveScreen.busy(40, 10)
    #expect(screen.text.hasPrefix("40 × 10 is too small; it takes 64 × 18\n"))
    #expect(screen.text.contains("finish  threshold, 14% past it"))
    screen.take(.resize(ScreenSize(columns: 80, rows: 24)))
    #expect(!screen.text.contains("too small"))
  }

  @Test func `any size can be drawn`() {
    var screen = LiveScreen.busy()
    screen.swipe(to: 0.25)
    for columns in [0, 1, 2, 5, 20, 63, 64, 65, 79, 81, 1000, 5000] {
      for rows in [0, 1, 2, 3, 4, 5, 6, 17, 18, 19, 25, 1000, 5000] {
        screen.take(.resize(ScreenSize(columns: columns, rows: rows)))
        #expect(screen.picture.size.columns == min(columns, 1000))
      }
      _ = screen.type("?")
    }
  }

  @Test(arguments: [
    Size(width: 1e-300, height: 1), Size(width: 1, height: 1e-300), Size(width: 0, height: 0),
    Size(width: -1, height: .infinity), Size(width: .nan, height: 3), Size(width: 70, height: 150),
  ])
  func `a pad of any size can be drawn`(size: Size) {
    var screen = LiveScreen.busy()
    screen.take(.device(LiveDeviceFacts(name: "pad", size: size)))
    screen.swipe(to: 0.2)
    #expect(screen.text.contains("following right"))
  }

  @Test(arguments: [
    "\u{1b}[31mred\u{7}", "two\nlines\r\n", "\u{202e}turned", "a\u{300}\u{301}ccents",
    "触摸板触摸板触摸板触摸板触摸板",
    "👨‍👩‍👧‍👦 family 🇩🇪 flag", "\u{feff}\u{200b}hidden", String(repeating: "long ", count: 400), "", "\0",
  ])
  func `a name steers no terminal and moves nothing`(name: String) {
    let picture = LiveScreen.made(name: name).picture
    for row in 0..<24 {
      let cells = picture[row: row]
      for (place, cell) in cells.enumerated() {
        guard let character = cell.character else { continue }
        #expect(!character.unicodeScalars.contains(where: PlainText.isControl))
        let width = CharacterWidth.columns(of: character)
        let isFollowed =
          place + 1 < cells.count && cells[cells.startIndex + place + 1].character == nil
        #expect(width == (isFollowed ? 2 : 1))
      }
    }
    #expect(picture.text(row: 0).hasSuffix("policy threshold at 30%"))
  }

  @Test func `a terminal without Unicode gets ASCII alone`() {
    var screen = LiveScreen.busy(glyphs: .ascii)
    screen.swipe(to: 0.25)
    screen.take(.device(LiveDeviceFacts(name: "触摸板 é", size: nil)))
    _ = screen.type("f")
    #expect(screen.text.allSatisfy { $0.isASCII })
    #expect(screen.text.contains("===|==="))
    #expect(screen.text.contains("O"))
    #expect(screen.text.contains("size unknown"))
  }

  @Test func `the bar is full at 100 % and not before, and the threshold stays on it`() {
    func bar(_ progress: Double, threshold: Double) -> String {
      var screen = LiveScreen.made()
      screen.take(
        .verdict(.made(0, progress: progress, threshold: threshold), isRemembered: true))
      return screen.picture.text(row: 15)
    }
    #expect(bar(1, threshold: 0.3).count { $0 == "─" } == 0)
    #expect(bar(0.999, threshold: 0.3).count { $0 == "─" } == 1)
    #expect(bar(0, threshold: 0.3).count { $0 == "━" } == 0)
    #expect(bar(-3, threshold: 0).hasPrefix(" ┃──"))
    #expect(bar(.nan, threshold: 0.3).count { $0 == "━" } == 0)
    #expect(bar(0.5, threshold: 7).hasSuffix("┃"))
  }

  @Test func `who decides otherwise is lit, with and without colors`() {
    let picture = LiveScreen.busy().picture
    let lit = (0..<24).flatMap { row in
      picture[row: row].filter { $0.style.color == .yellow && $0.style.isBold }
        .compactMap(\.character)
    }
    #expect(String(lit).contains("*niri"))
    #expect(!String(lit).contains("gnome"))
  }

  @Test func `trails take the color of the verdict`() {
    for (progress, color) in [(0.5, CellStyle.Color.green), (0.1, .red)] {
      var screen = LiveScreen.made()
      screen.swipe(to: progress * 0.365)
      screen.take(
        .frame(LiveFrame(time: 0.5, contacts: [])),
        .verdict(.made(0, progress: progress), isRemembered: true))
      let dots = (2..<13).flatMap { row in
        screen.picture[row: row].filter {
          $0.character?.unicodeScalars.first.map { (0x2800...0x28ff).contains($0.value) } ?? false
        }
      }
      let colors = Set(dots.compactMap(\.style.color))
      // The line where it would finish keeps its own.
      #expect(colors == [color, .yellow])
    }
  }

  @Test func `the next finger wipes the trails off`() {
    var screen = LiveScreen.made()
    screen.swipe(to: 0.25)
    screen.take(.frame(LiveFrame(time: 1, contacts: [])))
    let before = screen.text
    screen.take(.frame(LiveFrame(time: 2, contacts: [.init(serial: 9, x: 0.9, y: 0.9)])))
    #expect(before.contains("⠒⠒"))
    #expect(!screen.text.contains("⠒⠒"))
    #expect(screen.text.contains("touched  1 finger"))
  }

  @Test func `endless touches are drawn from bounded memory`() {
    var screen = LiveScreen.made()
    for step in 0..<20_000 {
      let share = Double(step % 1000) / 1000
      screen.take(
        .frame(
          LiveFrame(
            time: Double(step) / 1000,
            contacts: [.init(serial: step / 200, x: share, y: 1 - share)])))
    }
    #expect(screen.text.contains("touched"))
  }

  @Test func `help is over the picture`() {
    var screen = LiveScreen.busy()
    _ = screen.type("?")
    #expect(screen.text.contains("the next policy, the one before"))
    _ = screen.type("x")
    #expect(!screen.text.contains("the next policy"))
  }
}
