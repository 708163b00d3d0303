import Simulation
import Tuning

/// Reads the gestures of recordings, of folders, and of what `features` printed of them.
enum GestureInput {
  /// Reads the gestures that operands name; one that cannot be read does not stop the others.
  ///
  /// - Parameters:
  ///   - operands: Recordings, folders, samples, files of lines, or `-`.
  ///   - runner: Makes lines of recordings.
  ///   - policies: The policies that are wanted, or `nil` for all.
  ///   - table: Where gestures go, in the order of the operands.
  /// - Returns: The status of the first problem; all have been told.
  /// - Throws: What ends it all.
  static func read(
    _ operands: [String], by runner: FeatureRunner, policies: Set<String>?,
    into table: inout GestureTable
  ) throws(Problem) -> ExitStatus {
    var status = ExitStatus.done
    /// Those that are no lines, which are worked on together.
    var recordings: [String] = []
    func note(_ other: ExitStatus) {
      if status == .done { status = other }
    }
    func make(_ table: inout GestureTable) throws(Problem) {
      guard !recordings.isEmpty else { return }
      let collector = FeatureCollector(table, policies: policies)
      note(try runner.run(recordings) { collector.take($0) })
      table = collector.table
      recordings = []
    }
    for operand in operands {
      do throws(Problem) {
        guard let input = try lines(operand) else {
          recordings.append(operand)
          continue
        }
        try make(&table)
        if input.holdsFeatures {
          try read(input.input, policies, into: &table)
        } else {
          let collector = FeatureCollector(table, policies: policies)
          note(try runner.run(input.input) { collector.take($0) })
          table = collector.table
        }
      } catch {
        try make(&table)
        Messages.tell(error)
        note(error.status)
      }
    }
    try make(&table)
    return status
  }

  /// The input that an operand names, if it holds lines or can be read but once.
  private static func lines(
    _ operand: String
  ) throws(Problem) -> (input: Input, holdsFeatures: Bool)? {
    guard operand != "-" else { return try FeatureLines.opened(Input(operand)) }
    guard operand.first != SampleCollection.mark, try Input.folder(operand) == nil else {
      return nil
    }
    let (input, holdsFeatures) = try FeatureLines.opened(Input(operand))
    return holdsFeatures ? (input, true) : nil
  }

  private static func read(
    _ input: Input, _ policies: Set<String>?, into table: inout GestureTable
  ) throws(Problem) {
    var reader = FeatureReader(policies: policies)
    try input.read { chunk throws(Problem) in
      do throws(FeatureError) {
        try reader.read(chunk, into: &table)
      } catch {
        throw FeatureLines.problem(error, in: input.name)
      }
      return true
    }
    do throws(FeatureError) {
      try reader.finish(into: &table)
    } catch {
      throw FeatureLines.problem(error, in: input.name)
    }
  }
}
