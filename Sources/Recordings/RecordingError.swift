/// A recording that cannot be read.
public struct RecordingError: Error, Hashable, Sendable {
  /// What is wrong with the recording.
  public enum Reason: Hashable, Sendable {
    /// The line has fewer fields than its format asks for; the first that is missing, such as "the
    /// code".
    case missingField(String)

    /// The field is not a number, or does not fit its type; at most 60 bytes of it are quoted.
    case invalidNumber(field: String, text: String)

    /// Nothing in the recording is like a format that is known.
    case unknownFormat

    /// The recording is in a format that is known and cannot be read, with what there is to say.
    case unsupportedFormat(String)

    /// The recording is too large to be read whole, in bytes.
    case tooLarge(limit: Int)

    /// The text is not what the format asks for, with what there is to say.
    case malformed(String)
  }

  /// What is wrong with the recording.
  public var reason: Reason

  /// The line it is wrong on, counted from 1, or `nil` if it is wrong as a whole.
  public var line: Int?

  /// Creates an error.
  public init(_ reason: Reason, line: Int?) {
    self.reason = reason
    self.line = line
  }

  /// The error of a field that is missing, or is no number that fits.
  ///
  /// - Parameters:
  ///   - field: What the field is, such as "the code".
  ///   - start: Where the field begins.
  ///   - end: Where reading it stopped.
  ///   - line: The number of the line.
  ///   - isInList: Whether a comma or a bracket ends a field too.
  /// - Returns: The error, which quotes the field.
  @inline(never)
  static func field(
    _ field: String, from start: ByteCursor, to end: ByteCursor, _ line: Int,
    isInList: Bool = false
  ) -> Self {
    let text = end.field(from: start, isInList: isInList)
    return Self(
      text.isEmpty ? .missingField(field) : .invalidNumber(field: field, text: text), line: line)
  }
}

extension RecordingError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .missingField(let field): "\(field) is missing"
    case .invalidNumber(let field, let text): "\(field) is not a number that fits: '\(text)'"
    case .unknownFormat:
      "this is no recording: neither evemu, libinput record or debug-events, evtest, getevent, "
        + "uinput, hid-recorder, raw input_event nor a sample table"
    case .unsupportedFormat(let what): what
    case .tooLarge(let limit): "a sample table may have at most \(limit >> 20) MB"
    case .malformed(let what): what
    }
  }
}
