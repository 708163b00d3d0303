/// Finds the first number of an interval from which a condition holds, to the last bit.
///
/// The condition has to hold from some number of the interval on, or at least at its end: the end
/// is the answer if it holds nowhere before. It is not asked at the two ends.
func firstNumber(
  from lowest: Double, to highest: Double, where holds: (Double) -> Bool
) -> Double {
  var (low, high) = (lowest, highest)
  while true {
    let middle = low + (high - low) / 2
    guard low < middle, middle < high else { return high }
    if holds(middle) { high = middle } else { low = middle }
  }
}
