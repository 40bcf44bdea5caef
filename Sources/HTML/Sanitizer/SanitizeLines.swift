import Basics

/// Sanitizes JSON lines: `{"id":…,"payload":"…"}` becomes `{"id":…,"output":"…"}`.
///
/// The id, a string or a number, comes back as it was written. A payload that is no description has the output "". A line
/// that is no such object becomes `{"error":"…"}`, with the id where it was read.
package struct SanitizeLines: Sendable {
    private let sanitizer: Sanitizer

    package init(_ sanitizer: Sanitizer = Sanitizer()) { self.sanitizer = sanitizer }

    /// The answer to one line, without a line end.
    package func answer(_ line: some Collection<UInt8>) -> [UInt8] {
        var reader = JSONLineReader(Array(String(decoding: line, as: UTF8.self).utf8))
        do throws(JSONLineError) {
            try reader.read()
            guard let id = reader.id else { throw .noID }
            guard let payload = reader.payload else { throw .noPayload }
            return Self.line(id: id, "output", sanitizer.sanitize(bytes: payload)?.markup ?? "")
        } catch {
            return Self.line(id: error.leavesID ? reader.id : nil, "error", error.description)
        }
    }

    private static func line(id: ArraySlice<UInt8>?, _ name: String, _ value: String) -> [UInt8] {
        var line = Array("{".utf8)
        if let id {
            line += "\"id\":".utf8
            line += id
            line += ",".utf8
        }
        line += "\"\(name)\":\"".utf8
        for byte in value.utf8 { append(byte, to: &line) }
        line += "\"}".utf8
        return line
    }

    /// Appends a byte of a JSON string (RFC 8259 section 7).
    private static func append(_ byte: UInt8, to line: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            line.append(UInt8(ascii: "\\"))
            line.append(byte)
        case ..<0x20:
            line += "\\u00".utf8
            Hex.append(byte, to: &line)
        default: line.append(byte)
        }
    }
}
