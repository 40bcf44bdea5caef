import Testing

@testable import Server

@Suite("Request parser")
struct ParserTests {
    @Test(
        "the same bytes have the same result at once, byte by byte and in any two pieces", arguments: RawCase.all)
    func pieces(_ example: RawCase) {
        let complete = ParseResult(of: example.bytes, pieces: [example.bytes.count])
        #expect(complete.statuses == example.statuses.map { $0 == 204 ? 200 : $0 })
        #expect(ParseResult(of: example.bytes, pieces: []) == complete)
        guard example.bytes.count < 400 else { return }
        for first in 1..<max(2, example.bytes.count) {
            #expect(ParseResult(of: example.bytes, pieces: [first, example.bytes.count]) == complete)
        }
    }

    @Test("method, target, fields and content are returned unchanged")
    func request() throws {
        let text = "PUT /a%20b?c=d HTTP/1.1\r\nHost: x\r\nX-One: 1 , 2\r\nx-one:3\r\nContent-Length: 3\r\n\r\nabc"
        let result = ParseResult(of: Array(text.utf8), pieces: [])
        let incoming = try #require(result.requests.first)
        #expect(incoming.request.method.rawValue == "PUT")
        #expect(incoming.request.target == "/a%20b?c=d")
        #expect(
            incoming.request.fields.map { "\($0.name): \($0.value)" } == [
                "Host: x", "X-One: 1 , 2", "x-one: 3", "Content-Length: 3",
            ])
        #expect(incoming.request.body == Array("abc".utf8))
        #expect(incoming.request.peer == "peer")
        #expect(incoming.isHTTP11)
    }

    @Test("chunks are joined, and their trailer is discarded")
    func chunks() throws {
        let text =
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3;a=\"b\"\r\nabc\r\n2\r\nde\r\n0\r\nX-Late: y\r\n\r\n"
        let incoming = try #require(ParseResult(of: Array(text.utf8), pieces: []).requests.first)
        #expect(incoming.request.body == Array("abcde".utf8))
        #expect(incoming.request.fields.count == 2)
    }

    @Test(
        "an absolute target becomes path and query",
        arguments: [
            ("http://x", "/"), ("http://x/", "/"), ("http://x?a", "/?a"), ("http://x/a?b", "/a?b"),
            ("HTTP://X:80/a", "/a"),
        ])
    func absolute(_ target: String, _ path: String) {
        let text = "GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n"
        #expect(ParseResult(of: Array(text.utf8), pieces: []).requests.map(\.request.target) == [path])
    }

    private static func result(_ value: [UInt8]) -> ParseResult {
        let bytes = Array("GET / HTTP/1.1\r\nHost: x\r\nA:".utf8) + value + Array("\r\n\r\n".utf8)
        return ParseResult(of: bytes, pieces: [bytes.count])
    }

    @Test("a control byte anywhere in a long value is rejected; a tab and non-ASCII bytes are not")
    func control() {
        let value = Array("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0".utf8)
        for index in value.indices {
            for byte in [0x00, 0x01, 0x09, 0x1F, 0x7F, 0x80, 0xFF] as [UInt8] {
                var odd = value
                odd[index] = byte
                #expect(
                    Self.result(odd).statuses == [byte == 0x09 || byte >= 0x80 ? 200 : 400], "\(byte) at \(index)")
            }
        }
    }

    @Test("blanks around a value are removed, those within are not")
    func blanks() {
        for count in 0...50 {
            for end in ["", " ", "  \t ", String(repeating: " ", count: 20)] {
                let value = String(repeating: "a", count: count / 2) + " b" + String(repeating: "c", count: count)
                let result = Self.result(Array((end + value + end).utf8))
                let fields = result.requests.first?.request.fields.map(\.value)
                #expect(fields?.last == String(value.drop { $0 == " " }), "\(count)")
            }
        }
    }
}

/// The result of parsing bytes that come in pieces.
struct ParseResult: Equatable {
    private(set) var requests: [IncomingRequest] = []
    private(set) var error: ParseError?
    /// Nothing is parsed after a rejected request or the last one of the connection.
    private var hasEnded: Bool { error != nil || requests.last?.isPersistent == false }

    /// Parses pieces of these lengths, and single bytes after them.
    init(of bytes: [UInt8], pieces: [Int]) {
        var parser = RequestParser(limits: RequestParser.Limits(), peer: "peer")
        var index = 0
        var lengths = pieces.makeIterator()
        while index < bytes.count, !hasEnded {
            let end = min(bytes.count, index + (lengths.next() ?? 1))
            let piece = Array(bytes[index..<end])
            var position = 0
            while position < piece.count, !hasEnded { read(piece, &position, by: &parser) }
            index = end
        }
    }

    var statuses: [Int] { requests.map { _ in 200 } + (error.map { [$0.status.code] } ?? []) }

    private mutating func read(_ piece: [UInt8], _ position: inout Int, by parser: inout RequestParser) {
        switch parser.parse(piece.span, &position) {
        case .incomplete: break
        case .request(let incoming): requests.append(incoming)
        case .failed(let error): self.error = error
        }
    }

    static func == (left: ParseResult, right: ParseResult) -> Bool {
        left.error == right.error
            && left.requests.elementsEqual(right.requests) { left, right in
                left.request.method == right.request.method && left.request.target == right.request.target
                    && left.request.fields == right.request.fields && left.request.body == right.request.body
                    && left.isHTTP11 == right.isHTTP11 && left.isPersistent == right.isPersistent
            }
    }
}
