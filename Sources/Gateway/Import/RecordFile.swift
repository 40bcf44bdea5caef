import FoundationEssentials
import Glibc

/// A file that an import reads.
struct RecordFile: Hashable {
    let path: String
    /// Whether it lies in a folder and is no file but a pipe, a socket or a device, which may keep a reader waiting.
    var isEndless = false

    /// Returns the JSON files in a folder and in its folders, by name; "-" is standard input.
    static func expand(_ paths: [String]) -> [RecordFile] {
        paths.flatMap { path in
            var visited: Set<String> = []
            let files = files(of: path, but: &visited)
            return files.isEmpty ? [RecordFile(path: path)] : files
        }
    }

    private static func files(of path: String, but visited: inout Set<String>) -> [RecordFile] {
        // What cannot be read is found out when it is opened.
        guard type(path) == S_IFDIR, let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            return [RecordFile(path: path)]
        }
        // Links may lead back to where they are.
        guard visited.insert(URL(filePath: path).resolvingSymlinksInPath().path).inserted else { return [] }
        return names.sorted().flatMap { name in
            let inside = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
            let type = type(inside)
            if type == S_IFDIR { return files(of: inside, but: &visited) }
            return isRecords(name) ? [RecordFile(path: inside, isEndless: type != nil && type != S_IFREG)] : []
        }
    }

    /// Returns the type of the file at the path; nil if there is none.
    private static func type(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Compressed ones, too, so that they are named and not passed over.
    private static func isRecords(_ name: String) -> Bool {
        let name = name.lowercased()
        return extensions.contains { name.hasSuffix($0) || name.hasSuffix($0 + ".gz") }
    }

    private static let extensions = [".json", ".jsonl", ".ndjson", ".har", ".sqlite", ".sqlite3", ".db"]
}
