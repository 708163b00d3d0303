import Curves
import Layers
import Quantities

/// A small scene that fingers drive through recognizers of its own, as an app on a phone has it.
public enum TouchSample: String, Hashable, Sendable, CaseIterable {
  case edgeSwipeBack = "edge-swipe-back"
  case edgeSwipeProjected = "edge-swipe-projected"
  case paging
  case freeScroll = "free-scroll"
  case sheetSwipe = "sheet-swipe"
  case sheetHeld = "sheet-held"

  /// What happens in it, in a line.
  public var summary: String {
    switch self {
    case .edgeSwipeBack: "touch: a swipe from the left edge, at 30 %, or a list"
    case .edgeSwipeProjected: "touch: the same, by where the swipe would glide to"
    case .paging: "touch: five pages side by side, which a pan turns"
    case .freeScroll: "touch: a map that scrolls both ways, one at a time"
    case .sheetSwipe: "touch: a sheet that a swipe down dismisses"
    case .sheetHeld: "touch: a sheet that may not go, and gives way"
    }
  }

  /// What recognizes its touches, the first one in front.
  var recognizers: [Recognizer] {
    switch self {
    case .edgeSwipeBack, .edgeSwipeProjected:
      [Recognizer("edgePan", on: "container", .swipe), Recognizer("listPan", on: "list", .scroll)]
    case .paging: [Recognizer("pagesPan", on: "pages", .scroll)]
    case .freeScroll: [Recognizer("mapPan", on: "map", .scroll)]
    case .sheetSwipe, .sheetHeld: [Recognizer("sheetPan", on: "sheet", .swipe)]
    }
  }

  /// A recognizer, and what it does.
  struct Recognizer: Hashable, Sendable {
    /// What its action does.
    enum Role: Hashable, Sendable {
      /// Drives the transition.
      case swipe

      /// Drags the scroll view.
      case scroll
    }

    /// What the trace calls it.
    var name: String

    /// The view whose touches it gets, those of its subviews included.
    var view: String

    /// What its action does.
    var role: Role

    init(_ name: String, on view: String, _ role: Role) {
      self.name = name
      self.view = view
      self.role = role
    }
  }

  /// What a swipe comes to in a window.
  ///
  /// A sheet goes from half of its height on, by where the swipe would glide to (rule; Apple
  /// publishes no number).
  func release(in window: Size) -> SwipeRelease? {
    switch self {
    case .edgeSwipeBack, .edgeSwipeProjected:
      SwipeRelease(
        from: .left, length: window.width, threshold: 0.3, isProjected: self == .edgeSwipeProjected)
    case .sheetSwipe, .sheetHeld:
      SwipeRelease(
        from: .top,
        length: PresentationStyle.pageSheet.frame(in: window, over: .zero, custom: nil).size.height,
        threshold: 0.5, isProjected: true)
    case .paging, .freeScroll: nil
    }
  }

  /// The scroll view of a window, and the offset it begins with.
  func scrollView(in window: Size) -> ScrollView? {
    func layout(across: Double, down: Double) -> ScrollLayout {
      ScrollLayout(
        bounds: window,
        content: Size(width: across * window.width, height: down * window.height))
    }
    switch self {
    case .edgeSwipeBack, .edgeSwipeProjected:
      return ScrollView(layout(across: 1, down: 4), offset: .zero)
    case .paging:
      var layout = layout(across: 5, down: 1)
      layout.isPagingEnabled = true
      layout.deceleration = .fast
      return ScrollView(layout, offset: Point(x: window.width, y: 0))
    case .freeScroll:
      var layout = layout(across: 3, down: 3)
      layout.isDirectionalLockEnabled = true
      layout.insets = .init(top: 44, left: 0, bottom: 44, right: 0)
      return ScrollView(layout, offset: Point(x: window.width, y: window.height))
    case .sheetSwipe, .sheetHeld: return nil
    }
  }
}
