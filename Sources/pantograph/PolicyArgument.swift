import Recordings
import Simulation

/// A policy as the command line names it: one of the program's, a file, or a program to ask.
enum PolicyArgument {
  /// What stands before the command line of a program that decides.
  static let programMark = "exec:"

  /// Why a command asks no program.
  struct Refusal {
    /// What the command does that a program is no help with.
    let reason: String

    static let bare = Self(reason: "replay, explain, compare and test do that")
  }

  /// The largest policy file, in bytes.
  private static let largestFile = 1 << 20

  /// Reads the policies that a command compares.
  ///
  /// - Parameters:
  ///   - texts: Names of policies, files and programs; none: all that come with the program.
  ///   - refusal: Why no program is asked, if so.
  /// - Returns: The policies.
  /// - Throws: That there is none of a name, or what is wrong with a file.
  static func policies(
    _ texts: [String], refusing refusal: Refusal? = .bare
  ) throws(Problem) -> [PolicyDefinition] {
    guard !texts.isEmpty else { return PolicyLibrary.all }
    var policies: [PolicyDefinition] = []
    for text in texts { policies.append(try policy(text, refusing: refusal)) }
    return policies
  }

  /// Reads a policy.
  ///
  /// - Parameters:
  ///   - text: The name of a policy, of a file that ends in `.json` or has a slash in its name, or
  ///     `exec:` and the command line of a program.
  ///   - refusal: Why no program is asked, if so.
  /// - Returns: The policy.
  /// - Throws: That there is none, or what is wrong with the file.
  static func policy(
    _ text: String, refusing refusal: Refusal? = .bare
  ) throws(Problem) -> PolicyDefinition {
    if text.hasPrefix(programMark) { return try program(text, refusing: refusal) }
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

  /// Reads a policy that stands in a file of expectations, under the key `policy`.
  ///
  /// - Parameter members: The parameters, as a policy file has them.
  /// - Returns: The policy.
  /// - Throws: The parameter that is wrong.
  static func policy(_ members: [String: JSONValue]) throws(Problem) -> PolicyDefinition {
    do throws(PolicyFileError) {
      return try PolicyDefinition(members, id: "policy", find: PolicyLibrary.policy(named:))
    } catch {
      var error = error
      error.key = "policy" + (error.key.map { ".\($0)" } ?? "")
      throw problem(error, nil)
    }
  }

  private static func program(
    _ text: String, refusing refusal: Refusal?
  ) throws(Problem) -> PolicyDefinition {
    let command = String(text.dropFirst(programMark.count))
    guard command.contains(where: { !$0.isWhitespace }) else {
      throw Problem(.misused, "--policy exec: needs a command, such as exec:./decide")
    }
    if let refusal {
      throw Problem(
        .misused,
        "--policy exec: asks a program about a gesture, once, when it is over: \(refusal.reason)")
    }
    return .asking(command, id: SystemText.shown(text))
  }

  private static func problem(_ error: PolicyFileError, _ file: String?) -> Problem {
    var message = error.description
    var line: Int?
    switch error.reason {
    case .unknownKey(let known):
      let key = error.key.map { $0.split(separator: ".").last.map(String.init) ?? $0 } ?? ""
      message += Suggestion.near(to: key, among: known) ?? ""
    case .unknownBase(let name) where name.hasPrefix(programMark):
      message += ": a file starts no program, --policy alone does"
    case .unknownBase(let name):
      message += Suggestion.near(to: name, among: PolicyLibrary.names) ?? ""
    case .malformed(_, let place): line = place
    case .expected: break
    }
    return Problem(.badInput, file: file, line: line, message)
  }
}
