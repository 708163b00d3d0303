import Simulation

extension ReplayError {
  /// What a person can do about it on the command line.
  var advice: String? {
    switch reason {
    case .unknownRanges:
      "give it a description of the device with --description FILE, or the ranges with "
        + "--axis-range x=A..B,y=C..D ('pantograph info FILE' tells the values seen)"
    case .unknownSize(.jumpFilter): "give its size with --size WxHmm"
    case .unknownSize: "give its size with --size WxHmm, or a share such as 0.3"
    case .unknownPixels: "give mm, or a share such as 0.3"
    case .unknownTravel: "give it with --travel, or a travel in the table"
    case .severalDevices(let first, let second):
      "choose one with --device \(first.number) or \(second.number)"
    case .noTouchpad(.recognizer): "leave --recognizer out, or give it direct"
    case .noAcceleratedDeltas: "leave --deltas out"
    case .notPositive, .noPositions, .noTouchpad, .rangesTooLarge, .noTouchDevice, .noSuchDevice:
      nil
    }
  }
}
