// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// A stage of the engine, in the order the data flows.
func stage(
  _ name: String, after dependencies: [String] = [], resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, resources: resources,
    swiftSettings: settings)
}

func tests(_ name: String, of dependencies: [String], except files: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: (dependencies + ["TestSupport"]).map { .byName(name: $0) },
    exclude: files, swiftSettings: settings)
}

/// The fuzzer has libFuzzer's `main`, so that a plain build must not see it.
let fuzz: [Target] =
  Context.environment["FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "Quantities", "Curves", "TouchInput", "Recordings", "Gestures", "Transitions", "Simulation",
      ],
      swiftSettings: settings)
  ]

let package = Package(
  name: "pantograph",
  products: [
    .library(
      name: "Pantograph",
      targets: [
        "Quantities", "Curves", "TouchInput", "Recordings", "Synthesis", "Gestures", "Transitions",
        "Layers", "UIKitTransitions", "Simulation", "Tuning",
      ]),
    .executable(name: "pantograph", targets: ["pantograph"]),
  ],
  targets: [
    stage("Quantities"),
    stage("Curves", after: ["Quantities"]),
    stage("TouchInput", after: ["Quantities"]),
    stage("Recordings", after: ["Quantities", "TouchInput"]),
    .systemLibrary(
      name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    stage("LiveInput", after: ["CLibevdev", "Quantities", "TouchInput"]),
    stage("Deciders"),
    stage("Synthesis", after: ["Quantities", "TouchInput"]),
    stage("Gestures", after: ["Quantities", "TouchInput"]),
    stage("Transitions", after: ["Quantities", "Curves", "Gestures"]),
    stage("Layers", after: ["Quantities", "Curves"]),
    stage(
      "UIKitTransitions",
      after: ["Quantities", "Curves", "TouchInput", "Gestures", "Transitions", "Layers"]),
    stage(
      "Simulation",
      after: [
        "Quantities", "Curves", "TouchInput", "Recordings", "Gestures", "Transitions",
        "UIKitTransitions",
      ],
      resources: [.embedInCode("Policies/Presets")]),
    stage(
      "Tuning", after: ["Quantities", "TouchInput", "Gestures", "Transitions", "Simulation"]),
    .target(
      name: "Rendering",
      dependencies: ["Quantities", "TouchInput", "Gestures", "Transitions", "Simulation"],
      resources: [.embedInCode("Page")], swiftSettings: settings),
    stage("LiveView", after: ["Quantities", "Transitions", "Simulation"]),
    .systemLibrary(name: "CNCurses", providers: [.apt(["libncurses-dev"])]),
    .target(name: "CTerminalGuard"),
    stage("Terminal", after: ["CNCurses", "CTerminalGuard", "LiveView"]),
    .executableTarget(
      name: "pantograph",
      dependencies: [
        "Quantities", "Curves", "TouchInput", "Recordings", "LiveInput", "Deciders",
        "Synthesis", "Gestures", "Transitions", "UIKitTransitions", "Simulation", "Tuning",
        "Rendering", "LiveView",
        "Terminal",
      ],
      resources: [.embedInCode("Schemas")], swiftSettings: settings),
    .target(name: "CMeasuring"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CMeasuring", "Quantities", "Curves", "TouchInput", "Recordings", "Gestures", "Transitions",
        "Layers", "Simulation",
      ],
      exclude: ["Peers"], swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["Quantities", "TouchInput"], path: "Tests/TestSupport",
      swiftSettings: settings),
    tests("QuantitiesTests", of: ["Quantities"]),
    tests("CurvesTests", of: ["Quantities", "Curves"]),
    tests("TouchInputTests", of: ["Quantities", "TouchInput"]),
    tests(
      "RecordingsTests", of: ["Quantities", "TouchInput", "Recordings"], except: ["Tools"]),
    tests("LiveInputTests", of: ["Quantities", "TouchInput", "LiveInput"]),
    tests("DecidersTests", of: ["Deciders"]),
    tests("SynthesisTests", of: ["Quantities", "TouchInput", "Synthesis", "Gestures"]),
    tests("GesturesTests", of: ["Quantities", "TouchInput", "Gestures"]),
    tests(
      "TransitionsTests", of: ["Quantities", "Curves", "TouchInput", "Gestures", "Transitions"]),
    tests("LayersTests", of: ["Quantities", "Curves", "Layers"]),
    tests(
      "UIKitTransitionsTests",
      of: [
        "Quantities", "Curves", "TouchInput", "Gestures", "Transitions", "Layers",
        "UIKitTransitions",
      ]),
    tests(
      "SimulationTests",
      of: [
        "Quantities", "Curves", "TouchInput", "Recordings", "Gestures", "Transitions",
        "UIKitTransitions", "Simulation",
      ], except: ["Golden"]),
    tests(
      "TuningTests",
      of: ["Quantities", "Recordings", "Gestures", "Transitions", "Simulation", "Tuning"]),
    // They run the program too.
    tests(
      "RenderingTests",
      of: [
        "Quantities", "TouchInput", "Recordings", "Gestures", "Transitions", "Simulation",
        "Rendering", "pantograph",
      ]),
    tests("LiveViewTests", of: ["Quantities", "Transitions", "Simulation", "LiveView"]),
    // They run the program, which has to be built before.
    tests("ProgramTests", of: ["pantograph"], except: ["schemas.py", "webdriver.py"]),
  ] + fuzz,
  swiftLanguageModes: [.v6]
)
