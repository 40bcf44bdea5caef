import HTTP
import HTTPTypes

@testable import Server

/// What the parser makes of bytes that come in pieces of the same length.
struct Reading: Equatable {
    private var requests: [IncomingRequest] = []
    private var refusal: Refusal?
    private var isHead = false

    init(of bytes: [UInt8], piece: Int) {
        var parser = RequestParser(limits: RequestParser.Limits(head: 2048, fields: 20, content: 512), peer: "peer")
        var start = 0
        while start < bytes.count, refusal == nil {
            let end = min(bytes.count, start + piece)
            read(Array(bytes[start..<end]), by: &parser)
            start = end
        }
        isHead = parser.isHead
    }

    private mutating func read(_ bytes: [UInt8], by parser: inout RequestParser) {
        var index = 0
        while index < bytes.count, refusal == nil {
            let before = index
            switch parser.parse(bytes.span, &index) {
            case .incomplete: assert(index == bytes.count, "bytes are left and no more is wanted of them")
            case .request(let incoming): requests.append(incoming)
            case .refused(let refusal): self.refusal = refusal
            }
            assert(index > before || refusal != nil, "no byte was taken")
        }
    }

    /// What holds for every request that a handler sees.
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
            assert(hosts == 1 || hosts == 0 && !incoming.isVersion11, "a number of Hosts")
            assert(request.fields.count <= 20 && request.body.count <= 512, "a limit")
            assert(
                !request.fields.contains(.contentLength) || !request.fields.contains(.transferEncoding), "two framings")
        }
    }

    static func == (left: Reading, right: Reading) -> Bool {
        left.refusal == right.refusal && left.isHead == right.isHead
            && left.requests.elementsEqual(right.requests) { left, right in
                left.request.method == right.request.method && left.request.target == right.request.target
                    && left.request.fields == right.request.fields && left.request.body == right.request.body
                    && left.isVersion11 == right.isVersion11 && left.keepsAlive == right.keepsAlive
            }
    }
}
