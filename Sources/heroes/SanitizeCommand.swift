import ArgumentParser
import Basics
import Foundation
import Glibc
import HTML

/// `heroes sanitize`: sanitizes an HTML description as the site does.
struct SanitizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sanitize", abstract: "Sanitize an HTML description from standard input as the site does.")

    @Flag(help: "Read JSON lines {\"id\", \"payload\"} and write {\"id\", \"output\"} for each, line by line.")
    var lines = false

    @Option(help: "The URL of the description's page, to resolve relative links.")
    var base: String?

    func run() throws {
        if lines {
            let sanitizer = JSONLinesSanitizer(Sanitizer(base: base))
            while let line = try Self.nextLine() { try Self.write(sanitizer.output(for: line)) }
        } else {
            var text = ""
            while let line = try Self.nextLine() { text += line }
            if let html = Sanitizer(base: base).sanitize(text) { try Self.write(html.markup) }
        }
    }

    /// Returns the next line of standard input with its line break; nil at the end. Invalid UTF-8 is replaced.
    private static func nextLine() throws(CommandError) -> String? {
        errno = 0
        let line = readLine(strippingNewline: false)
        guard line != nil || errno == 0 else {
            throw CommandError("Standard input cannot be read: \(SystemError.reason()).")
        }
        return line
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

/// A sanitizer of JSON lines: `{"id":…,"payload":"…"}` becomes `{"id":…,"output":"…"}`.
///
/// The id is a string or a number. An empty description has the output "". An invalid line becomes `{"error":"…"}`,
/// with the id if it is valid.
struct JSONLinesSanitizer {
    private enum ID {
        case text(String)
        case number(Decimal)

        var json: String {
            switch self {
            case .text(let text): quoted(text)
            case .number(let number): "\(number)"
            }
        }
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
    func output(for line: String) -> String {
        let text = JSONText.replacingLoneSurrogates(in: Array(line.utf8))
        // All decoding errors have the same message.
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(text)) else {
            return #"{"error":"the line is not a valid JSON object"}"#
        }
        guard let id = line.id?.json else {
            return #"{"error":"\"id\" is missing, or neither a string nor a number"}"#
        }
        guard let payload = line.payload else {
            return #"{"id":\#(id),"error":"\"payload\" is missing or not a string"}"#
        }
        return #"{"id":\#(id),"output":\#(Self.quoted(sanitizer.sanitize(payload)?.markup ?? ""))}"#
    }

    private static func quoted(_ text: String) -> String { String(decoding: JSONText.quoted(text), as: UTF8.self) }
}
