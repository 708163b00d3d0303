import Quantities
import Simulation
import Testing
import TouchInput
import Transitions

@Suite struct PolicyFileTests {
  static func read(_ text: String) throws(PolicyFileError) -> PolicyDefinition {
    try PolicyDefinition(reading: Array(text.utf8), id: "mine", find: PolicyLibrary.policy(named:))
  }

  /// All values that a policy has anywhere.
  static func values(_ policy: PolicyDefinition) -> [PolicyValue] {
    PolicyKey.allCases.flatMap { key in
      [DeviceDescription.Kind.touchpad, .touchscreen].flatMap { kind in
        Axis.allCases.map { policy.value(key, on: kind, along: $0) }
      }
    }
  }

  // MARK: What a file says

  @Test func `a file states what is different from its base`() throws {
    let plain = try Self.read(#"{"finish_threshold": 0.25}"#)
    #expect(plain.id == "mine")
    let share = Threshold(.share(DecimalNumber(25, fractionDigits: 2)))
    #expect(plain.value(.finishThreshold, on: .touchpad, along: .x) == .threshold(share))
    #expect(plain.value(.recognition, on: .touchpad, along: .x) == .word("pan"))
    let niri = try Self.read(
      #"{"base": "niri", "id": "slow", "vertical": {"progress_distance": "200px"}}"#)
    #expect(niri.id == "slow")
    #expect(niri.value(.startDistance, on: .touchpad, along: .x).text == "16px")
    #expect(niri.value(.progressDistance, on: .touchpad, along: .x).text == "300px")
    #expect(niri.value(.progressDistance, on: .touchpad, along: .y).text == "200px")
  }

  @Test func `a value for all replaces those of the base's scopes`() throws {
    let gnome = try Self.read(#"{"base": "gnome-shell", "fling_forward": "1px/ms"}"#)
    for kind in [DeviceDescription.Kind.touchpad, .touchscreen] {
      #expect(gnome.value(.flingForward, on: kind, along: .x).text == "1px/ms")
    }
    #expect(gnome.value(.decelerationRate, on: .touchscreen, along: .x).text == "0.998")
  }

  @Test func `a step may be left out`() throws {
    let flick = try Self.read(#"{"base": "flick", "fling_backward": null}"#)
    #expect(flick.value(.flingBackward, on: .touchpad, along: .x) == .none)
    #expect(flick.value(.flingForward, on: .touchpad, along: .x).text == "0.5")
  }

  @Test(arguments: PolicyLibrary.all)
  func `a policy that is printed reads the same`(policy: PolicyDefinition) throws {
    let read = try Self.read(policy.fileText)
    #expect(Self.values(read) == Self.values(policy))
    #expect(read.id == policy.id && read.title == policy.title && read.source == policy.source)
    #expect(read.assumptions == policy.assumptions && read.omissions == policy.omissions)
    #expect(read.fileText == policy.fileText)
  }

  // MARK: What is wrong

  static let faults: [(text: String, key: String?, message: String)] = [
    (#"{"finish_treshold": 0.3}"#, "finish_treshold", "is no parameter of a policy"),
    (#"{"finish_threshold": "far"}"#, "finish_threshold", "must be a bar such as 0.3"),
    (#"{"finish_threshold": null}"#, "finish_threshold", "must be a bar"),
    (#"{"progress_distance": 0}"#, "progress_distance", "must be a way"),
    (#"{"progress_distance": "-4px"}"#, "progress_distance", "must be a way"),
    (#"{"progress_distance": "4 furlongs"}"#, "progress_distance", "must be a way"),
    (#"{"fling_forward": "0.6px"}"#, "fling_forward", "must be a velocity"),
    (#"{"deceleration_rate": 1}"#, "deceleration_rate", "must be a number from 0.5"),
    (#"{"clamp": "hard"}"#, "clamp", "must be one of none, sum, running, running_both_ways"),
    (#"{"clamp_projection": 1}"#, "clamp_projection", "must be true or false"),
    (#"{"velocity_window": "2h"}"#, "velocity_window", "must be a time"),
    (#"{"velocity_events": 2.5}"#, "velocity_events", "must be a whole number from 1 to 64"),
    (#"{"velocity_min_samples": 1}"#, "velocity_min_samples", "must be a whole number from 2 to"),
    (#"{"tie": "finish", "tie": "cancel"}"#, nil, "the key 'tie' is there twice"),
    (#"{"touchscreen": 3}"#, "touchscreen", "must be an object"),
    (#"{"touchscreen": {"tie": "win"}}"#, "touchscreen.tie", "must be one of finish, cancel"),
    (#"{"touchscreen": {"base": "niri"}}"#, "touchscreen.base", "is no parameter"),
    (#"{"base": "nirri"}"#, "base", "names no policy: 'nirri'"),
    (#"{"base": 3}"#, "base", "must be a text"),
    (#"{"schema": "pantograph.policy/2"}"#, "schema", #"must be "pantograph.policy/1""#),
    (#"{"source": "here"}"#, "source", "must be an object with repository"),
    (#"{"assumes": [1]}"#, "assumes", "must be a list of texts"),
    ("[]", nil, "must be an object"), ("", nil, "a value is missing"),
    (#"{"tie": "finish""#, nil, "a comma is missing"),
    (#"{"tie\u001b[2J": 1}"#, "tie\u{1b}[2J", #"'tie\x1b[2J' is no parameter"#),
  ]

  @Test(arguments: faults)
  func `what is wrong is told with its key`(
    fault: (text: String, key: String?, message: String)
  ) throws {
    let error = try #require(throws: PolicyFileError.self) { try Self.read(fault.text) }
    #expect(error.key == fault.key)
    #expect(error.description.contains(fault.message), "\(error)")
  }

  // MARK: Values

  @Test func `a way and a velocity read as they are printed`() throws {
    for text in ["400px", "25dp", "38mm", "1", "0.5longer", "0.09pad", "0.01shorterpad"] {
      #expect(try #require(PolicyLength(text)).description == text)
    }
    for text in ["0.6px/ms", "400dp/s", "100px/s", "20mm/s", "0.02output/s", "30px/event", "0.5/s"]
    {
      #expect(try #require(PolicyVelocity(text)).description == text)
    }
    for text in ["px", "4pxx", "1e3px", "", "4 px", "--4px"] {
      #expect(PolicyLength(text) == nil, "\(text)")
      #expect(PolicyVelocity(text + "/s") == nil, "\(text)")
    }
  }
}

@Suite struct PolicyLibraryTests {
  /// The names that the command line promises, and those of more platforms.
  static let names = [
    "threshold", "flick", "android-back", "android-viewpager", "chromium-touchpad", "cosmic-comp",
    "embla", "firefox", "floatingpanel", "flutter-cupertino", "gnome-shell", "hyprland", "kwin",
    "libadwaita", "niri", "phoc", "react-navigation-stack", "sidemenu", "swiper", "touchegg",
    "wayfire", "webkitgtk",
  ]

  @Test func `each policy is there by its name`() {
    #expect(PolicyLibrary.all.map(\.id) == Self.names)
    #expect(PolicyLibrary.names == Self.names)
    for name in Self.names { #expect(PolicyLibrary.policy(named: name)?.id == name) }
    #expect(PolicyLibrary.policy(named: "nobody") == nil)
  }

  @Test(arguments: PolicyLibrary.presets)
  func `a preset says where it is from, what it assumes and what it leaves out`(
    policy: PolicyDefinition
  ) throws {
    let source = try #require(policy.source)
    #expect(!source.files.isEmpty)
    #expect(source.commit?.utf8.count == 40)
    #expect(!policy.assumptions.isEmpty && !policy.omissions.isEmpty)
    #expect(policy.value(.recognition, on: .touchpad, along: .x) == .word("motions"))
  }
}
