import Layers
import Quantities
import TestSupport
import Testing

/// The tables of key paths that a file of vectors has.
@Suite(.enabled(if: Vectors.path != nil, "PANTOGRAPH_VECTORS names no file"))
struct KeyPathTableTests {
  /// A row of the table of animatable key paths.
  struct Row: Sendable {
    var owner: String
    var keyPath: String
    var type: String
    var interpolation: String
    var implicit: String

    init(_ value: VectorValue) throws {
      var members = try Members(value)
      owner = try members.text("owner") ?? ""
      keyPath = try members.text("keyPath") ?? ""
      type = try members.text("type") ?? ""
      interpolation = try members.text("interpolation") ?? ""
      implicit = try members.text("implicit") ?? ""
      #expect(members.unknown == [], "\(keyPath)")
    }
  }

  let vectors: Vectors
  let rows: [Row]

  init() throws {
    vectors = try Vectors(contentsOf: #require(Vectors.path))
    rows = try (vectors.tables["animatableKeyPaths"]?.asList("animatableKeyPaths") ?? [])
      .map(Row.init)
  }

  @Test func `every table is known`() {
    #expect(vectors.tables.keys.filter { !Vectors.tables.contains($0) } == [])
  }

  @Test func `each animatable key path has the type, the interpolation and the action of its row`()
    throws
  {
    for row in rows {
      let path = try #require(PropertyPath(text: row.keyPath), "\(row.keyPath)")
      #expect("\(path)" == row.keyPath)
      #expect(path.isAnimatable, "\(row.keyPath)")
      #expect(path.property.owners.map(\.className).contains(row.owner), "\(row.keyPath)")
      #expect(path.type.rawValue == row.type, "\(row.keyPath)")
      #expect(path.interpolation.rawValue == row.interpolation, "\(row.keyPath)")
      #expect(path.implicitAction.rawValue == row.implicit, "\(row.keyPath)")
    }
  }

  @Test func `every animatable property of the library has its row`() {
    guard !rows.isEmpty else { return }
    let keys = Set(rows.map(\.keyPath))
    let missing = Property.allCases.filter { $0.isAnimatable && !keys.contains($0.key) }
    #expect(missing == [])
  }

  @Test func `each of the others is known and not animatable`() throws {
    var table = try Members(vectors.tables["notAnimatable"] ?? .object([:]))
    for (owner, names) in table.all {
      for name in try names.asList(owner) {
        // "speed/beginTime", "maskedCorners (rule: …)".
        let text = try name.asText(owner)
        let keys = text.split(separator: " (", maxSplits: 1)[0].split(separator: "/")
        for key in keys {
          let property = try #require(Property(key: key), "\(key)")
          #expect(!property.isAnimatable, "\(key)")
          #expect(property.owners.map(\.className).contains(owner), "\(key)")
        }
      }
    }
  }
}
