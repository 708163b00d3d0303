import Recordings
import Simulation
import TouchInput

/// A device of a recording with several.
struct DeviceLine {
  let number: Int
  let description: DeviceDescription
  let path: String?
  let events: Int
  let touches: Int

  static func all(of reader: RecordingReader, _ survey: RecordingSurvey) -> [Self] {
    reader.devices.indices.map { index in
      let device = survey.device(index)
      return Self(
        number: index + 1, description: reader.devices[index], path: reader.devicePaths[index],
        events: device?.events ?? 0, touches: device?.touches ?? 0)
    }
  }

  var text: String {
    var parts = ["\(number)"]
    if let name = description.name { parts.append(Words.name(name)) }
    if let path { parts.append(PlainText.escaped(path)) }
    if let kind = description.kind { parts.append(kind.rawValue) }
    parts.append(Words.count(events, "event"))
    parts.append(Words.count(touches, "touch", "touches"))
    return parts.joined(separator: ", ")
  }

  var json: JSONValue {
    .object([
      "events": .integer(events), "kind": .optional(description.kind?.rawValue),
      "name": .optional(description.name), "number": .integer(number), "path": .optional(path),
      "touches": .integer(touches),
    ])
  }
}
