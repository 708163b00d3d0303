import Foundation
import Testing

@Suite struct CurveCommandTests {
  private func run(_ arguments: String...) throws -> RunningProgram {
    try RunningProgram.run(["curve"] + arguments)
  }

  @Test func `a curve has a plot and a table`() throws {
    let run = try run("--samples", "4", "0.4s", "ease-in-out")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.lines.first == "0.4s ease-in-out: a timing curve, 0.4 s")
    #expect(run.lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
    #expect(
      run.lines.suffix(5) == [
        "  0.0000 s      0%   0.000000    0.000/s", "  0.1000 s     25%   0.129162    2.648/s",
        "  0.2000 s     50%   0.500000    4.310/s", "  0.3000 s     75%   0.870838    2.648/s",
        "  0.4000 s    100%   1.000000    0.000/s",
      ])
  }

  @Test(arguments: [
    ("uiview-spring 0.4s 0.7 0.3", "  mass 1, stiffness 602.024, damping 34.3507, velocity 0.3"),
    ("uiview-spring 0.4s 0.7 0.3", "  goes 4.6% too far, at 0.179 s"),
    ("spring(3, 1000, 500)", "  damping ratio 4.56435, taken as 1, response 0.344144 s, settles "),
    ("spring(1, 100, 0)", "  damping ratio 0, response 0.628319 s, never settles"),
    ("anticipate", "  goes 13.2% back from the start, at 0.444 s"),
    ("cycle(1)", "  ends at "),
  ])
  func `what is particular about a curve is told`(curve: String, line: String) throws {
    #expect(try run(curve).lines.contains { $0.hasPrefix(line) })
  }

  @Test func `a table has as many steps as are asked for`() throws {
    let table = try run("--csv", "--samples", "2", "--duration", "500ms", "linear")
    #expect(
      table.output
        == "time,share,value,velocity\r\n0,0,0,2\r\n0.25,0.5,0.5,2\r\n0.5,1,1,2\r\n")
    let json = try run("--json", "--samples", "1", "bounce")
    #expect(
      json.output
        == #"{"curve":"bounce","duration":1,"highest":{"time":1,"value":1.00005448},"#
        + #""kind":"interpolator","lowest":{"time":0,"value":0},"#
        + #""samples":[[0,0,0],[1,1.00005448,1.42076256]],"schema":"pantograph.curve/1"}"# + "\n")
  }

  @Test func `a number that is not finite is left out`() throws {
    let steep = try run("--csv", "--samples", "1", "cubic-bezier(0, 1, 1, 0)")
    #expect(steep.output == "time,share,value,velocity\r\n0,0,0,\r\n1,1,1,\r\n")
    #expect(try run("accelerate(-1)").status == 0)
  }

  @Test func `a picture is written once`() throws {
    let folder = try TemporaryFolder()
    let words = ["curve", "--svg", "curve.svg", "spring", "response=0.4s", "damping=0.5"]
    #expect(try RunningProgram.run(words, in: folder.url).status == 0)
    let picture = try folder.read("curve.svg")
    #expect(picture.hasPrefix("<svg ") && picture.hasSuffix("</svg>\n"))
    #expect(try RunningProgram.run(words, in: folder.url).status == 73)
    #expect(try RunningProgram.run(words + ["--force"], in: folder.url).status == 0)
    let shown = try run("--svg", "-", "spring response=0.4s damping=0.5")
    #expect(shown.output == picture)
  }

  @Test func `each curve that help names is one`() throws {
    let help = try RunningProgram.run(["help", "curve"]).output
    let names = [
      "linear", "ease", "ease-in", "ease-out", "ease-in-out", "fast-out-slow-in",
      "linear-out-slow-in", "fast-out-linear-in", "fast-out-extra-slow-in", "spring",
      "accelerate", "decelerate", "anticipate", "overshoot", "anticipate-overshoot",
      "accelerate-decelerate", "bounce", "smooth", "snappy", "bouncy", "cycle(2)",
      "M0,0 C0.1,0 0.2,1 1,1", "spring response=0.4s damping=0.8 velocity=0",
      "spring duration=0.5s bounce=0.3", "spring mass=1 stiffness=100 damping=30 overdamping=1",
      "uiview-spring 0.4s 0.7 0.3", "cubic-bezier(0.2, 0, 0, 1)",
    ]
    for name in names {
      #expect(try run("--csv", name).status == 0, "\(name)")
      #expect(help.contains(name == "cycle(2)" ? "cycle(N)" : name), "\(name)")
    }
  }

  @Test(arguments: [
    ([], "curve needs a curve such as ease-in-out (see 'pantograph help curve')"),
    (["ease-int"], "'ease-int' is no curve, did you mean 'ease-in'? (see 'pantograph help curve')"),
    (
      ["uiview-spring", "0.4s", "2"],
      "'uiview-spring 0.4s 2' is no curve: a number before or after 'uiview-spring' is missing, "
        + "too much or out of range (see"
    ),
    (
      ["1e9s", "linear"],
      "'1e9s linear' is no curve: a number before or after 'linear' is missing, too much or out "
        + "of range (see"
    ),
    (["--samples", "0", "linear"], "--samples takes a whole number of 1 to 10000, not '0'"),
    (["--duration", "0", "linear"], "--duration takes a time such as 0.35s or 350ms, up to a day"),
    (["--json", "--csv", "linear"], "--json and --csv are two ways to print the same"),
    (["\u{1b}[2J"], #"'\x1b[2J' is no curve"#),
  ])
  func `what is wrong is told`(words: [String], message: String) throws {
    let run = try RunningProgram.run(["curve"] + words)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("pantograph: " + message), "\(run.errors)")
  }
}
