import Testing
import Transitions

@testable import Tuning

@Suite struct RetryLabelsTests {
  /// A swipe in one recording, at some time.
  static func line(
    _ number: Int, _ down: Double, _ progress: Double, direction: String = "right",
    travel: Double = 0.4, fingers: Int = 3, recording: String = "r", reason: String = "lift",
    began: Bool = true
  ) -> String {
    #"{"direction":"\#(direction)","down":\#(down),"end":\#(down + 0.5),"end_reason":"\#(reason)","#
      + #""fingers":\#(fingers),"gesture":\#(number),"policies":{"threshold":{"began":\#(began),"#
      + #""progress":\#(progress),"units":{},"velocity":0}},"recording":"\#(recording)","#
      + #""schema":"pantograph.features/1","travel":\#(travel)}"#
  }

  static func intents(_ lines: String...) throws -> [Intent?] {
    try RetryLabels.intents(
      of: GestureTable(lines.joined(separator: "\n")), under: PlainPolicy("threshold", .threshold())
    )
  }

  @Test(arguments: [(2.0, Intent.finish), (2.01, .cancel), (0.6, .finish)])
  func `a cancel that the same swipe follows was meant to finish`(
    down: Double, intent: Intent
  ) throws {
    #expect(try Self.intents(Self.line(1, 0, 0.2), Self.line(2, down, 0.6)) == [intent, .finish])
  }

  @Test(arguments: [(2.5, Intent.cancel), (2.51, .finish)])
  func `a finish that the opposite swipe follows was meant to cancel`(
    down: Double, intent: Intent
  ) throws {
    #expect(
      try Self.intents(Self.line(1, 0, 0.6), Self.line(2, down, 0.6, direction: "left"))
        == [intent, .finish])
    // The other way along the same axis is the same as a negative travel.
    #expect(
      try Self.intents(Self.line(1, 0, 0.6), Self.line(2, down, -0.6, travel: -0.4))
        == [intent, .cancel])
  }

  @Test func `other swipes say nothing`() throws {
    for other in [
      Self.line(2, 1, 0.6, direction: "up"), Self.line(2, 1, 0.6, fingers: 4),
      Self.line(2, 1, 0.6, recording: "other"), Self.line(2, 1, 0.6, direction: "left"),
    ] {
      #expect(try Self.intents(Self.line(1, 0, 0.2), other)[0] == .cancel)
    }
    #expect(try Self.intents(Self.line(1, 0, 0.6), Self.line(2, 1, 0.6))[0] == .finish)
  }

  @Test func `what was broken off or never began has no intent`() throws {
    #expect(
      try Self.intents(
        Self.line(1, 0, 0.6, reason: "palm"), Self.line(2, 10, 0, began: false),
        Self.line(3, 20, 0.6)) == [nil, nil, .finish])
  }

  @Test func `times decide, not the order of lines`() throws {
    #expect(
      try Self.intents(Self.line(2, 1, 0.6), Self.line(1, 0, 0.2)) == [.finish, .finish])
  }
}
