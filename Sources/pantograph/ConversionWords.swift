import Recordings
import TouchInput

/// What is told of a conversion.
enum ConversionWords {
  /// What a format does not hold of a recording, as a sentence without an end.
  static func sentence(_ losses: [Loss], _ format: WritableFormat) -> String {
    "\(format.rawValue) does not hold \(list(losses.map(words)))"
  }

  /// Words in a row.
  static func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  private static func words(_ loss: Loss) -> String {
    switch loss {
    case .name: "the name of the device"
    case .nameCharacters: "some characters of the device's name"
    case .identity: "its bus, vendor, product and version"
    case .properties: "its properties"
    case .codes: "what it can send"
    case .axes: "the ranges and resolutions of its axes"
    case .devicePath: "the device file"
    case .otherDevices: "the other devices"
    case .otherEvents: "events that no contact comes of"
    case .libinputEvents: "what libinput made of the fingers"
    case .severalContacts: "several contacts (there is their mean)"
    case .contactDetails: "pressure, size and tool of contacts, and buttons"
    case .dropped: "that events were dropped"
    case .synchronizationValues: "the values of SYN events"
    case .earlyTimes: "times before 0 (it begins at 0 instead)"
    case .lateTimes: "times this late (it begins at 0 instead)"
    case .origin: "when it began (the first event comes half a second in)"
    case .backwardTimes: "times that go back (they stand still instead)"
    case .microseconds: "parts of a millisecond"
    case .nanoseconds: "parts of a microsecond"
    case .digits: "all digits of the positions"
    case .tableSettings: "what the table says beside its rows"
    case .readTimes: "when motions were read"
    }
  }

  /// Tells what was passed over while a recording was read.
  static func tellNotices(of recording: borrowing StoredRecording) {
    let lines = recording.unknownLines
    if lines.count > 0 {
      let more = lines.count > 1 ? ", and \(lines.count - 1) more" : ""
      Messages.tell(
        Problem(
          .done, file: recording.name, line: lines.first,
          "a line that is not understood was left out\(more)"))
    }
    if recording.hasNoTimes {
      Messages.tell(
        Problem(
          .done, file: recording.name, "events have no times: each is written as if it came at 0"))
    }
    if recording.isOpen {
      Messages.tell(
        Problem(.done, file: recording.name, "the last frame has no SYN_REPORT behind it"))
    }
    if recording.isCut {
      Messages.tell(Problem(.done, file: recording.name, "the last line is cut; it was left out"))
    }
  }
}
