// swift-tools-version: 6.2
import PackageDescription

/// Every module is compiled the same way. `script/test` makes warnings errors; in other builds one of a later compiler or of a
/// library must not stop the build.
let settings: [SwiftSetting] =
    Context.environment["WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// The version that releases have from `version` in script/lib/dependencies.sh, which also reads the default here.
let version = Context.environment["HEROES_VERSION"] ?? "1.1.0~dev"

/// Modules whose work on large texts takes most of the tests’ time are optimized in debug builds, too.
let optimized = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let sqlite = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let rawSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
    name: "MarvelHeroes",
    products: [.executable(name: "heroes", targets: ["heroes"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        // C, reached through a module map and a typed shim.
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CRSVG", providers: [.apt(["librsvg2-dev"])]),
        .systemLibrary(name: "CEpoll"),
        .systemLibrary(name: "CGlibc"),
        .target(name: "CVersion", cSettings: [.define("HEROES_VERSION", to: "\"\(version)\"")]),

        // What every module may use.
        .target(name: "Basics", dependencies: ["CCrypto", "CGlibc"], swiftSettings: optimized),

        // Foundations: know no feature.
        .target(name: "Heroes", dependencies: ["Basics"], swiftSettings: settings),
        .target(name: "HTML", dependencies: ["Basics", "CLibXML2"], swiftSettings: optimized),
        .target(name: "HTTP", dependencies: ["Basics", "CZlib", httpTypes], swiftSettings: settings),
        .target(name: "QRCode", dependencies: ["CQREncode"], swiftSettings: settings),
        .target(name: "Curl", dependencies: ["Basics", "CCurl", "CZlib"], swiftSettings: settings),
        .target(name: "Server", dependencies: ["Basics", "HTTP", "CEpoll"], swiftSettings: settings),

        // Edges: import no other one, but for ComicVine, which imports Caching, and Gateway, which imports Pictures.
        .target(name: "MarvelAPI", dependencies: ["Basics", "Heroes", "Curl"], swiftSettings: settings),
        .target(name: "ComicVine", dependencies: ["Basics", "Heroes", "Curl", "Caching"], swiftSettings: optimized),
        .target(name: "Caching", dependencies: ["Basics", "Heroes", sqlite], swiftSettings: settings),
        .target(name: "Storage", dependencies: ["Basics", "Heroes"], swiftSettings: settings),
        .target(name: "PostgreSQL", dependencies: ["Basics", "Heroes", "CPQ"], swiftSettings: settings),
        .target(name: "Pictures", dependencies: ["Basics", "HTML", "CRSVG", "CZlib"], swiftSettings: optimized),
        .target(
            name: "Gateway", dependencies: ["Basics", "HTML", "HTTP", "Pictures", sqlite, rawSQLite],
            exclude: ["Catalogue"],
            swiftSettings: optimized),

        // The pages, and the one target that knows all.
        .target(name: "Site", dependencies: ["Basics", "Heroes", "HTML", "HTTP", "QRCode"], swiftSettings: settings),
        .executableTarget(
            name: "heroes",
            dependencies: [
                "Basics", "Heroes", "HTML", "HTTP", "Curl", "Server", "MarvelAPI", "ComicVine", "Caching",
                "Storage", "PostgreSQL", "Pictures", "Gateway", "Site", "CGlibc", "CVersion", argumentParser, logging,
            ],
            swiftSettings: settings),

        .target(
            name: "Support", dependencies: ["Basics", "Heroes", "CZlib"], path: "Tests/Support", swiftSettings: settings
        ),
        .testTarget(name: "BasicsTests", dependencies: ["Basics"], swiftSettings: settings),
        .testTarget(name: "HeroesTests", dependencies: ["Basics", "Heroes", "Support"], swiftSettings: settings),
        .testTarget(name: "HTMLTests", dependencies: ["Basics", "HTML", "Support"], swiftSettings: settings),
        .testTarget(name: "HTTPTests", dependencies: ["Basics", "HTTP", "Support"], swiftSettings: settings),
        .testTarget(name: "CurlTests", dependencies: ["Basics", "Curl", "Support"], swiftSettings: settings),
        .testTarget(
            name: "ServerTests", dependencies: ["Basics", "Server", "HTTP", "Support"], swiftSettings: settings),
        .testTarget(
            name: "MarvelAPITests", dependencies: ["Basics", "MarvelAPI", "Curl", "Heroes", "Support"],
            swiftSettings: settings),
        .testTarget(
            name: "ComicVineTests", dependencies: ["Basics", "Caching", "ComicVine", "Curl", "Heroes", "Support"],
            swiftSettings: settings),
        .testTarget(
            name: "CachingTests", dependencies: ["Basics", "CGlibc", "Caching", "Heroes", "Support", sqlite],
            swiftSettings: settings),
        .testTarget(
            name: "UpstreamTests",
            dependencies: [
                "Basics", "Caching", "ComicVine", "Gateway", "MarvelAPI", "Curl", "Pictures", "Site", "HTML", "HTTP",
                "Heroes", "Storage", "Support",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "StorageTests", dependencies: ["Basics", "Storage", "PostgreSQL", "Heroes", "Support"],
            swiftSettings: settings),
        .testTarget(
            name: "PostgreSQLTests", dependencies: ["Basics", "Caching", "PostgreSQL", "Heroes", "Site", "Support"],
            swiftSettings: settings),
        .testTarget(
            name: "PicturesTests", dependencies: ["Basics", "Pictures", "Support"], swiftSettings: settings),
        .testTarget(
            name: "GatewayTests", dependencies: ["Basics", "Gateway", "HTTP", "Pictures", "Support", sqlite],
            swiftSettings: settings),
        .testTarget(
            name: "SiteTests",
            dependencies: ["Basics", "Site", "Heroes", "HTML", "HTTP", "QRCode", "Storage", "Support"],
            swiftSettings: settings),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["heroes", "CGlibc", "Curl", "HTML", "Heroes", "Support"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
