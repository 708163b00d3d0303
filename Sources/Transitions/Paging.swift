public import Curves
import Glibc

/// Where a scroll view with pages stops.
///
/// The offset is projected to where the motion would come to rest; the page nearest to that is the
/// target, halves upwards. A drag leads at most one page from where it began, and never beyond the
/// first and the last. The corresponding property is `UIScrollView.isPagingEnabled`.
public struct Paging: Hashable, Sendable {
  /// How many pages there are, 1 or more.
  public let pageCount: Int

  /// The length of a page along the axis, more than 0; any unit, which is then that of offsets.
  public let pageSize: Double

  /// How a motion that is let go slows down.
  public let deceleration: Deceleration

  /// How near to the middle between two pages an offset counts as the middle, in pages.
  ///
  /// Projections are sums of rounded numbers: 0.99 ÷ 0.01 is not 99 in binary.
  private static let tolerance = 1e-9

  /// Creates pages.
  ///
  /// - Precondition: There is a page, of a length that is positive and finite.
  public init(pageCount: Int, pageSize: Double, deceleration: Deceleration = .fast) {
    precondition(pageCount > 0, "Paging needs a page")
    precondition(pageSize > 0 && pageSize.isFinite, "A page needs a positive length")
    self.pageCount = pageCount
    self.pageSize = pageSize
    self.deceleration = deceleration
  }

  /// The offset where the motion would come to rest.
  ///
  /// - Parameters:
  ///   - offset: The offset at the release.
  ///   - velocity: The change of the offset per second.
  /// - Returns: The offset, clamped on neither side.
  public func projectedOffset(from offset: Double, velocity: Double) -> Double {
    offset + deceleration.projection(of: velocity)
  }

  /// The page that a drag leads to.
  ///
  /// - Parameters:
  ///   - page: The page that the drag began at, counted from 0.
  ///   - offset: The offset at the release.
  ///   - velocity: The change of the offset per second.
  /// - Returns: A page there is; the one nearest to where it began, if a number is none.
  public func target(from page: Int, offset: Double, velocity: Double) -> Int {
    let last = pageCount - 1
    let start = max(0, min(last, page))
    let projected = projectedOffset(from: offset, velocity: velocity) / pageSize
    let (least, most) = (max(0, start - 1), min(last, start + 1))
    guard projected > Double(least) else { return projected.isNaN ? start : least }
    guard projected < Double(most) else { return most }
    return Int(floor(projected + 0.5 + Self.tolerance))
  }

  /// The offset of a page, counted from 0.
  public func offset(of page: Int) -> Double { Double(page) * pageSize }
}
