import LiveView
import Quantities
import Simulation
import Transitions

extension LiveVerdict {
  /// A gesture to the right that is decided by the threshold alone, and what three others make of it.
  static func made(
    _ touch: Int, progress: Double, threshold: Double = 0.3,
    others: [ComparedOutcome?] = [.finish, .cancel, ComparedOutcome.none]
  ) -> Self {
    let isFinish = progress >= threshold
    let margin = DecimalText.fixed(abs(progress - threshold) * 100, places: 1)
    return Self(
      touch: touch, time: Double(touch) * 2.5 + 0.125, fingers: 3,
      result: .gesture(
        Gesture(
          heading: Heading(axis: .x, isPositive: true), outcome: isFinish ? .finish : .cancel,
          progress: progress, percent: DecimalText.fixed(progress * 100, places: 1) + "%",
          threshold: threshold, velocity: "0.4 /s",
          rule: "threshold, \(margin)% \(isFinish ? "past" : "short of") it",
          way: "\(DecimalText.fixed(progress * 38, places: 1)) of 11.4 mm")),
      others: others.map { Other($0, note: $0 == ComparedOutcome.none ? "too slow" : "+1.5%") })
  }
}

extension LiveFrame {
  /// Three fingers side by side, some way to the right of where they landed.
  static func made(at time: Double, way: Double, isFollowed: Bool = true) -> Self {
    let progress = way / 0.365
    return Self(
      time: time,
      contacts: (0..<3).map {
        Contact(serial: $0, x: 0.2 + way, y: 0.3 + Double($0) * 0.15 + way * way / 3)
      },
      motion: isFollowed
        ? Motion(
          heading: Heading(axis: .x, isPositive: true), progress: progress, velocity: "1.42 /s",
          threshold: 0.3, travel: 0.365) : nil)
  }
}

extension LiveScreen {
  /// A view of a pad on which nothing has happened yet.
  static func made(
    _ columns: Int = 80, _ rows: Int = 24, glyphs: Glyphs = .unicode,
    name: String = "SynPS/2 Synaptics TouchPad"
  ) -> Self {
    var screen = Self(
      size: ScreenSize(columns: columns, rows: rows), glyphs: glyphs,
      choice: LiveChoice(policies: ["threshold", "flick", "niri"], threshold: nil),
      comparing: ["gnome-shell", "niri", "firefox"])
    screen.take(
      .device(LiveDeviceFacts(name: name, size: Size(width: 104.2, height: 70.1))),
      .terms(
        LiveTerms(
          threshold: Threshold("0.3"), shares: PerAxis(both: 0.3),
          millimeters: PerAxis(x: 11.4, y: 8.55))))
    return screen
  }

  /// A view in which some gestures have been made.
  static func busy(_ columns: Int = 80, _ rows: Int = 24, glyphs: Glyphs = .unicode) -> Self {
    var screen = made(columns, rows, glyphs: glyphs)
    for (touch, progress) in [0.61, 0.28, 0.35, 0.05, 0.92, 1.2, 0.31, -0.1, 0.44].enumerated() {
      screen.take(.verdict(.made(touch, progress: progress), isRemembered: true))
    }
    return screen
  }

  /// Takes events of which none asks for anything.
  mutating func take(_ events: LiveEvent...) {
    for event in events { _ = handle(event) }
  }

  /// Presses the keys of some characters.
  mutating func type(_ keys: String) -> [LiveAction] {
    keys.compactMap { handle(.key(.character($0))) }
  }

  /// Lets three fingers go to the right, and stay there.
  mutating func swipe(to way: Double) {
    for step in 0...20 {
      take(
        .frame(
          .made(
            at: Double(step) * 0.02, way: way * Double(step) / 20, isFollowed: step > 3)))
    }
  }

  /// The picture as text, a line a row.
  var text: String {
    let picture = picture
    return (0..<picture.size.rows).map { picture.text(row: $0) }.joined(separator: "\n")
  }
}
