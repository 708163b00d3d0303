import Simulation
import Tuning

/// What `tune` was required to show, as JUnit XML.
enum TuneJUnit {
  static func text(_ answer: TuneAnswer) -> String {
    let findings = answer.findings
    let failures = findings.count { $0.finding != .met }
    let counts =
      "tests=\"\(findings.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"0\""
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(counts)>\n"
    text += "  <testsuite name=\"pantograph tune\" \(counts)>\n"
    for (requirement, finding) in findings {
      let name = JUnit.escaped("\(answer.recommendation.choice.id) \(requirement)")
      let head = "    <testcase classname=\"pantograph\" name=\"\(name)\""
      guard finding != .met else {
        text += head + "/>\n"
        continue
      }
      let rate = answer.judged[requirement.kind]
      let message =
        "\(rate.mistakes) of \(rate.count), at most \(DecimalText.significant(rate.upper, digits: 3))"
      text += head + ">\n      <failure message=\"\(JUnit.escaped(message))\">"
      text += JUnit.escaped(TuneWords.finding(finding, requirement))
      text += "</failure>\n    </testcase>\n"
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }
}
