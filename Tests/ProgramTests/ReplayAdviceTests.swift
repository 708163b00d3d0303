import Testing

@Suite struct ReplayAdviceTests {
  /// A touch of a device that has not described itself.
  static let bare = """
    [ 1.000000] /dev/input/event2: EV_ABS ABS_MT_TRACKING_ID 00000001
    [ 1.000000] /dev/input/event2: EV_ABS ABS_MT_POSITION_X 00000100
    [ 1.000000] /dev/input/event2: EV_ABS ABS_MT_POSITION_Y 00000100
    [ 1.000000] /dev/input/event2: EV_SYN SYN_REPORT 00000000
    """

  static let ranges = ["--axis-range", "x=0..1000,y=0..1000"]

  @Test(arguments: [
    ([], ["--description FILE", "--axis-range x=A..B,y=C..D", "pantograph info FILE"]),
    (ranges + ["--threshold", "25mm"], ["the threshold cannot be in mm", "--size WxHmm"]),
    (ranges + ["--slop", "10px"], ["the slop cannot be in px", "give mm"]),
    (ranges + ["--jump-filter", "on"], ["the jump filter needs", "--size WxHmm"]),
    (ranges + ["--travel", "0"], ["travel must be more than 0"]),
  ])
  func `what stands in the way says which option helps`(options: [String], words: [String]) throws {
    let run = try RunningProgram.run(["replay"] + options + ["-"], input: Self.bare)
    // Nothing is said of the touch: it was not followed to its end.
    #expect(run.output == "")
    for word in words { #expect(run.errors.contains(word), "\(run.errors)") }
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.status == (options.isEmpty ? 65 : 64))
  }

  @Test func `of two devices that are touched, one is to be chosen`() throws {
    let other = Self.bare.replacing("event2", with: "event7")
    let run = try RunningProgram.run(
      ["replay"] + Self.ranges + ["-"], input: Self.bare + "\n" + other)
    #expect(run.status == 65)
    #expect(run.errors.contains("choose one with --device 1 or 2"), "\(run.errors)")
  }
}
