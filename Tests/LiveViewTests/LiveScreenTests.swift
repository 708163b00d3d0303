import LiveView
import Quantities
import Simulation
import Testing

@Suite struct LiveScreenTests {
  @Test func `keys step the threshold from the one in force`() {
    var screen = LiveScreen.busy()
    let actions = screen.type("+]-[[")
    let thresholds = actions.map { action -> String? in
      if case .judge(let choice) = action { choice.threshold?.description } else { nil }
    }
    #expect(thresholds == ["0.35", "0.36", "0.31", "0.3", "0.29"])
  }

  @Test func `a threshold in millimeters is stepped in millimeters`() {
    #expect(Threshold("25mm")?.stepped(1, isFine: false) == Threshold("26mm"))
    #expect(Threshold("25mm")?.stepped(-1, isFine: true) == Threshold("24.8mm"))
    #expect(Threshold("120px")?.stepped(2, isFine: true) == Threshold("124px"))
    #expect(Threshold("min(0.3,60mm)")?.stepped(1, isFine: false) == Threshold("min(0.35,61mm)"))
    #expect(Threshold("0.02")?.stepped(-1, isFine: false) == Threshold("0"))
    #expect(Threshold("10")?.stepped(1, isFine: false) == Threshold("10"))
  }

  @Test func `without a known threshold there is nothing to step`() {
    var screen = LiveScreen(
      size: ScreenSize(columns: 80, rows: 24), glyphs: .unicode,
      choice: LiveChoice(policies: ["niri"], threshold: nil), comparing: [])
    #expect(screen.type("+") == [])
    #expect(screen.text.contains("niri has no threshold"))
  }

  @Test func `the program's own policies share a threshold, a platform has its own`() {
    var choice = LiveChoice(policies: ["threshold", "flick", "niri"], threshold: nil)
    choice.step(1, isFine: true, from: Threshold("0.4") ?? Threshold(.share(DecimalNumber(0))))
    choice.turn(by: 1)
    #expect(choice.policyName == "flick")
    #expect(choice.threshold == Threshold("0.41"))
    choice.turn(by: 1)
    #expect(choice.policyName == "niri")
    #expect(choice.threshold == nil)
    choice.step(1, isFine: false, from: Threshold("0.5") ?? Threshold(.share(DecimalNumber(0))))
    choice.turn(by: 1)
    #expect(choice.policyName == "threshold")
    #expect(choice.threshold == Threshold("0.41"))
    choice.turn(by: -1)
    #expect(choice.policyName == "niri")
    #expect(choice.threshold == nil)
    choice.reset()
    #expect(choice.policyName == "threshold")
    #expect(choice.threshold == nil)
  }

  @Test func `what the command line says holds for every policy until keys change it`() {
    let given = Threshold("0.4")
    var choice = LiveChoice(policies: ["niri", "threshold", "flick"], threshold: given)
    choice.step(1, isFine: false, from: given ?? Threshold(.share(DecimalNumber(0))))
    #expect(choice.threshold == Threshold("0.45"))
    choice.turn(by: 1)
    #expect(choice.threshold == given)
    choice.turn(by: -1)
    #expect(choice.policyName == "niri")
    #expect(choice.threshold == given)
  }

  @Test func `what is judged anew changes rows and counts`() {
    var screen = LiveScreen.busy()
    #expect([screen.count(.finish), screen.count(.cancel)] == [6, 3])
    screen.take(
      .judged((0..<9).map { .made($0, progress: 0.4, threshold: 0.5) }))
    #expect([screen.count(.finish), screen.count(.cancel)] == [0, 9])
    #expect(screen.text.contains("9 gestures: 0 finish, 9 cancel"))
    #expect(screen.text.contains("cancel  threshold, 10% short of it"))
  }

  @Test func `a touch may become a gesture, or none, under other settings`() {
    var screen = LiveScreen.made()
    let none = LiveVerdict(touch: 0, time: 1, fingers: 3, result: .none("it did not move"))
    screen.take(.verdict(none, isRemembered: true))
    #expect(screen.verdicts == [])
    #expect(screen.text.contains("no gesture: it did not move"))
    screen.take(.verdict(.made(1, progress: 0.5), isRemembered: true))
    screen.take(.judged([.made(0, progress: 0.4), .made(1, progress: 0.5)]))
    #expect(screen.verdicts.map(\.touch) == [0, 1])
    screen.take(.judged([none, .made(1, progress: 0.5)]))
    #expect(screen.verdicts.map(\.touch) == [0, 1])
    #expect(screen.text.contains("2 gestures: 1 finish, 0 cancel, 1 none"))
  }

  @Test func `labels are counted against the settings in force`() {
    var screen = LiveScreen.made()
    for (touch, (progress, label)) in [(0.5, "f"), (0.2, "c"), (0.25, "f")].enumerated() {
      screen.take(.verdict(.made(touch, progress: progress), isRemembered: true))
      _ = screen.type(label)
    }
    #expect([screen.agreement.labels, screen.agreement.right] == [3, 2])
    #expect(screen.text.contains("labels: 2 of 3 right"))
    #expect(screen.text.contains("should have finished ✗"))
    screen.take(
      .judged(
        [0.5, 0.2, 0.25].enumerated().map {
          .made($0.offset, progress: $0.element, threshold: 0.25)
        }))
    #expect([screen.agreement.labels, screen.agreement.right] == [3, 3])
    // The same key again takes a label away, the other one replaces it.
    _ = screen.type("f")
    #expect(screen.labels == [0: .finish, 1: .cancel])
    _ = screen.type("fc")
    #expect(screen.labels[2] == .cancel)
  }

  @Test func `a label and saving are about the gesture that was chosen`() {
    var screen = LiveScreen.busy()
    #expect(screen.type("s") == [.save(touch: 8, nil)])
    screen.take(.key(.down), .key(.down))
    #expect(screen.type("fs") == [.save(touch: 6, .finish)])
    screen.take(.key(.up))
    #expect(screen.type("s") == [.save(touch: 7, nil)])
    for _ in 0..<20 { screen.take(.key(.down)) }
    #expect(screen.type("s") == [.save(touch: 0, nil)])
    // The next touch is what keys are about then.
    screen.swipe(to: 0.2)
    #expect(screen.type("s") == [.save(touch: 8, nil)])
  }

  @Test func `without a gesture there is nothing to save or label`() {
    var screen = LiveScreen.made()
    #expect(screen.type("sfc") == [])
    #expect(screen.labels == [:])
    #expect(screen.text.contains("no gesture to label yet"))
  }

  @Test func `what is not remembered gets on no list`() {
    var screen = LiveScreen.made()
    screen.take(.verdict(.made(0, progress: 0.5), isRemembered: false))
    #expect(screen.verdicts == [])
    #expect(screen.text.contains("finished"))
  }

  @Test func `what is forgotten leaves list, labels and counts`() {
    var screen = LiveScreen.busy()
    _ = screen.type("f")
    screen.take(.forgot(before: 9))
    #expect(screen.verdicts == [])
    #expect(screen.labels == [:])
    #expect([screen.agreement.labels, screen.agreement.right] == [0, 0])
    screen.take(.verdict(.made(9, progress: 0.5), isRemembered: true))
    #expect(screen.text.contains("the last 1 gesture: 1 finish"))
  }

  @Test func `more of a touch takes the place of what was known`() {
    var screen = LiveScreen.made()
    screen.take(
      .verdict(.made(0, progress: 0.5, others: []), isRemembered: true),
      .verdict(.made(0, progress: 0.5), isRemembered: true))
    #expect(screen.verdicts == [.made(0, progress: 0.5)])
  }

  @Test func `it can be left from everywhere`() {
    var screen = LiveScreen.busy()
    #expect(screen.type("q") == [.quit])
    #expect(screen.type("?q") == [.quit])
    screen.take(.end("the device was removed"))
    #expect(screen.text.contains("the device was removed"))
    #expect(screen.type("q") == [.quit])
  }

  @Test func `a message stays until a key or a touch`() {
    var screen = LiveScreen.busy()
    screen.take(.message("saved as gesture-001.evemu"))
    #expect(screen.text.contains("saved as gesture-001.evemu"))
    _ = screen.type("x")
    #expect(!screen.text.contains("saved as"))
  }
}
