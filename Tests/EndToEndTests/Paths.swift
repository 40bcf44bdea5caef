import Foundation

/// Where the things under test are.
enum Paths {
    /// The program under test, built beside the tests.
    static var heroes: String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/heroes"
    }

    /// The folder of everything that is built.
    static var buildFolder: String {
        URL(filePath: heroes).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    }

    /// axe-core, which `script/test` fetches.
    static var axe: String { buildFolder + "/axe/axe.min.js" }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
}
