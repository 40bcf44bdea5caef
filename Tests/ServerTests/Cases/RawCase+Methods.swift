extension RawCase {
    private static func asked(_ method: String, _ fields: String = "", _ content: String = "") -> String {
        "\(method) / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(content)"
    }

    static let methods: [RawCase] = knownMethods + unknownMethods + methodsAndContent

    private static let knownMethods: [RawCase] = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"].map {
        RawCase.served("the method \($0)", asked($0))
    }

    private static let unknownMethods: [RawCase] = [
        "BREW", "get", "Get", "GETS", "GE", "G", "PROPFIND", "!#$%&'*+-.^_`|~09aZ",
    ].map {
        RawCase.refused("the unknown method \($0)", asked($0), with: 501)
    }

    private static let methodsAndContent: [RawCase] = [
        .refused("an unknown method with content", asked("BREW", "Content-Length: 5\r\n", "hello"), with: 501),
        .refused("an unknown method and no Host", "BREW / HTTP/1.1\r\n\r\n"),
        .refused("an unknown method and a malformed field", asked("BREW", "X : y\r\n")),
        .refused("an unknown method of HTTP/1.0", "BREW / HTTP/1.0\r\n\r\n", with: 501),
        .refused("a method without end", String(repeating: "A", count: 16384), with: 501),
        .refused("a long method", asked(String(repeating: "A", count: 8000)), with: 501),
        .served("content of OPTIONS", asked("OPTIONS", "Content-Length: 5\r\n", "hello")),
        .served("content of DELETE", asked("DELETE", "Content-Length: 5\r\n", "hello")),
        .served("chunks of PUT", asked("PUT", "Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n0\r\n\r\n")),
    ]

    /// What is wrong with a HEAD is said in the head of the answer alone.
    static let heads: [RawCase] = [
        head(.served("HEAD", asked("HEAD"))),
        head(.served("HEAD with content", asked("HEAD", "Content-Length: 5\r\n", "hello"))),
        head(.served("HEAD in HTTP/1.0", "HEAD / HTTP/1.0\r\n\r\n", isKept: false)),
        head(.refused("HEAD with a byte beyond ASCII in its target", "HEAD /é HTTP/1.1\r\nHost: a\r\n\r\n")),
        head(.refused("HEAD with a malformed encoding", "HEAD /% HTTP/1.1\r\nHost: a\r\n\r\n")),
        head(.refused("HEAD of nothing", "HEAD\r\n\r\n")),
        head(.refused("HEAD with two blanks", "HEAD  / HTTP/1.1\r\nHost: a\r\n\r\n")),
        head(.refused("HEAD of a star", "HEAD * HTTP/1.1\r\nHost: a\r\n\r\n")),
        head(.refused("HEAD of https", "HEAD https://a/ HTTP/1.1\r\nHost: a\r\n\r\n", with: 421)),
        head(.refused("HEAD without version", "HEAD /\r\n")),
        head(.refused("HEAD in HTTP/2.0", "HEAD / HTTP/2.0\r\nHost: a\r\n\r\n", with: 505)),
        head(.refused("HEAD without Host", "HEAD / HTTP/1.1\r\n\r\n")),
        head(.refused("HEAD with a malformed field", asked("HEAD", "X : y\r\n"))),
        head(.refused("HEAD with an expectation", asked("HEAD", "Expect: more\r\n"), with: 417)),
        head(.refused("HEAD with too much content", asked("HEAD", "Content-Length: 65537\r\n"), with: 413)),
        head(
            .refused(
                "HEAD with malformed chunks", asked("HEAD", "Transfer-Encoding: chunked\r\n", "x\r\n"))),
        head(.refused("HEAD of a long target", "HEAD /" + String(repeating: "a", count: 16384), with: 414)),
        head(
            .refused("HEAD with a long field", asked("HEAD", "X: " + String(repeating: "a", count: 16384)), with: 431)),
    ]

    private static func head(_ example: RawCase) -> RawCase {
        var example = example
        example.isHead = true
        return example
    }
}
