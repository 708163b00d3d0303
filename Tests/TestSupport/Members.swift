/// The members of an object, read one by one; what nobody asks for is a complaint.
package struct Members {
  /// A member that is not of the expected kind.
  package struct Invalid: Error, CustomStringConvertible {
    /// Where it stands.
    package var path: String

    /// What is there, if anything.
    package var value: VectorValue?

    /// Creates the error of a member.
    package init(path: String, value: VectorValue?) {
      self.path = path
      self.value = value
    }

    package var description: String {
      value.map { "\(path) is \($0), which is not known" } ?? "\(path) is missing"
    }
  }

  private let path: String
  private let members: [String: VectorValue]
  private var asked: Set<String> = []

  /// Opens an object.
  package init(_ value: VectorValue, at path: String = "") throws {
    guard case .object(let members) = value else { throw Invalid(path: path, value: value) }
    self.path = path
    self.members = members
  }

  /// The names that nobody asked for.
  package var unknown: [String] {
    members.keys.filter { !asked.contains($0) }.sorted().map { "\(path)\($0) is not known" }
  }

  /// All members by name, which are known by that.
  package var all: [String: VectorValue] {
    mutating get {
      asked.formUnion(members.keys)
      return members
    }
  }

  /// Whether there is a member.
  package func has(_ name: String) -> Bool { members[name] != nil }

  /// A member, or `nil` without one.
  package mutating func value(_ name: String) -> VectorValue? {
    asked.insert(name)
    return members[name]
  }

  /// A number, or `nil` without one.
  package mutating func number(_ name: String) throws -> Double? {
    try value(name).map { try $0.asNumber(path + name) }
  }

  /// A text, or `nil` without one.
  package mutating func text(_ name: String) throws -> String? {
    try value(name).map { try $0.asText(path + name) }
  }

  /// A truth, or `nil` without one.
  package mutating func flag(_ name: String) throws -> Bool? {
    try value(name).map { try $0.asFlag(path + name) }
  }

  /// A list, or `nil` without one.
  package mutating func list(_ name: String) throws -> [VectorValue]? {
    try value(name).map { try $0.asList(path + name) }
  }

  /// Numbers, or `nil` without them.
  package mutating func numbers(_ name: String) throws -> [Double]? {
    let path = path + name
    return try list(name).map { try $0.map { try $0.asNumber(path) } }
  }

  /// An object, or `nil` without one.
  package mutating func members(_ name: String) throws -> Members? {
    try value(name).map { try Members($0, at: "\(path)\(name).") }
  }
}

extension VectorValue {
  /// The number that this is; infinity is the text `inf`.
  package func asNumber(_ path: String) throws -> Double {
    switch self {
    case .number(let number): return number
    case .text("inf"): return .infinity
    case .text("-inf"): return -.infinity
    case .null, .flag, .text, .list, .object: throw Members.Invalid(path: path, value: self)
    }
  }

  /// The text that this is.
  package func asText(_ path: String) throws -> String {
    guard case .text(let text) = self else { throw Members.Invalid(path: path, value: self) }
    return text
  }

  /// The name of a page: a text, or a whole number.
  package func asPage(_ path: String) throws -> String {
    switch self {
    case .text(let text): return text
    case .number(let number):
      guard let page = Int(exactly: number) else { throw Members.Invalid(path: path, value: self) }
      return String(page)
    case .null, .flag, .list, .object: throw Members.Invalid(path: path, value: self)
    }
  }

  /// The truth that this is.
  package func asFlag(_ path: String) throws -> Bool {
    guard case .flag(let flag) = self else { throw Members.Invalid(path: path, value: self) }
    return flag
  }

  /// The list that this is.
  package func asList(_ path: String) throws -> [VectorValue] {
    guard case .list(let list) = self else { throw Members.Invalid(path: path, value: self) }
    return list
  }
}
