import Foundation

/// Paths of the program under test and of its files.
enum Paths {
    /// The program under test, built next to the tests.
    static var heroes: String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/heroes"
    }

    /// The folder with all build products.
    static var buildFolder: String {
        URL(filePath: heroes).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    }

    /// axe-core, which `script/test` fetches.
    static var axe: String { buildFolder + "/axe/axe.min.js" }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
}
