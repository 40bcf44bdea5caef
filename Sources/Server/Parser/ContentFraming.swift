import Basics

/// How the end of a request's content is found (RFC 9112 section 6).
enum ContentFraming: Equatable {
    /// With its length; 0 is none.
    case length(Int)
    case chunked

    /// Refuses all that two readers could understand in two ways; at most `limit` bytes are taken.
    init(_ section: borrowing FieldSection, isVersion11: Bool, limit: Int) throws(Refusal) {
        if section.transferEncodings.isEmpty {
            self = .length(
                try section.contentLength().map { value throws(Refusal) in try Self.length(value, limit: limit) } ?? 0)
            return
        }
        guard isVersion11 else { throw .malformed("Transfer-Encoding in HTTP/1.0") }
        guard !section.hasContentLength else { throw .malformed("Transfer-Encoding with Content-Length") }
        try Self.checkCodings(section.transferEncodings)
        self = .chunked
    }

    private static func length(_ value: ArraySlice<UInt8>, limit: Int) throws(Refusal) -> Int {
        guard !value.isEmpty, value.allSatisfy(\.isDigit) else {
            throw .malformed("a Content-Length that is no number")
        }
        // Some readers take it for an octal number.
        guard value.count == 1 || value.first != UInt8(ascii: "0") else {
            throw .malformed("a Content-Length with a zero before")
        }
        var length = 0
        for digit in value {
            let (product, overflows) = length.multipliedReportingOverflow(by: 10)
            let (sum, overflowsNow) = product.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
            guard !overflows, !overflowsNow else { throw .malformed("a Content-Length without end") }
            length = sum
        }
        guard length <= limit else { throw Refusal(.contentTooLarge, "content over \(limit) bytes") }
        return length
    }

    /// Chunked has to be the last coding, and it is the only one that is served.
    private static func checkCodings(_ values: [ArraySlice<UInt8>]) throws(Refusal) {
        let codings = values.flatMap { value in
            value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { $0.trimmingBlanks() }
        }
        let isChunked = codings.map { $0.equalsIgnoringCase("chunked") }
        guard codings.allSatisfy({ !$0.isEmpty }), isChunked.last == true, isChunked.count(where: \.self) == 1 else {
            throw .malformed("a Transfer-Encoding that does not end in one chunked")
        }
        guard codings.count == 1 else { throw Refusal(.notImplemented, "a transfer coding other than chunked") }
    }
}
