import FoundationEssentials
import Glibc

/// Reads a folder and the folders in it, name by name.
struct StaticFolder {
    private let root: String
    private var files: [String: FileContent] = [:]

    /// Every file by its name relative to the folder.
    static func read(_ folder: String) throws(StaticFilesError) -> [String: FileContent] {
        guard let root = realPath(folder) else { throw StaticFilesError(unreadable: folder) }
        var reader = StaticFolder(root: root)
        try reader.readEntries(of: root, named: "", depth: 0)
        return reader.files
    }

    private init(root: String) { self.root = root }

    private mutating func readEntries(of folder: String, named prefix: String, depth: Int) throws(StaticFilesError) {
        for entry in try Self.entries(of: folder) where !entry.hasPrefix(".") {
            let path = folder + "/" + entry
            var status = stat()
            guard lstat(path, &status) == 0 else { throw StaticFilesError(unreadable: path) }
            switch status.st_mode & S_IFMT {
            case S_IFDIR where depth < 16:
                try readEntries(of: path, named: prefix + entry + "/", depth: depth + 1)
            case S_IFREG: try readFile(path, named: prefix + entry)
            case S_IFLNK: try readLink(path, named: prefix + entry)
            default: break
            }
        }
    }

    /// A link counts where it leads to a file within the folder, so that nothing outside is ever served.
    private mutating func readLink(_ path: String, named name: String) throws(StaticFilesError) {
        guard let target = Self.realPath(path), target.utf8.starts(with: (root + "/").utf8) else { return }
        var status = stat()
        guard lstat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        try readFile(target, named: name)
    }

    private mutating func readFile(_ path: String, named name: String) throws(StaticFilesError) {
        guard let content = try FileContent(path: path) else { return }
        files[name] = content
    }

    private static func entries(of folder: String) throws(StaticFilesError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
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
