extension RawCase {
    private static func chunked(_ content: String) -> String { post("Transfer-Encoding: chunked\r\n", content) }

    static let chunkSizes: [RawCase] = badChunkSizes + goodChunkSizes + otherChunks

    private static let badChunkSizes: [RawCase] = [
        "+5", "-0", "0x5", "5x", "5.", "5,", "5:", "5_", "g", "\"5\"", "5 ", "5\t", " 5", "\t5", "5 5", "\u{FEFF}5",
        "５", "5\0", "5\u{B}", "5\r", "5;", "5;;a", "5;a;", "5;=b", "5;a=", "5;a=;b", "5; ", "5 ; ", "5;a b",
        "5;a=b c",
        "5;a=\"b", "5;a=\"b\"c", "5;a==b", "5;a@b", "5;[a]", "5;a=\u{1}", "5;a=\"\u{1}\"", "5;a=\"\\\u{1}\"",
        "5;\u{7F}",
        "5;a\rb", "5;a=\"b\rc\"", "5;é", "5;a=b ", "5 a", "5a;", "fffffffffffffffff",
    ].map { RawCase.rejected("the chunk size \($0.debugDescription)", chunked("\($0)\r\nhello\r\n0\r\n\r\n")) }

    private static let goodChunkSizes: [RawCase] = [
        "05", "5;a", "5;a=b", "5 ;a", "5; a", "5;a =b", "5;a= b", "5;a=\"\"", "5;a=\"é\"", "5;a;b=c;d=\"e\"",
        "5\t;\ta",
    ].map {
        RawCase.served("the chunk size \($0.debugDescription)", chunked("\($0)\r\nhello\r\n0\r\n\r\n"))
    }

    private static let otherChunks: [RawCase] = [
        .served("a last chunk of many zeros", chunked("0000000000000000\r\n\r\n")),
        .served("a thousand chunks", chunked(String(repeating: "1\r\nx\r\n", count: 1000) + "0\r\n\r\n")),
        .served("a chunk of line ends", chunked("6\r\n\r\n\r\n\r\n\r\n0\r\n\r\n")),
        .rejected("an unterminated chunk", chunked("5\r\nhello0\r\n\r\n")),
        .rejected("a chunk that ends in LF and CR", chunked("5\r\nhello\n\r0\r\n\r\n")),
        .rejected("a chunk that ends in two CRs", chunked("5\r\nhello\r\r\n0\r\n\r\n")),
        .rejected("a last chunk that ends in LF", chunked("0\n\r\n")),
        .rejected("a last chunk whose section ends in LF", chunked("0\r\n\n")),
        .rejected("a last chunk with an extension over the limit", chunked("0;" + String(repeating: "a", count: 2000))),
        .rejected(
            "an extension of 64 kB",
            chunked("5;a=" + String(repeating: "b", count: 65536) + "\r\nhello\r\n0\r\n\r\n")),
    ]

    static let trailers: [RawCase] = badTrailers + goodTrailers

    private static let badTrailers: [RawCase] = [
        "X", ": y", "X : y", "X\0: y", "X: y\0", "X: a\rb", "X: \u{1}", " X: y", "X: y\r\n z", "É: y", "X(: y",
        "content-length: 5", "TRANSFER-ENCODING: x", "host: b",
    ].map { RawCase.rejected("the trailer \($0.debugDescription)", chunked("0\r\n\($0)\r\n\r\n")) }

    private static let goodTrailers: [RawCase] = [
        .served("a trailer of several fields", chunked("5\r\nhello\r\n0\r\nA: b\r\nC: d\r\nE:\r\n\r\n")),
        .served(
            "a trailer that was promised", post("Trailer: X\r\nTransfer-Encoding: chunked\r\n", "0\r\nX: y\r\n\r\n")
        ),
        .served("a trailer and a request behind it", chunked("0\r\nX: y\r\n\r\n") + get(""), times: 2),
    ]
}
