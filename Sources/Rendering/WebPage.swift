/// What stands around the content of a page of HTML that is one file and asks for nothing.
///
/// The page opens from disk in light and dark, prints, and runs no script but its own, whatever a
/// name in it holds.
package struct WebPage: Hashable, Sendable {
  /// What it is about.
  package var title: String

  /// The program that made it, with its version.
  package var generator: String

  /// The digest of the script that it may run, as a policy of content has it; `nil`: it runs none.
  package var scriptHash: String?

  /// Creates what stands around a page.
  package init(title: String, generator: String, scriptHash: String? = nil) {
    self.title = title
    self.generator = generator
    self.scriptHash = scriptHash
  }

  /// The style of all pages.
  static var style: String { String(decoding: PackageResources.page_css, as: UTF8.self) }

  /// What the page may do.
  private var policy: String {
    let script = scriptHash.map { " script-src '\($0)';" } ?? ""
    return "default-src 'none'; style-src 'unsafe-inline';\(script) img-src data:; "
      + "base-uri 'none'; form-action 'none'"
  }

  /// Writes what stands before the content.
  package func begin(_ markup: inout Markup) {
    markup.embed("<!doctype html>\n")
    markup.begin("html", ["lang": "en"])
    markup.line()
    head(&markup)
    markup.begin("body")
    markup.line()
  }

  /// Writes what stands behind the content.
  ///
  /// - Parameters:
  ///   - markup: Where it goes.
  ///   - scripts: Writes the scripts of the page.
  package func end(_ markup: inout Markup, scripts: (inout Markup) -> Void) {
    markup.element("footer") { markup in
      markup.element(
        "p", "Made by \(generator). It runs from this file alone, and sends nothing anywhere.")
    }
    markup.line()
    scripts(&markup)
    markup.end("body")
    markup.end("html")
    markup.line()
  }

  private func head(_ markup: inout Markup) {
    markup.element("head") { markup in
      markup.line()
      markup.empty("meta", ["charset": "utf-8"])
      markup.line()
      markup.empty("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
      markup.line()
      markup.empty(
        "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
      markup.empty("meta", ["name": "color-scheme", "content": "light dark"])
      markup.empty("meta", ["name": "generator", "content": generator])
      markup.empty("meta", ["name": "referrer", "content": "no-referrer"])
      markup.empty("link", ["rel": "icon", "href": "data:,"])
      markup.line()
      markup.element("title", "\(title) – pantograph")
      markup.line()
      markup.element("style") { $0.embed("\n" + Self.style) }
      markup.line()
    }
    markup.line()
  }
}
