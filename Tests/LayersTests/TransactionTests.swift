import Curves
import Layers
import Quantities
import Testing

@Suite struct TransactionTests {
  var tree = LayerTree(bounds: Rect(x: 0, y: 0, width: 320, height: 568))
  let layer: LayerID

  init() {
    layer = tree.makeLayer()
    tree.addSublayer(layer, to: tree.root)
    tree.flush(at: 0)
  }

  private mutating func kinds() -> [LayerEvent.Kind] { tree.takeEvents().map(\.kind) }

  private static func fade(_ duration: MediaTime = 0) -> Animation {
    .basic("opacity", from: .number(0), to: .number(1), duration: duration)
  }

  @Test func `the defaults hold with and without a transaction`() {
    #expect(tree.transactionDepth == 0)
    #expect(tree.transaction == Transaction())
    #expect(tree.transaction.animationDuration == 0.25)
    #expect(tree.transaction.timingFunction == nil)
    #expect(!tree.transaction.disablesActions)
    #expect(tree.transaction.values["mine"] == nil)
  }

  @Test mutating func `what holds outside holds inside, and not the other way`() {
    tree.begin {
      $0.animationDuration = 2
      $0.values["mine"] = .number(1)
    }
    tree.begin()
    #expect(tree.transaction.animationDuration == 2)
    #expect(tree.transaction.values["mine"] == .number(1))
    tree.transaction.animationDuration = 5
    tree.transaction.disablesActions = true
    tree.commit(at: 1)
    #expect(tree.transaction.animationDuration == 2)
    #expect(!tree.transaction.disablesActions)
    tree.commit(at: 1)
    #expect(tree.transaction == Transaction())
  }

  @Test mutating func `a commit without a begin is harmless`() {
    tree.commit(at: 1)
    #expect(tree.transactionDepth == 0)
    tree.set("opacity", of: layer, to: .number(0))
    tree.commit(at: 1)
    #expect(tree.transactionDepth == 1)
    #expect(tree.presentation(at: 1).opacity(of: layer) == 1)
    tree.flush(at: 1)
    #expect(tree.transactionDepth == 0)
  }

  @Test mutating func `nothing starts before the outermost commit`() {
    tree.begin()
    tree.begin()
    let id = tree.add(Self.fade(1), to: layer)
    tree.commit(at: 1)
    tree.advance(to: 2)
    #expect(kinds() == [])
    tree.flush(at: 2)
    #expect(kinds() == [])
    tree.commit(at: 3)
    #expect(tree.takeEvents() == [LayerEvent(time: 3, kind: .started(id))])
    #expect(tree.animation(id)?.timing.beginTime == 3)
  }

  @Test mutating func `a begin within an implicit transaction starts with its flush`() {
    tree.set("zPosition", of: layer, to: .number(1))
    tree.transact(at: 1) { $0.add(Self.fade(1), to: $0.root) }
    #expect(kinds() == [])
    tree.flush(at: 2)
    #expect(tree.takeEvents().map(\.time) == [2])
  }

  @Test mutating func `what holds is read when a property changes`() {
    tree.begin { $0.animationDuration = 2 }
    tree.set("opacity", of: layer, to: .number(0))
    tree.transaction.animationDuration = 3
    tree.transaction.timingFunction = .linear
    tree.set("zPosition", of: layer, to: .number(1))
    tree.transaction.disablesActions = true
    tree.set("cornerRadius", of: layer, to: .number(1))
    tree.commit(at: 1)
    let opacity = tree.animation(forKey: "opacity", of: layer)
    let height = tree.animation(forKey: "zPosition", of: layer)
    #expect(opacity?.timing.duration == 2 && opacity?.timingFunction == .ease)
    #expect(height?.timing.duration == 3 && height?.timingFunction == .linear)
    #expect(tree.animationKeys(of: layer) == ["opacity", "zPosition"])
  }

  @Test mutating func `an explicit animation is linear, and takes the time of the transaction`() {
    tree.begin { $0.animationDuration = 1.5 }
    let id = tree.add(Self.fade(), to: layer)
    tree.commit(at: 0)
    #expect(tree.animation(id)?.timing.duration == 1.5)
    #expect(tree.presentation(at: 0.375).opacity(of: layer) == 0.25)
  }

  @Test mutating func `a completion without animations comes with its commit`() {
    tree.begin()
    let outer = tree.setCompletion()
    tree.begin()
    let inner = tree.setCompletion()
    tree.commit(at: 1)
    #expect(kinds() == [.completed(inner)])
    tree.commit(at: 1)
    #expect(kinds() == [.completed(outer)])
  }

  @Test mutating func `a completion waits for the animations added after it in its level`() {
    tree.begin()
    tree.add(Self.fade(9), to: layer, forKey: "before")
    let outer = tree.setCompletion()
    tree.add(Self.fade(1), to: layer, forKey: "a")
    tree.begin()
    let inner = tree.setCompletion()
    tree.add(Self.fade(2), to: layer, forKey: "b")
    tree.commit(at: 0)
    tree.commit(at: 0)
    tree.advance(to: 3)
    let events = tree.takeEvents().filter {
      if case .completed = $0.kind { true } else { false }
    }
    #expect(
      events == [
        LayerEvent(time: 1, kind: .completed(outer)), LayerEvent(time: 2, kind: .completed(inner)),
      ])
  }

  @Test mutating func `a completion that is replaced waits for what came before only`() {
    tree.begin()
    let empty = tree.setCompletion()
    let first = tree.setCompletion()
    tree.add(Self.fade(1), to: layer, forKey: "a")
    let second = tree.setCompletion()
    tree.add(Self.fade(2), to: layer, forKey: "b")
    tree.commit(at: 0)
    #expect(kinds().filter { $0 == .completed(empty) }.count == 1)
    tree.advance(to: 1)
    #expect(kinds().last == .completed(first))
    tree.advance(to: 2)
    #expect(kinds().last == .completed(second))
  }

  @Test mutating func `a completion is told once, also when its animation is removed`() {
    tree.begin()
    let token = tree.setCompletion()
    let id = tree.add(Self.fade(1), to: layer, forKey: "a")
    tree.commit(at: 0)
    tree.removeAnimation(forKey: "a", from: layer)
    tree.flush(at: 0.5)
    tree.advance(to: 2)
    #expect(kinds() == [.started(id), .stopped(id, finished: false), .completed(token)])
  }

  @Test mutating func `implicit animations count for a completion, and are not told of`() {
    tree.begin { $0.animationDuration = 1.5 }
    let token = tree.setCompletion()
    tree.set("opacity", of: layer, to: .number(0))
    tree.commit(at: 1)
    tree.advance(to: 10)
    #expect(tree.takeEvents() == [LayerEvent(time: 2.5, kind: .completed(token))])
  }

  @Test mutating func `an animation that goes on for ever never completes`() {
    tree.begin()
    tree.setCompletion()
    tree.add(Self.fade(1).with { $0.timing.repeatCount = .infinity }, to: layer)
    tree.commit(at: 0)
    _ = tree.takeEvents()
    tree.advance(to: 1e6)
    #expect(kinds() == [])
  }

  @Test mutating func `an implicit animation has the pace and the time of its transaction`() {
    tree.begin {
      $0.animationDuration = 2
      $0.timingFunction = .linear
    }
    tree.set("opacity", of: layer, to: .number(0))
    tree.commit(at: 0)
    #expect(tree.presentation(at: 0.5).opacity(of: layer) == 0.75)
    #expect(tree.animationKeys(of: layer) == ["opacity"])
    // What comes after a commit knows nothing of it.
    tree.set("zPosition", of: layer, to: .number(8))
    tree.flush(at: 0)
    let animation = tree.animation(forKey: "zPosition", of: layer)
    #expect(animation?.timing.duration == 0.25)
    let shown = tree.presentation(at: 0.125).number("zPosition", of: layer)
    #expect(abs(shown - 8 * TimingCurve.ease.value(at: 0.5)) < 1e-9)
  }

  @Test mutating func `an inner completion waits for what starts at the outermost commit`() {
    tree.begin()
    tree.begin()
    let inner = tree.setCompletion()
    let id = tree.add(Self.fade(1), to: layer)
    tree.commit(at: 0)
    tree.advance(to: 5)
    #expect(kinds() == [])
    tree.commit(at: 5)
    tree.advance(to: 6)
    #expect(
      tree.takeEvents() == [
        LayerEvent(time: 5, kind: .started(id)),
        LayerEvent(time: 6, kind: .stopped(id, finished: true)),
        LayerEvent(time: 6, kind: .completed(inner)),
      ])
  }

  @Test mutating func `what a completion changes is in a transaction of its own`() {
    tree.begin { $0.animationDuration = 3 }
    tree.setCompletion()
    tree.add(Self.fade(1), to: layer)
    tree.commit(at: 0)
    tree.advance(to: 1)
    tree.set("zPosition", of: layer, to: .number(1))
    #expect(tree.animation(forKey: "zPosition", of: layer)?.timing.duration == 0.25)
  }

  @Test mutating func `disabled actions are read when a property changes, and a layer's value too`()
  {
    tree.begin()
    tree.set("opacity", of: layer, to: .number(0.5))
    tree.transaction.disablesActions = true
    tree.set("zPosition", of: layer, to: .number(1))
    tree.transaction.disablesActions = false
    tree.commit(at: 0)
    #expect(tree.animationKeys(of: layer) == ["opacity"])
    #expect(tree.presentation(at: 0).opacity(of: layer) == 1)
    #expect(tree.opacity(of: layer) == 0.5)
    #expect(tree.presentation(at: 0).number("zPosition", of: layer) == 1)
  }
}
