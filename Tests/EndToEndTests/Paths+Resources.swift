import Foundation
import Support

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
