import Recordings
import Simulation

/// A policy as the command line names it: one of the program's, or a file.
enum PolicyArgument {
  /// The largest policy file, in bytes.
  private static let largestFile = 1 << 20

  /// Reads the policies that a command compares.
  ///
  /// - Parameter texts: Names of policies and files; none: all that come with the program.
  /// - Returns: The policies.
  /// - Throws: That there is none of a name, or what is wrong with a file.
  static func policies(_ texts: [String]) throws(Problem) -> [PolicyDefinition] {
    guard !texts.isEmpty else { return PolicyLibrary.all }
    var policies: [PolicyDefinition] = []
    for text in texts { policies.append(try policy(text)) }
    return policies
  }

  /// Reads a policy.
  ///
  /// - Parameter text: The name of a policy, or of a file that ends in `.json` or has a slash in
  ///   its name.
  /// - Returns: The policy.
  /// - Throws: That there is none, or what is wrong with the file.
  static func policy(_ text: String) throws(Problem) -> PolicyDefinition {
    if let policy = PolicyLibrary.policy(named: text) { return policy }
    guard text.hasSuffix(".json") || text.contains("/") else {
      let near = Suggestion.near(to: text, among: PolicyLibrary.names)
      throw Problem(
        .misused,
        "--policy knows no '\(SystemText.shown(text))'"
          + (near ?? "; 'pantograph compare --list' has them all"))
    }
    let bytes = try Input.bytes(of: text, atMost: largestFile)
    let name = text.split(separator: "/").last.map(String.init) ?? text
    do throws(PolicyFileError) {
      return try PolicyDefinition(
        reading: bytes, id: name.hasSuffix(".json") ? String(name.dropLast(5)) : name,
        find: PolicyLibrary.policy(named:))
    } catch {
      throw problem(error, text)
    }
  }

  private static func problem(_ error: PolicyFileError, _ file: String) -> Problem {
    var message = error.description
    var line: Int?
    switch error.reason {
    case .unknownKey(let known):
      let key = error.key.map { $0.split(separator: ".").last.map(String.init) ?? $0 } ?? ""
      message += Suggestion.near(to: key, among: known) ?? ""
    case .unknownBase(let name):
      message += Suggestion.near(to: name, among: PolicyLibrary.names) ?? ""
    case .malformed(_, let place): line = place
    case .expected: break
    }
    return Problem(.badInput, file: file, line: line, message)
  }
}
