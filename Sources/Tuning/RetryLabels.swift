import Quantities

/// Intents by what people did next.
///
/// A cancel that the same swipe follows at once was not wanted, and neither was a finish that the
/// opposite swipe takes back. All other outcomes are taken to be wanted, which is right for most
/// of them at best: people also put up with what they did not want.
public enum RetryLabels {
  /// How soon the same swipe must follow a cancel.
  public static let longestRetry = Duration.seconds(1.5)

  /// How soon the opposite swipe must follow a finish.
  public static let longestReturn = Duration.seconds(2)

  /// The intents of gestures.
  ///
  /// - Parameters:
  ///   - table: The gestures; those of a recording are compared with each other.
  ///   - policy: The policy that was in force.
  /// - Returns: The intent of each gesture; `nil` for those that were broken off or never began.
  /// - Throws: The parameter of the policy that cannot be set.
  public static func intents(
    of table: GestureTable, under policy: any TunedPolicy
  ) throws(ParameterError) -> [Intent?] {
    guard let column = table.policy(policy.id) else {
      return Array(repeating: nil, count: table.count)
    }
    let isTold = table.rows.indices.map {
      column.isKnown($0) && column.began($0) && column.isDecided($0)
    }
    let trials = try Trials(table, column, policy, [:], counting: isTold)
    let order = table.rows.indices.sorted {
      let (one, other) = (table.rows[$0], table.rows[$1])
      return (one.recording, one.down, one.gesture) < (other.recording, other.down, other.gesture)
    }
    var intents = Array(repeating: Intent?.none, count: table.count)
    for (place, row) in order.enumerated() where isTold[row] {
      let gesture = table.rows[row]
      let outcome: Intent = trials.finishes[row] ? .finish : .cancel
      intents[row] = outcome
      guard place + 1 < order.count, case let next = table.rows[order[place + 1]],
        next.recording == gesture.recording, next.fingers == gesture.fingers,
        let way = way(of: gesture), let nextWay = self.way(of: next), way.axis == nextWay.axis
      else { continue }
      let pause = next.down - gesture.end
      let isSame = way.isForward == nextWay.isForward
      if outcome == .cancel, isSame, pause <= seconds(longestRetry) { intents[row] = .finish }
      if outcome == .finish, !isSame, pause <= seconds(longestReturn) { intents[row] = .cancel }
    }
    return intents
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }

  /// The axis that the fingers moved along, and whether to larger coordinates.
  private static func way(of gesture: GestureTable.Row) -> (axis: Int, isForward: Bool)? {
    let isForward = gesture.travel >= 0
    return switch gesture.direction {
    case .right: (0, isForward)
    case .left: (0, !isForward)
    case .down: (1, isForward)
    case .up: (1, !isForward)
    case nil: nil
    }
  }
}
