public import Layers
public import Quantities
public import Transitions

extension ViewScene {
  /// Says what time it is.
  ///
  /// - Returns: What happened until then, in its order, to be answered.
  public mutating func advance(to time: Timestamp) -> [Occurrence] {
    let target = max(self.time, time)
    // An animator ends at its own moment, after the layers have reached it.
    var happened: [Occurrence] = []
    while let end = nextAnimatorEnd, end.time <= target {
      self.time = max(self.time, end.time)
      tree.advance(to: mediaTime)
      happened += takeOccurrences()
      endAnimator(end.number)
      happened += takeOccurrences()
    }
    self.time = target
    tree.advance(to: mediaTime)
    return happened + takeOccurrences()
  }

  /// Ends the turn: what was changed is committed.
  ///
  /// - Returns: What happened by it, to be answered.
  public mutating func flush() -> [Occurrence] {
    tree.flush(at: mediaTime)
    return takeOccurrences()
  }

  mutating func takeOccurrences() -> [Occurrence] {
    for event in tree.takeEvents() { take(event) }
    defer { immediate = [] }
    return immediate
  }

  private mutating func take(_ event: LayerEvent) {
    let moment = moment(event.time)
    switch event.kind {
    case .started(let id):
      if let label = labels[id] { trace.call(label, "animationDidStart", at: moment) }
    case .stopped(let id, let finished):
      if let number = blockOfAnimation[id], !finished { blocks[number].isFinished = false }
      if heldAnimations.contains(id) {
        stoppedAnimations.insert(id)
        return
      }
      if let label = labels[id] {
        trace.call(label, "animationDidStop", [.init("finished", .flag(finished))], at: moment)
      }
    case .completed(let token):
      if let number = blockOfToken[token] {
        complete(number, finished: blocks[number].isFinished, at: moment)
        return
      }
      if let label = tokenLabels[token], !heldTokens.contains(token) {
        trace.call(label, "completion", at: moment)
      }
    case .action(let name, let key, let layer):
      trace.call(
        self.name(of: layer), "runAction",
        [
          .init("action", .word(name)), .init("key", .word(key)),
        ], at: moment)
    }
    immediate.append(Occurrence(time: moment, kind: .layer(event.kind)))
  }

  mutating func complete(_ number: Int, finished: Bool, at time: Timestamp) {
    guard !blocks[number].isComplete, !blocks[number].isHeld else { return }
    blocks[number].isComplete = true
    // They stay until here, so that what is scrubbed can go back.
    if !blocks[number].animations.isEmpty {
      tree.begin { $0.disablesActions = true }
      for animation in blocks[number].animations {
        tree.removeAnimation(animation)
        transitions[animation] = nil
      }
      tree.commit(at: mediaTime)
    }
    trace.call(
      blocks[number].name, "completion", [.init("finished", .flag(finished))], at: time)
    immediate.append(
      Occurrence(time: time, kind: .completed(ViewBlockID(number: number), finished: finished)))
  }

  /// Adds what is shown of the watched layers to the trace.
  public mutating func sampleFrame() {
    let presentation = tree.presentation(at: mediaTime)
    for (layer, paths) in watched {
      var fields = paths.compactMap { path in
        presentation.value(path, of: layer).flatMap(TraceEntry.Value.init)
          .map { TraceEntry.Field(path.description, $0) }
      }
      if let shown = transition(of: layer, in: presentation) {
        fields += [
          .init("transition", .word(shown.effect.rawValue)),
          .init("progress", .number(shown.progress)),
        ]
      } else if let state = presentation.transition(of: layer) {
        let (old, new) = (state.arrangement.old, state.arrangement.new)
        fields += [
          .init("transition", .word(state.transition.effect.rawValue)),
          .init("progress", .number(state.progress)),
          .init("old", .numbers([old.offset.x, old.offset.y, old.alpha])),
          .init("new", .numbers([new.offset.x, new.offset.y, new.alpha])),
        ]
      }
      if !fields.isEmpty { trace.value(name(of: layer), fields, at: time) }
    }
  }
}

extension TraceEntry.Value {
  /// The value of a property as a trace has it; a transform by the six numbers of a flat one.
  ///
  /// Fails for what a line has no place for, such as a path.
  public init?(_ value: PropertyValue) {
    switch value {
    case .nothing: self = .word("none")
    case .number(let number): self = .number(number)
    case .flag(let flag): self = .flag(flag)
    case .point(let point): self = .numbers([point.x, point.y])
    case .size(let size): self = .numbers([size.width, size.height])
    case .rect(let rect):
      self = .numbers([rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
    case .color(let color): self = .numbers([color.red, color.green, color.blue, color.alpha])
    case .transform(let transform):
      let (x, y, origin) = (transform.row1, transform.row2, transform.row4)
      self = .numbers([x.x, x.y, y.x, y.y, origin.x, origin.y])
    case .text(let text): self = .word(text)
    case .contents(.named(let name)): self = .word(name)
    case .numbers(let numbers): self = .numbers(numbers)
    case .contents, .path, .colors, .layer, .layers, .filters: return nil
    }
  }
}
