import Basics
import HTTPTypes
import Support
import Testing

@testable import HTTP

/// Parsers of HTTP fields with random sequences of valid pieces.
@Suite struct HostileBytesTests {
    private static let pieces = [
        "%", "%2", "%2f", "%00", "+", "&", "=", ";", ",", "\"", "W/", "*", "/", "//", "..", "-", "bytes=", "q=", "0",
        "1", "gzip", "identity",
        "9223372036854775808", "99999999999999999999", " ", "\t", "GMT", "Nov", "Sun,", ":", "06", "1994", "é", "a",
        "text/html", "application/json", "\0", "😀", "?",
    ]

    @Test("no sequence of pieces crashes a parser", arguments: 0..<20)
    func mixtures(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let count = Int.random(in: 0...12, using: &generator)
            let text = (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
            let fields: HTTPFields = [
                .cookie: text, .accept: text, .ifNoneMatch: text, .ifModifiedSince: text, .range: text, .ifRange: text,
                .acceptEncoding: text,
                .contentType: "application/x-www-form-urlencoded", .origin: text,
            ]
            let request = Request(method: .get, target: "/" + text, fields: fields, body: Array(text.utf8))
            _ = request.pathSegments?.map { PercentEncoding.encode($0) }
            _ = (request.queryForm["a"], request.form?["a"], Cookies(request)["a"], Accept(request).prefersJSON)
            _ = (HTTPDate(text), ETag(field: text), ByteRange(text)?.resolved(in: 10))
            let response = Response(fields: [.eTag: text, .lastModified: text], body: .bytes([1, 2, 3]))
            let result = response.conditional(on: request).range(for: request)
            _ = Compression().encoded(response, for: request)
            #expect([.ok, .notModified, .partialContent, .rangeNotSatisfiable].contains(result.status))
        }
    }
}
