extension RawCase {
    private static let hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n"

    static let lengths: [[RawCase]] = [
        served(post("Content-Length:…\r\n"), ["5", " 5", "5 ", "5\t", "\t5", " \t 5\t "]),
        served(post("…", ""), ["", "Content-Length: 0\r\n"]),
        served(post("Content-Length: 65536\r\n", a(65536))),
        rejected(
            post("Content-Length:…\r\n"),
            [
                "", " +5", " -5", " -0", " +0", " -1", " 5-", " 0x5", " 0x", " 5.0", " 5 5", " 5 0", " 5\t5", " five",
                " 1_0", " ٥", " ５", " ²", " 00", " 0005", " 05", " 0o5", " 5;", " 5,", " ,5", " 5,5", " 5, 5",
                " 5, 5, 5", " 5, 6", " 0, 0", " 5e0", " 1e1", " 5L", " 0b1", " NaN", " \"5\"", " 5\u{B}", " \u{C}5",
                " 5/5", " 5\0", " 5=5", " (5)", "\r\n 5", " 99999999999999999999", " 9223372036854775808",
                " 18446744073709551621", " 5" + String(repeating: "0", count: 1000),
                // Two fields.
                " 5\r\nContent-Length: 6", " 5\r\nContent-Length: 5", " 0\r\nContent-Length: 0",
                " 5\r\ncontent-length: 5", "\r\nContent-Length: 5",
            ]),
        rejected(
            post("…\r\n"),
            ["Content-Length : 5", "X: y\r\n Content-Length: 5", "\0Content-Length: 5"]),
        rejected("POST / HTTP/1.0\r\nContent-Length: x\r\n\r\n"),
        rejected(get("Content-Length: x\r\n")),
        rejected(with: 413, get("Content-Length: 65537\r\n")),
        rejected(with: 413, post("Content-Length: …\r\n", ""), ["65537", "999999999999999999"]),
    ]

    static let codings: [[RawCase]] = [
        served(
            post("Transfer-Encoding:…\r\n", "0\r\n\r\n"),
            [" chunked", "CHUNKED", "Chunked", "chunKed", "chunked ", "chunked\t", "\tchunked", " \tchunked \t"]),
        served(get("transfer-encoding: chunked\r\n") + "0\r\n\r\n"),
        served("POST / HTTP/1.2\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        rejected(
            with: 501, post("Transfer-Encoding: …\r\n", "0\r\n\r\n"),
            [
                "gzip, chunked", "x\r\nTransfer-Encoding: chunked", "identity, chunked", "compress, chunked",
                "gzip;q=1, chunked", "deflate,chunked", "x, gzip, chunked",
            ]),
        rejected(
            post("Transfer-Encoding:…\r\n", "0\r\n\r\n"),
            [
                "", " chunked\0", " \0chunked", " chun\0ked", " chunked\u{B}", " chunked\u{C}", " \u{B}chunked",
                " \u{A0}chunked", " chun\u{212A}ed", " chunked;a=b", " chunked,identity", " 'chunked'", " \"chunked\"",
                " [chunked]", " chunked chunked", " chunked\tx", " x chunked", " xchunked", " chunked;", " chunked/1",
                " chunked, chunked", " Chunked, Chunked", " identity, chunked, identity", " chunked, ,chunked",
                " ;chunked", " ,chunked", " chunked,", " gzip, chunked, gzip", " chunked, gzip", " chunke",
                " chunkedd", " chunked-x", " gzip", " identity", " deflate", " x-chunked", " chunked=1", " 1", " *",
                "\r\n chunked", " chunked\r\n x",
                // Two fields.
                " chunked\r\nTransfer-Encoding: chunked", " chunked\r\nTransfer-Encoding: identity",
                " chunked\r\nTransfer-Encoding:", " chunked\r\nTransfer-encoding: cow",
                " chunked\r\nContent-Length: 5", " chunked\r\nContent-Length: 0",
            ]),
        rejected(
            post("…\r\n", "0\r\n\r\n"),
            [
                "Transfer-Encoding : chunked", " Transfer-Encoding: chunked", "X: y\nTransfer-Encoding: chunked",
                "X: y\rTransfer-Encoding: chunked", "Transfer-Encoding\n: chunked",
                "Content-Length: 5\r\nTransfer-Encoding: chunked", "Content-Length: 5\r\nTransfer-Encoding: identity",
            ]),
        rejected(
            "… / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", ["GET", "POST"]),
        rejected("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"),
    ]

    /// A second request in what another parser would read as content.
    static let smuggled: [[RawCase]] = [
        served(post("Content-Length: \(hidden.utf8.count)\r\n", hidden)),
        served(get("Content-Length: \(hidden.utf8.count)\r\n") + hidden),
        served(chunked("21\r\n\(hidden)\r\n0\r\n\r\n")),
        served(post("Connection: close\r\n", hidden), isPersistent: false),
        served(chunked("0\r\n\r\n") + get(""), times: 2),
        rejected(
            post("Content-Length: …\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n" + hidden),
            ["\(hidden.utf8.count + 5)", "+5", "5\r\nTransfer-Encoding: identity"]),
        rejected(post("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "21\r\n\(hidden)\r\n0\r\n\r\n")),
        rejected(post("Content-Length: 5\r\nContent-Length: 41\r\n", "hello" + hidden)),
        rejected(chunked("…"), ["+0\r\n\r\n" + hidden, "21;a\n\(hidden)\r\n0\r\n\r\n", "0\r\n" + hidden]),
        [
            post("", "hello\r\n"), post("Content-Length: 3\r\n", "hello\r\n"), chunked("0\r\n\r\n0\r\n\r\n"),
            chunked("0\r\n\r\nX\r\n"), get("") + "GET /\r\n",
        ].map { RawCase(bytes: Array($0.utf8), statuses: [200, 400]) },
        [
            RawCase(
                bytes: Array(post("Content-Length: 0\r\n", "x / HTTP/1.1\r\nHost: a\r\n\r\n").utf8),
                statuses: [200, 501])
        ],
    ]

    static let chunks: [[RawCase]] = [
        served(
            chunked("…\r\nhello\r\n0\r\n\r\n"),
            [
                "5", "05", "0000000000000005", "5;a", "5; a", "5;a=b", "5;a=\"\"", "5;a=\"é\"",
                "5;a;b=c;d=\"e\\\";\t\"",
                "5;" + a(1000), "1\r\n!\r\n5", "a\r\n0123456789\r\nA\r\n0123456789\r\n5", "5\r\n0\r\n\r\n\r\n5",
                "6\r\n\r\n\r\n\r\n\r\n5", String(repeating: "1\r\nx\r\n", count: 1000) + "5",
                "FFFB\r\n\(a(0xFFFB))\r\n5",
            ]),
        served(chunked("…\r\n\r\n"), ["0", "000", "0000000000000000", "0;b=c"]),
        rejected(with: 413, chunked("…\r\n"), ["10001", "10000\r\n\(a(65536))\r\n1", "7FFFFFFFFFFFFFFF"]),
        rejected(
            chunked("…\r\nhello\r\n0\r\n\r\n"),
            [
                "", ";a", "+5", "-5", "-0", "0x5", "5x", "5h", "5.", "5,", "5:", "5_", "g", "\"5\"", " 5", "\t5", "5 ",
                "5\t", "5 5", "5 a", "5 ;a", "1_0", "\u{FEFF}5", "５", "5\0", "5\u{B}", "5\r", "4", "6",
                "5;a=\u{1}", "5;a=\"\u{1}\"", "5;\u{7F}", "5;a\0", "5;a\rb", "5;a=\"b\rc\"", "5;a=\"\n\"",
                "5;a=\"\r\n\"", "00000000000000005", "8000000000000000", "FFFFFFFFFFFFFFFF", "fffffffffffffffff",
                "5;a=" + a(65536),
            ]),
        rejected(
            chunked("…0\r\n\r\n"),
            [
                "5\nhello\r\n", "5\rhello\r\n", "5;a\nhello\r\n", "5\r\nhello", "5\r\nhello\n", "5\r\nhello\r",
                "5\r\nhello\n\r", "5\r\nhello\r\r\n",
            ]),
        rejected(chunked("0…"), ["\n\r\n", "\r\n\n", ";" + a(2000)]),
        rejected(chunked(String(repeating: "1;a=b\r\nx\r\n", count: 500))),
    ]

    static let trailers: [[RawCase]] = [
        served(chunked("0\r\n…\r\n\r\n"), ["X: y\r\nZ:", "A: b\r\nC: d\r\nE:"]),
        served(post("Trailer: X\r\nTransfer-Encoding: chunked\r\n", "0\r\nX: y\r\n\r\n")),
        served(chunked("0\r\nX: y\r\n\r\n") + get(""), times: 2),
        rejected(
            chunked("0\r\n…\r\n\r\n"),
            [
                "X", ": y", "X : y", "X\0: y", "X: y\0", "X: a\rb", "X: \u{1}", " X: y", "X: y\r\n z", "X: y\n",
                "É: y", "X(: y", "Content-Length: 5", "content-length: 5", "Transfer-Encoding: chunked",
                "TRANSFER-ENCODING: x", "Host: b", "host: b",
            ]),
        rejected(with: 431, chunked("0\r\n…"), ["X: " + a(16384), String(repeating: "a:\r\n", count: 101)]),
    ]
}
