import Curves

/// Lays out the animations of a tree for sampling.
struct SamplingPlanner {
  /// What is laid out so far.
  var result = SamplingPlan()

  let store: LayerStore
  private let animations: [AnimationRecord]

  /// The place of each timing curve.
  private var curvePlaces: [TimingCurve: Int32] = [:]

  /// The leaves of the layer at hand, by property.
  private var leavesByProperty: [(property: Property, leaves: [Leaf])] = []

  /// The layer at hand.
  var layer = 0

  /// The place of the layer at hand among the times.
  private var time: Int32 = 0

  /// What was shown where the animations of a record start, the next one first.
  private var captured: ArraySlice<PropertyValue> = []

  init(_ store: LayerStore, _ animations: [AnimationRecord]) {
    self.store = store
    self.animations = animations
  }

  /// Lays out all animations of layers below the root.
  mutating func plan(_ isRendered: [Bool]) {
    result.tracksOfLayer = Array(repeating: 0..<0, count: store.links.count)
    var places = Array(repeating: Int32(-1), count: store.links.count)
    for layer in store.links.indices where layer < isRendered.count && isRendered[layer] {
      guard !store.links[layer].animations.isEmpty else { continue }
      self.layer = layer
      time = place(of: layer, &places)
      leavesByProperty = []
      for index in store.links[layer].animations {
        let record = animations[index]
        captured = record.captured[...]
        add(
          record.animation, group: -1, isKept: !record.animation.isRemovedOnCompletion,
          id: record.id)
      }
      closeTracks()
    }
  }

  /// The place of a layer among the times, behind those above it.
  private mutating func place(of layer: Int, _ places: inout [Int32]) -> Int32 {
    var missing: [Int] = []
    var next = layer
    while next >= 0, places[next] < 0 {
      missing.append(next)
      next = store.links[next].superlayer
    }
    for layer in missing.reversed() {
      let above = store.links[layer].superlayer
      places[layer] = Int32(result.nodes.count)
      result.nodes.append(
        TimeNode(layer: Int32(layer), above: above < 0 ? -1 : places[above]))
      result.timings.append(store.timings[layer])
    }
    return places[layer]
  }

  private mutating func add(_ animation: Animation, group: Int32, isKept: Bool, id: AnimationID) {
    let curve = place(of: animation.timingFunction)
    switch animation.kind {
    case .group(let children):
      let place = Int32(result.groups.count)
      result.groups.append(
        GroupClock(
          clock: MediaClock(animation.timing), group: group, time: time, curve: curve,
          span: self.place(of: animation.span), isKept: isKept))
      for child in children { add(child, group: place, isKept: true, id: id) }
    case .transition(let transition):
      result.transitions.append(
        PlannedTransition(
          clock: MediaClock(animation.timing), group: group, time: time, curve: curve,
          isKept: isKept, layer: Int32(layer), transition: transition, id: id))
    case .basic(let property, let ends):
      addEnds(property, ends, leaf(animation, property, group, curve, isKept))
    case .spring(let property, let ends, let spring):
      var leaf = leaf(animation, property, group, curve, isKept)
      leaf.spring = Int32(result.springs.count)
      result.springs.append(spring)
      addEnds(property, ends, leaf)
    case .keyframes(let property, let keyframes):
      addKeyframes(property, keyframes, leaf(animation, property, group, curve, isKept))
    }
  }

  private mutating func leaf(
    _ animation: Animation, _ property: PropertyAnimation, _ group: Int32, _ curve: Int32,
    _ isKept: Bool
  ) -> Leaf {
    let part = property.path.part
    return Leaf(
      clock: MediaClock(animation.timing), group: group, time: time, curve: curve, spring: -1,
      span: place(of: animation.span), operation: .line, isKept: isKept, isPlain: false,
      isAdditive: property.isAdditive,
      isCumulative: property.isCumulative, endsBelow: false,
      valueFunction: property.valueFunction,
      part: part.components == nil ? part : .whole, offset: Int32(part.components?.lowerBound ?? 0),
      count: Int32(property.path.type.count ?? 0), constants: Int32(result.constants.count),
      shape: -1)
  }

  /// Whether a leaf can show anything on the layer at hand.
  func canShow(_ property: PropertyAnimation) -> Bool {
    property.path.isAnimatable
      && property.path.property.owners.contains(store.links[layer].kind)
      && (property.valueFunction == nil || property.path.type == .transform)
  }

  private mutating func place(of span: AnimationSpan?) -> Int32 {
    guard let span else { return -1 }
    result.spans.append(span)
    return Int32(result.spans.count - 1)
  }

  // MARK: End points

  private mutating func addEnds(
    _ property: PropertyAnimation, _ ends: EndPoints, _ leaf: Leaf
  ) {
    let shown = ends.startsAtPresentation ? captured.popFirst() ?? .nothing : .nothing
    guard canShow(property), let (from, to) = ends.resolved(presentation: shown, previous: shown)
    else { return }
    if property.path.type == .flag {
      addFlag(property, to, leaf)
    } else if property.path.type.count != nil {
      addNumbers(property, from, to, leaf)
    } else {
      let first = from.value ?? store.value(property.path.property, of: layer)
      if let last = to.value {
        addValues(property, [first, last], nil, leaf)
      } else {
        addWay(property, toBelowFrom: first, leaf)
      }
    }
  }

  /// Adds an animation of a truth, whose new value shows as soon as it is active.
  private mutating func addFlag(
    _ property: PropertyAnimation, _ to: EndPoints.Source, _ leaf: Leaf
  ) {
    guard let flag = to.value?.flag else { return }
    var leaf = leaf
    result.constants += [flag ? 1 : 0, flag ? 1 : 0]
    leaf.isPlain = true
    add(leaf, to: property.path.property)
  }

  /// Adds an animation of plain numbers.
  private mutating func addNumbers(
    _ property: PropertyAnimation, _ from: EndPoints.Source, _ to: EndPoints.Source, _ leaf: Leaf
  ) {
    let type = property.path.type
    var leaf = leaf
    if let function = property.valueFunction {
      leaf.count = Int32(function.count)
      guard case .fixed(let from) = from, case .fixed(let to) = to,
        let first = numbers(of: from, function), let last = numbers(of: to, function)
      else { return }
      append(first)
      append(last)
    } else {
      guard let first = from.value.map({ type.admits($0) ? $0 : nil }) ?? type.zero else { return }
      let isMixed = type == .color && !property.isAdditive
      let last: PropertyValue
      switch to {
      case .fixed(let to):
        guard type.admits(to) else { return }
        last = to
      case .underlying:
        last = first
        leaf.endsBelow = true
      }
      let rows = [first.components(of: type), last.components(of: type)]
      for row in rows { append(row, isMixed: isMixed) }
      if isMixed { for row in rows { append(row) } }
      if type == .transform {
        leaf.operation = leaf.endsBelow ? .transform : appendDecompositions(first, last)
      }
      if isMixed { leaf.operation = .color }
    }
    leaf.isPlain =
      leaf.operation == .line && !leaf.isAdditive && !leaf.isCumulative && !leaf.endsBelow
      && leaf.valueFunction == nil && leaf.part == .whole
    add(leaf, to: property.path.property)
  }

  func numbers(of value: PropertyValue, _ function: ValueFunction) -> [Double]? {
    let numbers = value.components(of: .number)
    return numbers.count == function.count ? numbers : nil
  }

  /// Adds numbers to the constants; those of a color without its alpha, if it is to be mixed.
  mutating func append(_ numbers: [Double], isMixed: Bool = false) {
    result.constants += isMixed ? Self.mixed(numbers) : numbers
  }

  private mutating func appendDecompositions(
    _ from: PropertyValue, _ to: PropertyValue
  ) -> Leaf.Operation {
    guard let first = from.transform.flatMap(Decomposition.init),
      let last = to.transform.flatMap(Decomposition.init)
    else { return .line }
    if let numbers = first.flatNumbers(to: last) {
      result.constants += numbers
      return .flatTransform
    }
    result.constants += first.numbers + last.numbers
    return .transform
  }

  // MARK: Tracks

  mutating func add(_ leaf: Leaf, to property: Property) {
    result.width = max(result.width, Int(leaf.count))
    if let index = leavesByProperty.firstIndex(where: { $0.property == property }) {
      leavesByProperty[index].leaves.append(leaf)
    } else {
      leavesByProperty.append((property, [leaf]))
    }
  }

  /// Makes tracks of the leaves of the layer at hand.
  private mutating func closeTracks() {
    let firstTrack = Int32(result.tracks.count)
    for (property, leaves) in leavesByProperty {
      let slot = result.base.count
      let value = store.value(property, of: layer)
      let numbers = value.components(of: property.type)
      var shape: Int32 = -1
      if property.type.count == nil {
        shape = Int32(result.shapes.count)
        result.shapes.append(value)
      }
      let room =
        leaves.map { Int($0.shape < 0 && $0.operation != .values ? 0 : $0.count) }.max() ?? 0
      let size = max(numbers.count, max(room, 1))
      result.base += numbers + Array(repeating: 0, count: size - numbers.count)
      let firstLeaf = Int32(result.leaves.count)
      result.leaves += leaves
      result.tracks.append(
        Track(
          layer: Int32(layer), property: property, slot: Int32(slot), count: Int32(numbers.count),
          shape: shape, leaves: firstLeaf..<Int32(result.leaves.count)))
      if shape >= 0, leaves.contains(where: { $0.endsBelow || $0.isAdditive }) {
        compareShapes(shape, leaves)
      }
    }
    result.tracksOfLayer[layer] = firstTrack..<Int32(result.tracks.count)
  }

  mutating func place(of curve: TimingCurve?) -> Int32 {
    guard let curve, curve != .linear else { return -1 }
    if let place = curvePlaces[curve] { return place }
    let place = Int32(result.curves.append(curve))
    curvePlaces[curve] = place
    return place
  }
}
