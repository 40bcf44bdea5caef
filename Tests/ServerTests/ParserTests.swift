import Testing

@testable import Server

@Suite("The parser")
struct ParserTests {
    @Test(
        "the same bytes are understood the same way, whole, byte by byte and in any two pieces", arguments: RawCase.all)
    func pieces(_ example: RawCase) {
        let whole = Transcript(of: example.bytes, pieces: [example.bytes.count])
        #expect(whole.statuses == example.statuses.map { $0 == 204 ? 200 : $0 })
        #expect(Transcript(of: example.bytes, pieces: []) == whole)
        guard example.bytes.count < 400 else { return }
        for first in 1..<max(2, example.bytes.count) {
            #expect(Transcript(of: example.bytes, pieces: [first, example.bytes.count]) == whole)
        }
    }

    @Test("method, target, fields and content are handed over as they came")
    func request() throws {
        let text = "PUT /a%20b?c=d HTTP/1.1\r\nHost: x\r\nX-One: 1 , 2\r\nx-one:3\r\nContent-Length: 3\r\n\r\nabc"
        let transcript = Transcript(of: Array(text.utf8), pieces: [])
        let incoming = try #require(transcript.requests.first)
        #expect(incoming.request.method.rawValue == "PUT")
        #expect(incoming.request.target == "/a%20b?c=d")
        #expect(
            incoming.request.fields.map { "\($0.name): \($0.value)" } == [
                "Host: x", "X-One: 1 , 2", "x-one: 3", "Content-Length: 3",
            ])
        #expect(incoming.request.body == Array("abc".utf8))
        #expect(incoming.request.peer == "peer")
        #expect(incoming.isVersion11)
    }

    @Test("chunks are put together, and their trailer is not taken for fields")
    func chunks() throws {
        let text =
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3;a=\"b\"\r\nabc\r\n2\r\nde\r\n0\r\nX-Late: y\r\n\r\n"
        let incoming = try #require(Transcript(of: Array(text.utf8), pieces: []).requests.first)
        #expect(incoming.request.body == Array("abcde".utf8))
        #expect(incoming.request.fields.count == 2)
    }

    @Test(
        "a URL as the target becomes path and query",
        arguments: [
            ("http://x", "/"), ("http://x/", "/"), ("http://x?a", "/?a"), ("http://x/a?b", "/a?b"),
            ("HTTP://X:80/a", "/a"),
        ])
    func absolute(_ target: String, _ path: String) {
        let text = "GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n"
        #expect(Transcript(of: Array(text.utf8), pieces: []).requests.map(\.request.target) == [path])
    }

    private static func transcript(_ value: [UInt8]) -> Transcript {
        let bytes = Array("GET / HTTP/1.1\r\nHost: x\r\nA:".utf8) + value + Array("\r\n\r\n".utf8)
        return Transcript(of: bytes, pieces: [bytes.count])
    }

    @Test("a control byte anywhere in a long value is refused, a tab and any byte beyond ASCII are not")
    func control() {
        let value = Array("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0".utf8)
        for place in value.indices {
            for byte in [0x00, 0x01, 0x09, 0x1F, 0x7F, 0x80, 0xFF] as [UInt8] {
                var odd = value
                odd[place] = byte
                #expect(
                    Self.transcript(odd).statuses == [byte == 0x09 || byte >= 0x80 ? 200 : 400], "\(byte) at \(place)")
            }
        }
    }

    @Test("blanks around a value of any length are not of the value, those within are")
    func blanks() {
        for count in 0...50 {
            for end in ["", " ", "  \t ", String(repeating: " ", count: 20)] {
                let value = String(repeating: "a", count: count / 2) + " b" + String(repeating: "c", count: count)
                let transcript = Self.transcript(Array((end + value + end).utf8))
                let fields = transcript.requests.first?.request.fields.map(\.value)
                #expect(fields?.last == String(value.drop { $0 == " " }), "\(count)")
            }
        }
    }

    @Test("a name is made of the characters of a token, and of no others", arguments: 0...UInt8.max)
    func token(byte: UInt8) {
        let others = Array("!#$%&'*+-.^_`|~".utf8)
        let isAlphanumeric = byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || (0x30...0x39).contains(byte))
        #expect(byte.isToken == (isAlphanumeric || others.contains(byte)))
    }
}
