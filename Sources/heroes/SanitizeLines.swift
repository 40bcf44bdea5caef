import Basics
import Foundation
import HTML

/// Sanitizes JSON lines: `{"id":…,"payload":"…"}` becomes `{"id":…,"output":"…"}`.
///
/// The id is a string or a number. A payload without a description has the output "". A line that is no such object becomes
/// `{"error":"…"}`, with the id if it could be read.
struct SanitizeLines {
    private enum ID {
        case text(String)
        case number(Decimal)
    }

    private struct Line: Decodable {
        let id: ID?
        let payload: String?

        private enum CodingKeys: CodingKey { case id, payload }

        /// Counts a member of another type as missing.
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

    /// Returns the answer to one line, without a line end.
    func answer(_ line: [UInt8]) -> [UInt8] {
        let text = JSONText.replacingHalfPairs(in: Array(String(decoding: line, as: UTF8.self).utf8))
        // Any way in which the line is not an object means the same.
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(text)) else {
            return Self.line(id: nil, "error", "the line is no valid JSON object")
        }
        guard let id = line.id else {
            return Self.line(id: nil, "error", "\"id\" is missing, or neither a string nor a number")
        }
        guard let payload = line.payload else {
            return Self.line(id: id, "error", "\"payload\" is missing or no string")
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
