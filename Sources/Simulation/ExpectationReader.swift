/// Reads the members of an object, and says where what is wrong.
struct ExpectationReader {
  private let values: [String: JSONValue]
  private let path: String

  init(_ value: JSONValue, at path: String = "") throws(ExpectationError) {
    guard case .object(let values) = value else {
      throw ExpectationError(
        reason: .expected("an object"), key: path.isEmpty ? "the whole file" : path)
    }
    self.values = values
    self.path = path
  }

  private func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  private func optional<Value>(
    _ key: String, as what: String, _ read: (JSONValue) -> Value?
  ) throws(ExpectationError) -> Value? {
    guard let value = values[key] else { return nil }
    guard let result = read(value) else {
      throw ExpectationError(reason: .expected(what), key: place(key))
    }
    return result
  }

  /// Reads a member that must be there.
  func require<Value>(
    _ key: String, _ read: (JSONValue, String) throws(ExpectationError.Reason) -> Value
  ) throws(ExpectationError) -> Value {
    guard let value = values[key] else {
      throw ExpectationError(reason: .missing, key: place(key))
    }
    do throws(ExpectationError.Reason) {
      return try read(value, place(key))
    } catch {
      throw ExpectationError(reason: error, key: place(key))
    }
  }

  /// The objects that are members of a member.
  func members(_ key: String) throws(ExpectationError) -> [(String, ExpectationReader)] {
    let inner = try require(key) { value, _ in value }
    let reader = try ExpectationReader(inner, at: place(key))
    var members: [(String, ExpectationReader)] = []
    for (name, value) in reader.values.sorted(by: { $0.key < $1.key }) {
      members.append((name, try ExpectationReader(value, at: reader.place(name))))
    }
    return members
  }

  /// The members with other keys.
  ///
  /// One that is all but a known key is taken for a slip, which would expect nothing.
  func members(besides known: [String]) throws(ExpectationError) -> [String: JSONValue] {
    let others = values.filter { !known.contains($0.key) }
    for key in others.keys.sorted() {
      guard let meant = known.first(where: { Self.isSlip(key, of: $0) }) else { continue }
      throw ExpectationError(reason: .slip(meant: meant), key: place(key))
    }
    return others
  }

  /// Makes sure that a member is a text or a whole number, if it is there.
  func checkText(_ key: String) throws(ExpectationError) {
    switch values[key] {
    case .string?, .integer?, .null?, nil: return
    case .bool?, .number?, .array?, .object?, .text?:
      throw ExpectationError(reason: .expected("a text or a whole number"), key: place(key))
    }
  }

  /// Whether a key has the letters of another but for one, whatever their case.
  private static func isSlip(_ key: String, of known: String) -> Bool {
    let (longer, shorter) = (Array(key.lowercased().utf8), Array(known.utf8))
    let start = zip(longer, shorter).prefix { $0 == $1 }.count
    let end = zip(longer.reversed(), shorter.reversed()).prefix { $0 == $1 }.count
    let most = max(longer.count, shorter.count)
    // All but one letter is the same at the ends, or two neighbors change places.
    return start + end >= most - 1
      || start + end == most - 2 && longer.count == shorter.count
        && longer[start..<start + 2].reversed().elementsEqual(shorter[start..<start + 2])
  }

  /// Refuses members with other keys.
  func allow(_ known: [String]) throws(ExpectationError) {
    guard let other = values.keys.filter({ !known.contains($0) }).min() else { return }
    throw ExpectationError(reason: .unknownKey(known: known), key: place(other))
  }

  /// The objects in a list.
  func list(_ key: String) throws(ExpectationError) -> [ExpectationReader]? {
    let items = try optional(key, as: "a list") { value in
      if case .array(let items) = value { items } else { nil }
    }
    guard let items else { return nil }
    var readers: [ExpectationReader] = []
    for (index, item) in items.enumerated() {
      readers.append(try ExpectationReader(item, at: "\(place(key))[\(index)]"))
    }
    return readers
  }

  /// The members of an object, whatever they are.
  func object(
    _ key: String, as what: String
  ) throws(ExpectationError) -> [String: JSONValue]? {
    try optional(key, as: what) { value in
      if case .object(let members) = value { members } else { nil }
    }
  }

  func text(_ key: String) throws(ExpectationError) -> String? {
    try optional(key, as: "a text") { value in
      if case .string(let text) = value { text } else { nil }
    }
  }

  func texts(_ key: String) throws(ExpectationError) -> [String]? {
    try optional(key, as: "a list of texts") { value in
      guard case .array(let items) = value else { return nil }
      let texts = items.compactMap { item -> String? in
        if case .string(let text) = item { text } else { nil }
      }
      return texts.count == items.count ? texts : nil
    }
  }

  func word<Word: RawRepresentable & CaseIterable>(
    _ key: String, _ type: Word.Type
  ) throws(ExpectationError) -> Word? where Word.RawValue == String {
    let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
    return try optional(key, as: "one of \(words)") { value in
      if case .string(let text) = value { Word(rawValue: text) } else { nil }
    }
  }

  func number(_ key: String) throws(ExpectationError) -> Double? {
    try optional(key, as: "a number") { value in
      switch value {
      case .number(let number): number.isFinite ? number : nil
      case .integer(let number): Double(number)
      case .null, .bool, .string, .array, .object, .text: nil
      }
    }
  }

  /// A number of 0 or more.
  func length(_ key: String) throws(ExpectationError) -> Double? {
    guard let number = try number(key) else { return nil }
    guard number >= 0 else {
      throw ExpectationError(reason: .expected("0 or more"), key: place(key))
    }
    return number
  }

  func flag(_ key: String) throws(ExpectationError) -> Bool? {
    try optional(key, as: "true or false") { value in
      if case .bool(let flag) = value { flag } else { nil }
    }
  }

  func whole(_ key: String) throws(ExpectationError) -> Int? {
    try optional(key, as: "a whole number") { value in
      if case .integer(let number) = value { number } else { nil }
    }
  }
}
