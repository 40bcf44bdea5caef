import HTTPTypes
import Support
import Testing

@testable import HTTP

@Suite("Stencils")
struct StencilTests {
    private let pool = DeflaterPool(level: 1, count: 1)

    @Test("a text is put in all its places, and nowhere else")
    func filled() {
        let stencil = Stencil(Array("aXYbXYXY, X and XZ".utf8), around: Array("XY".utf8))
        #expect(String(decoding: stencil.filled(with: Array("12".utf8)), as: UTF8.self) == "a12b1212, X and XZ")
        #expect(stencil.pieces.map { String(decoding: $0, as: UTF8.self) } == ["a", "b", "", ", X and XZ"])
    }

    @Test("a text of another length changes nothing, and one that is not there neither")
    func unfilled() {
        let content = Array("aXYb".utf8)
        #expect(Stencil(content, around: Array("XY".utf8)).filled(with: [1]) == content)
        #expect(Stencil(content, around: Array("ZZ".utf8)).filled(with: [1, 2]) == content)
        #expect(Stencil([], around: [1]).filled(with: [2]).isEmpty)
        #expect(Stencil([1], around: []).filled(with: []) == [1])
    }

    @Test("one that is kept takes no more memory than its bytes, however much room they were written in")
    func fitted() {
        var bytes = Array("aXYb".utf8)
        bytes.reserveCapacity(100_000)
        let fitted = Stencil(bytes, around: Array("XY".utf8)).fitted
        #expect(fitted.bytes.capacity < 1000)
        #expect(fitted.filled(with: Array("12".utf8)) == Array("a12b".utf8))
    }

    @Test("a compressed one is a whole gzip member of what the plain one gives", arguments: 0..<40)
    func gzip(_ seed: UInt64) throws {
        var random = RepeatableGenerator(seed: seed)
        let words = ["<li>", "hero ", "</li>\n", "NONCENONCE", "\u{E9}", "0123456789"]
        let text = (0..<Int.random(in: 0...3000, using: &random)).map { _ in
            words.randomElement(using: &random) ?? ""
        }.joined()
        let old = Array("NONCENONCE".utf8)
        let stencil = Stencil(Array(text.utf8), around: old)
        var gzip = try #require(GzipStencil(stencil, around: old, by: pool))
        for _ in 0..<3 {
            let new = (0..<old.count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            gzip.fill(with: new)
            #expect(try Gunzip.whole(gzip.bytes) == stencil.filled(with: new))
        }
    }

    private func made(_ accept: String, _ content: String, status: HTTPResponse.Status = .ok) -> RepeatedResponse? {
        let response = Response(
            status: status,
            fields: [
                .contentType: "text/html", .eTag: "W/\"1\"", .contentSecurityPolicy: "script-src 'nonce-aaaa'",
            ], body: .bytes(Array(content.utf8)))
        return RepeatedResponse(
            response, nonce: "aaaa", for: Request(target: "/", fields: [.acceptEncoding: accept]))
    }

    private static let page = "<p>aaaa</p>" + String(repeating: "<p>bbbb cccc</p>\n", count: 100) + "aaaa"

    @Test("each time the nonce is another, in head and body alike")
    func nonces() throws {
        let repeated = try #require(made("identity", Self.page))
        for nonce in ["1111", "zzzz"] {
            let response = repeated.response(nonce: Array(nonce.utf8))
            let head = String(decoding: response.head, as: UTF8.self)
            #expect(head.contains("Content-Security-Policy: script-src 'nonce-\(nonce)'\r\n"))
            #expect(head.contains("Content-Length: \(response.body.count)\r\n"))
            #expect(head.contains("Vary: Accept-Encoding\r\n") && !head.contains("Content-Encoding"))
            #expect(String(decoding: response.body, as: UTF8.self) == Self.page.replacing("aaaa", with: nonce))
        }
        let kept = String(decoding: repeated.notModified.head, as: UTF8.self)
        #expect(kept.hasPrefix("HTTP/1.1 304 Not Modified\r\n") && kept.contains("ETag: W/\"1\"\r\n"))
        // The page that the client keeps has the nonce of its own policy.
        #expect(!kept.contains("Content-Security-Policy") && !kept.contains("Content-Length"))
        #expect(repeated.tag == Array("W/\"1\"".utf8))
    }

    @Test(
        "a client that names one other tag has other content; any but one tag is for who reads the list",
        arguments: [
            ("W/\"1\"", true), ("W/\"2\"", false), ("\"2\"", false), ("\"1\"", nil), ("*", nil), ("", nil),
            ("W/\"2\", W/\"1\"", nil), ("W/\"2\", W/\"3\"", nil), ("W/1", nil), ("W/\"1\" ", nil),
        ] as [(String, Bool?)])
    func kept(condition: String, isKept: Bool?) throws {
        #expect(try #require(made("gzip", Self.page)).isKept(by: Array(condition.utf8)[...]) == isKept)
    }

    @Test("what is still being sent keeps its nonce when the next one is made", arguments: ["identity", "gzip"])
    func inFlight(coding: String) throws {
        let repeated = try #require(made(coding, Self.page))
        let responses = ["1111", "2222", "3333"].map { ($0, repeated.response(nonce: Array($0.utf8))) }
        for (nonce, response) in responses {
            let body = coding == "gzip" ? try Gunzip.whole(response.body) : response.body
            #expect(String(decoding: body, as: UTF8.self) == Self.page.replacing("aaaa", with: nonce))
        }
    }

    @Test("it is compressed for who takes gzip, and nothing for who takes nothing")
    func codings() throws {
        let response = try #require(made("gzip", Self.page)).response(nonce: Array("1111".utf8))
        #expect(String(decoding: response.head, as: UTF8.self).contains("Content-Encoding: gzip\r\n"))
        #expect(try Gunzip.whole(response.body) == Array(Self.page.replacing("aaaa", with: "1111").utf8))
        #expect(made("identity;q=0", Self.page) == nil)
        // What is too small to gain by it stays as it is.
        let small = try #require(made("gzip", "aaaa")).response(nonce: Array("1111".utf8))
        #expect(small.body == Array("1111".utf8))
    }
}
