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

    /// More parts than a browser sends of any form here. A form of ten thousand would keep everybody else waiting.
    private static let partsLimit = 20

    /// The first parts that have a name, each as it is come to.
    private static func parts(_ body: [UInt8], _ boundary: [UInt8]) -> some Sequence<(name: String, body: [UInt8])> {
        pieces(body, boundary).lazy.prefix(partsLimit).compactMap { piece in
            guard let end = find(headEnd, in: piece), let name = name(in: piece[..<end]) else { return nil }
            // The line break before the next boundary belongs to the boundary.
            return (name, Array(piece[(end + headEnd.count)...].dropLast(2)))
        }
    }

    private static let headEnd = Array("\r\n\r\n".utf8)
    private static let nameStart = Array("name=\"".utf8)

    /// The parameter of that name, and not the end of another's, such as `filename`.
    private static func name(in head: ArraySlice<UInt8>) -> String? {
        var rest = head
        while let place = find(nameStart, in: rest) {
            let value = head[(place + nameStart.count)...]
            if place > head.startIndex, "; ".utf8.contains(head[place - 1]),
                let end = value.firstIndex(of: UInt8(ascii: "\""))
            {
                return String(decoding: value[..<end], as: UTF8.self)
            }
            rest = value
        }
        return nil
    }

    /// What follows a boundary, up to the next one.
    private static func pieces(_ body: [UInt8], _ boundary: [UInt8]) -> some Sequence<ArraySlice<UInt8>> {
        sequence(state: find(boundary, in: body[...])) { (place: inout Int?) -> ArraySlice<UInt8>? in
            guard let start = place.map({ $0 + boundary.count }) else { return nil }
            place = find(boundary, in: body[start...])
            return body[start..<(place ?? start)]
        }
    }

    private static func find(_ needle: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= needle.count else { return nil }
        return (bytes.startIndex...bytes.endIndex - needle.count).first { start in
            bytes[start] == needle[0] && bytes[start..<start + needle.count].elementsEqual(needle)
        }
    }
}
