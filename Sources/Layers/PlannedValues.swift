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

  /// Adds an animation number by number, in the shape of any of the values.
  private mutating func addCongruentValues(
    _ property: PropertyAnimation, _ values: [PropertyValue], _ keyframes: Keyframes?, _ leaf: Leaf
  ) {
    var leaf = leaf
    let set = store.value(property.path.property, of: layer)
    leaf.isAdditive = leaf.isAdditive && values.allSatisfy { $0.isCongruent(to: set) }
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
