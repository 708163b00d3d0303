import Curves

extension SamplingPlan {
  /// Works out what shows at a time.
  ///
  /// - Complexity: Linear in the layers and animations; nothing is allocated once there is room.
  func sample(at time: MediaTime, into shown: inout SampledValues) {
    prepare(&shown)
    sampleTimes(time, &shown)
    sampleGroups(&shown)
    sampleTransitions(&shown)
    sampleTracks(&shown)
  }

  /// Makes room, if there is none yet.
  private func prepare(_ shown: inout SampledValues) {
    func fit<Element>(_ array: inout [Element], _ count: Int, _ element: Element) {
      guard array.count != count else { return }
      array = Array(repeating: element, count: count)
    }
    fit(&shown.numbers, base.count, 0)
    fit(&shown.tracks, tracks.count, SampledTrack(shape: -1, count: 0, isAnimated: false))
    fit(&shown.times, nodes.count, 0)
    fit(&shown.groups, groups.count, GroupState(time: 0, applies: false, isAtEnd: false))
    fit(&shown.transitions, transitions.count, nil)
    fit(&shown.scratch, 3 * width, 0)
  }

  private func sampleTimes(_ time: MediaTime, _ shown: inout SampledValues) {
    nodes.withUnsafeBufferPointer { nodes in
      timings.withUnsafeBufferPointer { timings in
        shown.times.withUnsafeMutableBufferPointer { times in
          for index in nodes.indices {
            let above = Int(nodes[index].above)
            times[index] = timings[index].localTime(
              atParentTime: above < 0 ? time : times[above])
          }
        }
      }
    }
  }

  private func sampleGroups(_ shown: inout SampledValues) {
    for (index, group) in groups.enumerated() {
      let (time, isSeen, isAtEnd) = parent(group.group, group.time, shown)
      let sample = group.clock.sample(at: time, isEndActive: isAtEnd)
      var basic = sample.basicTime
      if group.curve >= 0 {
        basic = group.clock.duration * eased(sample.progress, group.curve)
      }
      if group.span >= 0 {
        basic =
          group.clock.duration
          * spans[Int(group.span)].progress(
            sample, eased: eased(sample.progress, group.curve), group.clock, at: time)
      }
      shown.groups[index] = GroupState(
        time: basic, applies: isSeen && sample.shows(isKept: group.isKept),
        isAtEnd: basic == group.clock.duration)
    }
  }

  private func sampleTransitions(_ shown: inout SampledValues) {
    for (index, transition) in transitions.enumerated() {
      let (time, isSeen, isAtEnd) = parent(transition.group, transition.time, shown)
      let sample = transition.clock.sample(at: time, isEndActive: isAtEnd)
      guard isSeen, sample.shows(isKept: transition.isKept) else {
        shown.transitions[index] = nil
        continue
      }
      shown.transitions[index] = transition.transition.effectiveProgress(
        at: eased(sample.progress, transition.curve))
    }
  }

  /// The time that a group's member, or a layer's, has for its parent.
  @inline(__always)
  private func parent(
    _ group: Int32, _ node: Int32, _ shown: SampledValues
  ) -> (time: MediaTime, isSeen: Bool, isAtEnd: Bool) {
    guard group >= 0 else { return (shown.times[Int(node)], true, false) }
    let state = shown.groups[Int(group)]
    return (state.time, state.applies, state.isAtEnd)
  }

  private func eased(_ progress: Double, _ curve: Int32) -> Double {
    guard curve >= 0 else { return progress }
    return curves.value(of: Int(curve), at: progress)
  }

  /// Goes through all tracks.
  private func sampleTracks(_ shown: inout SampledValues) {
    // Arrays of their own, as two parts of a value cannot be open at once.
    var (numbers, scratch, states) = (shown.numbers, shown.scratch, shown.tracks)
    (shown.numbers, shown.scratch, shown.tracks) = ([], [], [])
    withFrame(shown.times, shown.groups, &scratch) { frame in
      numbers.withUnsafeMutableBufferPointer { numbers in
        states.withUnsafeMutableBufferPointer { states in
          tracks.withUnsafeBufferPointer { tracks in
            base.withUnsafeBufferPointer { base in
              guard let first = numbers.baseAddress else { return }
              for index in tracks.indices {
                let slot = Int(tracks[index].slot)
                for part in slot..<slot + Int(tracks[index].count) { numbers[part] = base[part] }
                var state = SampledTrack(
                  shape: tracks[index].shape, count: tracks[index].count, isAnimated: false)
                frame.apply(tracks[index].leaves, to: first + slot, &state)
                states[index] = state
              }
            }
          }
        }
      }
    }
    (shown.numbers, shown.scratch, shown.tracks) = (numbers, scratch, states)
  }

  /// Opens the arrays that animations read.
  @inline(__always)
  private func withFrame(
    _ times: [MediaTime], _ groups: [GroupState], _ scratch: inout [Double],
    _ body: (SampledFrame) -> Void
  ) {
    times.withUnsafeBufferPointer { times in
      groups.withUnsafeBufferPointer { groups in
        leaves.withUnsafeBufferPointer { leaves in
          constants.withUnsafeBufferPointer { constants in
            curves.curves.withUnsafeBufferPointer { timingCurves in
              curves.coefficients.withUnsafeBufferPointer { curves in
                springs.withUnsafeBufferPointer { springs in
                  spans.withUnsafeBufferPointer { spans in
                    keyframes.withUnsafeBufferPointer { keyframes in
                      withShapes { classes, shapeNumbers in
                        scratch.withUnsafeMutableBufferPointer { scratch in
                          body(
                            SampledFrame(
                              times: times, groups: groups, leaves: leaves, constants: constants,
                              curves: curves, timingCurves: timingCurves, springs: springs,
                              spans: spans, keyframes: keyframes, shapeClasses: classes,
                              shapeNumbers: shapeNumbers, scratch: scratch, width: width))
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  /// Opens what is known of the shapes.
  @inline(__always)
  private func withShapes(
    _ body: (UnsafeBufferPointer<Int32>, UnsafeBufferPointer<Int32>) -> Void
  ) {
    shapeClasses.withUnsafeBufferPointer { classes in
      shapeNumbers.withUnsafeBufferPointer { body(classes, $0) }
    }
  }
}

extension MediaTiming.Sample {
  /// Whether an animation shows: it applies, and was not removed at its end.
  @inline(__always)
  func shows(isKept: Bool) -> Bool { applies && (isKept || phase != .after) }
}

/// What is shown of a track, but for its numbers.
struct SampledTrack: Sendable {
  /// What the numbers belong to, among the shapes.
  var shape: Int32

  /// How many numbers there are.
  var count: Int32

  /// Whether an animation gives the track its value.
  var isAnimated: Bool
}
