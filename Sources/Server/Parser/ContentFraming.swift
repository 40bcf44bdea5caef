import Basics

/// The way in which the end of a request's content is marked (RFC 9112 section 6).
enum ContentFraming: Equatable {
    /// By its length; 0 is no content.
    case length(Int)
    case chunked

    /// Rejects framing that two parsers could read differently, and content over `limit` bytes.
    init(_ section: borrowing FieldSection, isHTTP11: Bool, limit: Int) throws(ParseError) {
        if section.transferEncodings.isEmpty {
            self = .length(
                try section.contentLength().map { value throws(ParseError) in try Self.length(value, limit: limit) }
                    ?? 0)
            return
        }
        guard isHTTP11 else { throw .malformed("Transfer-Encoding in HTTP/1.0") }
        guard !section.hasContentLength else { throw .malformed("Transfer-Encoding with Content-Length") }
        try Self.checkCodings(section.transferEncodings)
        self = .chunked
    }

    private static func length(_ value: ArraySlice<UInt8>, limit: Int) throws(ParseError) -> Int {
        guard !value.isEmpty, value.allSatisfy(\.isDigit) else {
            throw .malformed("a Content-Length that is not a number")
        }
        // Some parsers read it as an octal number.
        guard value.count == 1 || value.first != UInt8(ascii: "0") else {
            throw .malformed("a Content-Length with a leading zero")
        }
        var length = 0
        for digit in value {
            let (product, overflows) = length.multipliedReportingOverflow(by: 10)
            let (sum, overflowsNow) = product.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
            guard !overflows, !overflowsNow else { throw .malformed("a Content-Length that is too large") }
            length = sum
        }
        guard length <= limit else { throw ParseError(.contentTooLarge, "content over \(limit) bytes") }
        return length
    }

    /// Checks that chunked is the last coding and the only one: no other is implemented.
    private static func checkCodings(_ values: [ArraySlice<UInt8>]) throws(ParseError) {
        let codings = values.flatMap { value in
            value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { $0.trimmingBlanks() }
        }
        let isChunked = codings.map { $0.equalsIgnoringCase("chunked") }
        guard codings.allSatisfy({ !$0.isEmpty }), isChunked.last == true, isChunked.count(where: \.self) == 1 else {
            throw .malformed("a Transfer-Encoding that does not end in a single chunked")
        }
        guard codings.count == 1 else { throw ParseError(.notImplemented, "a transfer coding other than chunked") }
    }
}
