import Foundation
import Support

extension Paths {
    /// A copy of what the program reads at start, for changing.
    static func resources() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (source, name) in [
            ("Templates", "Templates"), ("Public", "Public"), ("Sources/Gateway/Catalogue", "Catalogue"),
        ] {
            // A link would be copied as a link, and the test would change the project's own files.
            let original = URL(filePath: "\(root)/\(source)").resolvingSymlinksInPath()
            try FileManager.default.copyItem(atPath: original.path, toPath: "\(folder.path)/\(name)")
        }
        return folder
    }
}
