import Curves

/// All animations of a tree, laid out so that a frame is one pass over flat arrays.
///
/// Key paths, end points, curves and groups are resolved here, once. What is animated is a list of
/// tracks, one for each property of a layer, with the animations that change it in the order they
/// were added.
struct SamplingPlan: Sendable {
  /// The layers whose times are needed, each behind those above it.
  var nodes: [TimeNode] = []

  /// The timings of those layers.
  var timings: [MediaTiming] = []

  /// The groups, each behind those around it.
  var groups: [GroupClock] = []

  /// The properties that animations change, by layer.
  var tracks: [Track] = []

  /// The tracks of each layer.
  var tracksOfLayer: [Range<Int32>] = []

  /// The animations of properties, by track.
  var leaves: [Leaf] = []

  /// The transitions of layers.
  var transitions: [PlannedTransition] = []

  /// The numbers that are set, of all tracks.
  var base: [Double] = []

  /// The numbers that animations go between.
  var constants: [Double] = []

  /// The values that have more to them than numbers.
  var shapes: [PropertyValue] = []

  /// What each shape has its numbers in common with, where animations look at what lies below
  /// them: shapes of a track whose numbers go into each other share a number, and −1 has none.
  var shapeClasses: [Int32] = []

  /// Where the numbers of each shape lie among the constants, where there is a class.
  var shapeNumbers: [Int32] = []

  /// The timing curves, each once.
  var curves = CurveTables()

  /// The springs.
  var springs: [SpringCurve] = []

  /// The parts of ways.
  var spans: [AnimationSpan] = []

  /// The keyframes.
  var keyframes: [KeyframeTable] = []

  /// The most numbers that a value has.
  var width = 16

  init() {}

  /// Lays out the animations of what was committed.
  init(_ store: LayerStore, _ animations: [AnimationRecord], _ isRendered: [Bool]) {
    var planner = SamplingPlanner(store, animations)
    planner.plan(isRendered)
    self = planner.result
  }

  /// The track of a property of a layer, if animations change it.
  func track(of property: Property, layer: Int) -> Int? {
    guard layer < tracksOfLayer.count else { return nil }
    return tracksOfLayer[layer].lazy.map(Int.init).first { tracks[$0].property == property }
  }

  /// The value that is shown of a track.
  func value(ofTrack index: Int, in shown: SampledValues) -> PropertyValue {
    let track = tracks[index]
    let slot = Int(track.slot)
    if let count = track.property.type.count {
      return PropertyValue(track.property.type, shown.numbers[slot..<slot + count])
    }
    let state = shown.tracks[index]
    return shapes[Int(state.shape)].with(shown.numbers[slot..<slot + Int(state.count)]).settled
  }

  /// Takes over values that were set since, where layers hang together as before.
  ///
  /// - Returns: Whether that could be done; if not, all has to be laid out again.
  mutating func refresh(from store: LayerStore) -> Bool {
    for index in nodes.indices { timings[index] = store.timings[Int(nodes[index].layer)] }
    for track in tracks {
      let (layer, slot) = (Int(track.layer), Int(track.slot))
      guard track.shape < 0 else {
        // What is no number may have any number of them.
        guard shapes[Int(track.shape)] == store.value(track.property, of: layer) else {
          return false
        }
        continue
      }
      let offset = track.property.offset
      for part in 0..<Int(track.count) {
        base[slot + part] = store.properties[layer].numbers[offset + part]
      }
    }
    return true
  }
}

/// The numbers that are shown, and what they belong to.
struct SampledValues: Sendable {
  /// The numbers of all tracks.
  var numbers: [Double] = []

  /// What is shown of each track, but for its numbers.
  var tracks: [SampledTrack] = []

  /// The times of layers.
  var times: [MediaTime] = []

  /// Where the groups are.
  var groups: [GroupState] = []

  /// How far each transition is, or `nil` if it does not show.
  var transitions: [Double?] = []

  /// Room for what is worked out on the way.
  var scratch: [Double] = []
}

extension PropertyValue {
  /// The value without a fade that is at one of its ends.
  var settled: Self {
    guard case .contents(.crossFade(let from, let to, let progress)) = self,
      progress == 0 || progress == 1
    else { return self }
    guard let picture = progress == 0 ? from : to else { return .nothing }
    return .contents(picture)
  }
}
