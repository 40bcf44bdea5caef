import Testing

/// The bytes that a client sends, and the expected responses.
struct RawCase: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    /// The expected statuses, in order.
    let statuses: [Int]
    /// True if another request may follow on the same connection.
    var isPersistent = false

    /// The number of requests that reach the handler.
    var handled: Int { statuses.count { $0 == 200 } }
    /// True for a HEAD request; its response has no body.
    var isHead: Bool { bytes.starts(with: "HEAD".utf8) }
    var testDescription: String { String(decoding: bytes.prefix(200), as: UTF8.self).debugDescription }

    /// Returns one case for each text in the place of "…", with 200 for every request and a persistent connection,
    /// unless stated otherwise.
    static func served(
        _ template: String, _ texts: [String] = [""], times: Int = 1, isPersistent: Bool = true
    ) -> [RawCase] {
        texts.map { text in
            RawCase(
                bytes: Array(template.replacing("…", with: text).utf8), statuses: Array(repeating: 200, count: times),
                isPersistent: isPersistent)
        }
    }

    /// Returns one case for each text in the place of "…", with an error response of the server and the end of the
    /// connection.
    static func rejected(with status: Int = 400, _ template: String, _ texts: [String] = [""]) -> [RawCase] {
        texts.map { RawCase(bytes: Array(template.replacing("…", with: $0).utf8), statuses: [status]) }
    }

    /// Returns a GET with these field lines after Host.
    static func get(_ fields: String) -> String { "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n" }

    /// Returns a POST with these field lines after Host and the content after the head.
    static func post(_ fields: String, _ content: String = "hello") -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(content)"
    }

    /// Returns a POST with chunked content.
    static func chunked(_ content: String) -> String { post("Transfer-Encoding: chunked\r\n", content) }

    static func a(_ count: Int) -> String { String(repeating: "a", count: count) }

    static let target = "GET … HTTP/1.1\r\nHost: a\r\n\r\n"
    static let host = "GET / HTTP/1.1\r\nHost:…\r\n\r\n"

    static let all: [RawCase] =
        [
            requestLines, methods, heads, versions, otherProtocols, targets, absoluteTargets, optionsAndConnect, hosts,
            fields, connections, lengths, codings, smuggled, chunks, trailers,
        ].flatMap { $0.flatMap(\.self) } + singleBytes
}

extension RawCase {
    private static let requestLines: [[RawCase]] = [
        served("\r\n" + get("")),
        rejected(
            "…GET / HTTP/1.1\r\nHost: a\r\n\r\n", ["\r\n\r\n", "\n", "\n\r\n", "\r", " ", "\t", "\0", "\u{FEFF}"]),
        rejected(
            "…\r\nHost: a\r\n\r\n",
            [
                "/ HTTP/1.1", "GE\u{1}T / HTTP/1.1", "GET: / HTTP/1.1", "GET  / HTTP/1.1", "GET\t/ HTTP/1.1", "GET",
                "GET HTTP/1.1", "GET /  HTTP/1.1", "GET /\tHTTP/1.1", "GET /a b HTTP/1.1", "GET / HTTP/1.1 ",
                "GET / HTTP/1.1\t", "GET / HTTP/1.1\r", "GET / a b HTTP/1.1", "GET / HTTP/1.1 HTTP/1.1",
                "GET /\0 HTTP/1.1", "GET /\u{7F} HTTP/1.1",
            ]),
        rejected("GET / HTTP/1.1…Host: a\r\n\r\n", ["\n", "\r"]),
        served(target, ["/" + a(8000), "/" + a(16384 - 16 - 11)]),
        rejected(with: 414, target, ["/" + a(16384), "/" + a(16384 - 15)]),
        rejected(with: 431, target, ["/" + a(16384 - 16 - 10)]),
    ]

    private static let methods: [[RawCase]] = [
        served("… / HTTP/1.1\r\nHost: a\r\n\r\n", ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"]),
        served("… / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", ["OPTIONS", "DELETE", "GET"]),
        served("PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
        rejected(
            with: 501, "… / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
            ["BREW", "get", "Get", "GETS", "GE", "G", "PROPFIND", "!#$%&'*+-.^_`|~09aZ", a(8000)]),
        rejected(with: 501, "…", ["BREW / HTTP/1.0\r\n\r\n", a(16384)]),
        rejected("BREW / HTTP/1.1\r\n…\r\n", ["", "Host: a\r\nX : y\r\n"]),
    ]

    private static let heads: [[RawCase]] = [
        served("HEAD / HTTP/1.1\r\nHost: a\r\n…", ["\r\n", "Content-Length: 5\r\n\r\nhello"]),
        served("HEAD / HTTP/1.0\r\n\r\n", isPersistent: false),
        rejected(
            "HEAD…\r\n\r\n",
            [
                "", " /", "  / HTTP/1.1\r\nHost: a", " /% HTTP/1.1\r\nHost: a",
                " * HTTP/1.1\r\nHost: a", " / HTTP/1.1", " / HTTP/1.1\r\nHost: a\r\nX : y",
                " / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx",
            ]),
        rejected(with: 421, "HEAD https://a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        rejected(with: 505, "HEAD / HTTP/2.0\r\nHost: a\r\n\r\n"),
        rejected(with: 417, "HEAD / HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n"),
        rejected(with: 413, "HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n"),
        rejected(with: 414, "HEAD /" + a(16384)),
        rejected(with: 431, "HEAD / HTTP/1.1\r\nHost: a\r\nX: " + a(16384)),
    ]

    private static let versions: [[RawCase]] = [
        served("GET / HTTP/…\r\nHost: a\r\n\r\n", ["1.1", "1.2", "1.9"]),
        rejected(
            with: 505, "GET / HTTP/…\r\nHost: a\r\n\r\n", ["0.0", "0.1", "0.9", "2.0", "2.1", "3.0", "4.0", "9.9"]),
        rejected(
            "GET /…\r\nHost: a\r\n\r\n",
            [
                "", " HTTP/ 1.1", " HTTP /1.1", " HTTP/1.x", " HTTP/-1.1", " HTTP/1.1.1", " HTTP/1.", " HTTP/.1",
                " HTTP/1", " HTTP1.1", " HTTP\\1.1", " HTTPS/1.1", " HTTP/1.1a", " Http/1.1", " http/1.1",
                " HTTP/1.1;", " HTTP/1 .1", " HTTP/1. 1", " HTTP/１.1", " HTTP", " HTTP/", " HTTP/11", " HTTP/11.1",
                " HTTP/1.01", " HTTP/01.1", " HTTP/1.10", " HTTP/1,1", " HTTP/+1.1", " HTTP/1.1\0", " 1.1",
                " ICY/1.0", " RTSP/1.0", " HTCPCP/1.0", " XHTTP/1.1", " HTTP//1.1", " HTTP/1.1\u{B}",
                " \u{FEFF}HTTP/1.1",
            ]),
    ]

    /// Bytes of protocols other than HTTP/1.1.
    private static let otherProtocols: [[RawCase]] = [
        rejected(
            "…",
            [
                "HTTP/1.1 200 OK\r\n\r\n", "   \r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "EHLO a\r\n",
                "*1\r\n$4\r\nPING\r\n", "stats\r\n", "PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\n" + get(""),
                "\r\n\r\n\0\r\nQUIT\n", "GET /\n",
            ]),
        rejected(with: 505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        hellos.map { RawCase(bytes: $0, statuses: [400]) },
    ]

    /// Hellos of TLS, SSL 2 and SOCKS 5, random bytes, and zeros.
    private static let hellos: [[UInt8]] = [
        [0x16, 3, 1, 0, 0xA5, 1, 0, 0, 0xA1, 3, 3] + Array(0..<160), [0x80, 0x2E, 1, 0, 2], [5, 1, 0],
        Array("9^\u{1}Q8é%&".utf8), [UInt8](repeating: 0, count: 1000),
    ]

    private static let targets: [[RawCase]] = [
        served(
            target,
            [
                "/a-._~!$&'()*+,;=:@/%41%2f//.", "/?a-._~!$&'()*+,;=:@/?%41", "/a[b]|c^d", "/?a[]={b}|`c^d\\",
                "//a/b", "/?a=%4g&b=50%off%", "/%2f%2F%e4%E4", "/%ff%c0%ae", "/../%2e%2e/./a", "/?", "/?a=b%0D%0Ac",
                "/;a=b;c", "/?a%00b", "/é/Ω?q=Magnéto",
            ]),
        rejected(
            target,
            [
                "a", "../a", ".", "\\a", "?a", "#b", "/a#b", "/\"", "/?a=<b>", "/a\\b", "/{a}", "/%", "/%4", "/%zz",
                "/%+1", "/%4?1", "/%%41", "/%u0041", "/a%00b", "/a%0d%0aX:%20y", "/%0A", "/%7F", "a:80", "*",
            ]),
        [
            RawCase(
                bytes: Array("GET /".utf8) + [0xC0, 0xAF] + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8), statuses: [400])
        ],
    ]

    private static let absoluteTargets: [[RawCase]] = [
        served(target, ["http://a/b?c", "HTTP://A/b", "http://a:80/", "http://a", "http://a?b=c", "http://a:/"]),
        served("GET http://a… HTTP/1.1\r\nHost: a:80\r\n\r\n", ["/", ":80/"]),
        served("GET http://…/ HTTP/1.1\r\nHost: …\r\n\r\n", ["[::1]:81", "a:8080"]),
        served("POST http://a/b HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"),
        served("GET http://a/b HTTP/1.0\r\n\r\n", isPersistent: false),
        rejected(
            target,
            [
                "http://b/", "http://a:81/", "http:///b", "http://u@a/", "http://u:p@a/", "ftp://a/", "http:/a/",
                "http://a/#b", "http://a:8x/", "http://", "http://?b", "http:a/b", "http://a:65536/",
                "http://a:80:80/", "http://a/%zz", "http:\\\\a\\", "ws://a/", "file:///etc/passwd", "urn:a:b",
                "http://a/ b",
            ]),
        rejected("GET http://…/ HTTP/1.1\r\nHost: …\r\n\r\n", ["[::1", "a%00", "a@a"]),
        rejected("GET http://a/ HTTP/1.1\r\n…\r\n", ["", "Host:\r\n", "Host: a\r\nHost: a\r\n"]),
        rejected(with: 421, "GET https://a/ HTTP/1.…\r\nHost: a\r\n\r\n", ["0", "1"]),
    ]

    private static let optionsAndConnect: [[RawCase]] = [
        served("OPTIONS … HTTP/1.1\r\nHost: a\r\n\r\n", ["/", "http://a?b"]),
        [
            "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS http://a HTTP/1.1\r\nHost: a\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
        ].map { RawCase(bytes: Array($0.utf8), statuses: [204], isPersistent: true) },
        rejected("OPTIONS … HTTP/1.1\r\nHost: a\r\n\r\n", ["http://b", "**", "*?a", "*/"]),
        rejected("…\r\n\r\n", ["OPTIONS * HTTP/1.1", "GET * HTTP/1.0", "POST * HTTP/1.1\r\nHost: a"]),
        rejected(with: 501, "CONNECT … HTTP/1.1\r\nHost: …\r\n\r\n", ["a:443", "[::1]:443"]),
        rejected(
            "CONNECT … HTTP/1.1\r\nHost: a\r\n\r\n",
            ["a", "/", "http://a/", "a:", "a:99999", ":443", "a:443/", "u@a:443", "*"]),
    ]

    private static let hosts: [[RawCase]] = [
        served(
            host,
            [
                " a:8080", " a:", " 127.0.0.1:80", " [::1]:8080", "  \t a \t ", "a", " a-b", " a.b.", " A.b", " a_b",
                " a~b", " xn--4ca", " [::ffff:1.2.3.4]", " [::1]:", " a:0", " a:65535",
            ]),
        rejected(host, "!$&'()*+,;=@/?#<>\"\\^`{|} \t".map { " a\($0)b" }),
        rejected(
            host,
            [
                "", "  \t", " a, b", " u@a", " http://a", " é", " a%4", " a%41", " a%00b", " a%0a", " a:b", " a:+80",
                " a:65536", " a:000080", " a:-1", " a:1 2", " a:80:80", " :80", " ::1", " [::1", " [::1]a", " [::1]:x",
                " [::1::2]", " [fe80::1%25eth0]", " []", " [v1.a]", " a..b", " .a", " .", " " + a(256), "\r\n a",
                " a\r\nHost: b", " a\r\nhOST: a", "\r\nHost: a",
            ]),
        rejected("GET / HTTP/1.…\r\n\r\n", ["1", "2", "1\r\nHost : a", "0\r\nHost: a/b", "0\r\nHost: a\r\nHost: a"]),
        served("GET / HTTP/1.0…\r\n\r\n", ["", "\r\nHost: a"], isPersistent: false),
    ]

    private static let fields: [[RawCase]] = [
        served(
            get("…\r\n"),
            [
                "X:y", "X:", "X: \t ", "X: a\tb", "!#$%&'*+-.^_`|~09aZ: x", "Content-Lengths: 5",
                "X-Content-Length: 5", "Cookie: " + a(8000), "Cookie: ===;;;",
            ]),
        served(get(String(repeating: "a:\r\n", count: 99))),
        [
            RawCase(
                bytes: Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0xFF, 0x80] + Array("\r\n\r\n".utf8),
                statuses: [200], isPersistent: true)
        ],
        served(
            get("…: a\r\n…: b\r\n"),
            ["Accept", "Cookie", "If-None-Match", "If-Match", "Via", "X-Forwarded-For", "Cache-Control"]),
        rejected(
            get("…: a\r\nx: y\r\n…: b\r\n"),
            [
                "Content-Type", "content-range", "Authorization", "RANGE", "If-Range", "If-Modified-Since",
                "If-Unmodified-Since",
            ]),
        rejected(
            with: 431, get("…\r\n"),
            [
                String(repeating: "a:\r\n", count: 99) + "a:", String(repeating: "a: b\r\n", count: 100_000),
                a(16384), "X: " + a(16384), "X: " + String(repeating: " ", count: 16384), "Cookie: " + a(65536),
            ]),
        rejected(
            get("…\r\n"),
            [
                "X : y", "X\t: y", ": y", ":", "X", "nonsense", "X Y: z", "X(: y", "X\0: y", "É: y", "\"X\": y",
                "\u{FEFF}X: y", "X: a\r\n b", "X: a\r\n\tb", "X: a\r\n ", "X:\r\n y", "X: a\nY: b", "X: a\rb",
                "X: a\r", "X: a\0b", "X: a\u{1}b", "X:\u{B}b", "X: b\u{C}", "X: a\u{7F}", "GET /b HTTP/1.1",
            ]),
        rejected("GET / HTTP/1.1\r\n…", [" Host: a\r\n\r\n", "Host: a\r\n\n", "Host: a\r\n\rX", "Host: a\r\n\r\r\n"]),
        rejected(get("X: …"), ["a\n", "y\n\r"]),
        rejected(
            post("…\r\n"),
            ["Content_Length: 5", "Transfer_Encoding: chunked", "content-Length: 5\r\nCONTENT_LENGTH: 5"]),
    ]

    /// Connection, Expect, Upgrade and TE.
    private static let connections: [[RawCase]] = [
        served(
            get("…\r\n"),
            [
                "Connection:", "Connection: keep-alive", "Connection: closed", "Close: close", "TE: trailers",
                "TE: deflate;q=0.5, trailers", "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13",
                "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk",
                "Upgrade: websocket", "Expect: 100-continue",
            ]),
        served(
            get("…\r\n") + get(""),
            [
                "Connection: close", "Connection: close, keep-alive", "Connection: ,close", "Connection: foo ,\tCLOSE",
                "Connection: x\r\nConnection: close", "Connection: upgrade, close\r\nUpgrade: TLS/1.0",
            ], isPersistent: false),
        served(post("Connection: close\r\nContent-Length: 5\r\n"), isPersistent: false),
        served(
            "POST / HTTP/1.0\r\n…Content-Length: 5\r\n\r\nhello",
            [
                "", "Connection: keep-alive, close\r\n", "Proxy-Connection: keep-alive\r\n",
                "Keep-Alive: timeout=5\r\n",
                "Connection: Upgrade\r\nUpgrade: h2c\r\n", "Expect: 100-continue\r\n", "Expect: more\r\n",
            ], isPersistent: false),
        served(String(repeating: "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", count: 2), times: 2),
        served(get("") + "…" + get(""), ["", "\r\n"], times: 2),
        served(post("Content-Length: 5\r\n") + "…" + get(""), ["", "\r\n"], times: 2),
        served(String(repeating: get(""), count: 100), times: 100),
        served(post("Expect: 100-continue\r\n…"), ["Content-Length: 5\r\n"]),
        served(post("Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
        rejected(
            with: 417, get("Expect: …\r\n"),
            ["", "more", "100-continue, more", "100-continue;a=b"]),
        rejected(with: 413, post("Expect: 100-continue\r\nContent-Length: 65537\r\n", "")),
        rejected(post("Expect: …\r\n", ""), ["x\r\nContent-Length: x", "100-continue\r\nExpect: 100-continue"]),
    ]

    /// Control characters and delimiters in each part of a request.
    private static let singleBytes: [RawCase] = {
        let controls: [UInt8] = Array(0...0x1F) + [0x7F]
        let delimiters = Array("\"(),/;<=>?@[\\]{}".utf8)
        let get = "GET / HTTP/1.1\r\nHost: a"
        let parts: [(String, [UInt8], String)] = [
            ("G", controls + delimiters, "ET / HTTP/1.1\r\nHost: a\r\n\r\n"),
            ("GET /a", controls, "b HTTP/1.1\r\nHost: a\r\n\r\n"),
            ("GET /?a", controls, "b HTTP/1.1\r\nHost: a\r\n\r\n"), (get, controls, "b\r\n\r\n"),
            ("\(get)\r\nX", controls + delimiters, "Y: z\r\n\r\n"),
            // A tab is valid in a value only.
            ("\(get)\r\nX: a", controls.filter { $0 != 9 }, "b\r\n\r\n"), (chunked("5"), controls, "5\r\n"),
        ]
        return parts.flatMap { before, bytes, after in
            bytes.map { RawCase(bytes: Array(before.utf8) + [$0] + Array(after.utf8), statuses: [400]) }
        }
    }()
}
