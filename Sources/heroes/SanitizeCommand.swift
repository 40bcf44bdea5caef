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

/// A reader of standard input in UTF-8, as it arrives.
private struct StandardInput {
    private static let chunkSize = 1 << 16

    private var buffer: [UInt8] = []
    /// The index of the first unread byte.
    private var start = 0

    init() throws(CommandError) {
        while buffer.count < 2, try readMore() {}
        guard !buffer.starts(with: [0xFF, 0xFE]), !buffer.starts(with: [0xFE, 0xFF]) else {
            throw CommandError("Standard input is UTF-16. Convert it to UTF-8, for example with iconv -f utf-16.")
        }
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

/// A sanitizer of JSON lines: `{"id":…,"payload":"…"}` becomes `{"id":…,"output":"…"}`.
///
/// The id is a string or a number. An empty description has the output "". An invalid line becomes `{"error":"…"}`,
/// with the id if it is valid.
struct JSONLinesSanitizer {
    private enum ID {
        case text(String)
        case number(Decimal)
    }

    private struct Line: Decodable {
        let id: ID?
        let payload: String?

        private enum CodingKeys: CodingKey { case id, payload }

        /// Treats a member of another type as missing.
        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            if let text = try? members.decode(String.self, forKey: .id) {
                id = .text(text)
            } else {
                id = (try? members.decode(Decimal.self, forKey: .id)).map(ID.number)
            }
            payload = try? members.decode(String.self, forKey: .payload)
        }
    }

    private let sanitizer: Sanitizer

    init(_ sanitizer: Sanitizer = Sanitizer()) { self.sanitizer = sanitizer }

    /// Returns the output for one line, without a line break.
    func output(for line: [UInt8]) -> [UInt8] {
        let text = JSONText.replacingLoneSurrogates(in: Array(String(decoding: line, as: UTF8.self).utf8))
        // All decoding errors have the same message.
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(text)) else {
            return Self.line(id: nil, "error", "the line is not a valid JSON object")
        }
        guard let id = line.id else {
            return Self.line(id: nil, "error", "\"id\" is missing, or neither a string nor a number")
        }
        guard let payload = line.payload else {
            return Self.line(id: id, "error", "\"payload\" is missing or not a string")
        }
        return Self.line(id: id, "output", sanitizer.sanitize(payload)?.markup ?? "")
    }

    private static func line(id: ID?, _ name: String, _ value: String) -> [UInt8] {
        var line = Array("{".utf8)
        switch id {
        case .text(let text): line += "\"id\":".utf8 + JSONText.quoted(text) + ",".utf8
        case .number(let number): line += "\"id\":\(number),".utf8
        case nil: break
        }
        line += "\"\(name)\":".utf8
        JSONText.append(value, to: &line)
        line.append(UInt8(ascii: "}"))
        return line
    }
}
