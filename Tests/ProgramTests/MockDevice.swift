import Foundation

/// A device that umockdev makes of a recording by evemu: its description, the kernel's answers to
/// what is asked of it, and its events.
///
/// - The microseconds of events have no leading zeros, since umockdev would read those as octal.
/// - Questions are matched with their size: libevdev asks for 255 bytes of names and for 1028 bytes
///   of slots.
/// - Answers are given in their order, so that what is down can be other than at the opening once
///   events have been dropped. Only one program should open such a device, and once.
struct MockDevice {
  /// What a device has that its recording does not tell.
  struct Touch {
    var slot: Int
    var trackingID: Int32
    var x: Int32
    var y: Int32
  }

  /// The number in the name of its file.
  var number: Int

  /// The touches that are down when it is opened, and the slot that values belong to.
  var touchesAtOpening: [Touch] = []
  var slotAtOpening: Int32 = 0

  /// The touches that are down when events have been dropped.
  var touchesAfterDrop: [Touch] = []

  private var name = ""
  private var identity: [UInt16] = [0, 0, 0, 0]
  private var properties: [UInt8] = []
  private var masks: [Int: [UInt8]] = [:]
  private var axes: [(code: Int, values: [Int32])] = []
  private var events: [(seconds: Int, microseconds: Int, rest: Substring)] = []

  /// The device file.
  var path: String { "/dev/input/event\(number)" }

  /// Makes a device of a recording.
  ///
  /// - Parameters:
  ///   - recording: What evemu-record printed.
  ///   - number: The number in the name of its file.
  init(_ recording: String, number: Int = 5) {
    self.number = number
    for line in recording.split(separator: "\n") {
      let text = line.dropFirst(3).prefix { $0 != "#" }
      let words = text.split { " \t.".contains($0) }
      switch line.prefix(2) {
      case "N:": name = String(line.dropFirst(3))
      case "I:": identity = words.compactMap { UInt16($0, radix: 16) }
      case "P:": properties += words.compactMap { UInt8($0, radix: 16) }
      case "B:":
        guard let type = words.first.flatMap({ Int($0, radix: 16) }) else { continue }
        masks[type, default: []] += words.dropFirst().compactMap { UInt8($0, radix: 16) }
      case "A:":
        guard let code = words.first.flatMap({ Int($0, radix: 16) }) else { continue }
        axes.append((code, words.dropFirst().compactMap { Int32($0) }))
      case "E:":
        guard words.count >= 5, let seconds = Int(words[0]), let microseconds = Int(words[1])
        else { continue }
        let rest = text.split(separator: " ", maxSplits: 1).last ?? ""
        events.append((seconds, microseconds, rest))
      default: continue
      }
    }
    guard masks[0] == nil else { return }
    // A recording need not say which kinds of events there are.
    var kinds = [UInt8](repeating: 0, count: 8)
    for type in masks.keys where (0..<64).contains(type) { kinds[type / 8] |= 1 << (type % 8) }
    masks[0] = kinds
  }

  // MARK: Files

  /// Writes the device's files.
  ///
  /// - Parameter folder: Where they go.
  /// - Returns: The options of `umockdev-run` that make it.
  /// - Throws: That they cannot be written.
  func write(to folder: TemporaryFolder) throws -> String {
    let description = try folder.write(udev, to: "event\(number).umockdev")
    let answers = try folder.write(answers, to: "event\(number).ioctl")
    let script = try folder.write(script, to: "event\(number).events")
    return "-d '\(description)' -i '\(path)=\(answers)' -e '\(path)=\(script)'"
  }

  private var script: String {
    events.map { "E: \($0.seconds).\($0.microseconds) \($0.rest)\n" }.joined()
  }

  /// A mask, as long as it is asked for.
  private func mask(_ type: Int, _ size: Int) -> [UInt8] {
    Array(((masks[type] ?? []) + Array(repeating: 0, count: size)).prefix(size))
  }

  /// The names that the kernel has for the masks, with their sizes in bytes.
  private static let kinds: [(type: Int, name: String, size: Int)] = [
    (0, "ev", 8), (1, "key", 96), (2, "rel", 8), (3, "abs", 8), (4, "msc", 8), (5, "sw", 8),
    (0x11, "led", 8), (0x12, "snd", 8), (0x15, "ff", 16),
  ]

  /// A mask in the words of the kernel, the highest first.
  private static func words(_ mask: [UInt8]) -> String {
    var words = stride(from: 0, to: mask.count, by: 8).map { start in
      mask[start..<min(start + 8, mask.count)].reversed().reduce(0 as UInt64) {
        $0 << 8 | UInt64($1)
      }
    }
    while words.count > 1, words.last == 0 { words.removeLast() }
    return words.reversed().map { String($0, radix: 16) }.joined(separator: " ")
  }

  private var udev: String {
    let folder = "/devices/platform/mock\(number)"
    let hexadecimal = identity.map { String($0, radix: 16) }
    let lines = [
      "P: \(folder)/input/input\(number)/event\(number)", "N: input/event\(number)",
      "E: DEVNAME=\(path)", "E: ID_INPUT=1", "E: MAJOR=13", "E: MINOR=\(64 + number)",
      "E: SUBSYSTEM=input", "A: dev=13:\(64 + number)", "L: device=../../input\(number)", "",
      "P: \(folder)/input/input\(number)", "E: PRODUCT=\(hexadecimal.joined(separator: "/"))",
      "E: SUBSYSTEM=input",
    ]
    let attributes =
      Self.kinds.map { "A: capabilities/\($0.name)=\(Self.words(mask($0.type, $0.size)))" }
      + zip(["bustype", "vendor", "product", "version"], hexadecimal).map { "A: id/\($0)=\($1)" }
      + [
        "A: name=\(name)", "A: properties=\(Self.words(properties))", "L: device=../../../mock", "",
        "P: \(folder)", "E: SUBSYSTEM=platform", "",
      ]
    return (lines + attributes).joined(separator: "\n")
  }

  // MARK: Answers

  private static func bytes(_ values: [Int32]) -> [UInt8] {
    values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  }

  private var answers: String {
    var text = "@DEV \(path)\n"
    func answer(_ question: String, _ status: Int, _ bytes: [UInt8]) {
      let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
      text += "\(question) \(status) \(digits.joined())\n"
    }
    func axis(_ index: Int, _ value: Int32) {
      answer(
        "EVIOCGABS(\(axes[index].code))", 0, Self.bytes([value] + axes[index].values.prefix(5)))
    }
    answer("EVIOCGVERSION", 0, Self.bytes([0x1_0001]))
    answer("EVIOCGID", 0, identity.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] })
    let name = Array(name.utf8.prefix(254))
    let room = Array(repeating: 0 as UInt8, count: 255 - name.count)
    answer("EVIOCGNAME(0)", name.count + 1, name + room)
    answer("EVIOCGPROP(0)", 8, Array((properties + Array(repeating: 0, count: 8)).prefix(8)))
    for kind in Self.kinds {
      answer("EVIOCGBIT(\(kind.type))", kind.size, mask(kind.type, kind.size))
    }
    answer("EVIOCGBIT(20)", 8, mask(0x14, 8))
    answer("EVIOCGKEY(0)", 96, keys(touchesAtOpening))
    answer("EVIOCGLED(0)", 8, mask(-1, 8))
    answer("EVIOCGSW(0)", 8, mask(-1, 8))
    for index in axes.indices {
      axis(index, axes[index].code == 0x2f ? slotAtOpening : 0)
    }
    slots(touchesAtOpening, answer)
    // What libevdev asks once events have been dropped, in its order: slots, keys, axes, slots.
    slots(touchesAfterDrop, answer)
    answer("EVIOCGKEY(0)", 96, keys(touchesAfterDrop))
    for index in axes.indices where axes[index].code < 0x2f { axis(index, 0) }
    slots(touchesAfterDrop, answer)
    for index in axes.indices where axes[index].code == 0x2f { axis(index, 0) }
    return text
  }

  /// The keys that are down, of those that the device has.
  private func keys(_ touches: [Touch]) -> [UInt8] {
    var bytes = mask(-1, 96)
    let tools = [0x145, 0x14d, 0x14e, 0x14f, 0x148]
    guard let tool = touches.isEmpty ? nil : tools[min(touches.count, 5) - 1] else { return bytes }
    let known = mask(1, 96)
    for key in [0x14a, tool] where known[key / 8] & 1 << (key % 8) != 0 {
      bytes[key / 8] |= 1 << (key % 8)
    }
    return bytes
  }

  private func slots(_ touches: [Touch], _ answer: (String, Int, [UInt8]) -> Void) {
    for (code, _) in axes where code > 0x2f {
      var values: [Int32] = [Int32(code)] + Array(repeating: code == 0x39 ? -1 : 0, count: 256)
      for touch in touches {
        switch code {
        case 0x35: values[touch.slot + 1] = touch.x
        case 0x36: values[touch.slot + 1] = touch.y
        case 0x39: values[touch.slot + 1] = touch.trackingID
        default: break
        }
      }
      answer("EVIOCGMTSLOTS(0)", 0, Self.bytes(values))
    }
  }
}
