import Quantities

/// Whether devices need values of their own, beyond what chance makes of it.
///
/// With a value for each device the cost is never more than with one for all. By how much it is
/// less is compared with what comes of devices drawn anew: persons who used one device change it
/// among each other, and those who used several change them among themselves, as they could if
/// devices made no difference (a permutation test).
struct DeviceTest: Sendable {
  /// The best point of each device.
  let best: [Int]

  /// How much less a gesture costs than with one point for all.
  let gain: Double

  /// The share of drawings that gain as much, those recorded included.
  let probability: Double

  /// Tests devices.
  ///
  /// - Parameters:
  ///   - sweep: The counts, a cell for each unit and device: unit · devices + device.
  ///   - curve: The curve of all cells.
  ///   - sizes: How many values each variation has.
  ///   - devices: How many devices there are.
  ///   - costs: What mistakes cost.
  ///   - seed: What the drawings come from.
  init(_ sweep: Sweep, curve: CostCurve, sizes: [Int], devices: Int, costs: Costs, seed: UInt64) {
    let width = sweep.points.count
    let units = sweep.cellCount / devices
    let weights = curve.weights
    var values = Array(repeating: 0.0, count: sweep.cellCount * width)
    var isUsed = Array(repeating: false, count: sweep.cellCount)
    for cell in 0..<sweep.cellCount {
      let cancels = sweep.finishing(.cancel, cell: cell)
      let finishes = sweep.finishing(.finish, cell: cell)
      let nones = sweep.finishing(.none, cell: cell)
      let meant = sweep.total(.finish, cell: cell)
      isUsed[cell] = Intent.allCases.contains { sweep.total($0, cell: cell) > 0 }
      for point in 0..<width {
        values[cell * width + point] =
          weights.falseFinish * Double(cancels[cancels.startIndex + point])
          + weights.falseCancel * Double(meant - Int(finishes[finishes.startIndex + point]))
          + weights.finishedStart * Double(nones[nones.startIndex + point])
      }
    }
    best = (0..<devices).map { device in
      let cells = (0..<units).map { $0 * devices + device }
      return CostCurve(sweep, cells: cells, costs: costs, shares: curve.counts)
        .best(sweep, sizes: [sizes])
    }
    let usedBy = (0..<units).map { unit in
      (0..<devices).filter { isUsed[unit * devices + $0] }
    }
    /// The least costs of the devices, where the cells of each unit belong to others.
    func leastSum(_ owner: [Int]) -> Double {
      var sums = Array(repeating: 0.0, count: devices * width)
      for cell in isUsed.indices where isUsed[cell] {
        let start = owner[cell] * width
        for point in 0..<width { sums[start + point] += values[cell * width + point] }
      }
      return (0..<devices).reduce(0) { sum, device in
        sum + (sums[device * width..<(device + 1) * width].min() ?? 0)
      }
    }
    let recorded = isUsed.indices.map { $0 % devices }
    let least = leastSum(recorded)
    let whole = leastSum(Array(repeating: 0, count: recorded.count))
    gain = max(0, whole - least)
    let drawings = max(199, min(1999, 200_000_000 / max(1, sweep.cellCount * width)))
    var numbers = RandomNumbers(seed: seed, for: 4)
    let single = usedBy.indices.filter { usedBy[$0].count == 1 }
    var asMuch = 0
    for _ in 0..<drawings {
      var owner = recorded
      var theirs = single.map { usedBy[$0][0] }
      numbers.shuffle(&theirs)
      for (unit, device) in zip(single, theirs) {
        owner[unit * devices + usedBy[unit][0]] = device
      }
      for unit in usedBy.indices where usedBy[unit].count > 1 {
        var order = usedBy[unit]
        numbers.shuffle(&order)
        for (device, other) in zip(usedBy[unit], order) { owner[unit * devices + device] = other }
      }
      if leastSum(owner) <= least + 1e-12 { asMuch += 1 }
    }
    probability = Double(asMuch + 1) / Double(drawings + 1)
  }
}
