import HTTP
import HTTPTypes

@testable import Server

/// Parses one input of libFuzzer; the name is the one that libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let complete = ParseResult(of: bytes, piece: bytes.count)
    complete.check()
    // The first byte selects the length of the pieces.
    let piece = bytes.first.map { Int($0 % 24) + 1 } ?? 1
    assert(ParseResult(of: bytes, piece: piece) == complete, "parsed in two ways")
    return 0
}

/// The result of parsing bytes that come in pieces of the same length.
struct ParseResult: Equatable {
    private var requests: [IncomingRequest] = []
    private var error: ParseError?
    private var isHead = false

    init(of bytes: [UInt8], piece: Int) {
        var parser = RequestParser(limits: RequestParser.Limits(head: 2048, fields: 20, content: 512), peer: "peer")
        var start = 0
        while start < bytes.count, error == nil {
            let end = min(bytes.count, start + piece)
            read(Array(bytes[start..<end]), by: &parser)
            start = end
        }
        isHead = parser.isHead
    }

    private mutating func read(_ bytes: [UInt8], by parser: inout RequestParser) {
        var index = 0
        while index < bytes.count, error == nil {
            let before = index
            switch parser.parse(bytes.span, &index) {
            case .incomplete: assert(index == bytes.count, "the parser left bytes unread")
            case .request(let incoming): requests.append(incoming)
            case .failed(let error): self.error = error
            }
            assert(index > before || error != nil, "no byte was consumed")
        }
    }

    /// Checks the invariants of every request that a handler gets.
    func check() {
        for incoming in requests {
            let request = incoming.request
            assert(request.target.hasPrefix("/") || request.target == "*" && request.method == .options, "a target")
            assert(request.target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a byte in a target")
            for field in request.fields {
                field.withUnsafeBytesOfValue { value in
                    assert(value.allSatisfy { $0 == 9 || $0 >= 0x20 && $0 != 0x7F }, "a byte in a value")
                    assert(value.first != 0x20 && value.last != 0x20, "a blank around a value")
                }
            }
            let hosts = request.fields.count { $0.name.canonicalName == "host" }
            assert(hosts == 1 || hosts == 0 && !incoming.isHTTP11, "a number of Hosts")
            assert(request.fields.count <= 20 && request.body.count <= 512, "a limit")
            assert(
                !request.fields.contains(.contentLength) || !request.fields.contains(.transferEncoding), "two framings")
        }
    }

    static func == (left: ParseResult, right: ParseResult) -> Bool {
        left.error == right.error && left.isHead == right.isHead
            && left.requests.elementsEqual(right.requests) { left, right in
                left.request.method == right.request.method && left.request.target == right.request.target
                    && left.request.fields == right.request.fields && left.request.body == right.request.body
                    && left.isHTTP11 == right.isHTTP11 && left.isPersistent == right.isPersistent
            }
    }
}
