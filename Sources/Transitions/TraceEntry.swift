/// Something that happened in a run: a callback, a state or values.
///
/// As a line it is
///
/// ```
/// TIME KIND SUBJECT [NAME] [KEY=VALUE …]
/// 0.350000 call navigation didShow controller=detail animated=true
/// 0.350000 state transition done
/// 0.366667 value detail opacity=0.25 position=(160,284)
/// ```
///
/// with a blank between the parts. TIME is in seconds since the start, with six digits behind the
/// point. A number has at most six digits behind the point and no more than it needs; a list of
/// numbers stands in brackets, with commas. In words, what is no printable ASCII, a blank, `%`,
/// `=`, `#`, `(`, `)` or `,` is written as `%` and the two hexadecimal digits of each byte; a word
/// without letters is `-`.
public struct TraceEntry: Hashable, Sendable {
  /// What an entry is about.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Somebody was called.
    case call

    /// Something is in another state.
    case state

    /// Something has values.
    case value
  }

  /// What a key of an entry has.
  public enum Value: Hashable, Sendable {
    /// A number.
    case number(Double)

    /// Several numbers, such as a point.
    case numbers([Double])

    /// A truth, `true` or `false`.
    case flag(Bool)

    /// A word.
    case word(String)
  }

  /// A key with its value.
  public struct Field: Hashable, Sendable {
    /// The key.
    public var key: String

    /// The value.
    public var value: Value

    /// Creates a field.
    public init(_ key: String, _ value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// When, since the start of the trace.
  public var time: Duration

  /// What it is about.
  public var kind: Kind

  /// Who is called, is in a state or has values.
  public var subject: String

  /// What is called, or the state; nothing where there are only values.
  public var name: String?

  /// What else is told, in its order.
  public var fields: [Field]

  /// Creates an entry.
  public init(
    time: Duration, kind: Kind, subject: String, name: String? = nil, fields: [Field] = []
  ) {
    self.time = time
    self.kind = kind
    self.subject = subject
    self.name = name
    self.fields = fields
  }
}

extension TraceEntry: CustomStringConvertible {
  /// The entry as a line, without its end.
  public var description: String {
    var text = Self.seconds(time) + " " + kind.rawValue + " " + Self.escaped(subject)
    if let name { text += " " + Self.escaped(name) }
    for field in fields {
      text += " " + Self.escaped(field.key) + "=" + field.value.description
    }
    return text
  }

  /// A time in seconds, with six digits behind the point.
  static func seconds(_ time: Duration) -> String {
    // A microsecond is a whole number, so that no rounding depends on the machine.
    let (seconds, attoseconds) = time.components
    let isNegative = seconds < 0 || attoseconds < 0
    let half: Int64 = 500_000_000_000
    var micros = (Int64(attoseconds.magnitude) + half) / (2 * half)
    var whole = seconds.magnitude
    if micros == 1_000_000 { (micros, whole) = (0, whole + 1) }
    let digits = String(micros)
    return (isNegative && (whole > 0 || micros > 0) ? "-" : "") + String(whole) + "."
      + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// A word as a line has it.
  static func escaped(_ word: String) -> String {
    guard !word.isEmpty else { return "-" }
    guard word != "-" else { return "%2d" }
    var text = ""
    for byte in word.utf8 {
      if byte > 0x20, byte < 0x7f, !Self.reserved.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
    return text
  }

  private static let reserved = Array("%=#(),".utf8)
}

extension TraceEntry.Value: CustomStringConvertible {
  public var description: String {
    switch self {
    case .number(let number): Self.text(number)
    case .numbers(let numbers): "(" + numbers.map(Self.text).joined(separator: ",") + ")"
    case .flag(let flag): flag ? "true" : "false"
    case .word(let word): TraceEntry.escaped(word)
    }
  }

  /// A number with at most six digits behind the point.
  static func text(_ number: Double) -> String {
    guard number.isFinite else { return number.isNaN ? "nan" : number < 0 ? "-inf" : "inf" }
    let scaled = (number * 1e6).rounded()
    // Beyond 2⁵³ a number has no digits behind the point that are its own.
    guard scaled.magnitude < 9e15 else { return "\(number)" }
    let value = Int64(scaled)
    let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    guard rest > 0 else { return (value < 0 ? "-" : "") + String(whole) }
    let digits = String(rest)
    let fraction = String(repeating: "0", count: 6 - digits.count) + digits
    return (value < 0 ? "-" : "") + String(whole) + "."
      + String(fraction.reversed().drop { $0 == "0" }.reversed())
  }
}
