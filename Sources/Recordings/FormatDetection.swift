/// Finds out what a recording is by what its lines are like.
enum FormatDetection {
  /// What the head of a recording says.
  enum Finding {
    /// No line has told yet.
    case undecided

    /// The recording is of a format.
    case found(RecordingFormat)

    /// The recording cannot be read.
    case unknown(RecordingError)
  }

  /// The format of a recording with a head.
  ///
  /// - Parameters:
  ///   - head: The first bytes.
  ///   - isWhole: Whether no more bytes are worth waiting for.
  /// - Returns: The format, or why there is none.
  static func format(of head: [UInt8], isWhole: Bool) -> Finding {
    let isEvemu =
      head.starts(with: Array("# EVEMU".utf8)) || head.starts(with: Array("E:".utf8))
      || head.starts(with: Array("N:".utf8))
    if isEvemu { return .found(.evemu) }
    return isWhole ? .unknown(RecordingError(.unknownFormat, line: nil)) : .undecided
  }
}
