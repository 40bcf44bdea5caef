import FoundationEssentials

/// The files of Tests/Fixtures, by their relative paths.
package enum Fixture {
    /// The absolute path of Tests/Fixtures.
    package static let folder: String = {
        let support = URL(filePath: #filePath).deletingLastPathComponent().resolvingSymlinksInPath()
        return support.deletingLastPathComponent().appending(path: "Fixtures").path
    }()

    package static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(path)")))
    }

    package static func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }
}
