import Foundation

/// Where the things under test are.
enum Places {
    /// The program under test, built beside the tests.
    static var heroes: String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/heroes"
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
}
