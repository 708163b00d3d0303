/// Expectations that cannot be read.
package struct ExpectationError: Error, Hashable, Sendable {
  /// What is wrong with a value.
  package enum Reason: Error, Hashable, Sendable {
    /// It is not there.
    case missing

    /// It is no value of a kind.
    case expected(String)

    /// Nothing has that key, and another one is all but that.
    case slip(meant: String)

    /// Nothing has that key, but maybe one of these.
    case unknownKey(known: [String])
  }

  /// What is wrong.
  package let reason: Reason

  /// Where: the keys from the outermost on.
  package let key: String
}

extension ExpectationError: CustomStringConvertible {
  package var description: String {
    let key = PlainText.escaped(key)
    return switch reason {
    case .missing: "'\(key)' is missing"
    case .expected(let what): "'\(key)' must be \(what)"
    case .slip(let meant): "'\(key)' is not known, did you mean '\(meant)'?"
    case .unknownKey(let known):
      "'\(key)' is not known: a gesture has \(known.sorted().joined(separator: ", "))"
    }
  }
}
