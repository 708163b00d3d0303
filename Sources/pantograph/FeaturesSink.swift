import Simulation
import TouchInput

/// Writes a line a gesture: `pantograph.features/1`.
struct FeaturesSink: ReplaySink, ~Copyable {
  /// What has not been handed on.
  private(set) var bytes: [UInt8] = []

  private let known: KnownInput
  private let number: Int
  private let output: OrderedOutput
  private var writer: FeatureWriter

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - known: What is read.
  ///   - policies: The policies that see the gestures.
  ///   - number: The number that it has in the output.
  ///   - output: Where lines go.
  init(_ known: KnownInput, _ policies: [PolicyDefinition], number: Int, to output: OrderedOutput) {
    self.known = known
    self.number = number
    self.output = output
    writer = FeatureWriter(policies: policies)
  }

  mutating func begin(_ facts: RecordingFacts) {
    var source = FeatureSource(recording: facts.name)
    source.kind = facts.kind
    source.deviceName = facts.device.name
    source.size = facts.size
    source.plan = facts.plan
    source.expectation = known.expectation(of: facts.name)
    writer.begin(source)
  }

  mutating func take(_ finding: Replay.Finding) {
    writer.take(finding)
  }

  mutating func take(_ comparison: TouchComparison) {
    writer.take(comparison, to: &bytes)
  }

  mutating func end(_ facts: RecordingFacts) {}

  mutating func flush() throws(Problem) {
    try output.hand(&bytes, of: number)
  }
}
