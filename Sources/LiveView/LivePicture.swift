import Simulation
import Transitions

/// The picture of a view.
struct LivePicture {
  private let screen: LiveScreen
  private(set) var canvas: Canvas

  /// Draws a view.
  init(_ screen: LiveScreen) {
    self.screen = screen
    canvas = Canvas(screen.size, screen.glyphs)
    let proportion = screen.facts?.proportion ?? LiveDeviceFacts.commonProportion
    guard let layout = LiveLayout(screen.size, proportion: proportion) else {
      drawLittle()
      return
    }
    drawTitle()
    PadPicture(screen).draw(on: &canvas, layout.padColumns, layout.padRows)
    StatusPicture(screen).draw(on: &canvas, layout.statusColumns, 1..<layout.barRow)
    ProgressPicture(screen).draw(on: &canvas, 1..<screen.size.columns - 1, layout.barRow)
    HistoryPicture(screen).draw(on: &canvas, 0..<screen.size.columns, layout.historyRows)
    drawKeys(layout.keysRow)
    if screen.showsHelp { HelpPicture.draw(on: &canvas) }
  }

  /// What fits on a screen that is too small for all.
  private mutating func drawLittle() {
    let (size, least) = (screen.size, LiveLayout.smallest)
    canvas.write(
      "\(size.columns) × \(size.rows) is too small; it takes \(least.columns) × \(least.rows)", 0,
      0,
      CellStyle(.yellow))
    guard size.rows > 2 else { return }
    if size.rows > 3 { StatusPicture(screen).drawState(on: &canvas, 0..<size.columns, 1) }
    if size.rows > 5 {
      ProgressPicture(screen).draw(on: &canvas, 0..<size.columns, 2)
      if let gesture = screen.selected?.gesture {
        let column = canvas.write(
          gesture.outcome.rawValue, 0, 5, LiveWords.style(gesture.outcome))
        canvas.write(gesture.rule, column + 2, 5)
      }
    }
    canvas.write("q quits", 0, size.rows - 1, .dim)
  }

  private mutating func drawTitle() {
    let columns = canvas.size.columns
    let start = canvas.write("pantograph", 1, 0, .bold)
    var settings = columns - 1
    let threshold = (screen.choice.threshold ?? screen.terms?.threshold).map(LiveWords.threshold)
    if let threshold {
      settings = canvas.write(threshold, endingAt: settings, 0, CellStyle(.yellow, isBold: true))
      settings = canvas.write(" at ", endingAt: settings, 0, .dim)
    }
    let name = LiveWords.cut(LiveWords.escaped(screen.choice.policyName), 24)
    settings = canvas.write(name, endingAt: settings, 0, .bold)
    settings = canvas.write("policy ", endingAt: settings, 0, .dim)
    guard let facts = screen.facts else {
      canvas.write("no event yet", start + 2, 0, .dim, width: settings - start - 4)
      return
    }
    let size = facts.size.map { LiveWords.size($0) } ?? "size unknown"
    let room = settings - start - 4 - canvas.glyphs.width(of: size) - 2
    var place = start + 2
    if room > 5 {
      place = canvas.write(LiveWords.escaped(facts.name), place, 0, width: room) + 2
    }
    canvas.write(size, place, 0, .dim, width: settings - place - 2)
  }

  private mutating func drawKeys(_ row: Int) {
    let columns = canvas.size.columns
    if let message = screen.message {
      canvas.write(
        LiveWords.escaped(message), 1, row, CellStyle(.yellow, isBold: true), width: columns - 2)
      return
    }
    if let ending = screen.ending {
      let place = canvas.write(
        LiveWords.escaped(ending), 1, row, CellStyle(.yellow), width: columns - 14)
      canvas.write("q", place + 2, row, .bold)
      canvas.write("quits", place + 4, row, .dim)
      return
    }
    // Help and leaving are always there.
    var keys = LiveWords.keys
    func width() -> Int { keys.reduce(0) { $0 + $1.key.count + $1.meaning.count + 3 } }
    while keys.count > 2, width() > columns { keys.remove(at: keys.count - 3) }
    var column = 1
    for (key, meaning) in keys {
      column = canvas.write(key, column, row, .bold) + 1
      column = canvas.write(meaning, column, row, .dim) + 2
    }
  }
}
