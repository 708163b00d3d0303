import Simulation
import Tuning

/// The policies whose parameters `tune` can change.
enum TunePolicies {
  /// Finds a policy by its name, or reads its file.
  static func policy(_ name: String) throws(Problem) -> TunedDefinition {
    TunedDefinition(try PolicyArgument.policy(name))
  }

  /// The policies among some names that come with the program.
  static func known(_ names: [String]) -> [TunedDefinition] {
    names.compactMap { PolicyLibrary.policy(named: $0).map(TunedDefinition.init) }
  }
}
