extension SamplingPlanner {
  // MARK: Keyframes

  mutating func addKeyframes(
    _ property: PropertyAnimation, _ keyframes: Keyframes, _ leaf: Leaf
  ) {
    guard canShow(property) else { return }
    let type = property.path.type
    if let path = keyframes.path, type == .point {
      addPath(property, path, keyframes, leaf)
      return
    }
    guard type.count != nil else {
      addValues(property, keyframes.values, keyframes, leaf)
      return
    }
    var leaf = leaf
    let isMixed = type == .color && !property.isAdditive
    let rows: [[Double]] = keyframes.values.compactMap { value in
      if let function = property.valueFunction { return numbers(of: value, function) }
      return type.admits(value) ? value.components(of: type) : nil
    }
    guard !rows.isEmpty, rows.count == keyframes.values.count else { return }
    if let function = property.valueFunction { leaf.count = Int32(function.count) }
    leaf.operation = .keyframes
    leaf.constants = Int32(result.keyframes.count)
    var table = KeyframeTable(
      keyframes, values: isMixed ? rows.map(Self.mixed) : rows,
      curves: curves(of: keyframes, ways: rows.count - 1))
    table.holds = type == .flag
    table.isMixed = isMixed
    if isMixed { table.exact = rows.flatMap(\.self) }
    result.keyframes.append(table)
    leaf.isAdditive = leaf.isAdditive && type != .flag
    leaf.isCumulative = leaf.isCumulative && type != .flag
    add(leaf, to: property.path.property)
  }

  /// The numbers of colors, multiplied by their alpha; no color is transparent black.
  static func mixed(_ numbers: [Double]) -> [Double] {
    stride(from: 0, to: numbers.count - 3, by: 4).flatMap { first in
      let alpha = numbers[first + 3].isNaN ? 0 : numbers[first + 3]
      return numbers[first..<first + 3].map { alpha == 0 ? 0 : $0 * alpha } + [alpha]
    }
  }

  private mutating func addPath(
    _ property: PropertyAnimation, _ path: Path, _ keyframes: Keyframes, _ leaf: Leaf
  ) {
    let table = KeyframeTable(
      keyframes, path: path, curves: curves(of: keyframes, ways: path.pieces.count))
    guard !table.pieces.isEmpty else { return }
    var leaf = leaf
    leaf.operation = .path
    leaf.constants = Int32(result.keyframes.count)
    result.keyframes.append(table)
    add(leaf, to: property.path.property)
    guard keyframes.rotationMode != nil, property.path.property == .position else { return }
    leaf.operation = .turn
    leaf.count = 16
    leaf.isAdditive = true
    leaf.isCumulative = false
    add(leaf, to: .transform)
  }

  // MARK: Values that are no numbers

  /// Adds an animation from one value to another, or along several.
  mutating func addValues(
    _ property: PropertyAnimation, _ values: [PropertyValue], _ keyframes: Keyframes?, _ leaf: Leaf
  ) {
    let type = property.path.type
    guard let first = values.first, values.allSatisfy(type.admits) else { return }
    if type.interpolation != .discrete, values.allSatisfy({ $0.isCongruent(to: first) }) {
      addCongruentValues(property, values, keyframes, leaf)
    } else {
      addOtherValues(property, values, keyframes, leaf)
    }
  }

  /// Adds an animation from a value to what lies below it, at any time.
  mutating func addWay(
    _ property: PropertyAnimation, toBelowFrom first: PropertyValue, _ leaf: Leaf
  ) {
    let type = property.path.type
    // What is discrete is the new value as soon as it is active: what lies below.
    guard type.admits(first), property.path.interpolation != .discrete else { return }
    var leaf = leaf
    leaf.endsBelow = true
    guard first.isCongruent(to: first) else {
      addOtherValues(property, [first], nil, leaf)
      return
    }
    let row = first.components(of: type)
    let isMixed = type == .colors && !leaf.isAdditive
    leaf.count = Int32(row.count)
    leaf.shape = Int32(result.shapes.count)
    result.shapes.append(first)
    leaf.operation = isMixed ? .color : .line
    for _ in 0..<2 { append(row, isMixed: isMixed) }
    if isMixed { for _ in 0..<2 { append(row) } }
    add(leaf, to: property.path.property)
  }

  /// Finds out which shapes of a track have numbers that go into each other, and makes the fades
  /// into what may lie below.
  ///
  /// - Parameters:
  ///   - base: What is set, among the shapes.
  ///   - leaves: The animations of the track.
  mutating func compareShapes(_ base: Int32, _ leaves: [Leaf]) {
    var below = [base]
    for leaf in leaves {
      if leaf.operation == .values {
        let table = Int(leaf.constants)
        if leaf.endsBelow { appendFades(fromTable: table, to: below) }
        let first = result.keyframes[table].firstShape
        below += first..<first + Int32(result.keyframes[table].count)
      } else if leaf.shape >= 0 {
        below.append(leaf.shape)
      }
    }
    let missing = result.shapes.count - result.shapeClasses.count
    result.shapeClasses += Array(repeating: -1, count: missing)
    result.shapeNumbers += Array(repeating: -1, count: missing)
    let type = result.tracks.last?.property.type ?? .path
    var kinds: [PropertyValue] = []
    for index in below.map(Int.init)
    where result.shapes[index].isCongruent(to: result.shapes[index]) {
      let shape = result.shapes[index]
      let kind = kinds.firstIndex { $0.isCongruent(to: shape) } ?? kinds.count
      if kind == kinds.count { kinds.append(shape) }
      result.shapeClasses[index] = Int32(kind)
      result.shapeNumbers[index] = Int32(result.constants.count)
      append(shape.components(of: type))
    }
  }

  /// Makes the fades of a first value into what may lie below.
  private mutating func appendFades(fromTable table: Int, to below: [Int32]) {
    guard result.keyframes[table].fades else { return }
    let first = result.shapes[Int(result.keyframes[table].firstShape)]
    for index in below {
      let shape = result.shapes[Int(index)]
      if case .contents(.crossFade) = shape { continue }
      result.keyframes[table].fadesBelow.append((index, Int32(result.shapes.count)))
      result.shapes.append(
        .contents(.crossFade(from: first.contents, to: shape.contents, progress: 0)))
    }
  }

  /// Adds an animation number by number, in the shape of any of the values.
  private mutating func addCongruentValues(
    _ property: PropertyAnimation, _ values: [PropertyValue], _ keyframes: Keyframes?, _ leaf: Leaf
  ) {
    var leaf = leaf
    let isMixed = property.path.type == .colors && !leaf.isAdditive
    let rows = values.map { $0.components(of: property.path.type) }
    let mixed = isMixed ? rows.map(Self.mixed) : rows
    leaf.count = Int32(rows.first?.count ?? 0)
    leaf.shape = Int32(result.shapes.count)
    result.shapes += values.suffix(1)
    if let keyframes {
      leaf.operation = .keyframes
      leaf.constants = Int32(result.keyframes.count)
      var table = KeyframeTable(
        keyframes, values: mixed, curves: curves(of: keyframes, ways: rows.count - 1))
      table.isMixed = isMixed
      if isMixed { table.exact = rows.flatMap(\.self) }
      result.keyframes.append(table)
    } else {
      leaf.operation = isMixed ? .color : .line
      for row in mixed { append(row) }
      if isMixed { for row in rows { append(row) } }
    }
    add(leaf, to: property.path.property)
  }

  /// Adds an animation that shows one of the values, or a fade between two.
  private mutating func addOtherValues(
    _ property: PropertyAnimation, _ values: [PropertyValue], _ keyframes: Keyframes?, _ leaf: Leaf
  ) {
    var leaf = leaf
    leaf.operation = .values
    leaf.isAdditive = false
    leaf.isCumulative = false
    leaf.constants = Int32(result.keyframes.count)
    // Paced, values without a distance are even.
    var table = KeyframeTable(
      keyframes ?? Keyframes([]), values: values.map { _ in [0] }, curves: [])
    if let keyframes { table.curves = curves(of: keyframes, ways: values.count - 1) }
    table.firstShape = Int32(result.shapes.count)
    table.fades = property.path.type == .contents && table.mode != .discrete
    table.holds = property.path.interpolation == .discrete
    result.shapes += values
    if table.fades { appendFades(values) }
    if keyframes == nil, table.holds {
      // The new value shows as soon as the animation is active.
      table.firstShape += 1
      table.count = 1
    }
    result.keyframes.append(table)
    add(leaf, to: property.path.property)
  }

  /// The places of the curves of each way; −1 for those that are even.
  private mutating func curves(of keyframes: Keyframes, ways: Int) -> [Int32] {
    let functions = keyframes.timingFunctions.prefix(max(0, ways)).map { place(of: $0) }
    return functions + Array(repeating: -1, count: max(0, ways - functions.count))
  }

  /// Adds the fade of each value into the next.
  private mutating func appendFades(_ values: [PropertyValue]) {
    for (from, to) in zip(values, values.dropFirst()) {
      result.shapes.append(
        .contents(.crossFade(from: from.contents, to: to.contents, progress: 0)))
    }
  }
}
