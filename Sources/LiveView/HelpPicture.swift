/// What keys do, over the picture.
enum HelpPicture {
  private static let lines = [
    ("- +", "the threshold, 5% down or up"),
    ("[ ]", "the same in steps of 1%"),
    ("p P", "the next policy, the one before"),
    ("0", "policy and threshold as at the start"),
    ("", "All gestures of the list are judged anew at once."),
    ("f c", "it should have finished, been cancelled"),
    ("", "Labels tell how many the settings get right."),
    ("up down", "another gesture, for labels and saving"),
    ("s", "save the gesture as a recording, with its label"),
    ("q", "quit"),
  ]

  /// Draws it in the middle.
  static func draw(on canvas: inout Canvas) {
    let width = min(64, canvas.size.columns)
    let left = (canvas.size.columns - width) / 2
    let top = max(0, (canvas.size.rows - lines.count - 4) / 2)
    canvas.box(left..<left + width, top..<top + lines.count + 4, .plain)
    canvas.write(" keys ", left + 2, top, .bold)
    for (place, (key, meaning)) in lines.enumerated() {
      let row = top + 1 + place
      canvas.write(key, left + 3, row, .bold)
      canvas.write(meaning, left + 12, row, key.isEmpty ? .dim : .plain, width: width - 14)
    }
    canvas.write(
      "* decides otherwise. Any key closes this.", left + 12, top + lines.count + 2,
      .dim,
      width: width - 14)
  }
}
