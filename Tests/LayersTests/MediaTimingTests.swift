import Layers
import Testing

@Suite struct MediaTimingTests {
  @Test func `an animation without a length is over at once`() {
    let sample = MediaTiming(beginTime: 10).sample(atParentTime: 10.5)
    #expect(sample.phase == .after)
    #expect(sample.progress == 1)
  }
}
