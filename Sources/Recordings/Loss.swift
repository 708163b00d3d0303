/// What is lost where a recording is written in a format that cannot hold it.
public enum Loss: Hashable, Sendable, CaseIterable {
  /// The name of the device.
  case name

  /// Characters of the name that do not fit on a line; each is a question mark.
  case nameCharacters

  /// The bus, vendor, product and version of the device.
  case identity

  /// The properties of the device, such as that of a clickpad.
  case properties

  /// What the device can send.
  case codes

  /// The ranges and resolutions of the axes.
  case axes

  /// The device file.
  case devicePath

  /// The devices beside the one that is written.
  case otherDevices

  /// Events that no contact and no button of the mouse comes of.
  case otherEvents

  /// What libinput made of the fingers.
  case libinputEvents

  /// All but the mean position, where there are several contacts.
  case severalContacts

  /// The pressure, size, orientation or tool of the contacts, and buttons.
  case contactDetails

  /// That the kernel dropped events.
  case dropped

  /// The values of synchronization events that are not 0.
  case synchronizationValues

  /// Times before 0: the recording begins at 0 instead.
  case earlyTimes

  /// Times that 32 bits of seconds do not hold: the recording begins at 0 instead.
  case lateTimes

  /// When it began, since the format counts from there.
  case origin

  /// Times that go back: they stand still instead.
  case backwardTimes

  /// Parts of a millisecond.
  case microseconds

  /// Parts of a microsecond.
  case nanoseconds

  /// Digits of positions.
  case digits

  /// What a table says beside its rows: travel, threshold, how a touch ended, variants.
  case tableSettings

  /// When the program read of a motion.
  case readTimes
}
