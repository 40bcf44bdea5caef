import Foundation
import Support

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

extension Paths {
    /// Returns a copy of the program's resources that tests can change.
    static func resources() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (source, name) in [
            ("Templates", "Templates"), ("Public", "Public"), ("Sources/Gateway/Catalogue", "Catalogue"),
        ] {
            // A symbolic link would be copied as such, and the test would change the project's own files.
            let original = URL(filePath: "\(root)/\(source)").resolvingSymlinksInPath()
            try FileManager.default.copyItem(atPath: original.path, toPath: "\(folder.path)/\(name)")
        }
        return folder
    }
}
