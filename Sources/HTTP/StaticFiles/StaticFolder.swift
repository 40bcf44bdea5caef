import FoundationEssentials
import Glibc

/// Reads the files of a folder and its subfolders.
enum StaticFolder {
    typealias Content = (bytes: [UInt8], modified: HTTPDate)

    /// Returns all files by their paths relative to the folder. Hidden files are skipped, and so are links that lead
    /// out of the folder, so that nothing outside is ever served.
    static func read(_ folder: String) throws(StaticFilesError) -> [String: Content] {
        do {
            guard let root = realPath(folder) else { throw CocoaError(.fileReadNoSuchFile) }
            // Throws if the path is a file.
            _ = try FileManager.default.contentsOfDirectory(atPath: root)
            var files: [String: Content] = [:]
            for name in try FileManager.default.subpathsOfDirectory(atPath: root) where !"/\(name)".contains("/.") {
                guard let path = realPath("\(root)/\(name)"), path.utf8.starts(with: "\(root)/".utf8) else { continue }
                var status = stat()
                guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
                let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
                files[name] = (bytes, HTTPDate(secondsSince1970: status.st_mtim.tv_sec))
            }
            return files
        } catch {
            throw .unreadable(path: folder, reason: "\(error)")
        }
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }
}
