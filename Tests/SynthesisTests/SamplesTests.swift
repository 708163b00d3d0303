import Quantities
import Synthesis
import Testing

@Suite struct SamplesTests {
  let all = Samples.all

  @Test func `there are forty, with names of their own`() {
    #expect(all.count == 40)
    #expect(Set(all.map(\.name)).count == 40)
    #expect(all.map(\.name) == all.map(\.name).sorted())
    for sample in all { #expect(Samples.named(sample.name) == sample) }
    #expect(Samples.named("pad") == nil)
  }

  @Test func `names tell what they are`() throws {
    for sample in all {
      let word =
        sample.circumstance == .plain ? sample.story.rawValue : sample.circumstance.rawValue
      let parts = sample.name.split(separator: "-")
      #expect(["minipad", "pad", "bigpad", "phone", "tablet"].contains(parts[0]))
      #expect(parts[1] == "\(sample.specification.fingers)f")
      #expect(parts[2] == word)
      if case .swipe(let swipe) = sample.specification.motion {
        let way =
          swipe.axis == .x
          ? (swipe.distance > 0 ? "right" : "left") : (swipe.distance > 0 ? "down" : "up")
        #expect(parts[3] == way)
      }
    }
  }

  @Test func `all can be made, and are different`() throws {
    let recordings = try all.map { try SyntheticRecording(of: $0.specification) }
    #expect(Set(recordings).count == 40)
  }

  @Test func `they are of five devices, of one to five fingers, and of every kind`() {
    let devices = Set(all.map(\.specification.device))
    #expect(devices.count == 5)
    #expect(Set(devices.map { [$0.width, $0.height] }).count == 5)
    #expect(Set(devices.map(\.reportRate)).count == 5)
    #expect(Set(devices.map(\.kind)).count == 2)
    #expect(Set(all.map(\.specification.fingers)) == Set(1...5))
    #expect(Set(all.map(\.story)) == Set(Sample.Story.allCases))
    #expect(Set(all.map(\.circumstance)) == Set(Sample.Circumstance.allCases))
    #expect(Set(all.map(\.participant)).count == 6)
    #expect(all.contains { $0.specification.rest > .milliseconds(200) })
  }

  @Test func `taps and pinches are meant as neither, swipes as one`() {
    for sample in all {
      let isSwipe = sample.progress != nil
      #expect(isSwipe == (sample.intent != .none))
      #expect(isSwipe == ![.pinch, .tap].contains(sample.story))
    }
    let finish = all.count { $0.intent == .finish }
    let cancel = all.count { $0.intent == .cancel }
    #expect(finish >= 15 && cancel >= 15)
  }

  @Test func `what people mean overlaps in progress, velocity and rest`() throws {
    func values(_ intent: Sample.Intent, _ value: (Sample) -> Double?) -> [Double] {
      all.filter { $0.intent == intent }.compactMap(value)
    }
    func overlap(_ value: (Sample) -> Double?) throws -> Bool {
      let finish = values(.finish, value)
      let cancel = values(.cancel, value)
      let least = try #require(finish.min())
      let most = try #require(cancel.max())
      return least < most
    }
    #expect(try overlap(\.progress))
    #expect(
      try overlap { sample in
        if case .velocity(let velocity) = sample.specification.pace { velocity } else { nil }
      })
    #expect(try overlap { -$0.specification.rest.seconds })
  }

  @Test func `none is so near the bar that noise could turn the answer`() throws {
    for progress in all.compactMap(\.progress) {
      // It was drawn again within 0.035, of which rounding takes a little.
      #expect(abs(progress - 0.3) > 0.034)
    }
  }
}
