import Simulation
import Synchronization
import Tuning

/// Takes lines of features that are made on several threads.
final class FeatureCollector: Sendable {
  private struct State: Sendable {
    var table: GestureTable
    var reader: FeatureReader
  }

  private let state: Mutex<State>

  /// Creates a collector that adds to some gestures.
  init(_ table: GestureTable, policies: Set<String>?) {
    state = Mutex(State(table: table, reader: FeatureReader(policies: policies)))
  }

  /// The gestures by now.
  var table: GestureTable { state.withLock { $0.table } }

  /// Takes whole lines.
  ///
  /// - Returns: What is wrong with them, or `nil`.
  func take(_ bytes: [UInt8]) -> Problem? {
    state.withLock { state in
      bytes.withUnsafeBytes { buffer in
        do throws(FeatureError) {
          try state.reader.read(buffer, into: &state.table)
          return nil
        } catch {
          return Problem(.badInput, PlainText.escaped(error.description))
        }
      }
    }
  }
}
