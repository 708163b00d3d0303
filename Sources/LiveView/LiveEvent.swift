/// A key that was pressed.
package enum LiveKey: Hashable, Sendable {
  /// One that stands for a character.
  case character(Character)

  /// An arrow up.
  case up

  /// An arrow down.
  case down

  /// Any other.
  case other
}

/// Something that changes the picture.
package enum LiveEvent: Hashable, Sendable {
  /// The screen has another size.
  case resize(ScreenSize)

  /// The device is known, or more of it.
  case device(LiveDeviceFacts)

  /// A frame of the device.
  case frame(LiveFrame)

  /// What came of a touch is known, or more of it.
  ///
  /// One that is not remembered cannot be judged anew, and gets on no list.
  case verdict(LiveVerdict, isRemembered: Bool)

  /// All touches that are remembered have been judged anew.
  case judged([LiveVerdict])

  /// The threshold that holds is known.
  case terms(LiveTerms)

  /// Touches before this one are no longer remembered.
  case forgot(before: Int)

  /// A key was pressed.
  case key(LiveKey)

  /// Something is told to the person.
  case message(String)

  /// Nothing will come any more, and why.
  case end(String)
}

/// Something that the picture asks its owner for.
package enum LiveAction: Hashable, Sendable {
  /// Judge all touches that are remembered anew, and say what came of it.
  case judge(LiveChoice)

  /// Save a touch with its label, and tell where.
  case save(touch: Int, LiveLabel?)

  /// Leave.
  case quit
}
