/// The pages that transitions lead between: the one that is shown, and those under it.
///
/// A transition changes nothing until it completes: before that the new page is only its target,
/// and after a cancel the stack is what it was. A page is on the stack at most once; to go to one
/// that is there already goes back to it.
public struct PageStack<Page: Hashable & Sendable>: Hashable, Sendable {
  /// The pages, the one that is shown last.
  public private(set) var pages: [Page]

  /// The page that is shown.
  public private(set) var current: Page

  /// The page that the running transition leads to, or `nil` if none runs.
  public private(set) var target: Page?

  /// Creates a stack of one page.
  public init(_ page: Page) {
    pages = [page]
    current = page
  }

  /// How many pages there are.
  public var depth: Int { pages.count }

  /// Begins a transition to a page; the one that was under way has another target then.
  public mutating func begin(to page: Page) {
    target = page
  }

  /// Completes the transition; without one nothing happens.
  ///
  /// - Complexity: O(depth).
  public mutating func complete(_ outcome: Outcome) {
    guard let page = target else { return }
    target = nil
    if outcome == .finish { go(to: page) }
  }

  /// Shows a page at once.
  ///
  /// - Complexity: O(depth).
  /// - Precondition: No transition runs: it has to be broken off before.
  public mutating func go(to page: Page) {
    precondition(target == nil, "A page is changed between transitions, not within one")
    if let index = pages.firstIndex(of: page) {
      pages.removeSubrange((index + 1)...)
    } else {
      pages.append(page)
    }
    current = page
  }
}
