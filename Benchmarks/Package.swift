// swift-tools-version: 6.2
import PackageDescription

/// The rooms of the site, compiled as the site compiles them.
let room: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "MarvelHeroes",
    products: [.library(name: "CSigsuspend", type: .dynamic, targets: ["CSigsuspend"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // What the figures are compared with; the site itself does without them.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    ],
    targets: [
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CEpoll"),
        .systemLibrary(name: "CGlibc"),
        .target(name: "Basics", dependencies: ["CCrypto", "CGlibc"], swiftSettings: room),
        .target(name: "Heroes", dependencies: ["Basics"], swiftSettings: room),
        .target(name: "HTML", dependencies: ["Basics", "CLibXML2"], swiftSettings: room),
        .target(
            name: "HTTP", dependencies: ["Basics", "CZlib", .product(name: "HTTPTypes", package: "swift-http-types")],
            swiftSettings: room),
        .target(name: "Server", dependencies: ["Basics", "HTTP", "CEpoll"], swiftSettings: room),
        .target(
            name: "Storage", dependencies: ["Basics", "Heroes"],
            swiftSettings: room),
        .target(
            name: "Gateway",
            dependencies: [
                "Basics", "HTTP", "CLibXML2",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            exclude: ["Catalogue"], swiftSettings: room),
        .target(name: "Site", dependencies: ["Basics", "Heroes", "HTML", "HTTP"], swiftSettings: room),
        .executableTarget(
            name: "bench",
            dependencies: [
                "Basics", "CLibXML2", "Heroes", "HTML", "HTTP", "Server", "Site", "Storage", "Gateway",
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            swiftSettings: room),
        // For running the site under valgrind.
        .target(name: "CSigsuspend"),
        // Takes minutes to build, so nothing else depends on it.
        .executableTarget(
            name: "mustache-site",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            swiftSettings: room),
    ],
    swiftLanguageModes: [.v6]
)
