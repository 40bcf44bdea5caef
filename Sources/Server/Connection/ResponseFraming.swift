import HTTP
import HTTPTypes

/// The way in which the end of a response's content is marked (RFC 9112 section 6).
enum ResponseFraming {
    case length(Int)
    case chunked
    /// The end of the connection is the end of the content: for HTTP/1.0 clients.
    case untilClose
    /// The status has no content.
    case none
}

extension HTTPResponse.Status {
    /// True if it is a final status and not an interim one.
    var isFinal: Bool { (200...599).contains(code) }
}

extension [UInt8] {
    mutating func append(_ framing: ResponseFraming) {
        switch framing {
        case .length(let length): append(contentLength: length)
        case .chunked: self += "Transfer-Encoding: chunked\r\n".utf8
        case .untilClose, .none: break
        }
    }

    mutating func append(hexadecimal number: Int) {
        if number >= 16 { append(hexadecimal: number >> 4) }
        let digit = UInt8(truncatingIfNeeded: number & 15)
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
}
