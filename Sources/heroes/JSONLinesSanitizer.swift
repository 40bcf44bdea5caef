import Basics
import Foundation
import HTML

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
