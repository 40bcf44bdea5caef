import ArgumentParser
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
            let reason = cause.map { String(cString: strerror(Int32($0.code))) } ?? error.localizedDescription
            throw CommandError("Nothing more can be written to standard output: \(reason).")
        }
    }
}

/// Standard input, read as far as it has come.
private struct StandardInput {
    private static let chunkSize = 1 << 16

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
            throw CommandError("Standard input cannot be read: \(String(cString: strerror(code))).")
        }
        buffer += chunk
        return result > 0
    }
}
