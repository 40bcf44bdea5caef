import Basics
import FoundationEssentials
import Glibc

enum RecordFile {
    /// Replaces folders by their files with records, recursively and sorted by name; "-" is standard input.
    static func expand(_ paths: [String]) -> [String] {
        paths.flatMap { path in
            let files = files(in: path)
            return files.isEmpty ? [path] : files
        }
    }

    /// Returns the files of a folder, or else the path itself.
    private static func files(in path: String) -> [String] {
        // Errors are reported when the file is opened.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return [path] }
        return names.sorted().flatMap { name in
            let inside = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
            var (status, target) = (stat(), stat())
            // Symbolic links to folders may form cycles.
            if lstat(inside, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return files(in: inside) }
            // Reading a pipe, a socket or a device might never end.
            let isFile = stat(inside, &target) != 0 || target.st_mode & S_IFMT == S_IFREG
            return isFile && mayHaveRecords(name) ? [inside] : []
        }
    }

    /// Returns true by the file's extension. Includes compressed files, so that they are reported, not silently
    /// ignored.
    private static func mayHaveRecords(_ name: String) -> Bool {
        let name = name.lowercased()
        return extensions.contains { name.hasSuffix($0) || name.hasSuffix($0 + ".gz") }
    }

    private static let extensions = [".json", ".jsonl", ".ndjson", ".har"]
}

extension RecordFile {
    /// Returns true for a regular file that is an SQLite database.
    static func isDatabase(_ path: String) -> Bool {
        var status = stat()
        guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: databaseHeader.count)
        return Glibc.read(descriptor, &head, head.count) == head.count && head == databaseHeader
    }

    /// The first bytes of SQLite databases (sqlite.org/fileformat.html).
    private static let databaseHeader = Array("SQLite format 3\0".utf8)

    /// Returns the bytes of a file without a byte order mark, or the reason why it cannot be imported; "-" is standard
    /// input.
    static func read(_ path: String) -> (bytes: [UInt8], problem: String?) {
        func problem() -> String {
            errno == EISDIR
                ? "it is a folder without files of records (\(extensions.joined(separator: ", ")))"
                : "it cannot be read: \(SystemError.reason())"
        }
        let descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return ([], problem()) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return ([], problem()) }
            if count == 0 { break }
            bytes += chunk[..<count]
            if let problem = unsupportedFormat(bytes) { return ([], problem) }
        }
        return (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes, nil)
    }

    /// Returns the name of a format that cannot be imported and what to do with it, by the first bytes of a file.
    private static func unsupportedFormat(_ head: [UInt8]) -> String? {
        if head.starts(with: [0x1F, 0x8B]) { return "it is compressed (gzip); unpack it first" }
        if head.starts(with: "PK\u{3}\u{4}".utf8) { return "it is compressed (zip); unpack it first" }
        if head.starts(with: databaseHeader) {
            return "it is an SQLite database; give the file of an archive by its name"
        }
        // JSON in UTF-16 starts with a byte order mark, or has a zero byte (RFC 4627 section 3).
        let isUTF16 = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) || head.prefix(2).contains(0)
        return isUTF16 ? "it is in UTF-16; save it in UTF-8 first" : nil
    }
}
