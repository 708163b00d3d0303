import Simulation
import Tuning

/// The values that `tune` tried, as a table.
enum TuneCSV {
  static func text(_ answer: TuneAnswer) -> String {
    var text =
      "policy,parameter,value,unit,false_finishes,false_cancels,cost,may_be_best,extrapolated\r\n"
    for policy in answer.recommendation.policies {
      for point in policy.curve {
        let fields = [
          quoted(policy.id), quoted(answer.variations.first?.parameter ?? ""),
          DecimalText.significant(point.value.number), point.value.unit,
          String(point.falseFinishes), String(point.falseCancels),
          DecimalText.significant(point.cost), point.mayBeBest ? "true" : "false",
          point.isExtrapolated ? "true" : "false",
        ]
        text += fields.joined(separator: ",") + "\r\n"
      }
    }
    return text
  }

  private static func quoted(_ text: String) -> String {
    let text = PlainText.escaped(text)
    guard text.contains(where: { $0 == "," || $0 == "\"" }) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
