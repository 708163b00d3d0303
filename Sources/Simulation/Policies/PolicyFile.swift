import Quantities
import Recordings

/// A policy file that cannot be read.
package struct PolicyFileError: Error, Hashable, Sendable {
  /// What is wrong with a value.
  package enum Reason: Hashable, Sendable {
    /// It is no value that its key may have.
    case expected(String)

    /// Nothing has that key; the keys that there are.
    case unknownKey(known: [String])

    /// No policy has that name.
    case unknownBase(String)

    /// The text is no JSON.
    case malformed(String, line: Int?)
  }

  /// What is wrong.
  package var reason: Reason

  /// Where: the keys from the outermost on; `nil`: the file as a whole.
  package var key: String?
}

extension PolicyFileError: CustomStringConvertible {
  package var description: String {
    let key = PlainText.escaped(key ?? "the whole file")
    return switch reason {
    case .expected(let what): "'\(key)' must be \(what)"
    case .unknownKey: "'\(key)' is no parameter of a policy"
    case .unknownBase(let name):
      "'\(key)' names no policy: '\(PlainText.escaped(name))'"
    case .malformed(let sentence, _): sentence
    }
  }
}

extension PolicyDefinition {
  /// The name of the schema.
  package static let schema = "pantograph.policy/1"

  /// The keys of a policy file that are no parameters.
  private static let headKeys = [
    "schema", "id", "title", "source", "assumes", "leaves_out", "base",
  ]

  /// Reads a policy file.
  ///
  /// Parameters are keys of the file; what it leaves out it has from `base`, the name of a policy
  /// (`threshold` unless said otherwise). Objects under `touchscreen` and `vertical` hold what is
  /// different there.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - id: The name that the policy has if the file gives none.
  ///   - find: Finds a policy by its name.
  /// - Throws: The key that is wrong.
  package init(
    reading bytes: [UInt8], id: String, find: (String) -> PolicyDefinition?
  ) throws(PolicyFileError) {
    let json: JSONValue
    do {
      json = try JSONValue(reading: bytes)
    } catch {
      throw PolicyFileError(reason: .malformed(error.description, line: error.line))
    }
    guard case .object(let members) = json else {
      throw PolicyFileError(reason: .expected("an object with parameters of a policy"))
    }
    try self.init(members, id: id, find: find)
  }

  /// Reads a policy that is an object of JSON already, as a policy file has it.
  ///
  /// - Parameters:
  ///   - members: The members of the object.
  ///   - id: The name that the policy has if it gives none.
  ///   - find: Finds a policy by its name.
  /// - Throws: The key that is wrong.
  package init(
    _ members: [String: JSONValue], id: String, find: (String) -> PolicyDefinition?
  ) throws(PolicyFileError) {
    if let schema = members["schema"], schema != .string(Self.schema) {
      throw PolicyFileError(reason: .expected("\"\(Self.schema)\""), key: "schema")
    }
    let base = try Self.text("base", in: members) ?? "threshold"
    guard var definition = find(base) else {
      throw PolicyFileError(reason: .unknownBase(base), key: "base")
    }
    definition.id = try Self.text("id", in: members) ?? id
    definition.title = try Self.text("title", in: members) ?? definition.title
    definition.source = try Self.source(members["source"])
    if let texts = try Self.texts("assumes", in: members) { definition.assumptions = texts }
    if let texts = try Self.texts("leaves_out", in: members) { definition.omissions = texts }
    for (key, value) in members.sorted(by: { $0.key < $1.key })
    where !Self.headKeys.contains(key) && Scope(rawValue: key) == nil {
      let (parameter, value) = try Self.parameter(key, value, at: key)
      definition.set(parameter, to: value)
    }
    for scope in Scope.allCases {
      guard let value = members[scope.rawValue] else { continue }
      guard case .object(let inner) = value else {
        throw PolicyFileError(reason: .expected("an object with parameters"), key: scope.rawValue)
      }
      for (key, value) in inner.sorted(by: { $0.key < $1.key }) {
        let (parameter, value) = try Self.parameter(key, value, at: "\(scope.rawValue).\(key)")
        definition.scoped[scope, default: [:]][parameter] = value
      }
    }
    self = definition
  }

  private static func parameter(
    _ key: String, _ value: JSONValue, at place: String
  ) throws(PolicyFileError) -> (PolicyKey, PolicyValue) {
    guard let parameter = PolicyKey(rawValue: key) else {
      let known = PolicyKey.allCases.map(\.rawValue) + headKeys
      throw PolicyFileError(reason: .unknownKey(known: known), key: place)
    }
    guard let value = PolicyValue(value, for: parameter) else {
      throw PolicyFileError(reason: .expected(parameter.valueText), key: place)
    }
    return (parameter, value)
  }

  private static func text(
    _ key: String, in members: [String: JSONValue]
  ) throws(PolicyFileError) -> String? {
    guard let value = members[key] else { return nil }
    guard case .string(let text) = value, !text.isEmpty else {
      throw PolicyFileError(reason: .expected("a text"), key: key)
    }
    return text
  }

  private static func texts(
    _ key: String, in members: [String: JSONValue]
  ) throws(PolicyFileError) -> [String]? {
    guard let value = members[key] else { return nil }
    guard case .array(let items) = value else {
      throw PolicyFileError(reason: .expected("a list of texts"), key: key)
    }
    var texts: [String] = []
    for item in items {
      guard case .string(let text) = item else {
        throw PolicyFileError(reason: .expected("a list of texts"), key: key)
      }
      texts.append(text)
    }
    return texts
  }

  private static func source(_ value: JSONValue?) throws(PolicyFileError) -> Source? {
    guard let value else { return nil }
    guard case .object(let members) = value,
      let repository = try text("repository", in: members)
    else {
      throw PolicyFileError(
        reason: .expected("an object with repository, files and commit"), key: "source")
    }
    return Source(
      repository: repository, files: try texts("files", in: members) ?? [],
      commit: try text("commit", in: members))
  }

  /// The policy as a file, with all parameters, keys sorted, a line each.
  package var fileText: String {
    var members: [(String, JSONValue)] = [("schema", .string(Self.schema)), ("id", .string(id))]
    members.append(("title", .string(title)))
    if let source {
      var inner: [String: JSONValue] = [
        "repository": .string(source.repository),
        "files": .array(source.files.map(JSONValue.string)),
      ]
      inner["commit"] = source.commit.map(JSONValue.string)
      members.append(("source", .object(inner)))
    }
    if !assumptions.isEmpty {
      members.append(("assumes", .array(assumptions.map(JSONValue.string))))
    }
    if !omissions.isEmpty {
      members.append(("leaves_out", .array(omissions.map(JSONValue.string))))
    }
    for parameter in PolicyKey.allCases {
      guard let value = values[parameter] ?? Self.defaults[parameter] else { continue }
      members.append((parameter.rawValue, value.json))
    }
    for scope in Scope.allCases {
      guard let inner = scoped[scope], !inner.isEmpty else { continue }
      let pairs = inner.map { ($0.key.rawValue, $0.value.json) }
      members.append((scope.rawValue, .object(Dictionary(uniqueKeysWithValues: pairs))))
    }
    let lines = members.map { "  \(JSONValue.string($0.0).line): \($0.1.line)" }
    return "{\n\(lines.joined(separator: ",\n"))\n}\n"
  }
}
