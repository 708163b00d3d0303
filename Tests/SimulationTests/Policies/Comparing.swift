import Foundation
import Quantities
import Recordings
import Simulation
import TestSupport
import TouchInput
import Transitions

/// Recordings and tables under several policies at once.
enum Comparing {
  /// What the compared policies make of the touches of a recording.
  static func comparisons(of data: Data, _ settings: ReplaySettings) throws -> [TouchComparison] {
    var replay = try replay(data, settings)
    return replay.takeComparisons()
  }

  /// What a recording's gestures come to.
  static func gestures(of data: Data, _ settings: ReplaySettings) throws -> [GestureReport] {
    var replay = try replay(data, settings)
    return ReplayTests.gestures(replay.takeFindings())
  }

  private static func replay(_ data: Data, _ settings: ReplaySettings) throws -> RecordingReplay {
    var reader = RecordingReader()
    var replay = RecordingReplay(settings: settings)
    var batch = EventBatch()
    try data.withUnsafeBytes { bytes in
      try reader.read(bytes, into: &batch)
      try replay.handle(batch, of: reader)
      batch.removeAll()
      try reader.finish(into: &batch)
      try replay.handle(batch, of: reader)
    }
    try replay.finish(of: reader)
    return replay
  }

  /// A drag on a touchpad, or a screen 1000 pixels wide and high, a row a frame, in hundredths of a
  /// pixel.
  ///
  /// - Parameters:
  ///   - places: The positions in pixels, a frame's interval apart.
  ///   - interval: The time between two of them.
  ///   - rest: How long the finger rests before the lift, without a report.
  ///   - device: The device.
  ///   - isUpright: Whether it goes along y.
  /// - Returns: The table.
  static func drag(
    _ places: [Double], every interval: Duration, rest: Duration = .milliseconds(5),
    on device: DeviceDescription.Kind = .touchpad, isUpright: Bool = false
  ) -> SampleTable {
    var table = SampleTable()
    table.unit = .pixels
    table.scale = 100
    table.device = device
    if device == .touchscreen { table.screen = PerAxis(both: DecimalNumber(1000)) }
    let samples = places.enumerated().map { index, place in
      let way = Int((place * 100).rounded())
      return SampleTable.Sample(
        time: Timestamp.milliseconds(1000).advanced(by: interval * index),
        position: isUpright ? Vector(x: 0, y: way) : Vector(x: way, y: 0))
    }
    let last = samples.last?.time ?? .zero
    let end = SampleTable.End(time: last.advanced(by: rest), kind: .lift)
    table.touches = [SampleTable.Touch(samples: samples, end: end)]
    return table
  }

  /// What policies make of a table's one touch.
  static func verdicts(
    of table: SampleTable, _ policies: [PolicyDefinition] = PolicyLibrary.presets,
    _ change: (inout ReplaySettings) -> Void = { _ in }
  ) throws -> [PolicyVerdict?] {
    var settings = ReplaySettings()
    settings.comparedPolicies = policies
    change(&settings)
    return try TableReplay(table, settings: settings).comparisons.first?.verdicts ?? []
  }
}
