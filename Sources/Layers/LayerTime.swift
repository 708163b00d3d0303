extension LayerTree {
  // MARK: Time lines

  /// The local time of a layer at an absolute time, by the timings that are set.
  ///
  /// The corresponding Core Animation method is `CALayer.convertTime(_:from:)` with no layer.
  public func localTime(of layer: LayerID, at time: MediaTime) -> MediaTime {
    model.localTime(of: Int(layer.index), at: time)
  }

  /// The absolute time at a local time of a layer, or `nil` if its time stands still.
  public func absoluteTime(of layer: LayerID, at time: MediaTime) -> MediaTime? {
    model.absoluteTime(of: Int(layer.index), at: time)
  }

  /// The timing of a layer, as it is set.
  public func timing(of layer: LayerID) -> MediaTiming { model.timings[Int(layer.index)] }

  /// Changes the timing of a layer, in the transaction that is open.
  public mutating func setTiming(_ timing: MediaTiming, of layer: LayerID) {
    openImplicitLevel()
    model.timings[Int(layer.index)] = timing
  }

  /// Stops the time of a layer where it is at an absolute time.
  ///
  /// The recipe is that of Apple's Technical Q&A QA1673.
  public mutating func pause(_ layer: LayerID, at time: MediaTime) {
    var timing = timing(of: layer)
    timing.timeOffset = localTime(of: layer, at: time)
    timing.speed = 0
    setTiming(timing, of: layer)
  }

  /// Lets the time of a layer that was paused go on from where it is, at an absolute time.
  ///
  /// The recipe is that of Apple's Technical Q&A QA1673; the local time has no jump.
  public mutating func resume(_ layer: LayerID, at time: MediaTime) {
    var timing = timing(of: layer)
    let paused = timing.timeOffset
    timing.speed = 1
    timing.timeOffset = 0
    timing.beginTime = 0
    setTiming(timing, of: layer)
    timing.beginTime = localTime(of: layer, at: time) - paused
    setTiming(timing, of: layer)
  }

  // MARK: Events

  /// The moment from which something may start or end, in absolute seconds.
  ///
  /// Infinite if nothing will; negative infinity where time runs backwards or stands still, so that
  /// it cannot be said.
  public var nextEventTime: MediaTime { nextDue }

  /// Says what time it is: what starts and ends until then is told of, in the order of time.
  ///
  /// An animation starts when its active interval begins. When that ends, it stops finished, and is
  /// removed unless it says otherwise. Times before one that was reached change nothing.
  ///
  /// - Parameter time: The absolute time.
  /// - Complexity: O(1) until something is due, then linear in the animations.
  public mutating func advance(to time: MediaTime) {
    guard time >= now else { return }
    let last = now
    now = time
    guard time >= nextDue else { return }
    nextDue = .infinity

    var due: [(time: MediaTime, number: Int, index: Int, isStop: Bool)] = []
    for layer in render.links.indices where !render.links[layer].animations.isEmpty {
      let local = render.localTime(of: layer, at: time)
      for index in render.links[layer].animations where states[index].isPending {
        let record = animations[index]
        let clock = MediaClock(record.animation.timing)
        let phase = clock.sample(at: local).phase
        let limits = (
          begin: render.absoluteTime(of: layer, at: clock.begin),
          end: clock.endTime.flatMap { render.absoluteTime(of: layer, at: $0) }
        )
        func moment(_ limit: MediaTime?) -> MediaTime {
          min(max(limit ?? time, last), time)
        }
        if states[index] == .waiting, phase != .before {
          due.append((moment(limits.begin), record.id.number, index, false))
        }
        if phase == .after {
          due.append((moment(limits.end), record.id.number, index, true))
        } else if let next = phase == .before ? limits.begin : limits.end, next > time {
          nextDue = min(nextDue, next)
        } else if phase == .before || clock.endTime != nil {
          nextDue = -.infinity
        }
      }
    }
    due.sort { ($0.time, $0.number, $0.isStop ? 1 : 0) < ($1.time, $1.number, $1.isStop ? 1 : 0) }
    for (time, _, index, isStop) in due {
      isStop ? end(index, at: time) : start(index, at: time)
    }
  }

  /// What happened since it was last asked, in the order of time.
  public mutating func takeEvents() -> [LayerEvent] {
    defer { events = [] }
    return events
  }

  private mutating func start(_ index: Int, at time: MediaTime) {
    states[index] = .running
    let record = animations[index]
    guard record.animation.reportsEvents else { return }
    events.append(LayerEvent(time: time, kind: .started(record.id)))
  }

  private mutating func end(_ index: Int, at time: MediaTime) {
    let record = animations[index]
    if record.animation.isRemovedOnCompletion {
      states[index] = .gone
      indices[record.id] = nil
      model.links[record.layer].animations.removeAll { $0 == index }
      render.links[record.layer].animations.removeAll { $0 == index }
      freeAnimations.append(index)
    } else {
      states[index] = .ended
    }
    tellStop(record, finished: true, at: time)
  }
}

extension MediaClock {
  /// The time of the parent at which the active interval ends, or `nil` if it never does.
  var endTime: MediaTime? {
    guard duration > 0 else { return begin }
    guard speed != 0 else { return nil }
    let length = speed > 0 ? active / speed : -offset / speed
    return length.isFinite ? begin + max(0, length) : nil
  }
}
