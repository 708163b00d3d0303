import Gestures
import Quantities
import TestSupport
import TouchInput

/// What libinput makes of frames.
struct LibinputRecognition {
  private(set) var recognizer: LibinputRecognizer

  /// What came of all frames.
  private(set) var gestures: [LibinputGesture] = []

  init(_ frames: [ContactFrame], _ settings: LibinputSettings = .pad()) {
    recognizer = LibinputRecognizer(settings)
    for frame in frames {
      recognizer.handle(frame)
      gestures += recognizer.gestures
    }
  }

  init(_ settings: LibinputSettings = .pad(), _ actions: (inout Hand) -> Void) {
    var hand = Hand()
    actions(&hand)
    self.init(hand.frames, settings)
  }

  /// What happened, in words, without the updates and without the holds of fingers before.
  var words: [String] {
    allWords.filter { !$0.hasSuffix("update") && !$0.hasPrefix("hold") }
  }

  /// What happened, in words.
  var allWords: [String] { gestures.map(\.words) }

  /// When each thing happened, in milliseconds, without the updates.
  var times: [Double] {
    gestures.filter { !$0.words.hasSuffix("update") }.map { Double($0.time.nanoseconds) / 1e6 }
  }

  /// The motions.
  var motions: [LibinputGesture.Motion] {
    gestures.compactMap { if case .update(let motion) = $0.phase { motion } else { nil } }
  }

  /// The sum of the motions, in the tests' 10 units a millimeter.
  var way: Vector<Device> {
    let sum = motions.reduce(into: Vector<Centroid>.zero) { $0 = $0 + $1.displacement }
    return Vector(x: sum.x / Centroid.partsPerUnit, y: sum.y / Centroid.partsPerUnit)
  }
}

extension LibinputGesture {
  /// The part in a few words.
  var words: String {
    switch phase {
    case .begin: "\(kind) begin \(fingers)"
    case .update: "\(kind) update"
    case .end(.lift): "\(kind) end"
    case .end(.cancelled): "\(kind) end cancelled"
    case .end(.interrupted(let interruption)): "\(kind) end \(interruption)"
    }
  }
}

extension LibinputSettings {
  /// Settings for the pad of the tests, which has 10 units a millimeter.
  static func pad(slots: Int = 5, isClickpad: Bool = false) -> Self {
    Self(surface: .pad, slotCount: slots, isClickpad: isClickpad)
  }
}

extension Hand {
  /// Puts fingers down together, at places.
  mutating func land(at places: [(x: Int, y: Int)]) {
    together { hand in
      for place in places { hand.land(x: place.x, y: place.y) }
    }
  }

  /// Moves some fingers, each its way, in one frame.
  mutating func move(_ ways: [Int: (x: Int, y: Int)]) {
    together { hand in
      for (finger, way) in ways.sorted(by: { $0.key < $1.key }) {
        hand.move(way.x, way.y, finger: finger)
      }
    }
  }
}
