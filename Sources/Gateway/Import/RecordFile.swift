import Basics
import FoundationEssentials
import Glibc

/// The files to import.
enum RecordFile {
    /// Replaces folders by their files with records, recursively and sorted by name; "-" is standard input.
    static func expand(_ paths: [String]) -> [String] {
        paths.flatMap { path in
            var visited: Set<String> = []
            let files = files(in: path, visited: &visited)
            return files.isEmpty ? [path] : files
        }
    }

    private static func files(in path: String, visited: inout Set<String>) -> [String] {
        // Errors are reported when the file is opened.
        guard type(path) == S_IFDIR, let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            return [path]
        }
        // Symbolic links may form cycles.
        guard visited.insert(URL(filePath: path).resolvingSymlinksInPath().path).inserted else { return [] }
        return names.sorted().flatMap { name in
            let inside = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
            let type = type(inside)
            if type == S_IFDIR { return files(in: inside, visited: &visited) }
            // Reading a pipe, a socket or a device might never end.
            return mayHaveRecords(name) && (type == nil || type == S_IFREG) ? [inside] : []
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

    private static let extensions = [".json", ".jsonl", ".ndjson", ".har"]
}

/// The detection of formats that cannot be imported, by the first bytes of a file.
enum UnsupportedFormat {
    /// Returns the name of the format and what to do with it; nil for all other formats.
    static func reason(for head: ArraySlice<UInt8>) -> String? {
        if head.starts(with: [0x1F, 0x8B]) { return "it is compressed (gzip); unpack it first" }
        if head.starts(with: "PK\u{3}\u{4}".utf8) { return "it is compressed (zip); unpack it first" }
        if head.starts(with: "SQLite format 3\0".utf8) {
            return "it is an SQLite database; save its responses as JSON, or serve an archive with --archive"
        }
        // JSON in UTF-16 starts with a byte order mark, or has a zero byte (RFC 4627 section 3).
        let isUTF16 = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) || head.prefix(2).contains(0)
        return isUTF16 ? "it is in UTF-16; save it in UTF-8 first" : nil
    }
}

/// A buffered reader of the bytes of a file or of a text in memory.
struct ByteReader: ~Copyable {
    private static let chunkSize = 1 << 18

    /// The open file; -1 for a text.
    private let descriptor: Int32
    private var chunk: [UInt8] = []
    private var index = 0
    private var isAtEnd = false
    /// The byte before the current one; a line feed before the first.
    private(set) var previous = UInt8(ascii: "\n")
    /// The number of bytes read from the file so far.
    private(set) var count = 0

    /// Opens the file; "-" is standard input.
    init(path: String) throws(SystemError) {
        descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError("open") }
        try refill()
        // Some editors write a byte order mark, which JSON does not allow.
        guard head.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
        for _ in 0..<3 { try advance() }
        previous = UInt8(ascii: "\n")
    }

    /// Reads a text that is in memory.
    init(_ text: [UInt8]) {
        descriptor = -1
        chunk = text
        count = text.count
        isAtEnd = true
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The buffered part of the unread bytes.
    var head: ArraySlice<UInt8> { chunk[index...] }

    /// The position in the file or text.
    var offset: Int { count - chunk.count + index }

    /// The byte at the position; nil at the end.
    var current: UInt8? { index < chunk.count ? chunk[index] : nil }

    var isAtLineStart: Bool { previous == UInt8(ascii: "\n") }

    mutating func advance() throws(SystemError) {
        guard index < chunk.count else { return }
        previous = chunk[index]
        index += 1
        if index == chunk.count { try refill() }
    }

    /// Appends the bytes before the first for which `ends` is true, or up to the end, and skips them.
    mutating func copy(into bytes: inout [UInt8], until ends: (UInt8) -> Bool) throws(SystemError) {
        while index < chunk.count {
            let end = chunk[index...].firstIndex(where: ends) ?? chunk.endIndex
            bytes.append(contentsOf: chunk[index..<end])
            if end > index { previous = chunk[end - 1] }
            index = end
            guard index == chunk.count else { return }
            try refill()
        }
    }

    private mutating func refill() throws(SystemError) {
        guard !isAtEnd else { return }
        let file = descriptor
        var result = 0
        chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
            repeat { result = read(file, buffer.baseAddress, Self.chunkSize) } while result < 0 && errno == EINTR
            count = max(0, result)
        }
        guard result >= 0 else { throw SystemError("read") }
        index = 0
        count += result
        isAtEnd = result == 0
    }
}
