import Recordings
import Simulation
import TouchInput

/// `pantograph info`: what a recording holds, whether it can be replayed or not.
enum InfoCommand: Command {
  static let name = "info"
  static let operands = "FILE..."
  static let summary = "what a recording holds, and what is wrong with it"
  static let discussion = """
    Prints what a recording holds: format, device, size, ranges declared and seen,
    clock, contacts, and what is wrong with it. It also reads recordings that replay
    refuses, such as those without ranges or without a touch device, and says what
    to give it.

    Then how well the device reports, for whoever writes or mends its driver:

      rate     frames per second while it is touched, by the median interval and in
               all
      jitter   how far the intervals are from their median, to 0.1 ms
      gaps     the longest time without a frame, in a touch and between two
      noise    how far contacts stray that stay within 0.5 mm for 100 ms and more:
               the root of the mean square about a straight line, each coordinate
      used     how much of the declared ranges was touched
      faults   times that run backwards or come twice, frames that are empty or
               come twice, BTN_TOOL_* that disagrees with the slots, contacts
               without position, positions out of range; with each one's first line

      pantograph info swipe.txt
      pantograph info --device event11 two-devices.yml
    """
  static let groups: [(title: String, options: [Option])] = [
    (
      "the device", SharedOptions.device.filter { ["device", "description"].contains($0.name) }
    ),
    (
      "output",
      [Option("json", help: "a JSON object a recording: pantograph.info/1")]
        + SharedOptions.presentation
    ),
  ]

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    guard !arguments.operands.isEmpty else {
      throw Arguments.misuse("info needs a recording", name)
    }
    let style = Style(try arguments.word("color", Style.Choice.self) ?? .auto)
    let description = try SharedOptions.description(arguments)
    let choice = SharedOptions.deviceChoice(arguments)
    var output = Output()
    return try Input.forEach(arguments.operands) { input throws(Problem) in
      let (findings, problem) = survey(input, choice, description)
      for finding in findings {
        if arguments.has("json") {
          try output.line(finding.json.line)
        } else {
          try output.write(finding.text(style, isQuiet: arguments.has("quiet")))
        }
      }
      try output.flush()
      guard let problem else { return .read }
      return input.isFromFolder && problem.isNoRecording ? .passedOver : .failed([problem])
    }
  }

  private static func survey(
    _ input: Input, _ choice: DeviceChoice, _ description: DeviceDescription?
  ) -> (findings: [RecordingInfo], problem: Problem?) {
    var survey = RecordingSurvey(description: description)
    let (reader, problem) = input.readRecording { batch, reader in
      survey.handle(batch, of: reader.devices)
      return nil
    }
    guard let format = reader.format else { return ([], problem) }
    if !reader.tables.isEmpty {
      let findings = reader.tables.map { table in
        var survey = RecordingSurvey()
        survey.take(table)
        return RecordingInfo(
          name: input.name + (table.variant.map { "#" + $0 } ?? ""), format: format,
          survey: survey, device: nil, description: DeviceDescription(), table: table)
      }
      return (findings, problem)
    }
    survey.finish()
    let index = choice.index(in: reader.devices, paths: reader.devicePaths)
    do throws(ReplayError) {
      try choice.check(of: reader.devices, at: reader.devicePaths)
    } catch {
      return ([], Problem(.misused, file: input.name, error.description))
    }
    let device = survey.device(index)
    let place = device?.index ?? index ?? 0
    let described = reader.devices.indices.contains(place) ? reader.devices[place] : nil
    return (
      [
        RecordingInfo(
          name: input.name, format: format, survey: survey, device: device,
          description: description ?? described ?? DeviceDescription(), table: nil,
          problem: problem, labels: DeviceLine.all(of: reader, survey))
      ], problem
    )
  }
}
