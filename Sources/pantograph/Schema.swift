/// A schema of JSON that the program prints or reads, as JSON Schema 2020-12 has it.
enum Schema: String, CaseIterable {
  case replay
  case frames
  case info
  case compare
  case features
  case stats
  case tune
  case curve
  case inject
  case devices
  case record
  case session
  case traceDiff = "trace-diff"
  case policy
  case expectations
  case question
  case answer
  case sampleTable = "sample-table"

  /// The name that the JSON itself gives, with the version.
  var identifier: String {
    // A sample table is no matter of this program alone.
    self == .sampleTable ? "\(rawValue)/1" : "pantograph.\(rawValue)/1"
  }

  /// Where there is JSON of the schema.
  var summary: String {
    switch self {
    case .replay: "what replay --json prints, a line a recording"
    case .frames: "what replay --frames and live --frames print, a line a frame"
    case .info: "what info --json prints, a line a recording"
    case .compare: "what compare --json prints, a line a recording"
    case .features: "what features prints, a line a gesture"
    case .stats: "what stats --json prints"
    case .tune: "what tune --json prints"
    case .curve: "what curve --json prints"
    case .inject: "what inject --json prints, a line an event"
    case .devices: "what devices --json prints"
    case .record: "what record --json prints, a line for each thing that happens"
    case .session: "plans of sessions, which record --session reads"
    case .traceDiff: "what trace diff --json prints"
    case .policy: "policies, as compare --show prints and --policy reads them"
    case .expectations: "expectations.json, which test reads"
    case .question: "what --policy exec:CMD asks the program, a line a gesture"
    case .answer: "what the program answers, a line a question"
    case .sampleTable: "sample tables, which are read like any recording"
    }
  }

  /// The schema as JSON, a file of the folder `Schemas`.
  var text: [UInt8] {
    switch self {
    case .replay: PackageResources.replay_json
    case .frames: PackageResources.frames_json
    case .info: PackageResources.info_json
    case .compare: PackageResources.compare_json
    case .features: PackageResources.features_json
    case .stats: PackageResources.stats_json
    case .tune: PackageResources.tune_json
    case .curve: PackageResources.curve_json
    case .inject: PackageResources.inject_json
    case .devices: PackageResources.devices_json
    case .record: PackageResources.record_json
    case .session: PackageResources.session_json
    case .traceDiff: PackageResources.trace_diff_json
    case .policy: PackageResources.policy_json
    case .expectations: PackageResources.expectations_json
    case .question: PackageResources.question_json
    case .answer: PackageResources.answer_json
    case .sampleTable: PackageResources.sample_table_json
    }
  }

  /// Finds a schema by its name, with or without what stands around it.
  init?(named name: String) {
    guard let schema = Self.allCases.first(where: { [$0.rawValue, $0.identifier].contains(name) })
    else { return nil }
    self = schema
  }
}
