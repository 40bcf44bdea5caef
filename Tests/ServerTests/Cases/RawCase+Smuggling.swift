extension RawCase {
    private static let hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n"

    static let lengths: [RawCase] = badLengths + paddedLengths + otherLengths

    private static let badLengths: [RawCase] = [
        "00", "0005", "05", "0o5", "5;", "5,", ",5", "5,5", "5, 5, 5", "5, 6", "5e0", "1e1", "5L", "0b1", "NaN",
        "\"5\"",
        "5\u{B}", "\u{C}5", "５", "²", "-1", "+0", "5-", "5/5", "5 0", "5\t5", "0x", "5\0", "0, 0", "5=5", "(5)",
    ].map { RawCase.rejected("the length \($0.debugDescription)", post("Content-Length: \($0)\r\n", "hello")) }

    private static let paddedLengths: [RawCase] = ["5 ", "5\t", "\t5", " \t 5\t "].map {
        RawCase.served("the length \($0.debugDescription)", post("Content-Length:\($0)\r\n", "hello"))
    }

    private static let otherLengths: [RawCase] = [
        .rejected("two lengths of 0", post("Content-Length: 0\r\nContent-Length: 0\r\n", "")),
        .rejected("a length in another case again", post("Content-Length: 5\r\ncontent-length: 5\r\n", "hello")),
        .rejected("an empty length before another", post("Content-Length:\r\nContent-Length: 5\r\n", "hello")),
        .rejected("a length with a blank before its colon", post("Content-Length : 5\r\n", "hello")),
        .rejected("a folded length", post("Content-Length:\r\n 5\r\n", "hello")),
        .rejected("a length folded behind another field", post("X: y\r\n Content-Length: 5\r\n", "hello")),
        .rejected("a length with a leading NUL", post("\0Content-Length: 5\r\n", "hello")),
        .rejected(
            "a length of a thousand digits", post("Content-Length: 5\(String(repeating: "0", count: 1000))\r\n", "")
        ),
        .rejected("a malformed length in HTTP/1.0", "POST / HTTP/1.0\r\nContent-Length: x\r\n\r\n"),
        .rejected("a malformed length of a GET", get("Content-Length: x\r\n")),
        .rejected("a length just too long of a GET", get("Content-Length: 65537\r\n"), with: 413),
    ]

    static let codings: [RawCase] = badCodings + codingsBeforeChunked + spellingsOfChunked + otherCodings

    private static let badCodings: [RawCase] = [
        "chunked\0", "\0chunked", "chun\0ked", "chunked\u{B}", "chunked\u{C}", "\u{A0}chunked", "chun\u{212A}ed",
        "chunked;a=b", "chunked,identity", "'chunked'", "[chunked]", "chunked chunked", "chunked\tx", "x chunked",
        "chunked;", "chunked/1", "Chunked, Chunked", "identity, chunked, identity", "chunked, ,chunked", ";chunked",
        "gzip, chunked, gzip", "chunke", "chunkedd", "chunked-x", "deflate", "x-chunked", "chunked=1", "1", "*",
    ].map { RawCase.rejected("the coding \($0.debugDescription)", post("Transfer-Encoding: \($0)\r\n", "0\r\n\r\n")) }

    private static let codingsBeforeChunked: [RawCase] = [
        "identity, chunked", "compress, chunked", "gzip;q=1, chunked", "deflate,chunked", "x, gzip, chunked",
    ].map {
        RawCase.rejected("the coding \($0)", post("Transfer-Encoding: \($0)\r\n", "0\r\n\r\n"), with: 501)
    }

    private static let spellingsOfChunked: [RawCase] = ["Chunked", "chunKed", "chunked ", "chunked\t", "\tchunked"].map
    {
        RawCase.served("the coding \($0.debugDescription)", post("Transfer-Encoding:\($0)\r\n", "0\r\n\r\n"))
    }

    private static let otherCodings: [RawCase] = [
        .rejected(
            "chunked before an empty line of coding",
            post("Transfer-Encoding: chunked\r\nTransfer-Encoding:\r\n", "0\r\n\r\n")),
        .rejected(
            "chunked before another line of coding",
            post("Transfer-Encoding: chunked\r\nTransfer-encoding: cow\r\n", "0\r\n\r\n")),
        .rejected("chunked with a blank before its name", post(" Transfer-Encoding: chunked\r\n", "0\r\n\r\n")),
        .rejected("chunked behind another field's LF", post("X: y\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
        .rejected("chunked behind another field's CR", post("X: y\rTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
        .rejected("an LF before chunked's colon", post("Transfer-Encoding\n: chunked\r\n", "0\r\n\r\n")),
        .rejected("chunked folded", post("Transfer-Encoding:\r\n chunked\r\n", "0\r\n\r\n")),
        .rejected("chunked folded after its value", post("Transfer-Encoding: chunked\r\n x\r\n", "0\r\n\r\n")),
        .rejected(
            "chunked and a length in HTTP/1.0",
            "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"),
        .rejected("chunked of a GET in HTTP/1.0", "GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        .served("chunks of a GET", get("Transfer-Encoding: chunked\r\n") + "0\r\n\r\n"),
        .served("chunked in HTTP/1.2", "POST / HTTP/1.2\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    ]

    /// A second request in what another parser would read as content.
    static let smuggled: [RawCase] = [
        .served("a request for content", post("Content-Length: \(hidden.utf8.count)\r\n", hidden)),
        .served("a request for the content of a GET", get("Content-Length: \(hidden.utf8.count)\r\n") + hidden),
        .served("a request in a chunk", post("Transfer-Encoding: chunked\r\n", "21\r\n\(hidden)\r\n0\r\n\r\n")),
        .rejected(
            "a request behind the last chunk, and a length over it",
            post("Content-Length: \(hidden.utf8.count + 5)\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n" + hidden)),
        .rejected(
            "a request in a chunk, and a length before it",
            post("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "21\r\n\(hidden)\r\n0\r\n\r\n")),
        .rejected(
            "a request behind chunks, and a malformed length",
            post("Content-Length: +5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n" + hidden)),
        .rejected(
            "a request behind chunks with a coding in two lines",
            post(
                "Content-Length: 5\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
                "0\r\n\r\n" + hidden)),
        .rejected(
            "a request behind the shorter of two lengths",
            post("Content-Length: 5\r\nContent-Length: 41\r\n", "hello" + hidden)),
        .rejected(
            "a request behind a chunk size with plus", post("Transfer-Encoding: chunked\r\n", "+0\r\n\r\n" + hidden)),
        .rejected(
            "a request behind an LF in an extension",
            post("Transfer-Encoding: chunked\r\n", "21;a\n\(hidden)\r\n0\r\n\r\n")),
        .rejected(
            "a request in a trailer",
            post("Transfer-Encoding: chunked\r\n", "0\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n")),
        RawCase(
            name: "content without a length", bytes: Array(post("", "hello\r\n").utf8), statuses: [200, 400],
            handled: 1,
            isPersistent: false),
        RawCase(
            name: "content longer than its length", bytes: Array(post("Content-Length: 3\r\n", "hello\r\n").utf8),
            statuses: [200, 400], handled: 1, isPersistent: false),
        RawCase(
            name: "content of a length of 0",
            bytes: Array(post("Content-Length: 0\r\n", "x / HTTP/1.1\r\nHost: a\r\n\r\n").utf8),
            statuses: [200, 501], handled: 1, isPersistent: false),
        RawCase(
            name: "a second last chunk",
            bytes: Array(post("Transfer-Encoding: chunked\r\n", "0\r\n\r\n0\r\n\r\n").utf8), statuses: [200, 400],
            handled: 1, isPersistent: false),
        RawCase(
            name: "bytes behind the last chunk",
            bytes: Array(post("Transfer-Encoding: chunked\r\n", "0\r\n\r\nX\r\n").utf8), statuses: [200, 400],
            handled: 1,
            isPersistent: false),
        .served("a request behind a POST that closes", post("Connection: close\r\n", hidden), isPersistent: false),
    ]
}
