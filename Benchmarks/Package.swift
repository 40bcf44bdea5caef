// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// Links only the store of favourites; everything else is measured in the program itself, over HTTP.
let package = Package(
    name: "MarvelHeroes",
    targets: [
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CGlibc"),
        .target(name: "Basics", dependencies: ["CCrypto", "CGlibc"], swiftSettings: settings),
        .target(name: "Heroes", dependencies: ["Basics"], swiftSettings: settings),
        .target(name: "Storage", dependencies: ["Basics", "Heroes"], swiftSettings: settings),
        .executableTarget(name: "bench", dependencies: ["Heroes", "Storage"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
