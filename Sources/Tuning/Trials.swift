import Transitions

/// The outcomes of gestures under a policy with some values.
struct Trials: Sendable {
  /// Whether each gesture finishes.
  let finishes: [Bool]

  /// Decides gestures.
  ///
  /// - Throws: The parameter that cannot be set.
  init(
    _ table: GestureTable, _ column: GestureTable.PolicyColumn, _ policy: any TunedPolicy,
    _ values: [String: ParameterValue], counting counts: [Bool]
  ) throws(ParameterError) {
    var isMet = column.situations.map { _ in false }
    for row in counts.indices where counts[row] && column.began(row) {
      isMet[column.situation(row)] = true
    }
    var policies: [Policy] = []
    for (number, situation) in column.situations.enumerated() {
      policies.append(
        isMet[number] ? try policy.policy(with: values, in: situation) : Policy())
    }
    finishes = table.rows.indices.map { row in
      guard counts[row], column.isDecided(row), column.began(row) else {
        return false
      }
      return policies[column.situation(row)].decision(
        atProgress: column.progress[row], velocity: column.velocity[row]
      ).outcome == .finish
    }
  }
}

extension GestureTable {
  /// The name of a device, for a person.
  func deviceName(_ number: Int32) -> String? {
    guard number >= 0, Int(number) < devices.count else { return nil }
    let device = devices[Int(number)]
    return device.name ?? device.kind
  }

  /// The groups that a gesture is in.
  func groups(_ row: Int) -> [(kind: Recommendation.Group.Kind, name: String)] {
    let gesture = rows[row]
    var groups: [(Recommendation.Group.Kind, String)] = []
    func text(_ number: Int32, _ index: TextIndex) -> String? {
      number >= 0 ? index.texts[Int(number)] : nil
    }
    let participant = text(gesture.participant, participants)
    if let participant { groups.append((.participant, participant)) }
    if let session = text(gesture.session, sessions) {
      groups.append((.session, [participant, session].compactMap { $0 }.joined(separator: " ")))
    }
    if let hand = text(gesture.hand, hands) { groups.append((.hand, hand)) }
    if let device = deviceName(gesture.device) { groups.append((.device, device)) }
    return groups
  }
}
