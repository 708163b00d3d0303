import Quantities
package import Simulation

/// The full-screen view of a device: what happens goes in, a picture or a wish comes out.
///
/// It shows the latest touch as it happens, and what became of those before, and lets keys change
/// what they are judged by. It judges nothing itself.
package struct LiveScreen: Sendable {
  /// The size of the screen.
  package private(set) var size: ScreenSize

  /// What is drawn with.
  package let glyphs: Glyphs

  /// The policies that every touch is compared under.
  package let compared: [String]

  /// The policy and the threshold that keys have chosen.
  package private(set) var choice: LiveChoice

  /// The touches that are or were gestures, the latest last.
  package private(set) var verdicts: [LiveVerdict] = []

  /// What the person says of touches.
  package private(set) var labels: [Int: LiveLabel] = [:]

  private(set) var facts: LiveDeviceFacts?
  private(set) var terms: LiveTerms?
  private(set) var frame: LiveFrame?
  private(set) var trail = LiveTrail()
  /// The heading of the motion that is or was followed last, and where it would finish, as a share
  /// of the surface.
  private(set) var finishLine: (axis: Axis, place: Double)?
  /// What came of the touch that the trail is of.
  private(set) var last: LiveVerdict?
  private(set) var message: String?
  private(set) var ending: String?
  private(set) var showsHelp = false
  /// Whether touches were forgotten.
  private(set) var hasForgotten = false
  /// The touch that keys are about; `nil`: the latest.
  private var chosen: Int?

  /// Creates a view of nothing.
  ///
  /// - Parameters:
  ///   - size: The size of the screen.
  ///   - glyphs: What is drawn with.
  ///   - choice: The policy and the threshold.
  ///   - compared: The policies that every touch is compared under.
  package init(
    size: ScreenSize, glyphs: Glyphs, choice: LiveChoice, comparing compared: [String]
  ) {
    self.size = size
    self.glyphs = glyphs
    self.choice = choice
    self.compared = compared
  }

  /// Reacts to an event.
  ///
  /// - Returns: What the owner is to do, if anything.
  package mutating func handle(_ event: LiveEvent) -> LiveAction? {
    switch event {
    case .resize(let size): self.size = size
    case .device(let facts): self.facts = facts
    case .frame(let frame): follow(frame)
    case .verdict(let verdict, let isRemembered): take(verdict, isRemembered)
    case .judged(let verdicts): judge(verdicts)
    case .terms(let terms): self.terms = terms
    case .forgot(let touch): forget(before: touch)
    case .key(let key): return press(key)
    case .message(let text): message = text
    case .end(let reason): ending = reason
    }
    return nil
  }

  /// The picture.
  package var picture: Canvas { LivePicture(self).canvas }

  // MARK: Touches

  /// Whether fingers are down of which it is not known yet what comes of them.
  var isTouched: Bool { trail.isDown && last == nil }

  /// The touch that keys are about.
  var selected: LiveVerdict? {
    chosen.flatMap { touch in verdicts.last { $0.touch == touch } } ?? verdicts.last
  }

  /// How many labels there are, and how many the settings in force agree with.
  package var agreement: (labels: Int, right: Int) {
    var (count, right) = (0, 0)
    for verdict in verdicts {
      guard let label = labels[verdict.touch] else { continue }
      count += 1
      if label.agrees(with: verdict.outcome) { right += 1 }
    }
    return (count, right)
  }

  /// How many touches there are of each outcome.
  package func count(_ outcome: ComparedOutcome) -> Int {
    verdicts.count { $0.outcome == outcome }
  }

  /// Whether what a policy makes of a touch differs from what most do.
  func isDissent(_ other: LiveVerdict.Other, of verdict: LiveVerdict) -> Bool {
    other.outcome.map { $0 != verdict.outcome } ?? false
  }

  private mutating func follow(_ frame: LiveFrame) {
    let wasDown = trail.isDown
    trail.follow(frame)
    if !wasDown, trail.isDown { (last, finishLine, chosen, message) = (nil, nil, nil, nil) }
    self.frame = frame
    guard let motion = frame.motion, let travel = motion.travel, !frame.contacts.isEmpty else {
      return
    }
    let axis = motion.heading.axis
    let sum = frame.contacts.reduce(0) { $0 + (axis == .x ? $1.x : $1.y) }
    let rest = (motion.threshold - motion.progress) * travel * Double(motion.heading.sign)
    finishLine = (axis, sum / Double(frame.contacts.count) + rest)
  }

  private mutating func take(_ verdict: LiveVerdict, _ isRemembered: Bool) {
    last = verdict
    if isRemembered { update(verdict) }
  }

  /// Puts a verdict in the place of the one before; a touch that never was a gesture has none.
  private mutating func update(_ verdict: LiveVerdict) {
    if let place = verdicts.lastIndex(where: { $0.touch == verdict.touch }) {
      verdicts[place] = verdict
    } else if verdict.gesture != nil {
      insert(verdict)
    }
  }

  private mutating func insert(_ verdict: LiveVerdict) {
    let place = verdicts.lastIndex { $0.touch < verdict.touch }.map { $0 + 1 } ?? 0
    verdicts.insert(verdict, at: place)
  }

  private mutating func judge(_ judged: [LiveVerdict]) {
    for verdict in judged {
      if last?.touch == verdict.touch { last = verdict }
      update(verdict)
    }
  }

  private mutating func forget(before touch: Int) {
    let count = verdicts.count
    verdicts.removeAll { $0.touch < touch }
    labels = labels.filter { $0.key >= touch }
    hasForgotten = hasForgotten || verdicts.count < count
  }

  // MARK: Keys

  private mutating func press(_ key: LiveKey) -> LiveAction? {
    message = nil
    if showsHelp {
      showsHelp = false
      return key == .character("q") ? .quit : nil
    }
    switch key {
    case .character("q"), .character("\u{3}"): return .quit
    case .character("?"), .character("h"): showsHelp = true
    case .character("+"), .character("="): return step(1, isFine: false)
    case .character("-"), .character("_"): return step(-1, isFine: false)
    case .character("]"): return step(1, isFine: true)
    case .character("["): return step(-1, isFine: true)
    case .character("p"): return turn(by: 1)
    case .character("P"): return turn(by: -1)
    case .character("0"):
      choice.reset()
      return .judge(choice)
    case .character("f"): label(.finish)
    case .character("c"): label(.cancel)
    case .character("s"): return save()
    case .up, .character("k"): move(by: -1)
    case .down, .character("j"): move(by: 1)
    case .character, .other: break
    }
    return nil
  }

  private mutating func step(_ steps: Int, isFine: Bool) -> LiveAction? {
    guard let threshold = choice.threshold ?? terms?.threshold else {
      message = "\(choice.policyName) has no threshold that could be moved"
      return nil
    }
    choice.step(steps, isFine: isFine, from: threshold)
    return .judge(choice)
  }

  private mutating func turn(by places: Int) -> LiveAction? {
    choice.turn(by: places)
    return .judge(choice)
  }

  /// Labels the touch that keys are about; the same label again takes it away.
  private mutating func label(_ label: LiveLabel) {
    guard let touch = selected?.touch else {
      message = "there is no gesture to label yet"
      return
    }
    labels[touch] = labels[touch] == label ? nil : label
  }

  private mutating func save() -> LiveAction? {
    guard let touch = selected?.touch else {
      message = "there is no gesture to save yet"
      return nil
    }
    return .save(touch: touch, labels[touch])
  }

  /// Goes to an earlier gesture, up to the first, or to a later one.
  private mutating func move(by places: Int) {
    // The latest is on top.
    guard let touch = selected?.touch, let place = verdicts.lastIndex(where: { $0.touch == touch })
    else { return }
    let next = min(max(place - places, 0), verdicts.count - 1)
    chosen = next == verdicts.count - 1 ? nil : verdicts[next].touch
  }
}
