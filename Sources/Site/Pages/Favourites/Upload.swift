import HTTP
import HTTPTypes

/// The text that a visitor sends from a form: typed, or the first file of that name (RFC 7578).
enum Upload {
    /// Nil where the body holds no such field.
    static func text(_ name: String, _ request: Request) -> [UInt8]? {
        if let form = request.form { return form[name].map { Array($0.utf8) } }
        guard let type = request.fields[.contentType], let boundary = boundary(type) else { return nil }
        return parts(request.body, boundary).first { $0.name == name && !$0.body.isEmpty }?.body
    }

    private static func boundary(_ type: String) -> [UInt8]? {
        let parts = type.split(separator: ";").map { $0.trimmingPrefix { $0 == " " } }
        guard parts.first?.lowercased() == "multipart/form-data",
            let field = parts.first(where: { $0.lowercased().hasPrefix("boundary=") })
        else { return nil }
        let value = field.dropFirst("boundary=".count).filter { $0 != "\"" }
        // RFC 2046, section 5.1.1.
        return (1...70).contains(value.utf8.count) ? Array("--\(value)".utf8) : nil
    }

    private static func parts(_ body: [UInt8], _ boundary: [UInt8]) -> [(name: String, body: [UInt8])] {
        pieces(body, boundary).dropFirst().compactMap { piece in
            guard let end = find(Array("\r\n\r\n".utf8), in: piece) else { return nil }
            let head = String(decoding: piece[..<end], as: UTF8.self)
            guard let name = head.firstMatch(of: /[; ]name="([^"]*)"/)?.1 else { return nil }
            // The line break before the next boundary belongs to the boundary.
            return (String(name), Array(piece[(end + 4)...].dropLast(2)))
        }
    }

    private static func pieces(_ body: [UInt8], _ boundary: [UInt8]) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = body[...]
        while let place = find(boundary, in: rest) {
            pieces.append(rest[..<place])
            rest = rest[(place + boundary.count)...]
        }
        return pieces
    }

    private static func find(_ needle: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= needle.count else { return nil }
        return (bytes.startIndex...bytes.endIndex - needle.count).first { start in
            bytes[start] == needle[0] && bytes[start..<start + needle.count].elementsEqual(needle)
        }
    }
}
