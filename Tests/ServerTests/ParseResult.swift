@testable import Server

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
