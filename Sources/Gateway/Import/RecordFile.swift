import FoundationEssentials
import Glibc

/// A file to import.
struct RecordFile: Hashable {
    let path: String
    /// True for a pipe, socket or device found in a folder; reading it may block.
    var isSpecial = false

    /// Replaces folders by their files with records, recursively and sorted by name; "-" is standard input.
    static func expand(_ paths: [String]) -> [RecordFile] {
        paths.flatMap { path in
            var visited: Set<String> = []
            let files = files(in: path, visited: &visited)
            return files.isEmpty ? [RecordFile(path: path)] : files
        }
    }

    private static func files(in path: String, visited: inout Set<String>) -> [RecordFile] {
        // Errors are reported when the file is opened.
        guard type(path) == S_IFDIR, let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            return [RecordFile(path: path)]
        }
        // Symbolic links may form cycles.
        guard visited.insert(URL(filePath: path).resolvingSymlinksInPath().path).inserted else { return [] }
        return names.sorted().flatMap { name in
            let inside = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
            let type = type(inside)
            if type == S_IFDIR { return files(in: inside, visited: &visited) }
            return mayHaveRecords(name) ? [RecordFile(path: inside, isSpecial: type != nil && type != S_IFREG)] : []
        }
    }

    /// Returns the type of the file; nil if it does not exist.
    private static func type(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Returns true by the file's extension. Includes compressed files, so that they are reported, not silently
    /// ignored.
    private static func mayHaveRecords(_ name: String) -> Bool {
        let name = name.lowercased()
        return extensions.contains { name.hasSuffix($0) || name.hasSuffix($0 + ".gz") }
    }

    private static let extensions = [".json", ".jsonl", ".ndjson", ".har", ".sqlite", ".sqlite3", ".db"]
}
