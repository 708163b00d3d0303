import Simulation
import Transitions

/// What can be moved on a page.
///
/// Without the script it is not there.
struct PageControls {
  private let page: ReportPage

  /// Creates the controls of a page.
  init(_ page: ReportPage) {
    self.page = page
  }

  /// Writes them.
  func write(to markup: inout Markup) {
    guard let first = page.gestures.first else { return }
    let threshold = first.report.policy.finishThreshold
    markup.element(
      "section", ["id": "controls", "hidden": "", "aria-labelledby": "controls-title"]
    ) { markup in
      markup.element("h2", ["id": "controls-title", "class": "unseen"], "What if")
      markup.element("div", ["class": "controls"]) { markup in
        slider(
          &markup, id: "threshold", title: "Threshold", value: threshold, largest: "1",
          step: "0.005")
        slider(
          &markup, id: "velocity", title: "Flick, /s", value: page.flick, largest: "5",
          step: "0.05")
        choice(&markup)
        buttons(&markup)
      }
      markup.element("p", ["id": "now", "class": "now"]) { markup in
        if page.detailCount > 1 {
          markup.element("span", ["class": "walk"]) { markup in
            markup.element(
              "button", ["type": "button", "id": "previous", "aria-label": "Previous gesture"], "‹")
            markup.element("span", ["id": "which"], "")
            markup.element(
              "button", ["type": "button", "id": "next", "aria-label": "Next gesture"], "›")
          }
        }
        markup.element("span", ["id": "now-verdict"], "")
      }
      markup.element("p", ["id": "status", "class": "unseen", "role": "status"], "")
      copied(&markup)
    }
    markup.line()
  }

  private func slider(
    _ markup: inout Markup, id: String, title: String, value: Double, largest: String, step: String
  ) {
    markup.element("div", ["class": "slider"]) { markup in
      markup.element("label", ["for": id], title)
      markup.element("span", ["class": "pair"]) { markup in
        markup.empty(
          "input",
          [
            "type": "range", "id": "\(id)-slider", "min": "0", "max": largest, "step": step,
            "value": value.description, "aria-label": "\(title), slider",
          ])
        markup.empty(
          "input",
          [
            "type": "number", "id": id, "min": "0", "step": "any", "value": value.description,
            "aria-describedby": "\(id)-way",
          ])
      }
      markup.element("span", ["class": "way", "id": "\(id)-way"], "")
    }
  }

  private func choice(_ markup: inout Markup) {
    markup.element("div", ["class": "choice"]) { markup in
      markup.element("label", ["for": "policy"], "Policy")
      markup.element("select", ["id": "policy"]) { markup in
        for (index, policy) in page.policies.enumerated() {
          markup.element(
            "option",
            ["value": policy.name, "selected": index == page.policyInForce ? "" : nil],
            policy.name)
        }
      }
      guard page.policies.contains(where: { !$0.followsThreshold }) else { return }
      markup.element("label", ["class": "check"]) { markup in
        markup.empty("input", ["type": "checkbox", "id": "all"])
        markup.write(" the threshold for all policies")
      }
    }
  }

  private func buttons(_ markup: inout Markup) {
    markup.element("div", ["class": "buttons"]) { markup in
      markup.element("button", ["type": "button", "id": "reset"], "As replayed")
      markup.element("button", ["type": "button", "id": "copy-test"], "Copy as test")
      markup.element("button", ["type": "button", "id": "copy-policy"], "Copy policy")
    }
  }

  private func copied(_ markup: inout Markup) {
    markup.element("div", ["id": "copied", "hidden": ""]) { markup in
      markup.element("label", ["for": "copied-text", "id": "copied-title"], "Copied")
      markup.element(
        "textarea", ["id": "copied-text", "readonly": "", "rows": "5", "spellcheck": "false"], "")
      markup.element("button", ["type": "button", "id": "copied-close"], "Close")
    }
  }
}
