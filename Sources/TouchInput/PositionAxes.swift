/// The pair of axes that positions come on.
public enum PositionAxes: Hashable, Sendable {
  /// Contacts of their own: `ABS_MT_POSITION_X` and `ABS_MT_POSITION_Y`.
  case contacts

  /// One position: `ABS_X` and `ABS_Y`.
  case single

  /// One position on the axes that the eGalax driver uses: `ABS_Z` and `ABS_RX`.
  case odd

  /// The code of the x axis.
  public var x: UInt16 {
    switch self {
    case .contacts: AxisCode.contactX
    case .single: AxisCode.x
    case .odd: AxisCode.z
    }
  }

  /// The code of the y axis.
  public var y: UInt16 {
    switch self {
    case .contacts: AxisCode.contactY
    case .single: AxisCode.y
    case .odd: AxisCode.rotationX
    }
  }
}
