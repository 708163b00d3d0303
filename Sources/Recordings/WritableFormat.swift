/// The formats that a recording can be written in.
public enum WritableFormat: String, Hashable, Sendable, CaseIterable {
  /// The text of `evemu-record`, version 1.3.
  case evemu

  /// The YAML of `libinput record`.
  case libinput

  /// The text of `evtest`.
  case evtest

  /// The text of Android's `getevent -lt`, with the listing of `getevent -p` in front.
  case getevent

  /// The commands of Android's `uinput`, in the form like JSON.
  case uinput

  /// The kernel's `struct input_event` with times of 64 bits, 24 bytes a record.
  case raw

  /// The kernel's `struct input_event` with times of 32 bits, 16 bytes a record.
  case narrowRaw = "raw-32"

  /// A gesture without a device, as JSON: one contact, or the mean of the fingers.
  case sampleTable = "sample-table"

  /// A row for each frame and contact, with commas between the values.
  case csv

  /// The format that a file's name stands for, by what is behind its last dot; `nil` for a name
  /// that stands for none, as `.txt` does.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: "."), !fileName[dot...].contains("/") else { return nil }
    switch fileName[dot...].dropFirst().lowercased() {
    case "evemu", "events", "event", "ev": self = .evemu
    case "yml", "yaml", "libinput": self = .libinput
    case "evtest", "dat": self = .evtest
    case "getevent": self = .getevent
    case "raw", "bin": self = .raw
    case "raw32": self = .narrowRaw
    case "uinput": self = .uinput
    case "json": self = fileName.lowercased().hasSuffix(".uinput.json") ? .uinput : .sampleTable
    case "csv": self = .csv
    default: return nil
    }
  }

  /// Creates a writer at the start of a recording.
  ///
  /// - Parameter machine: What is told of the machine, where the events come from it right now and
  ///   the format says such things.
  /// - Returns: The writer.
  public func writer(on machine: RecordingMachine? = nil) -> any RecordingWriter {
    switch self {
    case .evemu: EvemuWriter(on: machine)
    case .libinput: LibinputWriter(on: machine)
    case .evtest: EvtestWriter()
    case .getevent: GeteventWriter()
    case .uinput: UinputWriter()
    case .raw: RawWriter(.wide)
    case .narrowRaw: RawWriter(.narrow)
    case .sampleTable: SampleTableWriter()
    case .csv: CSVWriter()
    }
  }

  /// What the format can hold of a recording.
  public var capacity: FormatCapacity {
    switch self {
    case .evemu: [.description, .earlyTimes, .synchronizationValues, .events]
    case .libinput:
      [
        .description, .anyName, .devicePaths, .severalDevices, .isByDevice, .synchronizationValues,
        .events,
      ]
    case .evtest: [.description, .events]
    case .getevent:
      [.description, .devicePaths, .severalDevices, .synchronizationValues, .events]
    case .uinput:
      [.description, .anyName, .severalDevices, .waits, .synchronizationValues, .events]
    case .raw: [.earlyTimes, .synchronizationValues, .events]
    case .narrowRaw: [.earlyTimes, .narrowTimes, .synchronizationValues, .events]
    case .sampleTable: [.tables, .earlyTimes, .nanoseconds]
    case .csv: [.contacts, .earlyTimes]
    }
  }
}
