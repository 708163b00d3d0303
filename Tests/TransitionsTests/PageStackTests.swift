import Testing
import Transitions

@Suite struct PageStackTests {
  @Test func `a page is shown when its transition finishes, and not before`() {
    var stack = PageStack("A")
    stack.begin(to: "B")
    #expect(stack.current == "A")
    #expect(stack.target == "B")
    #expect(stack.depth == 1)
    stack.complete(.finish)
    #expect(stack.pages == ["A", "B"])
    #expect(stack.current == "B")
    #expect(stack.target == nil)
  }

  @Test func `a cancel leaves everything as it was`() {
    var stack = PageStack("A")
    let before = stack
    stack.begin(to: "B")
    stack.complete(.cancel)
    #expect(stack == before)
  }

  @Test func `a page below is gone back to`() {
    var stack = PageStack("A")
    stack.go(to: "B")
    stack.go(to: "C")
    stack.begin(to: "B")
    stack.complete(.finish)
    #expect(stack.pages == ["A", "B"])
    stack.go(to: "A")
    #expect(stack.pages == ["A"])
    #expect(stack.current == "A")
  }

  @Test func `the page that is shown can be gone to`() {
    var stack = PageStack(1)
    stack.go(to: 1)
    #expect(stack.pages == [1])
  }

  @Test func `a completion without a transition changes nothing`() {
    var stack = PageStack("A")
    stack.complete(.finish)
    #expect(stack == PageStack("A"))
  }
}
