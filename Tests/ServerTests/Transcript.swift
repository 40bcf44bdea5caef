@testable import Server

/// What a parser makes of bytes that come in pieces.
struct Transcript: Equatable {
    private(set) var requests: [IncomingRequest] = []
    private(set) var refusal: Refusal?
    /// Nothing is read behind a refused request or the last one that the client wants to send.
    private var isOver: Bool { refusal != nil || requests.last?.keepsAlive == false }

    /// Pieces of these lengths, and byte by byte after them.
    init(of bytes: [UInt8], pieces: [Int]) {
        var parser = RequestParser(limits: RequestParser.Limits(), peer: "peer")
        var index = 0
        var lengths = pieces.makeIterator()
        while index < bytes.count, !isOver {
            let end = min(bytes.count, index + (lengths.next() ?? 1))
            let piece = Array(bytes[index..<end])
            var position = 0
            while position < piece.count, !isOver { read(piece, &position, by: &parser) }
            index = end
        }
    }

    var statuses: [Int] { requests.map { _ in 200 } + (refusal.map { [$0.status.code] } ?? []) }

    private mutating func read(_ piece: [UInt8], _ position: inout Int, by parser: inout RequestParser) {
        switch parser.parse(piece.span, &position) {
        case .incomplete: break
        case .request(let incoming): requests.append(incoming)
        case .refused(let refusal): self.refusal = refusal
        }
    }

    static func == (left: Transcript, right: Transcript) -> Bool {
        left.refusal == right.refusal
            && left.requests.elementsEqual(right.requests) { left, right in
                left.request.method == right.request.method && left.request.target == right.request.target
                    && left.request.fields == right.request.fields && left.request.body == right.request.body
                    && left.isVersion11 == right.isVersion11 && left.keepsAlive == right.keepsAlive
            }
    }
}
