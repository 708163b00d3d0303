import Testing

/// Gestures that libinput recognized, alone and beside the contacts that made them.
@Suite struct LibinputGestureTests {
  /// What `libinput debug-events` prints of a swipe of 19 mm, half of the way of a touchpad.
  static let swipe = """
    -event6   DEVICE_ADDED  Some Pad  seat0 default group1  cap:pg  size 100x60mm tap(dl off)
     event6   GESTURE_SWIPE_BEGIN  +1.000s\t3
     event6   GESTURE_SWIPE_UPDATE +1.010s\t3 150.00/ 0.00 (99.94/ 0.00 unaccelerated)
     event6   GESTURE_SWIPE_UPDATE +1.020s\t3 150.00/ 0.00 (99.94/ 0.00 unaccelerated)
     event6   GESTURE_SWIPE_END    +1.030s\t3

    """

  /// What `libinput record --with-libinput` writes of a finger and of what it was taken for.
  static let recorded = """
    # libinput record
    devices:
    - node: /dev/input/event6
      evdev:
        name: "Some Pad"
        codes:
          1: [325, 330]
        absinfo:
          53: [0, 1000, 0, 0, 10]
          54: [0, 600, 0, 0, 10]
        properties: [0]
      events:
      - evdev:
        - [  0,      0,   3,  57,       1] # x
        - [  0,      0,   3,  53,     100] # x
        - [  0,      0,   3,  54,     300] # x
        - [  0,      0,   0,   0,       0] # x
      - evdev:
        - [  0,  10000,   3,  53,     200] # x
        - [  0,  10000,   0,   0,       0] # x
        libinput:
        - {time: 0.010000, type: GESTURE_SWIPE_BEGIN, nfingers: 3, delta: [0.00, 0.00], unaccel: [0.00, 0.00]}
      - evdev:
        - [  0,  20000,   3,  53,     300] # x
        - [  0,  20000,   0,   0,       0] # x
        libinput:
        - {time: 0.020000, type: GESTURE_SWIPE_UPDATE, nfingers: 3, delta: [9.00, 0.00], unaccel: [39.97, 0.00]}
      - evdev:
        - [  0,  30000,   3,  57,      -1] # x
        - [  0,  30000,   0,   0,       0] # x
        libinput:
        - {time: 0.030000, type: GESTURE_SWIPE_END, nfingers: 3, delta: [0.00, 0.00], unaccel: [0.00, 0.00]}

    """

  @Test func `every command says which deltas it used`() throws {
    for (options, deltas) in [([], "unaccelerated"), (["--deltas", "accelerated"], "accelerated")] {
      for command in ["replay", "explain"] {
        let run = try RunningProgram.run([command] + options + ["-"], input: Self.swipe)
        #expect(
          run.output.hasPrefix(
            "-: touchpad, 'Some Pad', 100 x 60 mm, \(deltas) deltas of libinput\n"))
        #expect(run.status == 0 && run.errors == "")
      }
      let json = try RunningProgram.run(["replay", "--json"] + options + ["-"], input: Self.swipe)
      #expect(json.output.contains(#""deltas":"\#(deltas)""#))
      #expect(json.output.contains(#""recognizer":"libinput""#))
    }
  }

  @Test func `the story begins where libinput recognized the fingers`() throws {
    let run = try RunningProgram.run(["explain", "-"], input: Self.swipe)
    #expect(run.output.contains("    0.000 s  libinput recognized 3 fingers\n"))
    #expect(run.output.contains("it finished, because 50% is at or above 30%"))
    #expect(!run.output.contains("came down") && !run.output.contains("slop  "))
  }

  @Test func `info counts gestures where there are no contacts`() throws {
    let run = try RunningProgram.run(["info", "-"], input: Self.swipe)
    #expect(run.output.contains("\n  format     debug-events\n"))
    #expect(run.output.contains("\n  libinput   1 gesture, at most 3 fingers, no positions\n"))
    #expect(!run.output.contains("ranges") && !run.output.contains("units per mm"))
    let json = try RunningProgram.run(["info", "--json", "-"], input: Self.swipe)
    #expect(json.output.contains(#""contacts_max":3"#) && json.output.contains(#""touches":1"#))
  }

  @Test func `libinput's verdict stands beside the one of the contacts`() throws {
    let options = ["--fingers", "any", "-"]
    let text = try RunningProgram.run(["replay"] + options, input: Self.recorded)
    let lines = text.output.split(separator: "\n")
    #expect(lines.count == 3, "\(text.output)")
    #expect(lines[1].contains("finish") && !lines[1].contains("libinput"))
    #expect(lines[2].contains("cancel") && lines[2].hasSuffix("by libinput's own deltas"))
    let json = try RunningProgram.run(["replay", "--json"] + options, input: Self.recorded)
    let (ours, theirs) = (
      try #require(json.output.firstRange(of: #""gestures":["#)),
      try #require(json.output.firstRange(of: #""libinput":["#))
    )
    #expect(ours.lowerBound < theirs.lowerBound)
    #expect(json.output[ours.upperBound..<theirs.lowerBound].contains(#""outcome":"finish""#))
    #expect(json.output[theirs.upperBound...].contains(#""outcome":"cancel""#))
    let story = try RunningProgram.run(["explain"] + options, input: Self.recorded)
    #expect(story.output.contains("by libinput's own unaccelerated deltas it goes back (cancel)"))
  }

  @Test func `what needs positions is refused with its line`() throws {
    let run = try RunningProgram.run(["replay", "--edge", "5mm", "-"], input: Self.swipe)
    #expect(run.status == 64 && run.output == "")
    #expect(
      run.errors
        == "pantograph: -:2: the gestures of libinput have no positions, which the edge needs\n")
  }
}
