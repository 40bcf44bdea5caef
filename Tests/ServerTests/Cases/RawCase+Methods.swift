extension RawCase {
    private static func request(_ method: String, _ fields: String = "", _ content: String = "") -> String {
        "\(method) / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(content)"
    }

    static let methods: [RawCase] = knownMethods + unknownMethods + methodsAndContent

    private static let knownMethods: [RawCase] = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"].map {
        RawCase.served("the method \($0)", request($0))
    }

    private static let unknownMethods: [RawCase] = [
        "BREW", "get", "Get", "GETS", "GE", "G", "PROPFIND", "!#$%&'*+-.^_`|~09aZ",
    ].map {
        RawCase.rejected("the unknown method \($0)", request($0), with: 501)
    }

    private static let methodsAndContent: [RawCase] = [
        .rejected("an unknown method with content", request("BREW", "Content-Length: 5\r\n", "hello"), with: 501),
        .rejected("an unknown method and no Host", "BREW / HTTP/1.1\r\n\r\n"),
        .rejected("an unknown method and a malformed field", request("BREW", "X : y\r\n")),
        .rejected("an unknown method of HTTP/1.0", "BREW / HTTP/1.0\r\n\r\n", with: 501),
        .rejected("a method over the limit", String(repeating: "A", count: 16384), with: 501),
        .rejected("a long method", request(String(repeating: "A", count: 8000)), with: 501),
        .served("content of OPTIONS", request("OPTIONS", "Content-Length: 5\r\n", "hello")),
        .served("content of DELETE", request("DELETE", "Content-Length: 5\r\n", "hello")),
        .served("chunks of PUT", request("PUT", "Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n0\r\n\r\n")),
    ]

    /// The error response to HEAD has no body.
    static let heads: [RawCase] = [
        head(.served("HEAD", request("HEAD"))),
        head(.served("HEAD with content", request("HEAD", "Content-Length: 5\r\n", "hello"))),
        head(.served("HEAD in HTTP/1.0", "HEAD / HTTP/1.0\r\n\r\n", isPersistent: false)),
        head(.rejected("HEAD with a byte beyond ASCII in its target", "HEAD /é HTTP/1.1\r\nHost: a\r\n\r\n")),
        head(.rejected("HEAD with a malformed encoding", "HEAD /% HTTP/1.1\r\nHost: a\r\n\r\n")),
        head(.rejected("HEAD of nothing", "HEAD\r\n\r\n")),
        head(.rejected("HEAD with two blanks", "HEAD  / HTTP/1.1\r\nHost: a\r\n\r\n")),
        head(.rejected("HEAD of a star", "HEAD * HTTP/1.1\r\nHost: a\r\n\r\n")),
        head(.rejected("HEAD of https", "HEAD https://a/ HTTP/1.1\r\nHost: a\r\n\r\n", with: 421)),
        head(.rejected("HEAD without version", "HEAD /\r\n")),
        head(.rejected("HEAD in HTTP/2.0", "HEAD / HTTP/2.0\r\nHost: a\r\n\r\n", with: 505)),
        head(.rejected("HEAD without Host", "HEAD / HTTP/1.1\r\n\r\n")),
        head(.rejected("HEAD with a malformed field", request("HEAD", "X : y\r\n"))),
        head(.rejected("HEAD with an expectation", request("HEAD", "Expect: more\r\n"), with: 417)),
        head(.rejected("HEAD with too much content", request("HEAD", "Content-Length: 65537\r\n"), with: 413)),
        head(
            .rejected(
                "HEAD with malformed chunks", request("HEAD", "Transfer-Encoding: chunked\r\n", "x\r\n"))),
        head(.rejected("HEAD of a long target", "HEAD /" + String(repeating: "a", count: 16384), with: 414)),
        head(
            .rejected(
                "HEAD with a long field", request("HEAD", "X: " + String(repeating: "a", count: 16384)), with: 431)),
    ]

    private static func head(_ example: RawCase) -> RawCase {
        var example = example
        example.isHead = true
        return example
    }
}
