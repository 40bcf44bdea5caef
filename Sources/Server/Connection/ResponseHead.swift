import HTTP
import HTTPTypes

/// The head of a response as bytes (RFC 9112 section 4).
struct ResponseHead {
    enum Framing {
        case length(Int)
        case chunked
        /// The end of the connection is the end of the content: for HTTP/1.0 clients.
        case untilClose
        /// The status has no content.
        case none
    }

    let response: Response
    let framing: Framing
    let keepsAlive: Bool
    let isVersion11: Bool

    func bytes(date: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        bytes += "HTTP/1.1 ".utf8
        bytes.append(decimal: response.status.code)
        bytes.append(.space)
        bytes += response.status.reasonPhrase.utf8
        bytes += "\r\n".utf8
        bytes += date
        for field in response.fields where !isOurs(field.name) { bytes.append(field) }
        switch framing {
        case .length(let length):
            bytes += "Content-Length: ".utf8
            bytes.append(decimal: length)
            bytes += "\r\n".utf8
        case .chunked: bytes += "Transfer-Encoding: chunked\r\n".utf8
        case .untilClose, .none: break
        }
        if !keepsAlive {
            bytes += "Connection: close\r\n".utf8
        } else if !isVersion11 {
            bytes += "Connection: keep-alive\r\n".utf8
        }
        bytes += "\r\n".utf8
        return bytes
    }

    /// Whether the field says how the message is sent, which the connection knows and a handler does not.
    private func isOurs(_ name: HTTPField.Name) -> Bool {
        switch name.canonicalName {
        case "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "date": true
        default: false
        }
    }
}

extension HTTPResponse.Status {
    /// Whether a response of this status may have content (RFC 9110 sections 6.4.1 and 15.3.6).
    var hasContent: Bool { code != 204 && code != 205 && code != 304 }

    /// Whether it answers a request and ends it.
    var isFinal: Bool { (200...599).contains(code) }
}

extension [UInt8] {
    mutating func append(_ field: HTTPField) {
        self += field.name.rawName.utf8
        self += ": ".utf8
        field.withUnsafeBytesOfValue { append(contentsOf: $0) }
        self += "\r\n".utf8
    }

    mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    mutating func append(hexadecimal number: Int) {
        if number >= 16 { append(hexadecimal: number >> 4) }
        let digit = UInt8(truncatingIfNeeded: number & 15)
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
}
