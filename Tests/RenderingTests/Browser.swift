import Foundation
import Glibc
import Testing

/// A browser without a window, driven by its own driver (the WebDriver protocol).
final class Browser {
  /// Whether there is one, so that a test can use it; where everything is tested, there must be.
  static let isThere =
    ProcessInfo.processInfo.environment["PANTOGRAPH_CI"] != nil
    || ["chromium", "chromedriver"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

  /// What the driver answers instead of a value.
  struct Failure: Error {
    var message: String
  }

  private let driver = Process()
  private let profile: URL
  private var port: UInt16 = 0
  private var session = ""

  /// Starts the browser.
  init() throws {
    profile = FileManager.default.temporaryDirectory.appending(path: "pantograph-\(UUID())")
    let output = Pipe()
    // A thread of the tests blocks signals, and what it starts inherits that: the driver, and a
    // browser that waits for its children. It also inherits the descriptors that tell the tests
    // when other programs end: held open by a driver, they would never tell.
    driver.executableURL = URL(filePath: "/usr/bin/env")
    driver.arguments = [
      "python3", "-c",
      "import os, signal\n"
        + "os.closerange(3, 65536)\n"
        + "signal.pthread_sigmask(signal.SIG_SETMASK, [])\n"
        + "os.execv('/usr/bin/chromedriver', ['chromedriver', '--port=0'])",
    ]
    driver.standardOutput = output
    driver.standardError = FileHandle.nullDevice
    try driver.run()
    var said = ""
    while !said.contains("successfully on port ") || !said.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Failure(message: "the driver says: \(said)") }
      said += String(decoding: data, as: UTF8.self)
    }
    let words = try #require(said.firstMatch(of: /successfully on port (\d+)/)).output.1
    port = try #require(UInt16(words))
    var arguments = [
      "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
      "--user-data-dir=\(profile.path)",
    ]
    // A container's root has no sandbox.
    if getuid() == 0 { arguments.append("--no-sandbox") }
    let wanted: [String: Any] = [
      "browserName": "chrome", "goog:chromeOptions": ["args": arguments],
      "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
    ]
    let opened = try ask("/session", ["capabilities": ["alwaysMatch": wanted]])
    session = try #require((opened as? [String: Any])?["sessionId"] as? String)
  }

  /// Ends the browser.
  func close() {
    _ = try? ask("/session/\(session)", nil, method: "DELETE")
    driver.terminate()
    driver.waitUntilExit()
  }

  deinit {
    // Also where it could not be started to the end.
    if driver.isRunning { kill(driver.processIdentifier, SIGKILL) }
    driver.waitUntilExit()
    try? FileManager.default.removeItem(at: profile)
  }

  private func ask(_ path: String, _ body: [String: Any]?, method: String = "POST") throws -> Any? {
    let data = try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
    let head =
      "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(data.count)\r\n\r\n"
    let reply = try LocalRequest.answer(to: Data(head.utf8) + data, port: port)
    let answer = try JSONSerialization.jsonObject(with: reply.body)
    guard reply.head.hasPrefix("HTTP/1.1 200 ") else {
      throw Failure(message: "\(path): \(answer)")
    }
    return (answer as? [String: Any])?["value"]
  }

  private func command(_ path: String, _ body: [String: Any]) throws -> Any? {
    try ask("/session/\(session)\(path)", body)
  }

  /// Opens a page.
  func open(_ url: String) throws {
    _ = try command("/url", ["url": url])
  }

  /// Runs the body of a function in the page, and gives what it returns.
  @discardableResult
  func run(_ script: String, _ arguments: Any...) throws -> Any? {
    try command("/execute/sync", ["script": script, "args": arguments])
  }

  /// Sends a command of the browser's own protocol.
  @discardableResult
  func send(_ name: String, _ parameters: [String: Any] = [:]) throws -> Any? {
    try command("/goog/cdp/execute", ["cmd": name, "params": parameters])
  }

  /// Presses keys one after the other, with what has the focus.
  func press(_ keys: String...) throws {
    let strokes = keys.flatMap { key in
      [["type": "keyDown", "value": key], ["type": "keyUp", "value": key]]
    }
    _ = try command(
      "/actions", ["actions": [["type": "key", "id": "keyboard", "actions": strokes]]])
  }

  /// Goes back in the history.
  func back() throws {
    _ = try command("/back", [:])
  }

  /// What the browser noted since it was asked last: the text of each message of a log.
  func log(_ name: String) throws -> [String] {
    let entries = try command("/se/log", ["type": name]) as? [[String: Any]]
    return (entries ?? []).compactMap { $0["message"] as? String }
  }

  /// What was asked for since the log was read last, and by which document.
  func requests() throws -> [(document: String, url: String)] {
    try log("performance").compactMap { text in
      let entry = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let message = entry?["message"] as? [String: Any]
      guard message?["method"] as? String == "Network.requestWillBeSent" else { return nil }
      let parameters = try #require(message?["params"] as? [String: Any])
      let request = parameters["request"] as? [String: Any]
      return (
        document: try #require(parameters["documentURL"] as? String),
        url: try #require(request?["url"] as? String)
      )
    }
  }

  /// A picture of the whole page, as PNG.
  func picture() throws -> Data {
    let answer = try send(
      "Page.captureScreenshot", ["captureBeyondViewport": true, "format": "png"])
    let text = try #require((answer as? [String: Any])?["data"] as? String)
    return try #require(Data(base64Encoded: text))
  }
}

/// A request to a server of this machine, and its answer.
private enum LocalRequest {
  /// Sends bytes, and reads an answer that says how long it is.
  static func answer(to request: Data, port: UInt16) throws -> (head: String, body: Data) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    defer { Glibc.close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    // No answer ends a test rather than holds it up.
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var sent = 0
    while sent < request.count {
      let count = request.withUnsafeBytes { bytes in
        bytes.baseAddress.map { send(descriptor, $0 + sent, request.count - sent, 0) } ?? -1
      }
      guard count > 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
      sent += count
    }
    var reply = Data()
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = recv(descriptor, &piece, piece.count, 0), count > 0 {
      reply += piece[..<count]
      guard let end = reply.firstRange(of: Data("\r\n\r\n".utf8)) else { continue }
      let head = String(decoding: reply[..<end.lowerBound], as: UTF8.self)
      let length = head.lowercased().firstMatch(of: /content-length: *(\d+)/)
        .flatMap { Int($0.output.1) }
      let body = Data(reply[end.upperBound...])
      if body.count >= length ?? 0 { return (head, body) }
    }
    throw POSIXError(.ECONNRESET)
  }
}

/// A key as WebDriver names it.
enum Key {
  static let tab = "\u{e004}"
  static let enter = "\u{e007}"
  static let right = "\u{e014}"
  static let left = "\u{e012}"
}
