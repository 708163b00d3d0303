import Layers
import Quantities
import Testing

/// What an animation goes to, or adds to, is what those below it show at that moment.
@Suite struct UnderlyingValueTests {
  private var tree = LayerTree(bounds: Rect(x: 0, y: 0, width: 320, height: 568))

  private mutating func layer(_ kind: LayerKind) -> LayerID {
    let layer = tree.makeLayer(kind)
    tree.addSublayer(layer, to: tree.root)
    tree.flush(at: 0)
    return layer
  }

  private func square(_ size: Double) -> PropertyValue {
    .path(Path(Rect(x: 0, y: 0, width: size, height: size)))
  }

  private func basic(
    _ path: PropertyPath, _ from: PropertyValue?, _ to: PropertyValue?, isAdditive: Bool = false
  ) -> Animation {
    Animation(
      .basic(PropertyAnimation(path, isAdditive: isAdditive), EndPoints(from: from, to: to)),
      timing: MediaTiming(duration: 2))
  }

  private func shown(_ path: PropertyPath, of layer: LayerID, _ time: Double) -> PropertyValue? {
    tree.presentation(at: time).value(path, of: layer)
  }

  @Test mutating func `a path goes to what the animation below shows`() {
    let shape = layer(.shape)
    tree.set("path", of: shape, to: square(1000))
    tree.add(basic("path", square(0), square(8)), to: shape)
    tree.add(basic("path", square(100), nil), to: shape)
    tree.flush(at: 0)
    #expect(shown("path", of: shape, 0) == square(100))
    // Halfway from 100 to 4, not to 1000.
    #expect(shown("path", of: shape, 1) == square(52))
    #expect(shown("path", of: shape, 1.5) == square(100 + 0.75 * (6 - 100)))
  }

  @Test mutating func `a path goes to what is set, at any time, where nothing else animates`() {
    let shape = layer(.shape)
    tree.set("path", of: shape, to: square(10))
    tree.add(basic("path", square(0), nil), to: shape)
    tree.flush(at: 0)
    #expect(shown("path", of: shape, 1) == square(5))
    tree.set("path", of: shape, to: square(20))
    tree.flush(at: 1)
    #expect(shown("path", of: shape, 1) == square(10))
  }

  @Test mutating func `an additive path adds to what shows below, of whatever shape that is`() {
    let shape = layer(.shape)
    // What is set has another shape than all animations.
    tree.set("path", of: shape, to: .path(Path(ellipseIn: Rect(x: 0, y: 0, width: 9, height: 9))))
    tree.add(basic("path", square(0), square(8)), to: shape)
    tree.add(basic("path", square(10), square(20), isAdditive: true), to: shape)
    tree.flush(at: 0)
    #expect(shown("path", of: shape, 1) == square(4 + 15))
    // Alone there is nothing that it could be added to: it shows as it is.
    tree.removeAllAnimations(from: shape)
    tree.add(basic("path", square(10), square(20), isAdditive: true), to: shape)
    tree.flush(at: 0)
    #expect(shown("path", of: shape, 1) == square(15))
  }

  @Test mutating func `paths of other steps change halfway to what shows below`() {
    let shape = layer(.shape)
    let circle = PropertyValue.path(Path(ellipseIn: Rect(x: 0, y: 0, width: 9, height: 9)))
    tree.set("path", of: shape, to: square(1))
    tree.add(basic("path", square(2), square(4)), to: shape)
    tree.add(basic("path", circle, nil), to: shape)
    tree.flush(at: 0)
    #expect(shown("path", of: shape, 0.5) == circle)
    #expect(shown("path", of: shape, 1.5) == square(3.5))
    // On top of that, one that fits is added to whatever shows.
    tree.add(basic("path", square(10), square(10), isAdditive: true), to: shape)
    tree.flush(at: 0)
    #expect(shown("path", of: shape, 0.5) == square(10))
    #expect(shown("path", of: shape, 1.5) == square(13.5))
  }

  @Test mutating func `no path at all is another shape`() {
    let shape = layer(.shape)
    tree.add(basic("path", square(2), nil), to: shape)
    tree.flush(at: 0)
    #expect(shown("path", of: shape, 0.5) == square(2))
    #expect(shown("path", of: shape, 1.5) == .nothing)
  }

  @Test mutating func `lists of numbers and colors do the same`() {
    let gradient = layer(.gradient)
    tree.set("locations", of: gradient, to: .numbers([0, 1]))
    tree.set("colors", of: gradient, to: .colors([.black, .black]))
    tree.add(basic("locations", .numbers([0, 0]), .numbers([0.4, 0.8])), to: gradient)
    tree.add(basic("locations", .numbers([1, 1]), nil), to: gradient)
    let red = Color(red: 1, green: 0, blue: 0)
    let faint = Color(red: 0, green: 0, blue: 1, alpha: 0.5)
    tree.add(basic("colors", .colors([.white, faint]), .colors([.white, faint])), to: gradient)
    tree.add(basic("colors", .colors([red, red]), nil), to: gradient)
    tree.flush(at: 0)
    #expect(shown("locations", of: gradient, 1) == .numbers([0.6, 0.7]))
    #expect(shown("colors", of: gradient, 0) == .colors([red, red]))
    guard case .colors(let colors)? = shown("colors", of: gradient, 1) else {
      Issue.record("no colors")
      return
    }
    // Halfway, multiplied by the alpha: both of them.
    #expect(colors[0] == Color(red: 1, green: 0.5, blue: 0.5))
    #expect(abs(colors[1].alpha - 0.75) < 1e-12 && abs(colors[1].red - 0.5 / 0.75) < 1e-12)
    #expect(abs(colors[1].blue - 0.25 / 0.75) < 1e-12)
  }

  @Test mutating func `an additive list that fits no list below shows as it is`() {
    let gradient = layer(.gradient)
    tree.set("locations", of: gradient, to: .numbers([0, 0.5, 1]))
    tree.add(
      basic("locations", .numbers([0, 0]), .numbers([0.2, 0.4]), isAdditive: true), to: gradient)
    tree.flush(at: 0)
    #expect(shown("locations", of: gradient, 1) == .numbers([0.1, 0.2]))
  }

  @Test mutating func `contents fade into what shows below`() {
    let view = layer(.layer)
    func picture(_ name: String) -> PropertyValue { .contents(.named(name)) }
    tree.set("contents", of: view, to: picture("set"))
    // Below, one jumps through pictures.
    tree.add(
      .keyframes(
        "contents", Keyframes([picture("a"), picture("b")], mode: .discrete), duration: 2),
      to: view)
    tree.add(basic("contents", picture("top"), nil), to: view)
    tree.flush(at: 0)
    #expect(shown("contents", of: view, 0) == picture("top"))
    for (time, below) in [(0.5, "a"), (1.5, "b")] {
      #expect(
        shown("contents", of: view, time)
          == .contents(
            .crossFade(from: .named("top"), to: .named(below), progress: time / 2)))
    }
  }

  @Test mutating func `one that is over leaves what is set below`() {
    let shape = layer(.shape)
    tree.set("path", of: shape, to: square(10))
    var short = basic("path", square(0), square(0))
    short.timing.duration = 0.5
    tree.add(short, to: shape)
    tree.add(basic("path", square(20), nil), to: shape)
    tree.flush(at: 0)
    #expect(shown("path", of: shape, 0.4) == square(16))
    #expect(shown("path", of: shape, 1) == square(15))
    // Back again: nothing is kept from a frame before.
    #expect(shown("path", of: shape, 0.4) == square(16))
  }
}
