extension LayerTree {
  /// Puts a layer above all sublayers of another, from wherever it was.
  public mutating func addSublayer(_ layer: LayerID, to superlayer: LayerID) {
    insertSublayer(layer, at: .max, of: superlayer)
  }

  /// Puts a layer among the sublayers of another, from wherever it was.
  ///
  /// The action for `onOrderIn` of the layer runs, and that for `sublayers` of the superlayer.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - position: Its place among the others; one that is too large is that above all.
  ///   - superlayer: The layer to be above it.
  /// - Precondition: The superlayer does not lie below the layer.
  public mutating func insertSublayer(
    _ layer: LayerID, at position: Int, of superlayer: LayerID
  ) {
    let (index, above) = (Int(layer.index), Int(superlayer.index))
    precondition(layer != root, "The root has no superlayer")
    precondition(
      !model.isLayer(above, within: index), "A layer is not put below one of its sublayers")
    openImplicitLevel()
    detach(index)
    let count = model.links[above].sublayers.count
    model.links[above].sublayers.insert(index, at: min(max(position, 0), count))
    model.links[index].superlayer = above
    isRearranged = true
    runAction(forKey: "onOrderIn", of: index, property: nil)
    runAction(forKey: Property.sublayers.key, of: above, property: .sublayers)
  }

  /// Puts a layer right above one of its new siblings.
  ///
  /// - Precondition: The sibling has a superlayer, which does not lie below the layer.
  public mutating func insertSublayer(_ layer: LayerID, above sibling: LayerID) {
    insert(layer, besides: sibling, offset: 1)
  }

  /// Puts a layer right below one of its new siblings.
  ///
  /// - Precondition: The sibling has a superlayer, which does not lie below the layer.
  public mutating func insertSublayer(_ layer: LayerID, below sibling: LayerID) {
    insert(layer, besides: sibling, offset: 0)
  }

  private mutating func insert(_ layer: LayerID, besides sibling: LayerID, offset: Int) {
    guard let above = superlayer(of: sibling) else {
      preconditionFailure("A sibling has a superlayer")
    }
    guard layer != sibling else { return }
    let others = sublayers(of: above).filter { $0 != layer }
    let place = others.firstIndex(of: sibling) ?? others.count
    insertSublayer(layer, at: place + offset, of: above)
  }

  /// Takes a layer out of the tree, with all below it.
  ///
  /// Its animations stop at the commit. The action for `onOrderOut` of the layer runs, and that for
  /// `sublayers` of the superlayer.
  public mutating func removeFromSuperlayer(_ layer: LayerID) {
    let index = Int(layer.index)
    let links = model.links[index]
    guard links.superlayer >= 0 else { return }
    openImplicitLevel()
    runAction(forKey: "onOrderOut", of: index, property: nil)
    detach(index)
    let property: Property = links.isMask ? .mask : .sublayers
    runAction(forKey: property.key, of: links.superlayer, property: property)
  }

  mutating func setMask(_ mask: LayerID?, of layer: LayerID) {
    let index = Int(layer.index)
    if let mask {
      precondition(
        mask != root && !model.isLayer(index, within: Int(mask.index)),
        "A layer is not put below one of its sublayers")
    }
    let old = model.links[index].mask
    if old >= 0 { detach(old) }
    if let mask {
      detach(Int(mask.index))
      model.links[index].mask = Int(mask.index)
      model.links[Int(mask.index)].superlayer = index
      model.links[Int(mask.index)].isMask = true
    }
    isRearranged = true
    runAction(forKey: Property.mask.key, of: index, property: .mask)
  }

  mutating func setSublayers(_ sublayers: [LayerID], of layer: LayerID) {
    let above = Int(layer.index)
    for sublayer in sublayers {
      precondition(
        sublayer != root && !model.isLayer(above, within: Int(sublayer.index)),
        "A layer is not put below one of its sublayers")
    }
    let old = model.links[above].sublayers
    let new = sublayers.map { Int($0.index) }
    for index in old where !new.contains(index) {
      runAction(forKey: "onOrderOut", of: index, property: nil)
    }
    for index in old + new { detach(index) }
    for index in new where model.links[index].superlayer < 0 {
      model.links[above].sublayers.append(index)
      model.links[index].superlayer = above
      if !old.contains(index) { runAction(forKey: "onOrderIn", of: index, property: nil) }
    }
    isRearranged = true
    runAction(forKey: Property.sublayers.key, of: above, property: .sublayers)
  }

  /// Takes a layer from the one above it.
  private mutating func detach(_ index: Int) {
    let above = model.links[index].superlayer
    guard above >= 0 else { return }
    if model.links[index].isMask {
      model.links[above].mask = -1
      model.links[index].isMask = false
    } else {
      model.links[above].sublayers.removeAll { $0 == index }
    }
    model.links[index].superlayer = -1
    isRearranged = true
  }
}
