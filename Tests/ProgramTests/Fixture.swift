/// Recordings that the program does not make, as text.
enum Fixture {
  /// A key of a keyboard, which nobody can touch.
  static let keyboard = """
    # EVEMU 1.3
    N: AT Keyboard
    B: 01 fe ff ff ff ff ff ff ff
    E: 0.000001 0001 001e 0001
    E: 0.000001 0000 0000 0000
    E: 0.100001 0001 001e 0000
    E: 0.100001 0000 0000 0000

    """

  /// A drag that does not say how far its axes go, as Android prints it.
  static let withoutRanges = """
    [   1.000000] EV_ABS       ABS_MT_TRACKING_ID   00000001
    [   1.000000] EV_ABS       ABS_MT_POSITION_X    00000064
    [   1.000000] EV_ABS       ABS_MT_POSITION_Y    00000384
    [   1.000000] EV_SYN       SYN_REPORT           00000000
    [   1.060000] EV_ABS       ABS_MT_POSITION_X    000002bc
    [   1.060000] EV_SYN       SYN_REPORT           00000000
    [   1.120000] EV_ABS       ABS_MT_TRACKING_ID   ffffffff
    [   1.120000] EV_SYN       SYN_REPORT           00000000

    """

  /// A table with a pan of some positions, 10 ms apart, on a way of 100 units.
  static func table(_ positions: [Double], lift: Double = 0, more: String = "") -> String {
    let rows = positions.enumerated().map { "[\(Double($0.offset) / 100),\($0.element)]" }
    let end = Double(positions.count - 1) / 100 + lift
    return #"{"schema":"sample-table/1","travel":100,"samples":[\#(rows.joined(separator: ","))],"#
      + #""end":{"t":\#(end),"kind":"lift"}\#(more)}"#
  }

  /// What `pantograph synthesize` makes of some options.
  static func synthetic(_ options: String...) throws -> String {
    try RunningProgram.run(["synthesize"] + options).output
  }
}
