/// What `BTN_TOUCH` says.
struct TouchKey: Sendable {
  /// Whether it is down, or `nil` as long as nothing tells.
  var isDown: Bool?

  /// Whether it went down in this frame.
  var didFall = false

  /// Whether it went up in this frame.
  var didRise = false

  /// Takes an event of the key.
  mutating func set(isDown: Bool) {
    if isDown { didFall = true } else { didRise = true }
    self.isDown = isDown
  }
}
