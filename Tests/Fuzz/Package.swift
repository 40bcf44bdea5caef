// swift-tools-version: 6.2
import PackageDescription

/// The compiler settings of the site.
let settings: [SwiftSetting] =
    Context.environment["WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
    name: "MarvelHeroes",
    dependencies: [.package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0")],
    targets: [
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CEpoll"),
        .systemLibrary(name: "CGlibc"),
        .target(name: "Basics", dependencies: ["CCrypto", "CGlibc"], swiftSettings: settings),
        .target(
            name: "HTTP", dependencies: ["Basics", "CZlib", .product(name: "HTTPTypes", package: "swift-http-types")],
            swiftSettings: settings),
        .target(name: "Server", dependencies: ["Basics", "HTTP", "CEpoll"], swiftSettings: settings),
        // libFuzzer provides main.
        .executableTarget(
            name: "fuzz", dependencies: ["Server"], swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]),
    ],
    swiftLanguageModes: [.v6]
)
