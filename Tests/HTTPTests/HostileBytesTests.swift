import HTTPTypes
import Testing

@testable import HTTP

/// What parsers of the wire have to survive: pieces of what they expect, in any order.
@Suite struct HostileBytesTests {
    private static let pieces = [
        "%", "%2", "%2f", "%00", "+", "&", "=", ";", ",", "\"", "W/", "*", "/", "//", "..", "-", "bytes=", "q=", "0",
        "1",
        "9223372036854775808", "99999999999999999999", " ", "\t", "GMT", "Nov", "Sun,", ":", "06", "1994", "é", "a",
        "text/html", "application/json", "\0", "😀", "?",
    ]

    @Test("no mixture of pieces stops a parser", arguments: 0..<20)
    func mixtures(seed: UInt64) {
        var generator = Seeded(state: seed)
        for _ in 0..<200 {
            let count = Int.random(in: 0...12, using: &generator)
            let text = (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
            let fields: HTTPFields = [
                .cookie: text, .accept: text, .ifNoneMatch: text, .ifModifiedSince: text, .range: text, .ifRange: text,
                .contentType: "application/x-www-form-urlencoded", .origin: text,
            ]
            let request = Request(method: .get, target: "/" + text, fields: fields, body: Array(text.utf8))
            _ = request.pathSegments?.map { PercentEncoding.encode(segment: $0) }
            _ = (request.queryForm?["a"], request.form?["a"], Cookies(request)["a"], Accept(request).prefersJSON)
            _ = (HTTPDate(text), ETag(field: text), ByteRange(text)?.resolved(in: 10))
            let response = Response(fields: [.eTag: text, .lastModified: text], body: .bytes([1, 2, 3]))
            let answer = response.unlessKept(by: request).range(askedBy: request)
            #expect([.ok, .notModified, .partialContent, .rangeNotSatisfiable].contains(answer.status))
        }
    }
}

/// A generator that repeats itself for the same seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
