import HTTPTypes

extension Response {
    /// Appends the status line and the field lines (RFC 9112 sections 4 and 5), without the fields that frame the
    /// message, which the connection sets.
    package func appendHead(to bytes: inout [UInt8]) {
        bytes += "HTTP/1.1 ".utf8
        bytes.append(decimal: status.code)
        bytes.append(UInt8(ascii: " "))
        bytes += status.reasonPhrase.utf8
        bytes += "\r\n".utf8
        for field in fields where !field.name.isFraming { bytes.append(field) }
    }
}

extension HTTPResponse.Status {
    /// True if a response of this status may have content (RFC 9110 sections 6.4.1 and 15.3.6).
    package var hasContent: Bool { code != 204 && code != 205 && code != 304 }
}

extension HTTPField.Name {
    fileprivate var isFraming: Bool {
        switch canonicalName {
        case "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "date": true
        default: false
        }
    }
}

extension [UInt8] {
    package mutating func append(contentLength length: Int) {
        self += "Content-Length: ".utf8
        append(decimal: length)
        self += "\r\n".utf8
    }

    fileprivate mutating func append(_ field: HTTPField) {
        self += field.name.rawName.utf8
        self += ": ".utf8
        field.withUnsafeBytesOfValue { append(contentsOf: $0) }
        self += "\r\n".utf8
    }

    fileprivate mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}
