import ArgumentParser
import Basics
import Foundation
import Glibc
import HTML

/// `heroes sanitize`: sanitizes an HTML description as the site does.
struct SanitizeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sanitize", abstract: "Sanitize an HTML description from standard input as the site does.")

    @Flag(help: "Read JSON lines {\"id\", \"payload\"} and write {\"id\", \"output\"} for each, line by line.")
    var lines = false

    @Option(help: "The URL of the description's page, to resolve relative links.")
    var base: String?

    func run() async throws {
        var input = try StandardInput()
        if lines {
            let sanitizer = JSONLinesSanitizer(Sanitizer(base: base))
            while let line = try input.nextLine() {
                try Self.write(String(decoding: sanitizer.output(for: line), as: UTF8.self))
            }
        } else if let html = Sanitizer(base: base).sanitize(bytes: try input.readToEnd()) {
            try Self.write(html.markup)
        }
    }

    private static func write(_ line: String) throws(CommandError) {
        do {
            try StandardStreams.writeLine(line)
        } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            let reason = cause.map { SystemError.reason(Int32($0.code)) } ?? error.localizedDescription
            throw CommandError("Standard output cannot be written: \(reason).")
        }
    }
}

/// A reader of standard input in UTF-8, as it arrives. UTF-16, which Windows shells write, is read to the end first.
private struct StandardInput {
    private static let chunkSize = 1 << 16

    private var buffer: [UInt8] = []
    /// The index of the first unread byte.
    private var start = 0

    init() throws(CommandError) {
        while buffer.count < 2, try readMore() {}
        // By the byte order marks of UTF-16.
        let isLittleEndian = buffer.starts(with: [0xFF, 0xFE])
        guard isLittleEndian || buffer.starts(with: [0xFE, 0xFF]) else { return }
        while try readMore() {}
        let units = stride(from: 0, to: buffer.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(buffer[index]), UInt16(buffer[index + 1]))
            return isLittleEndian ? second << 8 | first : first << 8 | second
        }
        buffer = Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Returns the next line without its line break; nil at the end.
    mutating func nextLine() throws(CommandError) -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return Array(buffer[start..<end])
            }
            searched = buffer.count - start
            guard try readMore() else { break }
        }
        guard !buffer.isEmpty else { return nil }
        defer { buffer = [] }
        return buffer
    }

    /// Returns all unread bytes.
    mutating func readToEnd() throws(CommandError) -> ArraySlice<UInt8> {
        while try readMore() {}
        return buffer[start...]
    }

    /// Waits for bytes and appends them to the unread ones; returns false at the end.
    private mutating func readMore() throws(CommandError) -> Bool {
        buffer.removeSubrange(..<start)
        start = 0
        var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
        var count = 0
        repeat { count = read(STDIN_FILENO, &chunk, chunk.count) } while count < 0 && errno == EINTR
        guard count >= 0 else { throw CommandError("Standard input cannot be read: \(SystemError.reason()).") }
        buffer += chunk[..<count]
        return count > 0
    }
}
