import Quantities
import Recordings
import Simulation
import TouchInput

/// What is known of a recording when a replay of it is over, or finds something.
struct RecordingFacts {
  /// The file, with the variant of a table.
  var name: String

  /// The format, or `nil` if it was not found out.
  var format: RecordingFormat?

  /// The index of the device that is followed, once it has been touched.
  var deviceIndex: Int?

  /// What the device says of itself.
  var device = DeviceDescription()

  /// The kind of device, or `nil` if nothing tells.
  var kind: DeviceDescription.Kind?

  /// The size of the surface in millimeters, or `nil` if it is unknown.
  var size: Size?

  /// Whether contacts made the gestures; otherwise those of libinput in the recording did.
  var followsContacts = true

  /// The plan of the replay, or `nil` if nothing was touched.
  var plan: ReplayPlan?

  /// The settings that hold, as text.
  var settings: [String: String] = [:]

  /// What there is to warn of.
  var warnings: [Warning] = []

  /// When the first of each came, in seconds since the first event, as far as it is known.
  var warningTimes: [Warning.Code: [Double]] = [:]

  /// Whether no touch was told of, not even one that could not be followed.
  var sawNoTouch: Bool { !warnings.contains { $0.code == .touchNotFollowed } }

  /// The longest row of frames that a variation of the recording lost.
  var longestLoss = 0

  /// The problem that ended the reading, if one did.
  var problem: Problem?
}

extension RecordingFacts {
  /// The device as every schema has it.
  var deviceJSON: JSONValue {
    .object([
      "height_mm": .optional(size?.height), "kind": .optional(kind?.rawValue),
      "name": .optional(device.name),
      "slots": device.largestSlot.flatMap { $0 >= 0 ? .integer(Int($0) + 1) : nil } ?? .null,
      "width_mm": .optional(size?.width),
    ])
  }

  /// The recording and its device, in a line.
  func heading(_ style: Style) -> String {
    var parts: [String] = []
    if let kind { parts.append(kind.rawValue) }
    if let name = device.name { parts.append(Words.name(name)) }
    if let size { parts.append("\(Words.short(size.width)) x \(Words.short(size.height)) mm") }
    if settings["recognizer"] == "libinput" {
      parts.append(
        followsContacts
          ? "as libinput recognizes it" : "\(settings["deltas"] ?? "") deltas of libinput")
    }
    let title = style(PlainText.escaped(name), .bold)
    return parts.isEmpty ? title : title + ": " + parts.joined(separator: ", ")
  }
}
