import Layers
import Quantities
import Testing

@Suite struct LayerTransitionTests {
  private let size = Size(width: 320, height: 568)

  @Test func `a transition of which nothing is said fades all the way`() {
    let transition = LayerTransition()
    #expect(transition.effect == .fade)
    #expect(transition.direction == nil)
    #expect(transition.startProgress == 0 && transition.endProgress == 1)
    #expect(transition.filter == nil)
  }

  @Test(arguments: [LayerTransition.Effect.moveIn, .push, .reveal])
  func `without a direction it comes from the left`(effect: LayerTransition.Effect) {
    let left = LayerTransition(effect, .fromLeft)
    for progress in [0, 0.3, 1] {
      #expect(
        LayerTransition(effect).arrangement(at: progress, size: size)
          == left.arrangement(at: progress, size: size))
    }
  }

  @Test(arguments: LayerTransition.Direction.allCases)
  func `the new content comes from the side, and the old one leaves to the other`(
    direction: LayerTransition.Direction
  ) {
    let entry: Point =
      switch direction {
      case .fromLeft: Point(x: -320, y: 0)
      case .fromRight: Point(x: 320, y: 0)
      case .fromTop: Point(x: 0, y: -568)
      case .fromBottom: Point(x: 0, y: 568)
      }
    let push = LayerTransition(.push, direction)
    #expect(push.arrangement(at: 0, size: size).new.offset == entry)
    #expect(push.arrangement(at: 1, size: size).new.offset == .zero)
    let away = push.arrangement(at: 1, size: size).old.offset
    #expect(away == Point(x: -entry.x, y: -entry.y))
    let moveIn = LayerTransition(.moveIn, direction).arrangement(at: 0.5, size: size)
    #expect(moveIn.old.offset == .zero && !moveIn.isOldOnTop)
    let reveal = LayerTransition(.reveal, direction).arrangement(at: 0.5, size: size)
    #expect(reveal.new.offset == .zero && reveal.isOldOnTop)
  }

  @Test func `a part of a transition runs from its start to its end`() {
    let part = LayerTransition(startProgress: 0.25, endProgress: 0.75)
    #expect([0, 0.5, 1].map(part.effectiveProgress) == [0.25, 0.5, 0.75])
  }

  @Test(arguments: ["cube", "oglFlip", "pageCurl", "suckEffect", "rippleEffect", "fade"])
  func `a private effect is a fade`(name: String) {
    #expect(LayerTransition.Effect(named: name) == .fade)
    #expect(LayerTransition.Effect(named: "push") == .push)
  }
}
