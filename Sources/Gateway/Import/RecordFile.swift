import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#endif

/// The files that an import reads.
package enum RecordFiles {
    /// A folder stands for the JSON files in it and in its folders, by name; "-" is standard input.
    package static func expand(_ paths: [String]) -> [String] {
        paths.flatMap { path in
            var visited: Set<Folder> = []
            let files = files(of: path, but: &visited)
            return files.isEmpty ? [path] : files
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

    private static func files(of path: String, but visited: inout Set<Folder>) -> [String] {
        // Links may lead back to where they are.
        guard let folder = Folder(path) else { return [path] }
        guard visited.insert(folder).inserted else { return [] }
        // What cannot be read is found out when it is opened.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return [path] }
        return names.sorted().flatMap { name in
            let inside = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
            return isRecords(name) || Folder(inside) != nil ? files(of: inside, but: &visited) : []
        }
    }

    /// Compressed ones, too, so that they are named and not passed over.
    private static func isRecords(_ name: String) -> Bool {
        let name = name.lowercased()
        return extensions.contains { name.hasSuffix($0) || name.hasSuffix($0 + ".gz") }
    }

    private static let extensions = [".json", ".jsonl", ".ndjson"]
}
