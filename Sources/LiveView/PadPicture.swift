import Quantities
import Simulation

/// The pad with every contact and its trail.
struct PadPicture {
  /// A place of a trail older than this, in seconds, steps back.
  private static let freshness = 0.25

  private let screen: LiveScreen

  /// Creates the picture.
  init(_ screen: LiveScreen) {
    self.screen = screen
  }

  /// Draws it in a box, border included.
  func draw(on canvas: inout Canvas, _ columns: Range<Int>, _ rows: Range<Int>) {
    canvas.box(columns, rows, screen.trail.isDown ? .plain : .dim)
    let (left, top) = (columns.lowerBound + 1, rows.lowerBound + 1)
    var dots = DotGrid(columns: columns.count - 2, rows: rows.count - 2, canvas.glyphs)
    if let line = screen.finishLine { draw(line, on: &dots) }
    draw(screen.trail, on: &dots)
    dots.draw(on: &canvas, left, top)
    if screen.trail.tracks.isEmpty {
      let hint = screen.facts == nil ? "" : "touch the pad"
      let column = (columns.lowerBound + columns.upperBound - hint.count) / 2
      canvas.write(hint, column, (rows.lowerBound + rows.upperBound - 1) / 2, .dim)
    }
    guard let frame = screen.frame else { return }
    let style = CellStyle(color, isBold: true)
    for contact in frame.contacts {
      let x = left + place(contact.x, in: columns.count - 2)
      let y = top + place(contact.y, in: rows.count - 2)
      canvas.put(canvas.glyphs.contact, x, y, style)
    }
  }

  /// The color of what happens, or of what came of it.
  private var color: CellStyle.Color? {
    if let motion = screen.frame?.motion {
      return motion.progress >= motion.threshold ? .green : .cyan
    }
    switch screen.last?.outcome {
    case .finish: return .green
    case .cancel: return .red
    case .some(.none), nil: return nil
    }
  }

  /// The cell or dot of a share of the surface.
  private func place(_ share: Double, in count: Int) -> Int {
    guard share.isFinite else { return 0 }
    return Int((min(max(share, 0), 1) * Double(max(0, count - 1))).rounded())
  }

  /// Draws the place where the gesture would finish, every other dot.
  private func draw(_ line: (axis: Axis, place: Double), on dots: inout DotGrid) {
    guard (0...1).contains(line.place) else { return }
    let style = CellStyle(.yellow, isDim: true)
    switch line.axis {
    case .x:
      let x = place(line.place, in: dots.width)
      for y in stride(from: 0, to: dots.height, by: 2) { dots.dot(x, y, style) }
    case .y:
      let y = place(line.place, in: dots.height)
      for x in stride(from: 0, to: dots.width, by: 3) { dots.dot(x, y, style) }
    }
  }

  private func draw(_ trail: LiveTrail, on dots: inout DotGrid) {
    let now = screen.frame?.time ?? 0
    for track in trail.tracks {
      var previous: (x: Int, y: Int)?
      for point in track.points {
        let next = (x: place(point.x, in: dots.width), y: place(point.y, in: dots.height))
        let isOld = trail.isDown && now - point.time > Self.freshness
        dots.line(from: previous ?? next, to: next, CellStyle(color, isDim: isOld))
        previous = next
      }
    }
  }
}
