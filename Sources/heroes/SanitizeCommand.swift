import ArgumentParser
import Basics
import Foundation
import Glibc
import HTML

/// `heroes sanitize`: what the site would show of an HTML description.
struct SanitizeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sanitize", abstract: "Read an HTML description and write what the site would show of it.")

    @Flag(help: "Read JSON lines {\"id\", \"payload\"} and write {\"id\", \"output\"} for each, line by line.")
    var lines = false

    @Option(help: "The address of the page that the description comes from, for links relative to it.")
    var base: String?

    func run() async throws {
        var input = try StandardInput()
        if lines {
            let sanitizer = SanitizeLines(Sanitizer(base: base))
            while let line = try input.nextLine() {
                try Self.write(String(decoding: sanitizer.answer(line), as: UTF8.self))
            }
        } else if let html = Sanitizer(base: base).sanitize(bytes: try input.rest()) {
            try Self.write(html.markup)
        }
    }

    private static func write(_ line: String) throws(CommandError) {
        do {
            try StandardStreams.announce(line)
        } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            let reason = cause.map { SystemError.reason(Int32($0.code)) } ?? error.localizedDescription
            throw CommandError("Nothing more can be written to standard output: \(reason).")
        }
    }
}

/// Standard input in UTF-8, read as far as it has come; all at once if it is UTF-16, as what Windows shells write is.
private struct StandardInput {
    private static let chunkSize = 1 << 16

    private var buffer: [UInt8] = []
    /// The index of the first byte that was not returned yet.
    private var start = 0

    init() throws(CommandError) {
        while buffer.count < 2, try readMore() {}
        // The byte order marks of UTF-16.
        let isLittleEndian = buffer.starts(with: [0xFF, 0xFE])
        guard isLittleEndian || buffer.starts(with: [0xFE, 0xFF]) else { return }
        while try readMore() {}
        let units = stride(from: 0, to: buffer.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(buffer[index]), UInt16(buffer[index + 1]))
            return isLittleEndian ? second << 8 | first : first << 8 | second
        }
        buffer = Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Returns the next line without its end; nil behind the last.
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

    /// Returns all that is left.
    mutating func rest() throws(CommandError) -> ArraySlice<UInt8> {
        while try readMore() {}
        return buffer[start...]
    }

    /// Waits for bytes and puts them behind those that are left; false at the end.
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
