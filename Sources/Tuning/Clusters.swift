import Quantities

/// Gestures in the groups that chance drew them in: persons, and sessions within persons.
///
/// Gestures of one person are like each other, so that a hundred of one person tell less of others
/// than one each of a hundred.
struct Clusters: Sendable {
  /// What is drawn anew to learn how sure a result is.
  enum Level: String, Sendable {
    /// Persons, and then sessions of each.
    case persons

    /// The sessions of one person, or of persons who are not known.
    case sessions

    /// Recordings, since neither persons nor sessions are known.
    case recordings

    /// Gestures, since they are all of a few recordings.
    case gestures
  }

  /// What is drawn.
  let level: Level

  /// The cell of each gesture; −1 for those that do not count.
  let cells: [Int32]

  /// The unit of each cell, such as its person.
  let units: [Int]

  /// How many units there are.
  let unitCount: Int

  /// The fewest recordings that are drawn, rather than gestures.
  private static let fewestRecordings = 20

  /// Groups gestures.
  ///
  /// - Parameters:
  ///   - table: The gestures.
  ///   - counts: Whether each of them counts.
  ///   - most: The most cells; more sessions or persons are put together by chance.
  ///   - seed: What the chance comes from.
  init(_ table: GestureTable, counting counts: [Bool], most: Int, seed: UInt64) {
    let persons = Self.ranked(table.rows.map(\.participant), table.participants, counts)
    let sessions = Self.ranked(table.rows.map(\.session), table.sessions, counts)
    let known = Set(zip(persons, counts).lazy.filter { $1 && $0 > 0 }.map(\.0))
    let pairs = Set(
      zip(zip(persons, sessions), counts).lazy.filter(\.1).map { Pair($0.0.0, $0.0.1) })
    if known.count >= 2 {
      level = .persons
      let isFine = pairs.count <= most
      let keys = zip(persons, sessions).map { Pair($0, isFine ? $1 : 0) }
      (cells, units, unitCount) = Self.grouped(keys, counts, most, seed)
      return
    }
    if pairs.count >= 2 {
      level = .sessions
      let keys = zip(persons, sessions).map { Pair($0 << 32 | $1, 0) }
      (cells, units, unitCount) = Self.grouped(keys, counts, most, seed)
      return
    }
    let recordings = Self.ranked(table.rows.map(\.recording), table.recordings, counts)
    let isFew =
      Set(zip(recordings, counts).lazy.filter(\.1).map(\.0)).count < Self.fewestRecordings
    level = isFew ? .gestures : .recordings
    let keys = zip(recordings, table.rows).map { Pair($0, 0, isFew ? $1.gesture : 0) }
    (cells, units, unitCount) = Self.grouped(keys, counts, most, seed)
  }

  private struct Pair: Hashable, Comparable {
    var unit: Int
    var cell: Int
    var gesture: Int

    init(_ unit: Int, _ cell: Int, _ gesture: Int = 0) {
      self.unit = unit
      self.cell = cell
      self.gesture = gesture
    }

    static func < (one: Self, other: Self) -> Bool {
      (one.unit, one.gesture, one.cell) < (other.unit, other.gesture, other.cell)
    }
  }

  /// Numbers in the order of their texts, from 1; 0 where there is none.
  private static func ranked(_ numbers: [Int32], _ texts: TextIndex, _ counts: [Bool]) -> [Int] {
    let ranks = texts.ranks
    return numbers.map { $0 < 0 ? 0 : ranks[Int($0)] + 1 }
  }

  /// Makes cells of keys, in the order of the keys, so that the order of gestures does not matter.
  private static func grouped(
    _ keys: [Pair], _ counts: [Bool], _ most: Int, _ seed: UInt64
  ) -> (cells: [Int32], units: [Int], unitCount: Int) {
    let sorted = Set(zip(keys, counts).lazy.filter(\.1).map(\.0)).sorted()
    var cell: [Pair: Int32] = [:]
    var units: [Int] = []
    if sorted.count <= most {
      var unit = -1
      for (index, key) in sorted.enumerated() {
        let isSame =
          index > 0 && sorted[index - 1].unit == key.unit
          && sorted[index - 1].gesture == key.gesture
        if !isSame { unit += 1 }
        cell[key] = Int32(index)
        units.append(unit)
      }
    } else {
      // Too many to draw one by one: groups of equal size, made by chance, vary as those do.
      var numbers = RandomNumbers(seed: seed, for: 1)
      var order = Array(sorted.indices)
      numbers.shuffle(&order)
      for (place, index) in order.enumerated() { cell[sorted[index]] = Int32(place % most) }
      units = Array(0..<most)
    }
    let cells = zip(keys, counts).map { key, isCounted in isCounted ? cell[key] ?? -1 : -1 }
    return (cells, units, (units.last ?? -1) + 1)
  }
}
