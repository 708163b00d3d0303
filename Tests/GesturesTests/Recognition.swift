import Gestures
import Quantities
import TestSupport
import TouchInput

/// What a recognizer makes of frames.
struct Recognition {
  private(set) var recognizer: PanRecognizer

  /// What came of each frame.
  private(set) var outputs: [PanRecognizer.Output] = []

  init(_ frames: [ContactFrame], _ settings: PanSettings) {
    recognizer = PanRecognizer(settings)
    for frame in frames { outputs.append(recognizer.handle(frame)) }
  }

  /// What happened, without the frames in which nothing did.
  var actions: [PanRecognizer.Action] { outputs.compactMap(\.action) }

  /// What happened, in words, without the changes.
  var words: [String] { actions.map(\.words).filter { $0 != "change" } }

  /// The pans at their beginnings, changes and ends.
  var pans: [Pan] { actions.compactMap(\.pan) }

  /// The pans at their ends.
  var ends: [Pan] {
    actions.compactMap { if case .end(let pan, _) = $0 { pan } else { nil } }
  }

  /// The travel in device units at each beginning, change and end.
  var travels: [Double] { pans.map(\.units) }
}

extension PanRecognizer.Action {
  /// The action in a few words.
  var words: String {
    switch self {
    case .begin: "begin"
    case .change: "change"
    case .end(_, let end): "end \(end.rawValue)"
    case .reject(let touch): "reject \(touch.reason.rawValue)"
    }
  }

  /// The pan, unless there is none.
  var pan: Pan? {
    switch self {
    case .begin(let pan), .change(let pan), .end(let pan, _): pan
    case .reject: nil
    }
  }
}

extension Pan {
  /// The travel in device units.
  var units: Double { Double(travel) / Double(Centroid.partsPerUnit) }
}

extension PanSettings {
  /// Settings for the pad of the tests, which has 10 units a millimeter.
  ///
  /// - Parameters:
  ///   - fingers: How many fingers.
  ///   - direction: Which way is forward.
  ///   - slop: The slop in device units, the same along both axes.
  ///   - edge: How near to the edge, in device units.
  ///   - filtersJumps: Whether jumps are left out.
  ///   - isCancelledByButton: Whether a button ends the pan.
  /// - Returns: The settings.
  static func pad(
    fingers: FingerRequirement = .any, direction: PanDirection = .any, slop: Double = 0,
    edge: Double? = nil, filtersJumps: Bool = false, isCancelledByButton: Bool = false
  ) -> Self {
    Self(
      fingers: fingers, direction: direction, slop: PerAxis(both: slop),
      edge: edge.map { PerAxis(both: $0) }, surface: .pad,
      unitsPerMillimeter: PerAxis(both: 10), filtersJumps: filtersJumps,
      isCancelledByButton: isCancelledByButton)
  }
}
