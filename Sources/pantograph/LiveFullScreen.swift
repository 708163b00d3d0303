@preconcurrency import Glibc
import LiveView
import Recordings
import Simulation
import Terminal

/// `pantograph live` on a terminal: the full-screen view, as the command line wants it.
struct LiveFullScreen {
  /// The platforms that touches are compared under by default: three that differ in what makes
  /// progress, and in what decides.
  private static let compared = "gnome-shell,niri,firefox"

  /// The most platforms that there is room for.
  private static let mostCompared = 3

  /// The options that it has.
  static let options: [Option] = [
    Option("lines", help: "print a line a gesture on a terminal too, in place of the view"),
    Option(
      "compare", nil, .value("ID,ID,ID"),
      help: "platforms whose verdicts the view shows too, each by its own numbers, 3 at most "
        + "[\(compared)]"),
    Option("save-in", nil, .file("DIR"), help: "where the view saves gestures [.]"),
    Option(
      "save-as", nil, .word("FORMAT", Format.allCases.map(\.rawValue)),
      help: "what it saves them as: evemu, libinput [evemu]"),
  ]

  /// What gestures are saved as.
  private enum Format: String, CaseIterable {
    case evemu, libinput
  }

  private let settings: LiveViewSettings
  private let folder: String
  private let format: WritableFormat
  private let allowsColors: Bool

  /// Reads a command line.
  init(_ arguments: Arguments, _ settings: ReplaySettings) throws(Problem) {
    let names = (arguments.path("compare") ?? Self.compared).split(separator: ",").map(String.init)
    guard names.count <= Self.mostCompared else {
      throw Arguments.misuse(
        "--compare takes \(Self.mostCompared) policies at most", LiveCommand.name)
    }
    self.settings = LiveViewSettings(
      settings, comparing: names.isEmpty ? [] : try PolicyArgument.policies(names))
    format = try arguments.word("save-as", Format.self) == .libinput ? .libinput : .evemu
    folder = arguments.path("save-in").map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
    allowsColors = Style(try arguments.word("color", Style.Choice.self) ?? .auto).isColored
  }

  /// What a device is followed by.
  var following: ReplaySettings { settings.following }

  /// Takes the terminal.
  ///
  /// - Parameter machine: The machine, if a device of it is followed.
  /// - Returns: The view on the terminal, or `nil` if there is none that can show it.
  func sink(on machine: RecordingMachine?) -> LiveViewSink? {
    guard let terminal = try? Terminal(output: STDOUT_FILENO, allowsColors: allowsColors) else {
      return nil
    }
    return LiveViewSink(terminal, settings, savingIn: folder, as: format, on: machine)
  }

  /// Whether a command line wants it: results go to a terminal, and events do not come from there.
  static func isWanted(_ arguments: Arguments) -> Bool {
    !arguments.has("lines") && isatty(STDOUT_FILENO) == 1
      && (arguments.operands.first != "-" || isatty(STDIN_FILENO) == 0)
  }
}
