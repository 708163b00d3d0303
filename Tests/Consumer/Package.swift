// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "consumer",
  dependencies: [.package(name: "pantograph", path: "../..")],
  targets: [
    .executableTarget(
      name: "Consumer", dependencies: [.product(name: "Pantograph", package: "pantograph")]),
    .executableTarget(
      name: "Samples", dependencies: [.product(name: "Pantograph", package: "pantograph")]),
  ],
  swiftLanguageModes: [.v6]
)
