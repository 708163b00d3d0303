/// The policies that come with the program: its own two, and those of platforms.
public struct PolicyLibrary: Sendable {
  /// All policies, the program's own first, then by name.
  public static let all: [PolicyDefinition] = [.threshold, .flick] + presets

  /// The policies of platforms, by name.
  ///
  /// Each is a file of the folder `Presets`, in the form that a person's own policy file has.
  public static let presets: [PolicyDefinition] = files.map(read)

  /// The names of all policies, in the same order; to know them, no preset is read.
  public static let names =
    [PolicyDefinition.threshold.id, PolicyDefinition.flick.id]
    + files.map(\.id)

  /// Finds a policy by its name.
  public static func policy(named id: String) -> PolicyDefinition? {
    for own in [PolicyDefinition.threshold, .flick] where own.id == id { return own }
    return files.first { $0.id == id }.map(read)
  }

  private static func read(_ file: (id: String, bytes: [UInt8])) -> PolicyDefinition {
    do {
      return try PolicyDefinition(reading: file.bytes, id: file.id) {
        $0 == "threshold" ? .threshold : nil
      }
    } catch {
      preconditionFailure("The preset \(file.id) is no policy: \(error)")
    }
  }

  private static let files: [(id: String, bytes: [UInt8])] = [
    ("android-back", PackageResources.android_back_json),
    ("android-viewpager", PackageResources.android_viewpager_json),
    ("chromium-touchpad", PackageResources.chromium_touchpad_json),
    ("cosmic-comp", PackageResources.cosmic_comp_json),
    ("embla", PackageResources.embla_json),
    ("firefox", PackageResources.firefox_json),
    ("floatingpanel", PackageResources.floatingpanel_json),
    ("flutter-cupertino", PackageResources.flutter_cupertino_json),
    ("gnome-shell", PackageResources.gnome_shell_json),
    ("hyprland", PackageResources.hyprland_json),
    ("kwin", PackageResources.kwin_json),
    ("libadwaita", PackageResources.libadwaita_json),
    ("niri", PackageResources.niri_json),
    ("phoc", PackageResources.phoc_json),
    ("react-navigation-stack", PackageResources.react_navigation_stack_json),
    ("sidemenu", PackageResources.sidemenu_json),
    ("swiper", PackageResources.swiper_json),
    ("touchegg", PackageResources.touchegg_json),
    ("wayfire", PackageResources.wayfire_json),
    ("webkitgtk", PackageResources.webkitgtk_json),
  ]
}
