extension LayerTree {
  /// What holds in the transaction that is open, or would hold in the next implicit one.
  ///
  /// Setting it changes the innermost transaction that is open; if there is none, it opens an
  /// implicit one.
  public var transaction: Transaction {
    get { levels.last?.settings ?? Transaction() }
    set {
      openImplicitLevel()
      levels[levels.count - 1].settings = newValue
    }
  }

  /// The number of transactions that are open, with the implicit one.
  public var transactionDepth: Int { levels.count }

  /// Opens a transaction, within the one that is open if there is one.
  ///
  /// It starts with what holds outside, but for the completion.
  ///
  /// - Parameter change: What to change of that.
  public mutating func begin(_ change: (inout Transaction) -> Void = { _ in }) {
    var settings = transaction
    change(&settings)
    levels.append(TransactionLevel(settings: settings))
  }

  /// Closes the innermost transaction that is open; without one, nothing happens.
  ///
  /// An implicit transaction is closed by ``flush(at:)`` only.
  ///
  /// - Parameter time: The absolute time; if this is the outermost transaction, that at which all
  ///   its animations start.
  public mutating func commit(at time: MediaTime) {
    guard levels.count > (hasImplicitLevel ? 1 : 0) else { return }
    close(at: time)
  }

  /// Closes the implicit transaction, as the end of a turn of the run loop does (`rule`).
  ///
  /// It does so even if nothing changed, so that ``isCommitted(_:)`` holds for what is in the tree.
  /// While an explicit transaction is open, nothing happens.
  ///
  /// - Parameter time: The absolute time, at which all its animations start.
  public mutating func flush(at time: MediaTime) {
    openImplicitLevel()
    guard hasImplicitLevel, levels.count == 1 else { return }
    close(at: time)
  }

  /// Makes changes within a transaction of their own.
  ///
  /// - Parameters:
  ///   - time: The absolute time of the commit.
  ///   - change: What holds for them.
  ///   - changes: The changes.
  public mutating func transact(
    at time: MediaTime, _ change: (inout Transaction) -> Void = { _ in },
    changes: (inout Self) -> Void
  ) {
    begin(change)
    changes(&self)
    commit(at: time)
  }

  /// Waits for the animations that are added to the transaction from now on.
  ///
  /// The tree tells when all of them have completed or been removed; if there is none, at the
  /// commit of the transaction. One that was set before waits for those added before only; without
  /// any, it is told at that commit too. The corresponding Core Animation method is
  /// `CATransaction.setCompletionBlock`.
  ///
  /// - Returns: What the event names.
  @discardableResult
  public mutating func setCompletion() -> CompletionToken {
    openImplicitLevel()
    let token = CompletionToken(number: tokenCount)
    tokenCount += 1
    completions[token] = CompletionGroup()
    let last = levels.count - 1
    if let old = levels[last].completion { levels[last].replaced.append(old) }
    levels[last].completion = token
    return token
  }

  mutating func openImplicitLevel() {
    guard levels.isEmpty else { return }
    levels.append(TransactionLevel(settings: Transaction()))
    hasImplicitLevel = true
  }

  /// Closes the innermost transaction.
  private mutating func close(at time: MediaTime) {
    guard let level = levels.popLast() else { return }
    let tokens = level.replaced + (level.completion.map { [$0] } ?? [])
    for token in tokens { completions[token]?.isSealed = true }
    if levels.isEmpty {
      hasImplicitLevel = false
      publish(at: time)
    }
    for token in tokens { tellIfComplete(token, at: max(time, now)) }
  }

  /// Hands the model over to the render tree, and starts what was added.
  private mutating func publish(at time: MediaTime) {
    advance(to: time)
    let time = now
    capturePresentation(at: time)
    // A layer may have been made and put nowhere.
    if isRearranged || isRendered.count != model.links.count {
      isRendered = Array(repeating: false, count: model.links.count)
      for layer in model.tree(below: Int(root.index)) { isRendered[layer] = true }
      isRearranged = false
    }
    removeLostAnimations()
    tellRemovedAnimations(at: time)
    for event in actionsToTell { events.append(LayerEvent(time: time, kind: event)) }
    actionsToTell = []
    render = model
    nextDue = -.infinity
    advance(to: time)
  }

  /// Notes for each new animation what is shown where it starts, and when it begins.
  private mutating func capturePresentation(at time: MediaTime) {
    var before: Presentation?
    for layer in model.links.indices {
      for index in model.links[layer].animations where states[index] == .added {
        var record = animations[index]
        if record.animation.timing.beginTime == 0 {
          record.animation.timing.beginTime = model.localTime(of: layer, at: time)
        }
        record.captured = record.animation.propertyAnimations.compactMap { property, ends in
          guard ends?.startsAtPresentation == true else { return nil }
          guard isCommitted(layer) else {
            return value(property.path, of: LayerID(layer)) ?? .nothing
          }
          let shown = before ?? presentation(at: time)
          before = shown
          return shown.value(property.path, of: LayerID(layer)) ?? .nothing
        }
        if case .transition = record.animation.kind {
          let shown = before ?? presentation(at: time)
          before = shown
          oldContents[record.id] = shown
        }
        animations[index] = record
        states[index] = .waiting
      }
    }
  }

  /// Takes animations off layers that are not in the tree any more.
  private mutating func removeLostAnimations() {
    for layer in model.links.indices where !isRendered[layer] {
      for index in model.links[layer].animations { take(index) }
    }
  }

  private mutating func tellRemovedAnimations(at time: MediaTime) {
    for index in removedAnimations {
      let record = animations[index]
      if states[index] == .removed { tellStop(record, finished: false, at: time) }
      states[index] = .gone
      oldContents[record.id] = nil
      freeAnimations.append(index)
    }
    removedAnimations = []
  }

  /// Tells that an animation stopped, and that what waited for it is complete.
  mutating func tellStop(_ record: AnimationRecord, finished: Bool, at time: MediaTime) {
    oldContents[record.id] = nil
    if record.animation.reportsEvents {
      events.append(LayerEvent(time: time, kind: .stopped(record.id, finished: finished)))
    }
    guard let token = record.completion else { return }
    completions[token]?.count -= 1
    tellIfComplete(token, at: time)
  }

  private mutating func tellIfComplete(_ token: CompletionToken, at time: MediaTime) {
    guard let group = completions[token], group.isSealed, group.count == 0 else { return }
    completions[token] = nil
    events.append(LayerEvent(time: time, kind: .completed(token)))
  }
}
