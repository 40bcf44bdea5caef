import Foundation

/// What is built beside this program.
enum BuiltProduct {
    static func path(_ name: String) throws -> String {
        let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: name).path
        guard FileManager.default.fileExists(atPath: path) else {
            throw Unmeasurable("\(path) is missing: script/bench builds it")
        }
        return path
    }
}
