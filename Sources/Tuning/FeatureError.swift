/// Features that cannot be read.
public struct FeatureError: Error, Hashable, Sendable {
  /// What is wrong with a line.
  public enum Reason: Error, Hashable, Sendable {
    /// The text is no JSON, with what there is to say.
    case malformed(String)

    /// A key that each gesture has is missing.
    case missing(String)

    /// The value of a key is not what it must be.
    case expected(String, key: String)

    /// The line is of another schema, which is named, or of none.
    case otherSchema(String?)

    /// The line is longer than a gesture can need, in bytes.
    case tooLong(limit: Int)

    /// There are more gestures than are counted.
    case tooMany(limit: Int)
  }

  /// What is wrong.
  public var reason: Reason

  /// The line it is wrong on, counted from 1.
  public var line: Int

  /// Creates an error.
  public init(_ reason: Reason, line: Int) {
    self.reason = reason
    self.line = line
  }
}

extension FeatureError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .malformed(let what): what
    case .missing(let key): "'\(key)' is missing"
    case .expected(let what, let key): "'\(key)' must be \(what)"
    case .otherSchema(let name?): "the schema is '\(name)', not '\(FeatureReader.schema)'"
    case .otherSchema(nil): "it names no schema, such as '\(FeatureReader.schema)'"
    case .tooLong(let limit): "a line may have at most \(limit >> 10) KiB"
    case .tooMany(let limit): "at most \(limit) gestures are counted"
    }
  }
}
