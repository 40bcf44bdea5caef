extension RawCase {
    /// Less common targets and URLs.
    static let urls: [RawCase] = encodings + absolutes + others

    private static let encodings: [RawCase] = [
        .served("a target of 8,000 bytes", target("/" + String(repeating: "a", count: 8000))),
        .served("an encoding in small and in capital letters", target("/%2f%2F%e4%E4")),
        .served("an encoding of no UTF-8, which is the handler's business", target("/%ff%c0%ae")),
        .served("dots, which are the handler's business", target("/../%2e%2e/./a")),
        .served("a question mark alone", target("/?")),
        .served("a line's end encoded in the query", target("/?a=b%0D%0Ac")),
        .served("a path of parameters", target("/;a=b;c")),
        .rejected("a NUL encoded in the path", target("/a%00b")),
        .served("a NUL encoded in the query", target("/?a%00b")),
        .rejected("a CR and an LF encoded in the path", target("/a%0d%0aX:%20y")),
        .rejected("an LF encoded in the path", target("/%0A")),
        .rejected("a DEL encoded in the path", target("/%7F")),
        .rejected("an encoding of 16 bits", target("/%u0041")),
        .rejected("two percent signs", target("/%%41")),
        .rejected("an overlong encoding in bytes", Array("GET /".utf8) + [0xC0, 0xAF] + Array(" HTTP/1.1\r\n".utf8)),
        .rejected("a fragment without path", target("#b")),
        .rejected("a backslash for the slash", target("\\a")),
        .rejected("a question mark without slash", target("?a")),
        .rejected("a dot", target(".")),
    ]

    private static let absolutes: [RawCase] = [
        .served("a URL in a POST", "POST http://a/b HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"),
        .served("a URL in HTTP/1.0 without Host", "GET http://a/b HTTP/1.0\r\n\r\n", isPersistent: false),
        .served("a URL with its port", target("http://a:8080/", host: "a:8080")),
        .served("a URL with an empty port", target("http://a:/")),
        .rejected("a URL of nothing", target("http://")),
        .rejected("a URL of a query alone, without host", target("http://?b")),
        .rejected("a URL without slashes", target("http:a/b")),
        .rejected("a URL with a port too high", target("http://a:65536/")),
        .rejected("a URL with two ports", target("http://a:80:80/")),
        .rejected("a URL with an unterminated IPv6 host", target("http://[::1/", host: "[::1]")),
        .rejected("a URL with an encoded control byte in its host", target("http://a%00/", host: "a%00")),
        .rejected("a URL with an empty Host beside it", "GET http://a/ HTTP/1.1\r\nHost:\r\n\r\n"),
        .rejected("a URL with two Hosts beside it", "GET http://a/ HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
        .rejected("a URL with a malformed Host beside it", target("http://a/", host: "a@a")),
        .rejected("a URL with a malformed path", target("http://a/%zz")),
        .rejected("a URL with a backslash", target("http:\\\\a\\")),
        .rejected("a URL of https in HTTP/1.0", "GET https://a/ HTTP/1.0\r\n\r\n", with: 421),
        .rejected("a URL of ws", target("ws://a/")),
        .rejected("a URL of file", target("file:///etc/passwd")),
        .rejected("a URL of another scheme without host", target("urn:a:b")),
        .rejected("a URL with a blank", target("http://a/ b")),
    ]

    private static let others: [RawCase] = [
        .rejected("a star in HTTP/1.0", "GET * HTTP/1.0\r\n\r\n"),
        .rejected("a star for POST", "POST * HTTP/1.1\r\nHost: a\r\n\r\n"),
        .rejected("a star and a query for OPTIONS", "OPTIONS *?a HTTP/1.1\r\nHost: a\r\n\r\n"),
        .rejected("a star and a slash for OPTIONS", "OPTIONS */ HTTP/1.1\r\nHost: a\r\n\r\n"),
        .rejected("a star for OPTIONS without Host", "OPTIONS * HTTP/1.1\r\n\r\n"),
        RawCase(
            name: "a star for OPTIONS with content",
            bytes: Array("OPTIONS * HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello".utf8), statuses: [204],
            handled: 0, isPersistent: true),
        .served("a URL with a query for OPTIONS", "OPTIONS http://a?b HTTP/1.1\r\nHost: a\r\n\r\n"),
        .rejected("CONNECT to IPv6", "CONNECT [::1]:443 HTTP/1.1\r\nHost: [::1]:443\r\n\r\n", with: 501),
        .rejected("CONNECT with an empty port", "CONNECT a: HTTP/1.1\r\nHost: a\r\n\r\n"),
        .rejected("CONNECT with a port too high", "CONNECT a:99999 HTTP/1.1\r\nHost: a\r\n\r\n"),
        .rejected("CONNECT without a host", "CONNECT :443 HTTP/1.1\r\nHost: a\r\n\r\n"),
        .rejected("CONNECT with host, port and path", "CONNECT a:443/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        .rejected("CONNECT with a user", "CONNECT u@a:443 HTTP/1.1\r\nHost: a\r\n\r\n"),
        .rejected("CONNECT with a star", "CONNECT * HTTP/1.1\r\nHost: a\r\n\r\n"),
        .rejected("connect in small letters", "connect a:443 HTTP/1.1\r\nHost: a\r\n\r\n"),
    ]

    static let hostBytes: [RawCase] = hostsWithDelimiters + goodHosts + badHosts + otherHosts

    private static let hostsWithDelimiters: [RawCase] = "!$&'()*+,;=@/?#<>\"\\^`{|} \t".map {
        RawCase.rejected("\($0.debugDescription) in a Host", target("/", host: "a\($0)b"))
    }

    private static let goodHosts: [RawCase] = [
        "a-b", "a.b.", "A.b", "a_b", "a~b", "xn--4ca", "a%41", "[::ffff:1.2.3.4]", "[::1]:", "a:0", "a:65535",
    ].map {
        RawCase.served("the Host \($0)", target("/", host: $0))
    }

    private static let badHosts: [RawCase] = [
        "a..b", ".a", ".", "a%00b", "a%0a", "a:000080", "a:-1", "a:1 2", "[]", "[::1", "[v1.a]", "[::1]:x",
    ].map {
        RawCase.rejected("the Host \($0)", target("/", host: $0))
    }

    private static let otherHosts: [RawCase] = [
        .rejected("a Host of 256 bytes", target("/", host: String(repeating: "a", count: 256))),
        .rejected("a Host folded", "GET / HTTP/1.1\r\nHost:\r\n a\r\n\r\n"),
        .rejected("a Host of blanks", "GET / HTTP/1.1\r\nHost:  \t\r\n\r\n"),
        .rejected("a Host with a blank before its colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n"),
        .rejected("an empty Host before another", "GET / HTTP/1.1\r\nHost:\r\nHost: a\r\n\r\n"),
        .rejected("a malformed Host in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a/b\r\n\r\n"),
        .served("a Host in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\n\r\n", isPersistent: false),
    ]
}
