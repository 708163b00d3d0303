/// What becomes known of recordings, to be added to what expectations say.
///
/// What else they say stays, known to the program or not.
package struct ExpectationUpdate: Hashable, Sendable {
  /// The members that each recording gets, by its file's name; `null` takes one away.
  package var recordings: [String: [String: JSONValue]]

  /// Creates an update.
  package init(_ recordings: [String: [String: JSONValue]]) {
    self.recordings = recordings
  }

  /// Adds it to expectations.
  ///
  /// - Parameter file: What they say by now; `nil` if there are none.
  /// - Returns: What they say then, as text, a line a recording.
  /// - Throws: That they are none, or that what is added makes none of them.
  package func text(updating file: JSONValue?) throws(ExpectationError) -> [UInt8] {
    var members: [String: JSONValue] = ["schema": .string(Expectations.schema)]
    var known: [String: JSONValue] = [:]
    if let file {
      _ = try Expectations(json: file)
      if case .object(let own) = file { members = own }
      if case .object(let own)? = members["recordings"] { known = own }
    }
    for (name, more) in recordings {
      var facts: [String: JSONValue] = [:]
      if case .object(let own)? = known[name] { facts = own }
      for (key, value) in more { facts[key] = value == .null ? nil : value }
      known[name] = .object(facts)
    }
    members["recordings"] = .object(known)
    _ = try Expectations(json: .object(members))
    return Self.text(of: members, known)
  }

  private static func text(
    of members: [String: JSONValue], _ recordings: [String: JSONValue]
  ) -> [UInt8] {
    let lines = recordings.sorted { $0.key < $1.key }.map { name, facts in
      "\(JSONValue.string(name).line):\(facts.line)"
    }
    let parts = members.sorted { $0.key < $1.key }.map { key, value in
      "\(JSONValue.string(key).line):"
        + (key == "recordings" ? "{\n\(lines.joined(separator: ",\n"))\n}" : value.line)
    }
    return Array("{\(parts.joined(separator: ","))}\n".utf8)
  }
}
