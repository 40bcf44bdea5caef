extension RawCase {
    /// Bytes of protocols other than HTTP/1.1.
    static let otherProtocols: [RawCase] = badVersions + unservedVersions + greetings

    private static let badVersions: [RawCase] = [
        "HTTP/ 1.1", "HTTP /1.1", "HTTP/1.x", "HTTP/-1.1", "HTTP/1.1.1", "HTTP/1.", "HTTP/.1", "HTTP/1", "HTTP1.1",
        "HTTP\\1.1", "HTTPS/1.1", "HTTP/1.1a", "Http/1.1", "HTTP/1.1;", "HTTP/1 .1", "HTTP/1. 1", "HTTP/１.1",
        "HTTP",
        "HTTP/", "HTTP/11", "HTTP/11.1", "HTTP/1.01", "HTTP/+1.1", "HTTP/1.1\0", "1.1", "ICY/1.0", "RTSP/1.0",
        "XHTTP/1.1", "HTTP//1.1", "HTTP/1.1\u{B}", "\u{FEFF}HTTP/1.1",
    ].map { RawCase.rejected("the version \($0.debugDescription)", "GET / \($0)\r\nHost: a\r\n\r\n") }

    private static let unservedVersions: [RawCase] = ["HTTP/0.0", "HTTP/0.1", "HTTP/2.1", "HTTP/4.0", "HTTP/9.9"].map {
        RawCase.rejected("the version \($0)", "GET / \($0)\r\nHost: a\r\n\r\n", with: 505)
    }

    private static let greetings: [RawCase] = [
        .rejected("a response", "HTTP/1.1 200 OK\r\n\r\n"),
        .rejected("a line of blanks", "   \r\n\r\n"),
        .rejected("a greeting of SSH", "SSH-2.0-OpenSSH_9.2\r\n"),
        .rejected("a greeting of SMTP", "EHLO a\r\n"),
        .rejected("a command of Redis", "*1\r\n$4\r\nPING\r\n"),
        .rejected("a command of Memcached", "stats\r\n"),
        .rejected("the PROXY protocol", "PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\n" + get("")),
        .rejected("the PROXY protocol in bytes", "\r\n\r\n\0\r\nQUIT\n"),
        .rejected("a SOCKS 5 greeting", [5, 1, 0]),
        .rejected("a request of HTTP/0.9 with a line's end alone", "GET /\n"),
        .rejected("a request line and no fields", "GET / HTTP/1.1\r\n\r\n"),
        .rejected("a byte order mark before the request", "\u{FEFF}" + get("")),
        .rejected("an empty line that ends in LF", "\n\r\n" + get("")),
        .rejected("a NUL before the request", "\0" + get("")),
        .rejected("a tab before the method", "\t" + get("")),
        .rejected("five words in the request line", "GET / a b HTTP/1.1\r\nHost: a\r\n\r\n"),
        .rejected("a version twice", "GET / HTTP/1.1 HTTP/1.1\r\nHost: a\r\n\r\n"),
        .rejected("zeros", [UInt8](repeating: 0, count: 1000)),
        .rejected("bytes of 255", [UInt8](repeating: 0xFF, count: 1000)),
    ]

    /// Each invalid byte in each part of a request.
    static let singleBytes: [RawCase] = {
        let controls: [UInt8] = Array(0...0x1F) + [0x7F]
        let delimiters = Array("\"(),/;<=>?@[\\]{}".utf8)
        let get = "GET / HTTP/1.1\r\nHost: a"
        var cases = (controls + delimiters).map { between("G", $0, "ET / HTTP/1.1\r\nHost: a\r\n\r\n", in: "a method") }
        cases += controls.map { between("GET /a", $0, "b HTTP/1.1\r\nHost: a\r\n\r\n", in: "a path") }
        cases += controls.map { between("GET /?a", $0, "b HTTP/1.1\r\nHost: a\r\n\r\n", in: "a query") }
        cases += (controls + delimiters).map { between("\(get)\r\nX", $0, "Y: z\r\n\r\n", in: "a name") }
        cases += controls.map { between("\(get)\r\nX: a", $0, "b\r\n\r\n", in: "a value") }
        cases += controls.map { between(get, $0, "b\r\n\r\n", in: "a Host") }
        cases += controls.map { between(post("Transfer-Encoding: chunked\r\n", "5"), $0, "5\r\n", in: "a chunk size") }
        // A tab is valid in a value only.
        return cases.filter { $0.name != "the byte 9 in a value" }
    }()

    private static func between(_ before: String, _ byte: UInt8, _ after: String, in part: String) -> RawCase {
        .rejected("the byte \(byte) in \(part)", Array(before.utf8) + [byte] + Array(after.utf8))
    }
}
