import TouchInput

/// How the kernel takes what a touch device reports.
///
/// The rules and their names are those of `mt_classes` in the kernel's `hid-multitouch.c`. What a
/// device is certified for decides, but for old devices that are known by their numbers.
struct HIDTouchClass: Hashable, Sendable {
  /// The rules, each a `MT_QUIRK_*` in the kernel.
  struct Rules: OptionSet, Hashable, Sendable {
    let rawValue: UInt16

    /// A contact that a frame does not have is up.
    static let notSeenMeansUp = Self(rawValue: 1 << 0)

    /// The identifier of a contact is its slot.
    static let slotIsIdentifier = Self(rawValue: 1 << 1)

    /// The place of a contact in the frame is its slot.
    static let slotIsPlace = Self(rawValue: 1 << 2)

    /// The identifier of a contact is its slot, but counts from 1.
    static let slotIsIdentifierLessOne = Self(rawValue: 1 << 3)

    /// Each contact of a report counts.
    static let alwaysValid = Self(rawValue: 1 << 4)

    /// A contact counts if it is in range.
    static let validIsInRange = Self(rawValue: 1 << 5)

    /// A contact counts if it is meant.
    static let validIsConfidence = Self(rawValue: 1 << 6)

    /// A contact that is not meant is a palm.
    static let confidence = Self(rawValue: 1 << 7)

    /// A contact counts once in a frame.
    static let ignoresDuplicates = Self(rawValue: 1 << 8)

    /// A contact in range hovers if its tip is up.
    static let hovering = Self(rawValue: 1 << 9)

    /// The contact count of a frame is right, so what is behind that many is none.
    static let accurateCount = Self(rawValue: 1 << 10)

    /// A contact is up if nothing comes for 100 ms.
    static let stickyFingers = Self(rawValue: 1 << 11)

    /// The first report of a frame has the buttons, and the left one has two places.
    static let padButtons = Self(rawValue: 1 << 12)

    /// The size of a contact says nothing.
    static let noArea = Self(rawValue: 1 << 13)

    /// A contact counts if the vendor's mark behind it says so; no `MT_QUIRK_*`.
    static let validIsMarked = Self(rawValue: 1 << 14)
  }

  /// The rules that hold.
  var rules: Rules

  /// The number of slots, where the device does not say it right.
  var slots: Int32?

  /// Whether a touchscreen by its descriptor is a touchpad.
  var isIndirect = false

  /// Whether the class is that of all devices of its kind, not of one device.
  var isGeneric = false

  /// The class of devices that are certified for Windows 8, `MT_CLS_WIN_8`.
  static let certified = Self(
    rules: [
      .alwaysValid, .ignoresDuplicates, .hovering, .accurateCount, .stickyFingers, .padButtons,
    ], isGeneric: true)

  /// The class of other devices, `MT_CLS_DEFAULT`.
  static let other = Self(rules: [.alwaysValid, .accurateCount], isGeneric: true)

  /// Finds the class of a device.
  ///
  /// - Parameters:
  ///   - identity: The bus, and who made it.
  ///   - isCertified: Whether the device is certified for Windows 8.
  init(of identity: DeviceDescription.Identity, isCertified: Bool) {
    let numbers = UInt32(identity.vendor) << 16 | UInt32(identity.product)
    // Each entry of the kernel's table is of devices that are not certified, on USB.
    if !isCertified, identity.bus == 3, let known = Self.known[numbers] {
      self = known
    } else {
      self = isCertified ? .certified : .other
    }
  }

  private init(
    rules: Rules, slots: Int32? = nil, isIndirect: Bool = false, isGeneric: Bool = false
  ) {
    self.rules = rules
    self.slots = slots
    self.isIndirect = isIndirect
    self.isGeneric = isGeneric
  }

  // MARK: Devices

  /// The devices with a class of their own, by vendor and product, as the kernel's `mt_devices` has
  /// them, and `hid-ids.h` their numbers.
  private static let known: [UInt32: Self] = {
    var known: [UInt32: Self] = [:]
    for (entry, numbers) in entries {
      for number in numbers { known[number] = entry }
    }
    return known
  }()

  private static let entries: [(Self, [UInt32])] = [
    // MT_CLS_3M
    (
      Self(rules: [.validIsConfidence, .slotIsIdentifier], slots: 60),
      [0x0596_0500, 0x0596_0502, 0x0596_0506]
    ),
    // MT_CLS_SERIAL: Atmel, Elitegroup, FocalTech
    (Self(rules: .alwaysValid), [0x03eb_2118, 0x03fc_05d8, 0x10c4_81b9]),
    // MT_CLS_DUAL_INRANGE_CONTACTNUMBER: Cando
    (
      Self(rules: [.validIsInRange, .slotIsPlace], slots: 2), [0x2087_0a01, 0x2087_0f01]
    ),
    // MT_CLS_DUAL_INRANGE_CONTACTID: Hanvon, PixCir
    (
      Self(rules: [.validIsInRange, .slotIsIdentifier], slots: 2), [0x22ed_1010, 0x2087_0703]
    ),
    // MT_CLS_INRANGE_CONTACTNUMBER: PixArt
    (
      Self(rules: [.validIsInRange, .slotIsPlace]), [0x093a_8001, 0x093a_8002, 0x093a_8003]
    ),
    // MT_CLS_EGALAX
    (
      Self(rules: [.slotIsIdentifier, .validIsInRange]),
      [
        0x0eef_480d, 0x0eef_480e, 0x0eef_720c, 0x0eef_726b, 0x0eef_72a1, 0x0eef_72fa, 0x0eef_7302,
      ]
    ),
    // MT_CLS_EGALAX_SERIAL
    (
      Self(rules: [.slotIsIdentifier, .alwaysValid]),
      [
        0x0eef_7207, 0x0eef_7224, 0x0eef_722a, 0x0eef_725e, 0x0eef_7262, 0x0eef_72aa, 0x0eef_7349,
        0x0eef_73f7, 0x0eef_a001,
      ]
    ),
    // MT_CLS_FLATFROG
    (Self(rules: [.notSeenMeansUp, .noArea], slots: 40), [0x25b5_0002]),
    // MT_CLS_GENERALTOUCH_TWOFINGERS
    (
      Self(rules: [.notSeenMeansUp, .validIsInRange, .slotIsIdentifier], slots: 2),
      [0x0dfc_0003, 0x0dfc_0101]
    ),
    // MT_CLS_GENERALTOUCH_PWT_TENFINGERS
    (
      Self(rules: [.notSeenMeansUp, .slotIsIdentifier]),
      [0x0dfc_0100, 0x0dfc_0102, 0x0dfc_0106, 0x0dfc_010a, 0x0dfc_e100]
    ),
    // MT_CLS_CONFIDENCE_MINUS_ONE: MosArt
    (
      Self(rules: [.validIsConfidence, .slotIsIdentifierLessOne]),
      [0x0486_0185, 0x0486_0186, 0x062a_7100]
    ),
    // MT_CLS_CONFIDENCE_CONTACT_ID: Quanta
    (Self(rules: [.validIsConfidence, .slotIsIdentifier]), [0x0408_3001]),
    // MT_CLS_CONFIDENCE: Stantum
    (Self(rules: .validIsConfidence), [0x0483_3261]),
    // MT_CLS_TOPSEED
    (Self(rules: .alwaysValid, slots: 2, isIndirect: true), [0x1784_0016]),
    // MT_CLS_PANASONIC
    (Self(rules: .notSeenMeansUp, slots: 4), [0x04da_1044, 0x04da_104d]),
    // Those of `hid-ntrig.c`, whose reports have places for more contacts than there are: of what
    // stands behind a contact the first value says whether it is one (`ntrig_event`).
    (
      Self(rules: [.notSeenMeansUp, .validIsMarked]),
      [0x1b96_0001] + (0x1b96_0003...0x1b96_0014)
    ),
    // MT_CLS_NSMU: Baanto, Chunghwa, CVTouch, GoodTouch, Ilitek, Novatek, Touch International,
    // Unitec, Wistron, XAT, Xiroku
    (
      Self(rules: .notSeenMeansUp),
      [
        0x2453_0100, 0x2247_0001, 0x1ff7_0013, 0x1aad_000f, 0x222a_0001, 0x0603_0600, 0x1e5e_0313,
        0x227d_0709, 0x227d_0a19, 0x0fb8_1109, 0x2505_0220, 0x1477_1006, 0x1477_1007, 0x1477_100e,
        0x1477_1021, 0x1477_1022, 0x1477_1023, 0x1477_1024, 0x1477_1025, 0x1477_1026,
      ]
    ),
  ]
}
