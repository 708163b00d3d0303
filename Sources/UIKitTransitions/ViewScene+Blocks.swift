public import Layers

extension ViewScene {
  // MARK: What blocks and animators ask for

  /// The frames per second that the blocks in progress prefer: the most that one asks for.
  ///
  /// `nil` if there is none, or one that is content with whatever the screen has.
  public var preferredFrameRate: Double? {
    var most: Double?
    for block in blocks where !block.isComplete {
      guard let rate = block.options.preferredFrameRate else { return nil }
      most = max(most ?? rate, rate)
    }
    return most
  }

  /// Whether a view takes touches now.
  ///
  /// It does not while a block without `allowUserInteraction` animates it or a view above it, nor
  /// while an active animator does that has no user interaction.
  public func takesTouches(_ view: LayerID) -> Bool {
    var blocked: Set<LayerID> = []
    for block in blocks
    where !block.isComplete && !block.options.contains(.allowUserInteraction) {
      blocked.formUnion(block.changes.map(\.layer))
      if let view = block.view { blocked.insert(view) }
    }
    for animator in animators
    where animator.animator.state == .active && !animator.animator.isUserInteractionEnabled {
      blocked.formUnion(animator.groups.joined().map(\.layer))
    }
    var next: LayerID? = view
    while let layer = next {
      guard !blocked.contains(layer) else { return false }
      next = tree.superlayer(of: layer)
    }
    return true
  }
}
