// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] =
    Context.environment["WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// Links only the stores of favourites, and the tests' Comic Vine and PostgreSQL; everything else is measured in the
/// program itself, over HTTP.
let package = Package(
    name: "MarvelHeroes",
    targets: [
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CGlibc"),
        .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "Basics", dependencies: ["CCrypto", "CGlibc"], swiftSettings: settings),
        .target(name: "Heroes", dependencies: ["Basics"], swiftSettings: settings),
        .target(name: "Storage", dependencies: ["Basics", "Heroes"], swiftSettings: settings),
        .target(name: "PostgreSQL", dependencies: ["Basics", "Heroes", "CPQ"], swiftSettings: settings),
        .target(name: "Support", dependencies: ["Basics", "CZlib", "Heroes"], swiftSettings: settings),
        .executableTarget(
            name: "bench", dependencies: ["CPQ", "CSQLite", "Heroes", "PostgreSQL", "Storage", "Support"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
