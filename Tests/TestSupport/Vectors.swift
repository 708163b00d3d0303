import Foundation
import Quantities

/// Numbers that curves and transitions have to give, in a file from outside the package.
///
/// A file has sections, each with its fields and its cases. A test names the section and the fields
/// it compares; whatever else the file has in the section is a complaint, so that no number is
/// passed over in silence.
package struct Vectors: Sendable {
  /// The file that the environment names, if it does.
  package static var path: String? {
    let path = ProcessInfo.processInfo.environment["PANTOGRAPH_VECTORS"]
    return path == "" ? nil : path
  }

  /// The test target whose business a section is.
  package enum Home: Hashable, Sendable {
    case curves, transitions, layers, uiKitTransitions

    /// No target yet.
    case elsewhere
  }

  /// The sections that a file may have, each with the target that tests it.
  private static let homes: [Home: Set<String>] = [
    .curves: [
      "android_interpolators", "cubic_bezier", "cubic_bezier_extrapolation", "deceleration",
      "rubber_band", "spring_curve", "spring_duration_bounce", "uiview_spring_mapping",
    ],
    .layers: [
      "additive_cumulative", "catransition", "from_to_by", "keyframes", "layer_pause_resume",
      "layer_time", "media_timing", "memory_estimate", "transform_subkeys",
    ],
    .transitions: ["paging", "threshold"],
    .uiKitTransitions: [
      "pan_sequences", "percent_driven", "property_animator_continue", "property_animator_scrub",
    ],
    .elsewhere: [
      "activity_scale_up", "change_bounds", "change_bounds_resize_clip", "circular_propagation",
      "explode_offset", "fragment_animations", "image_matrix", "propagation_normalisation",
      "side_propagation", "slide_offset", "transition_set_timing",
    ],
  ]

  /// The sections that a target tests.
  package static func sections(of home: Home) -> Set<String> { homes[home] ?? [] }

  /// The sections that a file may have, tested or not.
  private static let known = homes.values.reduce(into: Set()) { $0.formUnion($1) }

  /// The tables that a file may have.
  package static let tables: Set<String> = ["animatableKeyPaths", "notAnimatable"]

  private struct File: Decodable {
    var sections: [String: VectorValue]
    var tables: [String: VectorValue]?
  }

  private let sections: [String: VectorValue]

  /// The tables of the file, by name.
  package let tables: [String: VectorValue]

  /// Reads a file.
  package init(contentsOf path: String) throws {
    try self.init(json: Data(contentsOf: URL(filePath: path)))
  }

  /// Reads a text.
  package init(json text: String) throws {
    try self.init(json: Data(text.utf8))
  }

  private init(json data: Data) throws {
    let file = try JSONDecoder().decode(File.self, from: data)
    sections = file.sections
    tables = file.tables ?? [:]
  }

  /// The sections that a file has and nobody knows.
  package var unknownSections: [String] {
    sections.keys.filter { !Self.known.contains($0) }.sorted()
  }

  /// Asks a case for its input, and says what it expects.
  package typealias Check = @Sendable (inout VectorCase) throws -> Void

  /// Runs a check on each case of a section.
  ///
  /// - Parameters:
  ///   - name: The section; one that the file leaves out has no complaints.
  ///   - check: The check.
  /// - Returns: What is wrong, a line each.
  package func complaints(about name: String, _ check: Check) -> [String] {
    precondition(Self.known.contains(name), "A section of vectors is one that is known")
    guard let section = sections[name] else { return [] }
    guard case .object(let members) = section, case .list(let cases)? = members["cases"] else {
      return ["\(name): it has no cases"]
    }
    var complaints: [String] = []
    var asked = VectorCase.Fields()
    for value in cases {
      do {
        var vectorCase = try VectorCase(value)
        defer { asked.formUnion(vectorCase.asked) }
        do {
          try check(&vectorCase)
          complaints += vectorCase.complaints + vectorCase.unknownFields
        } catch {
          complaints.append("\(vectorCase.id): \(error)")
        }
      } catch {
        complaints.append("\(name): \(error)")
      }
    }
    guard !cases.isEmpty, let fields = members["fields"] else { return complaints }
    return complaints
      + asked.missing(from: fields).map { "\(name): the field \($0) is not known" }
  }
}

/// A value of a file of vectors.
package enum VectorValue: Hashable, Sendable, Decodable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([VectorValue])
  case object([String: VectorValue])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([VectorValue].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: VectorValue].self))
    }
  }

  /// The number; infinity has none in JSON and is the text `inf`.
  var number: Double? {
    switch self {
    case .number(let number): number
    case .text("inf"): .infinity
    case .text("-inf"): -.infinity
    case .null, .flag, .text, .list, .object: nil
    }
  }

  /// Whether a value agrees with one that is expected: numbers within a tolerance, the rest
  /// exactly.
  func agrees(with expected: Self, within tolerance: Double) -> Bool {
    switch (self, expected) {
    case (.number(let number), _):
      expected.number.map { number == $0 || abs(number - $0) <= tolerance } ?? false
    case (.list(let list), .list(let others)):
      list.count == others.count
        && zip(list, others).allSatisfy { $0.agrees(with: $1, within: tolerance) }
    case (.object(let object), .object(let others)):
      object.keys == others.keys
        && object.allSatisfy { key, value in
          others[key].map { value.agrees(with: $0, within: tolerance) } ?? false
        }
    default: self == expected
    }
  }
}

extension VectorValue: CustomStringConvertible {
  package var description: String {
    switch self {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .text(let text): "\"\(text)\""
    case .list(let list): "[\(list.map(\.description).joined(separator: ", "))]"
    case .object(let object):
      "{"
        + object.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        .joined(separator: ", ") + "}"
    }
  }
}

extension VectorValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  package init(booleanLiteral value: Bool) { self = .flag(value) }
  package init(stringLiteral value: String) { self = .text(value) }
  package init(arrayLiteral elements: Self...) { self = .list(elements) }
  package init(nilLiteral: ()) { self = .null }

  package init(dictionaryLiteral elements: (String, Self)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

/// A case of a section: what goes in and what has to come out.
///
/// It remembers what it was asked, to say which of its fields nobody knew.
package struct VectorCase: Sendable {
  /// The names of fields.
  struct Fields: Sendable {
    /// The fields of the input.
    var input: Set<String> = []

    /// The fields of the answer.
    var expect: Set<String> = []

    /// Adds the fields of another case.
    mutating func formUnion(_ other: Self) {
      input.formUnion(other.input)
      expect.formUnion(other.expect)
    }

    /// The fields of an object with those of the input and of the answer that are not among these.
    func missing(from fields: VectorValue) -> [String] {
      guard case .object(let parts) = fields else { return ["list"] }
      return parts.sorted { $0.key < $1.key }.flatMap { key, value -> [String] in
        guard case .object(let names) = value else { return [key] }
        switch key {
        case "input": return names.keys.filter { !input.contains($0) }.sorted()
        case "expect": return names.keys.filter { !expect.contains($0) }.sorted()
        default: return [key]
        }
      }
    }
  }

  /// A case, or a field of one, that is not of the expected kind.
  struct InvalidField: Error, Hashable, CustomStringConvertible {
    /// The name of the field.
    var name: String

    /// What the file has there, if anything.
    var value: VectorValue?

    var description: String {
      value.map { "the field \(name) is \($0)" } ?? "the field \(name) is missing"
    }
  }

  /// The name of the case.
  package let id: String

  /// The largest difference of a number that is allowed; 0 is exact.
  package let tolerance: Double

  private let input: [String: VectorValue]
  private let expected: [String: VectorValue]

  /// What the check asked for so far.
  private(set) var asked = Fields()

  /// What was expected and did not come.
  private(set) var complaints: [String] = []

  init(_ value: VectorValue) throws {
    guard case .object(let members) = value else {
      throw InvalidField(name: "case", value: value)
    }
    guard case .text(let id)? = members["id"] else {
      throw InvalidField(name: "id", value: members["id"])
    }
    guard case .object(let input)? = members["input"] else {
      throw InvalidField(name: "\(id).input", value: members["input"])
    }
    guard case .object(let expected)? = members["expect"] else {
      throw InvalidField(name: "\(id).expect", value: members["expect"])
    }
    guard case .number(let tolerance)? = members["tolerance"] else {
      throw InvalidField(name: "\(id).tolerance", value: members["tolerance"])
    }
    if let name = members.keys.first(where: {
      !["id", "input", "expect", "tolerance"].contains($0)
    }) {
      throw InvalidField(name: "\(id).\(name)", value: members[name])
    }
    self.id = id
    self.input = input
    self.expected = expected
    self.tolerance = tolerance
  }

  /// The fields of the case that the check did not ask for.
  var unknownFields: [String] {
    let input = input.keys.filter { !asked.input.contains($0) }
    let expect = expected.keys.filter { !asked.expect.contains($0) }
    return (input.sorted() + expect.sorted()).map { "\(id): the field \($0) is not known" }
  }

  /// The value of an input, or `nil` if the case leaves it out.
  package mutating func value(_ name: String) -> VectorValue? {
    asked.input.insert(name)
    return input[name]
  }

  /// A number of the input; one that is left out has its default, if there is one.
  package mutating func number(_ name: String, default fallback: Double? = nil) throws -> Double {
    let value = value(name)
    guard let number = value?.number ?? (value == nil ? fallback : nil) else {
      throw InvalidField(name: name, value: value)
    }
    return number
  }

  /// A whole number of the input.
  package mutating func integer(_ name: String) throws -> Int {
    let number = try number(name)
    guard let whole = Int(exactly: number) else {
      throw InvalidField(name: name, value: .number(number))
    }
    return whole
  }

  /// A list of numbers of the input; one that is left out has its default, if there is one.
  package mutating func numbers(_ name: String, default fallback: [Double]? = nil) throws
    -> [Double]
  {
    switch (value(name), fallback) {
    case (.list(let list), _):
      return try list.map { element in
        guard let number = element.number else { throw InvalidField(name: name, value: element) }
        return number
      }
    case (nil, let fallback?): return fallback
    case (let other, _): throw InvalidField(name: name, value: other)
    }
  }

  /// A text of the input; one that is left out has its default, if there is one.
  package mutating func text(_ name: String, default fallback: String? = nil) throws -> String {
    switch (value(name), fallback) {
    case (.text(let text), _): return text
    case (nil, let fallback?): return fallback
    case (let other, _): throw InvalidField(name: name, value: other)
    }
  }

  /// A truth of the input; one that is left out has its default, if there is one.
  package mutating func flag(_ name: String, default fallback: Bool? = nil) throws -> Bool {
    switch (value(name), fallback) {
    case (.flag(let flag), _): return flag
    case (nil, let fallback?): return fallback
    case (let other, _): throw InvalidField(name: name, value: other)
    }
  }

  /// A time of the input, stated in seconds; one that is left out has its default, if there is one.
  package mutating func duration(_ name: String, default fallback: Duration? = nil) throws
    -> Duration
  {
    let seconds = try number(name, default: fallback?.seconds)
    guard let duration = Self.duration(seconds) else {
      throw InvalidField(name: name, value: .number(seconds))
    }
    return duration
  }

  /// A list of times of the input, stated in seconds.
  package mutating func durations(_ name: String) throws -> [Duration] {
    try numbers(name).map { seconds in
      guard let duration = Self.duration(seconds) else {
        throw InvalidField(name: name, value: .number(seconds))
      }
      return duration
    }
  }

  /// Expects a value; complains if the case has another, says nothing if it has none.
  package mutating func expect(_ name: String, _ actual: VectorValue) {
    asked.expect.insert(name)
    guard let value = expected[name] else { return }
    if !actual.agrees(with: value, within: tolerance) {
      complaints.append("\(id): \(name) is \(actual), not \(value)")
    }
  }

  /// Expects a number.
  package mutating func expect(_ name: String, _ actual: Double) {
    expect(name, .number(actual))
  }

  /// Expects a list of numbers.
  package mutating func expect(_ name: String, _ actual: [Double]) {
    expect(name, .list(actual.map { .number($0) }))
  }

  /// Expects a time in seconds; none is infinity.
  package mutating func expect(_ name: String, _ actual: Duration?) {
    expect(name, .number(actual?.seconds ?? .infinity))
  }

  /// Expects a truth.
  package mutating func expect(_ name: String, _ actual: Bool) {
    expect(name, .flag(actual))
  }

  /// Expects a text.
  package mutating func expect(_ name: String, _ actual: String) {
    expect(name, .text(actual))
  }

  /// Complains about something that is not a field of the answer.
  package mutating func require(_ isTrue: Bool, _ rule: String) {
    if !isTrue { complaints.append("\(id): \(rule)") }
  }

  private static func duration(_ seconds: Double) -> Duration? {
    // To the last bit, not to a nanosecond: velocities are compared to 10⁻⁹.
    seconds.magnitude <= 9e9 ? .seconds(seconds) : nil
  }
}
