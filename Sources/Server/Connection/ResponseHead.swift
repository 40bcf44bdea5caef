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

    func append(to bytes: inout [UInt8], date: [UInt8]) {
        if let prepared = response.preparedHead {
            bytes += prepared
        } else {
            response.appendHead(to: &bytes)
            switch framing {
            case .length(let length): bytes.append(contentLength: length)
            case .chunked: bytes += "Transfer-Encoding: chunked\r\n".utf8
            case .untilClose, .none: break
            }
        }
        bytes += date
        if !keepsAlive {
            bytes += "Connection: close\r\n".utf8
        } else if !isVersion11 {
            bytes += "Connection: keep-alive\r\n".utf8
        }
        bytes += "\r\n".utf8
    }
}

extension HTTPResponse.Status {
    /// Whether it answers a request and ends it.
    var isFinal: Bool { (200...599).contains(code) }
}

extension [UInt8] {
    mutating func append(hexadecimal number: Int) {
        if number >= 16 { append(hexadecimal: number >> 4) }
        let digit = UInt8(truncatingIfNeeded: number & 15)
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
}
