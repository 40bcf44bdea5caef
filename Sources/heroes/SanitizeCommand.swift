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
        var input = StandardInput()
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

/// Standard input, read as far as it has come: UTF-16 if it starts with that encoding's byte order mark, as what Windows
/// shells write does, else UTF-8.
private struct StandardInput {
    private enum Encoding { case utf8, utf16LittleEndian, utf16BigEndian }

    private static let chunkSize = 1 << 16

    private var encoding: Encoding?
    /// Bytes whose encoding is not known yet, and those of half a character of UTF-16.
    private var undecoded: [UInt8] = []
    /// The bytes read, in UTF-8.
    private var buffer: [UInt8] = []
    /// Where in the buffer starts what nobody has asked for.
    private var start = 0

    /// The next line without its end; nil behind the last.
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

    /// All that is left.
    mutating func rest() throws(CommandError) -> ArraySlice<UInt8> {
        while try readMore() {}
        return buffer[start...]
    }

    /// Waits for bytes and puts them behind those that are left; false at the end.
    private mutating func readMore() throws(CommandError) -> Bool {
        buffer.removeSubrange(..<start)
        start = 0
        var result = 0
        var code: Int32 = 0
        let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { bytes, count in
            repeat { result = read(STDIN_FILENO, bytes.baseAddress, Self.chunkSize) } while result < 0 && errno == EINTR
            if result < 0 { code = errno }
            count = max(0, result)
        }
        guard result >= 0 else {
            throw CommandError("Standard input cannot be read: \(SystemError.reason(code)).")
        }
        decode(chunk)
        return result > 0
    }

    /// Appends bytes to the buffer in UTF-8; none at the end of the input.
    private mutating func decode(_ chunk: [UInt8]) {
        undecoded += chunk
        guard undecoded.count > 1 || chunk.isEmpty else { return }
        let encoding = encoding ?? Self.encoding(of: undecoded)
        self.encoding = encoding
        guard encoding != .utf8 else {
            buffer += undecoded
            undecoded.removeAll()
            return
        }
        var units = stride(from: 0, to: undecoded.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(undecoded[index]), UInt16(undecoded[index + 1]))
            return encoding == .utf16BigEndian ? first << 8 | second : second << 8 | first
        }
        if !chunk.isEmpty, let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        buffer += String(decoding: units, as: UTF16.self).utf8
        undecoded.removeFirst(units.count * 2)
    }

    private static func encoding(of bytes: [UInt8]) -> Encoding {
        bytes.starts(with: [0xFF, 0xFE])
            ? .utf16LittleEndian : bytes.starts(with: [0xFE, 0xFF]) ? .utf16BigEndian : .utf8
    }
}
