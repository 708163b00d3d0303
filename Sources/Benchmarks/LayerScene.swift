import CMeasuring
import Curves
import Layers
import Quantities

/// Layers with three animations each, sampled frame by frame.
struct LayerScene {
  /// The number of layers.
  let count: Int

  private let tree: LayerTree
  private var presentation: Presentation
  private let layers: [LayerID]

  /// Makes a scene: position, opacity and bounds, along four curves.
  init(layers count: Int) {
    self.count = count
    var tree = LayerTree()
    let curves: [TimingCurve] = [.easeInOut, .ease, .easeOut, .easeIn]
    layers = (0..<count).map { index in
      let layer = tree.makeLayer()
      tree.addSublayer(layer, to: tree.root)
      let length = 1 + Double(index % 7) / 7
      let animations: [Animation] = [
        .basic(
          "position", from: .point(.zero), to: .point(Point(x: 100, y: 200)), duration: length,
          timingFunction: curves[index % 4]),
        .basic(
          "opacity", from: .number(0), to: .number(1), duration: length,
          timingFunction: curves[(index + 1) % 4]),
        .basic(
          "bounds", from: .rect(.zero), to: .rect(Rect(x: 0, y: 0, width: 40, height: 30)),
          duration: length, timingFunction: curves[(index + 2) % 4]),
      ]
      for animation in animations { tree.add(animation, to: layer) }
      return layer
    }
    tree.flush(at: 0)
    self.tree = tree
    presentation = tree.presentation(at: 0)
  }

  /// The seconds that frames take, in order or back and forth.
  mutating func sample(frames: Int, isScrubbed: Bool = false) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    for frame in 0..<frames {
      // Coprime with the number of frames: each comes once.
      let place = isScrubbed ? frame * 7919 % frames : frame
      tree.sample(at: Double(place) / Double(frames), into: &presentation)
    }
    let seconds = start.duration(to: clock.now) / .seconds(1)
    precondition(presentation.opacity(of: layers[0]) >= 0, "The last frame was sampled")
    return seconds
  }

  /// The allocations of frames, once warm.
  mutating func allocations(frames: Int) -> Int {
    let before = allocation_count()
    _ = sample(frames: frames)
    return Int(allocation_count() - before)
  }
}
