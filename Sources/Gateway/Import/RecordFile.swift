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
            var visited: Set<Folder> = []
            let files = files(of: path, but: &visited)
            return files.isEmpty ? [RecordFile(path: path)] : files
        }
    }

    /// What tells a folder from all others, by whatever path it is reached.
    private struct Folder: Hashable {
        let device: UInt
        let number: UInt

        /// Nil where there is none.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
            device = UInt(status.st_dev)
            number = UInt(status.st_ino)
        }
    }

    private static func files(of path: String, but visited: inout Set<Folder>) -> [RecordFile] {
        // Links may lead back to where they are.
        guard let folder = Folder(path) else { return [RecordFile(path: path)] }
        guard visited.insert(folder).inserted else { return [] }
        // What cannot be read is found out when it is opened.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            return [RecordFile(path: path)]
        }
        return names.sorted().flatMap { name in
            let inside = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
            if Folder(inside) != nil { return files(of: inside, but: &visited) }
            return isRecords(name) ? [RecordFile(path: inside, isEndless: isEndless(inside))] : []
        }
    }

    /// Returns whether there is something at the path, and no file.
    private static func isEndless(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    /// Compressed ones, too, so that they are named and not passed over.
    private static func isRecords(_ name: String) -> Bool {
        let name = name.lowercased()
        return extensions.contains { name.hasSuffix($0) || name.hasSuffix($0 + ".gz") }
    }

    private static let extensions = [".json", ".jsonl", ".ndjson", ".har", ".sqlite", ".sqlite3", ".db"]
}
