public import Layers
public import Quantities

/// A view controller: a screen with a name and a view.
public struct ViewController: Hashable, Sendable {
  /// The name, which the trace has.
  public var name: String

  /// The layer of its view.
  public var view: LayerID

  /// Creates a view controller.
  public init(_ name: String, view: LayerID) {
    self.name = name
    self.view = view
  }
}

/// What a transition does.
public enum TransitionOperation: String, Hashable, Sendable, CaseIterable {
  case push, pop, present, dismiss

  /// Whether it leads to a screen that was not there before.
  public var isForward: Bool { self == .push || self == .present }
}

/// What an animator knows of a transition, and what it tells when it is done.
///
/// The corresponding UIKit protocol is `UIViewControllerContextTransitioning`. The container holds
/// the view that is left; the animator adds the other: above it to push, below it to pop.
public struct TransitionContext: Hashable, Sendable {
  /// A view of a transition.
  public enum Key: String, Hashable, Sendable, CaseIterable {
    case from, to
  }

  /// Something that an animator did wrong.
  public enum Problem: String, Hashable, Sendable, CaseIterable {
    /// All animations have ended, and nobody said so: the window stays locked.
    case neverCompleted

    /// It was completed twice.
    case completedTwice

    /// It was completed as finished although it was cancelled, or the other way round.
    case wrongFlag
  }

  /// What the transition does.
  public let operation: TransitionOperation

  /// The view in which it takes place.
  public let container: LayerID

  /// The screen that is left.
  public let from: ViewController

  /// The screen that is gone to.
  public let to: ViewController

  /// Whether it is animated.
  public let isAnimated: Bool

  /// How a screen is presented.
  public let presentationStyle: PresentationStyle

  /// Whether the view of the screen that presents stays where it is, below the presented one.
  let keepsPresenter: Bool

  /// The transform that the new view has in the end.
  public let targetTransform = Transform3D.identity

  /// Whether a finger drives it.
  public internal(set) var isInteractive = false

  /// Whether it goes back.
  public internal(set) var transitionWasCancelled = false

  /// What ``completeTransition(_:)`` was called with, each time.
  public private(set) var completions: [Bool] = []

  /// What the animator did wrong.
  public private(set) var problems: [Problem] = []

  /// The views that the animator does not get.
  private let missingViews: Set<Key>
  private let initialFrames: [String: Rect]
  private let finalFrames: [String: Rect]

  init(
    operation: TransitionOperation, container: LayerID, from: ViewController, to: ViewController,
    isAnimated: Bool, presentationStyle: PresentationStyle, keepsPresenter: Bool = false,
    missingViews: Set<Key>, initialFrames: [String: Rect], finalFrames: [String: Rect]
  ) {
    self.operation = operation
    self.container = container
    self.from = from
    self.to = to
    self.isAnimated = isAnimated
    self.presentationStyle = presentationStyle
    self.keepsPresenter = keepsPresenter
    self.missingViews = missingViews
    self.initialFrames = initialFrames
    self.finalFrames = finalFrames
  }

  /// The view of a screen, or `nil` if the animator may not touch it.
  ///
  /// That of a screen that presents and stays is such a view (observed: UIKit gives none for a
  /// presentation that does not remove it).
  public func view(forKey key: Key) -> LayerID? {
    guard !missingViews.contains(key), !isPresenter(key) || !keepsPresenter else { return nil }
    return key == .from ? from.view : to.view
  }

  /// Whether a screen presents the other, or did.
  private func isPresenter(_ key: Key) -> Bool {
    operation == .present ? key == .from : operation == .dismiss && key == .to
  }

  /// Whether a screen is told that it appears or disappears: not one that stays below another.
  func tells(_ controller: ViewController) -> Bool {
    guard keepsPresenter else { return true }
    return controller == (operation == .present ? to : from)
  }

  /// The frame that a screen has at the start, no size if that is unknown; of a screen, not a view.
  public func initialFrame(for controller: ViewController) -> Rect {
    initialFrames[controller.name] ?? .zero
  }

  /// The frame that a screen has in the end, no size if that is unknown; of a screen, not a view.
  public func finalFrame(for controller: ViewController) -> Rect {
    finalFrames[controller.name] ?? .zero
  }

  /// Says that the animations are over; to be called once, with the opposite of
  /// ``transitionWasCancelled``.
  public mutating func completeTransition(_ didComplete: Bool) {
    completions.append(didComplete)
    if completions.count > 1 {
      note(.completedTwice)
    } else if didComplete == transitionWasCancelled {
      note(.wrongFlag)
    }
  }

  mutating func note(_ problem: Problem) {
    if !problems.contains(problem) { problems.append(problem) }
  }
}
