package import Quantities

/// Pairs two sets of positions so that the sum of the squared distances is the least.
///
/// It tells which contacts of two frames are the same fingers where the device does not. A motion
/// that all fingers share never confuses them, however far it goes: it adds the same to the sum of
/// every pairing. The method is Kuhn's and Munkres's, with potentials.
///
/// - Complexity: O(n³), and no allocation.
package struct NearestPairs {
  /// The place of a position that has no partner.
  package static let none = -1

  private var old = Places()
  private var new = Places()

  /// Creates two empty sets.
  package init() {}

  /// Positions, and what they are the positions of.
  private struct Places {
    var count = 0
    var x: [32 of Double] = .init(repeating: 0)
    var y: [32 of Double] = .init(repeating: 0)
    var places: [32 of Int] = .init(repeating: none)

    mutating func add(_ position: Vector<Device>, place: Int) {
      guard count < ContactFrame.capacity else { return }
      x[count] = Double(position.x)
      y[count] = Double(position.y)
      places[count] = place
      count += 1
    }
  }

  /// Adds a position of the frame before; those beyond 32 are left out.
  package mutating func addOld(_ position: Vector<Device>, place: Int) {
    old.add(position, place: place)
  }

  /// Adds a position of this frame; those beyond 32 are left out.
  package mutating func addNew(_ position: Vector<Device>, place: Int) {
    new.add(position, place: place)
  }

  /// Finds the pairs.
  ///
  /// - Parameter found: For each place of a new position, the place of its old one.
  package func find(_ found: inout [32 of Int]) {
    let isFewerNew = new.count <= old.count
    let rows = isFewerNew ? new : old
    let columns = isFewerNew ? old : new
    guard rows.count > 0 else { return }
    // Index 0 stands for no row and no column.
    var partner: [33 of Int] = .init(repeating: 0)
    var rowPotential: [33 of Double] = .init(repeating: 0)
    var columnPotential: [33 of Double] = .init(repeating: 0)
    for row in 1...rows.count {
      var least: [33 of Double] = .init(repeating: .infinity)
      var isVisited: [33 of Bool] = .init(repeating: false)
      var previous: [33 of Int] = .init(repeating: 0)
      var column = 0
      partner[0] = row
      repeat {
        isVisited[column] = true
        let current = partner[column]
        var step = Double.infinity
        var next = 0
        for other in 1...columns.count where !isVisited[other] {
          let x = rows.x[current - 1] - columns.x[other - 1]
          let y = rows.y[current - 1] - columns.y[other - 1]
          let cost = x * x + y * y - rowPotential[current] - columnPotential[other]
          if cost < least[other] {
            least[other] = cost
            previous[other] = column
          }
          if least[other] < step {
            step = least[other]
            next = other
          }
        }
        for other in 0...columns.count {
          if isVisited[other] {
            rowPotential[partner[other]] += step
            columnPotential[other] -= step
          } else {
            least[other] -= step
          }
        }
        column = next
      } while partner[column] != 0
      repeat {
        let before = previous[column]
        partner[column] = partner[before]
        column = before
      } while column != 0
    }
    for column in 1...columns.count where partner[column] > 0 {
      let row = rows.places[partner[column] - 1]
      let other = columns.places[column - 1]
      if isFewerNew { found[row] = other } else { found[other] = row }
    }
  }
}
