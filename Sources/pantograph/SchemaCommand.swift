/// `pantograph schema`: what the JSON that the program prints and reads is made of.
enum SchemaCommand: Command {
  static let name = "schema"
  static let operands = "[NAME]"
  static let takesRecordings = false
  static var operandWords: [String] { Schema.allCases.map(\.rawValue) }
  static let summary = "what the JSON that is printed or read is made of"
  static let discussion = """
    Prints a JSON Schema (draft 2020-12) of what the program prints or reads, with
    each key, its unit and its range; without NAME the schemas there are. Each
    object that the program prints has its schema's name under 'schema'.

      pantograph schema
          the names, and what has them
      pantograph schema replay > replay.json
      pantograph replay --json @phone-1f-tap-01 > tap.json
      python3 -m jsonschema -i tap.json replay.json
          does an output agree with it?
    """
  static let groups: [(title: String, options: [Option])] = [
    ("options", SharedOptions.presentation.filter { $0.name == "help" })
  ]

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    guard arguments.operands.count <= 1 else {
      throw Arguments.misuse("schema takes one name", name)
    }
    var output = Output()
    if let word = arguments.operands.first {
      guard let schema = Schema(named: word) else {
        throw Arguments.unknown("schema", word, among: operandWords, name)
      }
      try output.write(schema.text)
    } else {
      for schema in Schema.allCases {
        try output.line(
          Words.column(schema.rawValue, 14) + Words.column(schema.identifier, 27) + schema.summary)
      }
    }
    try output.flush()
    return .done
  }
}
