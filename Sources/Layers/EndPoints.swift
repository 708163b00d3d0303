/// The values that an animation goes between.
///
/// Those left out are found as the page of `CABasicAnimation` says, under "Setting Interpolation
/// Values". Where all three are set, the difference is ignored (`rule`).
public struct EndPoints: Hashable, Sendable {
  /// The first value.
  public var from: PropertyValue?

  /// The last value.
  public var to: PropertyValue?

  /// The difference of the two.
  public var by: PropertyValue?

  /// Creates end points.
  public init(from: PropertyValue? = nil, to: PropertyValue? = nil, by: PropertyValue? = nil) {
    self.from = from
    self.to = to
    self.by = by
  }

  /// Where an end point comes from.
  enum Source: Hashable, Sendable {
    /// It is known when the animation starts.
    case fixed(PropertyValue)

    /// It is what lies below the animation, at any time.
    case underlying
  }

  /// Whether the first value is what was shown when the animation was committed.
  var startsAtPresentation: Bool { from == nil && (to == nil || by == nil) }

  /// The two end points.
  ///
  /// - Parameters:
  ///   - presentation: What is shown when the animation is committed, before what comes with it.
  ///   - previous: What was shown before the transaction, which counts where nothing is set.
  /// - Returns: The two, or `nil` if a difference cannot be added.
  func resolved(
    presentation: PropertyValue, previous: PropertyValue
  ) -> (from: Source, to: Source)? {
    switch (from, to, by) {
    case (let from?, let to?, _): (.fixed(from), .fixed(to))
    case (let from?, nil, let by?): from.adding(by).map { (.fixed(from), .fixed($0)) }
    case (nil, let to?, let by?): to.adding(by, times: -1).map { (.fixed($0), .fixed(to)) }
    case (let from?, nil, nil): (.fixed(from), .underlying)
    case (nil, let to?, nil): (.fixed(presentation), .fixed(to))
    case (nil, nil, let by?):
      presentation.adding(by).map { (.fixed(presentation), .fixed($0)) }
    case (nil, nil, nil): (.fixed(previous), .underlying)
    }
  }

  /// The two values, for an animation that is not in a tree.
  ///
  /// - Parameters:
  ///   - presentation: What is shown when the animation is committed, before what comes with it.
  ///   - previous: What was shown before the transaction, which counts where nothing is set.
  ///   - underlying: What lies below the animation: the value of the model, if nothing else animates
  ///     the property.
  /// - Returns: The two values, or `nil` if a difference cannot be added.
  public func values(
    presentation: PropertyValue, previous: PropertyValue, underlying: PropertyValue
  ) -> (from: PropertyValue, to: PropertyValue)? {
    resolved(presentation: presentation, previous: previous).map { from, to in
      (from.value ?? underlying, to.value ?? underlying)
    }
  }
}

extension EndPoints.Source {
  /// The value, if it is known.
  var value: PropertyValue? {
    if case .fixed(let value) = self { value } else { nil }
  }
}
