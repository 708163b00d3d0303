/// A gesture as the body of WebDriver's "Perform Actions" command (W3C, section 17.5): a pointer
/// input source for each finger.
///
/// The actions of all sources at one place of their lists make a tick, which lasts as long as the
/// longest of them; the driver moves the pointers evenly through it. Every frame is a tick, and so
/// is what lands or lifts in it.
public struct WebDriverActions: Hashable, Sendable {
  /// The script.
  public var script: PointerScript

  /// The width of the viewport that is touched, in CSS pixels, 1 or more.
  public var width: Int

  /// The height of the viewport that is touched, in CSS pixels, 1 or more.
  public var height: Int

  /// Creates the actions for a viewport.
  public init(_ script: PointerScript, width: Int, height: Int) {
    self.script = script
    self.width = width
    self.height = height
  }

  /// The body, as JSON.
  public var text: String {
    var sources = [[String]](repeating: [], count: script.fingerCount)
    /// Adds a tick: what a finger does, or `nil` for what it waits.
    func tick(_ duration: Int, _ action: (_ finger: Int) -> String?) {
      for index in sources.indices {
        sources[index].append(
          action(index + 1) ?? "{\"type\": \"pause\", \"duration\": \(duration)}")
      }
    }
    var down: [PointerScript.Finger] = []
    var time = 0
    for frame in script.frames {
      let duration = frame.time - time
      time = frame.time
      let moved = frame.fingers.contains { finger in
        down.contains { $0.number == finger.number && place($0) != place(finger) }
      }
      if duration > 0 || moved {
        tick(duration) { number in
          guard down.contains(where: { $0.number == number }) else { return nil }
          return frame.fingers.first { $0.number == number }.map { move($0, duration) }
        }
      }
      let landed = frame.fingers.filter { finger in
        !down.contains { $0.number == finger.number }
      }
      if !landed.isEmpty {
        tick(0) { number in landed.first { $0.number == number }.map { move($0, 0) } }
        tick(0) { number in
          landed.contains { $0.number == number }
            ? "{\"type\": \"pointerDown\", \"button\": 0}" : nil
        }
      }
      let lifted = down.filter { finger in
        !frame.fingers.contains { $0.number == finger.number }
      }
      if !lifted.isEmpty {
        tick(0) { number in
          lifted.contains { $0.number == number }
            ? "{\"type\": \"pointerUp\", \"button\": 0}" : nil
        }
      }
      down = frame.fingers
    }
    let texts = sources.enumerated().map { index, actions in
      """
          {"type": "pointer", "id": "finger\(index + 1)", \
      "parameters": {"pointerType": "touch"}, "actions": [
            \(actions.joined(separator: ",\n      "))
          ]}
      """
    }
    return "{\n  \"actions\": [\n" + texts.joined(separator: ",\n") + "\n  ]\n}\n"
  }

  /// The pixel that a finger is in.
  private func place(_ finger: PointerScript.Finger) -> [Int] {
    [
      min(Int((finger.x * Double(width)).rounded()), width - 1),
      min(Int((finger.y * Double(height)).rounded()), height - 1),
    ]
  }

  private func move(_ finger: PointerScript.Finger, _ duration: Int) -> String {
    let place = place(finger)
    return "{\"type\": \"pointerMove\", \"duration\": \(duration), \"x\": \(place[0]), "
      + "\"y\": \(place[1]), \"origin\": \"viewport\"}"
  }
}
