import Curves
import Layers
import Quantities
import Testing

@Suite struct ActionTests {
  var tree = LayerTree()
  let layer: LayerID

  init() {
    layer = tree.makeLayer()
    tree.addSublayer(layer, to: tree.root)
    tree.flush(at: 0)
  }

  static func animation(_ duration: MediaTime) -> LayerAction {
    .animation(.basic("opacity", from: .number(0), to: .number(1), duration: duration))
  }

  @Test func `the search goes from the delegate to the actions to the style`() {
    let (one, two, three, four) = (
      Self.animation(1), Self.animation(2), Self.animation(3), Self.animation(4)
    )
    var actions = LayerActions()
    #expect(actions.action(forKey: "opacity") == nil)
    actions.style["opacity"] = one
    #expect(actions.action(forKey: "opacity") == one)
    actions.actions["opacity"] = two
    #expect(actions.action(forKey: "opacity") == two)
    actions.delegateDefault = three
    #expect(actions.action(forKey: "opacity") == three)
    actions.delegate["opacity"] = four
    #expect(actions.action(forKey: "opacity") == four)
    #expect(actions.action(forKey: "position") == three)
  }

  @Test(arguments: 0..<3)
  mutating func `null ends the search at any step`(step: Int) {
    var actions = LayerActions(style: ["opacity": Self.animation(1)])
    switch step {
    case 0: actions.delegate["opacity"] = .null
    case 1: actions.delegateDefault = .null
    default: actions.actions["opacity"] = .null
    }
    tree.setActions(actions, of: layer)
    tree.set("opacity", of: layer, to: .number(0))
    tree.flush(at: 1)
    #expect(tree.animationKeys(of: layer) == [])
    #expect(tree.presentation(at: 1).opacity(of: layer) == 0)
  }

  @Test mutating func `an animation that is found is added under the key`() {
    tree.setActions(LayerActions(actions: ["opacity": Self.animation(7)]), of: layer)
    tree.set("opacity", of: layer, to: .number(0))
    #expect(tree.animation(forKey: "opacity", of: layer)?.timing.duration == 7)
  }

  @Test mutating func `an action of the caller's own is told at the commit`() {
    tree.setActions(
      LayerActions(actions: ["opacity": .custom("mine"), "name": .custom("label")]), of: layer)
    tree.set("opacity", of: layer, to: .number(0))
    tree.set("name", of: layer, to: .text("box"))
    #expect(tree.takeEvents() == [])
    tree.flush(at: 2)
    #expect(
      tree.takeEvents() == [
        LayerEvent(time: 2, kind: .action("mine", key: "opacity", layer: layer)),
        LayerEvent(time: 2, kind: .action("label", key: "name", layer: layer)),
      ])
    #expect(tree.animationKeys(of: layer) == [])
  }

  @Test mutating func `disabled actions are found and not run`() {
    tree.setActions(LayerActions(actions: ["opacity": .custom("mine")]), of: layer)
    tree.begin { $0.disablesActions = true }
    #expect(tree.action(forKey: "opacity", of: layer) == .custom("mine"))
    tree.set("opacity", of: layer, to: .number(0))
    tree.set("zPosition", of: layer, to: .number(1))
    tree.commit(at: 1)
    #expect(tree.takeEvents() == [])
    #expect(tree.animationKeys(of: layer) == [])
    #expect(tree.presentation(at: 1).number("zPosition", of: layer) == 1)
  }

  @Test mutating func `order in and order out have actions`() {
    let other = tree.makeLayer()
    tree.setActions(
      LayerActions(actions: ["onOrderOut": .custom("out"), "onOrderIn": .custom("in")]), of: layer)
    tree.setActions(LayerActions(delegateDefault: .null), of: tree.root)
    tree.addSublayer(other, to: tree.root)
    tree.removeFromSuperlayer(layer)
    tree.flush(at: 1)
    #expect(
      tree.takeEvents().map(\.kind) == [.action("out", key: "onOrderOut", layer: layer)])
    tree.addSublayer(layer, to: tree.root)
    tree.flush(at: 2)
    // It was not in the tree when it was added.
    #expect(tree.takeEvents() == [])
  }

  @Test mutating func `a layer of a view animates nothing by itself`() {
    tree.setActions(.ofView, of: layer)
    tree.set("position", of: layer, to: .point(Point(x: 5, y: 5)))
    tree.flush(at: 1)
    #expect(tree.animationKeys(of: layer) == [])
  }

  @Test mutating func `a new layer appears without an animation`() {
    let new = tree.makeLayer()
    tree.set("opacity", of: new, to: .number(0.5))
    tree.addSublayer(new, to: tree.root)
    tree.set("opacity", of: new, to: .number(0.25))
    tree.flush(at: 1)
    #expect(tree.animationKeys(of: new) == [])
    #expect(tree.presentation(at: 1).opacity(of: new) == 0.25)
  }

  @Test mutating func `a value that does not differ has no animation`() {
    tree.set("opacity", of: layer, to: .number(1))
    #expect(tree.transactionDepth == 0)
    #expect(tree.animationKeys(of: layer) == [])
  }

  @Test mutating func `an implicit animation starts where the one before is, and replaces it`() {
    tree.set("zPosition", of: layer, to: .number(100))
    tree.flush(at: 1)
    let shown = tree.presentation(at: 1.1).number("zPosition", of: layer)
    #expect(shown > 0 && shown < 100)
    tree.set("zPosition", of: layer, to: .number(-50))
    tree.flush(at: 1.1)
    #expect(tree.animationKeys(of: layer) == ["zPosition"])
    #expect(tree.presentation(at: 1.1).number("zPosition", of: layer) == shown)
    let middle = tree.presentation(at: 1.1 + 0.125).number("zPosition", of: layer)
    let eased = TimingCurve.ease.value(at: 0.5)
    #expect(abs(middle - (shown + (-50 - shown) * eased)) < 1e-9)
    #expect(tree.presentation(at: 1.1 + 0.25).number("zPosition", of: layer) == -50)
  }
}
