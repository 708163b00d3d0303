import Layers
import Quantities
import Testing

@Suite struct Transform3DTests {
  /// A transform with everything in it.
  static func transform(_ random: inout RandomNumbers, isAffine: Bool = false) -> Transform3D {
    var transform = Transform3D.scale(
      x: 0.5 + random.unit(), y: 0.5 + random.unit(), z: isAffine ? 1 : 0.5 + random.unit()
    )
    .concatenating(
      .rotation(
        3 * random.signed(), x: isAffine ? 0 : random.signed(), y: isAffine ? 0 : random.signed())
    )
    .concatenating(
      .translation(
        x: 100 * random.signed(), y: 100 * random.signed(), z: isAffine ? 0 : random.signed()))
    if !isAffine {
      transform.row2 += 0.3 * random.signed() * transform.row1
      var perspective = Transform3D.identity
      perspective.row3.w = -0.002 * random.unit()
      transform = transform.concatenating(perspective)
    }
    return transform
  }

  static func distance(_ left: Transform3D, _ right: Transform3D) -> Double {
    let rows = [
      left.row1 - right.row1, left.row2 - right.row2, left.row3 - right.row3,
      left.row4 - right.row4,
    ]
    return rows.map { max($0.max(), -$0.min()) }.max() ?? 0
  }

  /// What shows of a transform on the way between two.
  static func between(_ from: Transform3D, _ to: Transform3D, at progress: Double) -> Transform3D {
    var tree = LayerTree()
    tree.add(
      .basic("transform", from: .transform(from), to: .transform(to), duration: 1), to: tree.root)
    tree.flush(at: 0)
    return tree.presentation(at: progress).transform(of: tree.root)
  }

  @Test(arguments: UInt64(0)..<40)
  func `a transform and its inverse are the identity`(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed, for: 1)
    let transform = Self.transform(&random)
    let inverse = try #require(transform.inverse)
    #expect(Self.distance(transform.concatenating(inverse), .identity) < 1e-9)
    let point = Point(x: random.signed(), y: random.signed())
    let there = try #require(transform.apply(to: point))
    let back = try #require(transform.unapply(to: there))
    #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
  }

  @Test func `a flat transform scales first and then moves, as CGAffineTransform does`() {
    let transform = Transform3D.translation(x: 100, y: 50).scaledBy(x: 2, y: 3)
    #expect(transform.apply(to: Point(x: 1, y: 1)) == Point(x: 102, y: 53))
    #expect(transform == .affine(a: 2, b: 0, c: 0, d: 3, tx: 100, ty: 50))
    #expect(Transform3D.rotation(.pi / 2).isAffine)
    #expect(!Transform3D.rotation(1, x: 1).isAffine)
    #expect(Transform3D.scale(x: 0).inverse == nil)
    #expect(Transform3D.scale(x: 0).unapply(to: .zero) == nil)
    #expect(Transform3D.rotation(1, x: 0, y: 0, z: 0) == .identity)
  }

  @Test(arguments: UInt64(0)..<40)
  func `setting a part changes it and keeps the others`(seed: UInt64) {
    var random = RandomNumbers(seed: seed, for: 2)
    let parts: [PropertyPath.Part] = [
      .rotationX, .rotationY, .rotationZ, .scaleX, .scaleY, .scaleZ, .translationX,
      .translationY, .translationZ,
    ]
    var tree = LayerTree()
    // Without a skew, which a rotation turns along.
    let start = Transform3D.scale(
      x: 0.5 + random.unit(), y: 0.5 + random.unit(), z: 0.5 + random.unit()
    )
    .concatenating(.rotation(random.signed(), x: random.signed(), y: random.signed()))
    .concatenating(.translation(x: random.signed(), y: random.signed(), z: random.signed()))
    tree.set("transform", of: tree.root, to: .transform(start))
    func read(_ part: PropertyPath.Part) -> Double {
      tree[tree.root, PropertyPath(.transform, part)].number ?? .nan
    }
    for part in parts {
      let before = parts.map(read)
      let value = 0.2 + random.unit()
      tree.set(PropertyPath(.transform, part), of: tree.root, to: .number(value))
      for (other, old) in zip(parts, before) {
        #expect(abs(read(other) - (other == part ? value : old)) < 1e-9, "\(part) \(other)")
      }
    }
    tree.set("transform.scale", of: tree.root, to: .number(2))
    #expect(abs(read(.scaleX) - 2) + abs(read(.scaleY) - 2) + abs(read(.scaleZ) - 2) < 1e-9)
    tree.set("transform.translation", of: tree.root, to: .size(Size(width: 3, height: 4)))
    #expect(read(.translationX) == 3 && read(.translationY) == 4)
  }

  @Test func `a part of a transform without any size is set along its axis`() {
    var tree = LayerTree()
    tree.set("transform", of: tree.root, to: .transform(.scale(x: 0, y: 0, z: 0)))
    #expect(tree[tree.root, "transform.rotation.z"] == .number(0))
    tree.set("transform.scale", of: tree.root, to: .number(2))
    #expect(tree[tree.root, "transform"] == .transform(.scale(x: 2, y: 2, z: 2)))
  }

  @Test func `mirrored axes stay mirrored`() {
    var tree = LayerTree()
    tree.set("transform", of: tree.root, to: .transform(.scale(y: -1)))
    tree.set("transform.rotation.z", of: tree.root, to: .number(.pi / 2))
    let expected = Transform3D.scale(y: -1).concatenating(.rotation(.pi / 2))
    #expect(Self.distance(tree.transform(of: tree.root), expected) < 1e-12)
  }

  @Test(arguments: UInt64(0)..<40)
  func `the way between two transforms has both as ends, and is the same backwards`(seed: UInt64) {
    var random = RandomNumbers(seed: seed, for: 3)
    let isAffine = seed.isMultiple(of: 2)
    let (from, to) = (
      Self.transform(&random, isAffine: isAffine), Self.transform(&random, isAffine: isAffine)
    )
    #expect(Self.between(from, to, at: 0) == from)
    for progress in [1e-9, 1 - 1e-9] {
      let end = progress < 0.5 ? from : to
      #expect(Self.distance(Self.between(from, to, at: progress), end) < 1e-5)
    }
    for progress in [0.25, 0.5, 0.9] {
      let (out, back) = (
        Self.between(from, to, at: progress), Self.between(to, from, at: 1 - progress)
      )
      #expect(Self.distance(out, back) < 1e-9)
      #expect(out.isAffine == isAffine)
    }
    #expect(Self.distance(Self.between(from, from, at: 0.3), from) < 1e-9)
  }

  @Test func `a rotation takes the short way, a number the long one`() {
    let quarter = Self.between(.identity, .rotation(1.5 * .pi), at: 0.5)
    #expect(Self.distance(quarter, .rotation(-.pi / 4)) < 1e-12)
    let spatial = Self.between(
      .identity, .rotation(1.5 * .pi, x: 1, y: 1, z: 0), at: 0.5)
    #expect(Self.distance(spatial, .rotation(-.pi / 4, x: 1, y: 1, z: 0)) < 1e-12)
    var tree = LayerTree()
    tree.add(
      .basic("transform.rotation.z", from: .number(0), to: .number(4 * .pi), duration: 1),
      to: tree.root)
    tree.flush(at: 0)
    #expect(
      Self.distance(tree.presentation(at: 0.125).transform(of: tree.root), .rotation(.pi / 2))
        < 1e-12)
    #expect(
      Self.distance(tree.presentation(at: 0.625).transform(of: tree.root), .rotation(.pi / 2))
        < 1e-12)
  }

  @Test func `a transform that cannot be undone goes element by element`() {
    let halfway = Self.between(.scale(x: 0, y: 0, z: 0), .rotation(.pi / 2), at: 0.5)
    #expect(abs(halfway.row1.y - 0.5) < 1e-12 && abs(halfway.row1.x) < 1e-12)
    #expect(halfway.row4.w == 1)
  }

  @Test func `skew and perspective go evenly`() {
    var from = Transform3D.identity
    from.row2.x = 0.5
    from.row3.w = -1 / 1000
    let halfway = Self.between(from, .identity, at: 0.5)
    #expect(abs(halfway.row2.x - 0.25) < 1e-12)
    #expect(abs(halfway.row3.w + 1 / 2000) < 1e-12)
  }
}
