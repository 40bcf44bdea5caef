extension RawCase {
    /// Fields that occur more than once, and those with names that resemble others.
    static let repetitions: [RawCase] = singleFields + listFields + lookalikes

    private static let singleFields: [RawCase] = [
        "Content-Type", "Content-Range", "Authorization", "Range", "If-Range", "If-Modified-Since",
        "If-Unmodified-Since",
    ]
    .map { RawCase.rejected("two fields \($0)", get("\($0): a\r\n\($0.lowercased()): a\r\n")) }

    private static let listFields: [RawCase] = [
        "Accept", "Cookie", "If-None-Match", "If-Match", "Via", "X-Forwarded-For", "Cache-Control",
    ].map {
        RawCase.served("two fields \($0)", get("\($0): a\r\n\($0): b\r\n"))
    }

    private static let lookalikes: [RawCase] = [
        .rejected("Content_Length", post("Content_Length: 5\r\n", "")),
        .rejected("Transfer_Encoding", post("Transfer_Encoding: chunked\r\n", "")),
        .rejected("a length in both spellings", post("Content-Length: 5\r\nContent_Length: 5\r\n", "hello")),
        .served("a field that starts like a length", post("Content-Lengths: 5\r\n", "")),
        .served("a field that ends like a length", post("X-Content-Length: 5\r\n", "")),
        .served("a value of 8,000 bytes", get("Cookie: " + String(repeating: "a", count: 8000) + "\r\n")),
        .rejected("a cookie of 64 kB", get("Cookie: " + String(repeating: "a", count: 65536) + "\r\n"), with: 431),
        .served("a cookie without sense", get("Cookie: ===;;;\r\n")),
        .rejected("a colon alone", get(":\r\n")),
        .rejected("a name in quotes", get("\"X\": y\r\n")),
        .rejected("a byte order mark before a name", get("\u{FEFF}X: y\r\n")),
        .rejected("a fold after the last field", get("X: y\r\n \r\n")),
        .rejected("a fold of an empty value", get("X:\r\n y\r\n")),
        .rejected("an LF and a CR in this order", get("X: y\n\r")),
        .rejected("a CR before the fields' end", "GET / HTTP/1.1\r\nHost: a\r\n\r\r\n"),
        .rejected("a second request line for a field", get("GET /b HTTP/1.1\r\n")),
    ]

    /// Connection, Expect, Upgrade and TE.
    static let connections: [RawCase] = [
        .served("a Connection that says nothing", get("Connection:\r\n")),
        .served("keep-alive in HTTP/1.1", get("Connection: keep-alive\r\n")),
        .served("close and keep-alive", get("Connection: close, keep-alive\r\n"), isPersistent: false),
        .served("close after an empty element", get("Connection: ,close\r\n"), isPersistent: false),
        .served("close in a POST", post("Connection: close\r\nContent-Length: 5\r\n", "hello"), isPersistent: false),
        .served("close named for a field", get("Close: close\r\n")),
        .served(
            "keep-alive of a proxy in HTTP/1.0", "GET / HTTP/1.0\r\nProxy-Connection: keep-alive\r\n\r\n",
            isPersistent: false
        ),
        .served("Keep-Alive alone in HTTP/1.0", "GET / HTTP/1.0\r\nKeep-Alive: timeout=5\r\n\r\n", isPersistent: false),
        .served("content in HTTP/1.0", "POST / HTTP/1.0\r\nContent-Length: 5\r\n\r\nhello", isPersistent: false),
        .served(
            "two requests in HTTP/1.0", String(repeating: "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", count: 2),
            times: 2),
        .served("an empty line between requests", get("") + "\r\n" + get(""), times: 2),
        .served("an empty line after content", post("Content-Length: 5\r\n", "hello\r\n") + get(""), times: 2),
        .served("TE: trailers", get("TE: trailers\r\n")),
        .served("TE with weights", get("TE: deflate;q=0.5, trailers\r\n")),
        .served(
            "an upgrade to WebSocket", get("Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n")
        ),
        .served(
            "an upgrade to HTTP/2",
            get("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n")),
        .served("an upgrade without Connection", get("Upgrade: websocket\r\n")),
        .served(
            "an upgrade that closes", get("Connection: upgrade, close\r\nUpgrade: TLS/1.0\r\n"), isPersistent: false),
        .served(
            "an upgrade in HTTP/1.0", "GET / HTTP/1.0\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
            isPersistent: false
        ),
        .served("100-continue with its content", post("Expect: 100-continue\r\nContent-Length: 5\r\n", "hello")),
        .served(
            "100-continue with its chunks", post("Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
        .served(
            "100-continue in HTTP/1.0", "POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello",
            isPersistent: false),
        .rejected("an empty expectation", get("Expect:\r\n"), with: 417),
        .rejected("100-continue with a parameter", get("Expect: 100-continue;a=b\r\n"), with: 417),
        .rejected("100-continue twice", get("Expect: 100-continue\r\nExpect: 100-continue\r\n"), with: 417),
        .rejected(
            "100-continue and too much content", post("Expect: 100-continue\r\nContent-Length: 65537\r\n", ""),
            with: 413),
        .rejected("an expectation beside a malformed length", post("Expect: x\r\nContent-Length: x\r\n", "")),
    ]
}
