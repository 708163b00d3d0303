import Quantities

/// How a screen is presented, as `UIModalPresentationStyle` has it.
///
/// | style | its frame | view below | screen below is told |
/// |---|---|---|---|
/// | fullScreen | the container | removed | yes |
/// | currentContext | that of the screen that presents | removed | yes |
/// | overFullScreen | the container | stays | no |
/// | overCurrentContext | that of the screen that presents | stays | no |
/// | pageSheet, formSheet | a sheet | stays | no |
/// | custom | as the presentation says | as it says | if it is removed |
///
/// What goes out of the hierarchy is what the pages of `UIModalPresentationStyle` and
/// `UIPresentationController.shouldRemovePresentersView` say; that a screen which stays is told
/// nothing is observed, since iOS 13 for sheets too. The frames of sheets are rules.
public enum PresentationStyle: String, Hashable, Sendable, CaseIterable {
  /// It covers the screen below, whose view goes out of the window.
  case fullScreen

  /// A sheet over all but the top of the screen below.
  case pageSheet

  /// A smaller sheet in the middle of the screen below.
  case formSheet

  /// It covers the screen that presents it, whose view goes out of the window.
  case currentContext

  /// As its presentation says.
  case custom

  /// It covers the screen below, whose view stays.
  case overFullScreen

  /// It covers the screen that presents it, whose view stays.
  case overCurrentContext

  /// Nothing is presented: it is pushed or popped.
  case none

  /// The distance of a page sheet from the top, in points (rule; Apple publishes no number).
  static let pageSheetTop = 44.0

  /// The size of a form sheet, in points, where there is room (rule: UIKit's on an iPad).
  static let formSheetSize = Size(width: 540, height: 620)

  /// Whether it is a sheet, which a finger may dismiss.
  public var isSheet: Bool { self == .pageSheet || self == .formSheet }

  /// Whether the view of the screen below goes out of the hierarchy once the presentation is
  /// complete.
  ///
  /// - Parameter custom: What a custom presentation says, `shouldRemovePresentersView`.
  /// - Returns: Whether it does.
  func removesPresenter(custom: Bool) -> Bool {
    switch self {
    case .fullScreen, .currentContext, .none: true
    case .custom: custom
    case .pageSheet, .formSheet, .overFullScreen, .overCurrentContext: false
    }
  }

  /// The frame of what is presented.
  ///
  /// - Parameters:
  ///   - container: The size of the container, in points.
  ///   - presenter: The frame of the screen that presents.
  ///   - custom: The frame that a custom presentation says, `frameOfPresentedViewInContainerView`.
  /// - Returns: The frame in the container, in points.
  func frame(in container: Size, over presenter: Rect, custom: Rect?) -> Rect {
    let whole = Rect(origin: .zero, size: container)
    switch self {
    case .fullScreen, .overFullScreen, .none: return whole
    case .currentContext, .overCurrentContext: return presenter
    case .custom: return custom ?? whole
    case .pageSheet:
      let top = min(Self.pageSheetTop, container.height / 2)
      return Rect(x: 0, y: top, width: container.width, height: container.height - top)
    case .formSheet:
      let width = min(Self.formSheetSize.width, container.width)
      let height = min(Self.formSheetSize.height, container.height)
      return Rect(
        x: (container.width - width) / 2, y: (container.height - height) / 2, width: width,
        height: height)
    }
  }
}
